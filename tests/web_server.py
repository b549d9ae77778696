"""A small HTTP server on loopback that answers as a test says, also badly: late, cut, broken.

It must not leave loopback or outlive its `with` block.
"""

from __future__ import annotations

import contextlib
import http.server
import json
import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple


class Request(NamedTuple):
    """One request as it came: headers by lower-case names, the body parsed if it is JSON."""

    path: str
    headers: dict[str, str]
    body: Any
    method: str = "POST"


class Answer(NamedTuple):
    """What goes back; `body` is sent as it is if it is bytes, else as JSON.

    Attributes:
        late: seconds before the first byte, or until the server ends.
        cut: of how many bytes the announced length is more than what is sent.
        pause: seconds between the bytes of the body, where it drips.
    """

    body: Any = b"{}"
    status: int = 200
    headers: dict[str, str] = {}  # noqa: RUF012  never changed
    late: float = 0.0
    cut: int = 0
    pause: float = 0.0


Script = Callable[[Request], Answer]


class Server(NamedTuple):
    """A running server: its address without a path, and the requests in their order."""

    url: str
    requests: list[Request]


def _body(raw: bytes, headers: dict[str, str]) -> Any:
    is_json = headers.get("content-type", "").startswith("application/json")
    return json.loads(raw) if is_json and raw else raw or None


@contextlib.contextmanager
def serve(script: Script | Answer) -> Iterator[Server]:
    """A server on a free port of loopback until the block ends."""
    requests: list[Request] = []
    over = threading.Event()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", "0"))
            headers = {name.lower(): value for name, value in self.headers.items()}
            request = Request(
                self.path, headers, _body(self.rfile.read(length), headers), self.command
            )
            requests.append(request)
            answer = script if isinstance(script, Answer) else script(request)
            with contextlib.suppress(OSError):  # who asked may have gone
                self._send(answer)

        do_GET = do_HEAD = do_POST  # noqa: N815  the library's names

        def _send(self, answer: Answer) -> None:
            over.wait(answer.late) if answer.late else None
            raw = answer.body if isinstance(answer.body, bytes) else None
            raw = json.dumps(answer.body).encode() if raw is None else raw
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(raw) + answer.cut))
            self.end_headers()
            if self.command == "HEAD":
                return
            for at in range(len(raw)) if answer.pause else ():
                self.wfile.write(raw[at : at + 1])
                if over.wait(answer.pause):
                    return
            self.wfile.write(b"" if answer.pause else raw)

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    running = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    running.start()
    try:
        yield Server(f"http://127.0.0.1:{server.server_port}", requests)
    finally:
        over.set()
        server.shutdown()
        server.server_close()
        running.join()
