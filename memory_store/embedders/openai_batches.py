"""OpenAI's Batch API for embeddings: submit texts, check the state, fetch the vectors.

See platform.openai.com/docs/api-reference/batch. Must not wait for a batch or decide which texts
go into one.
"""

from __future__ import annotations

import json
import secrets
import urllib.parse
from typing import TYPE_CHECKING, Any, NamedTuple

from memory_store import errors, web
from memory_store.embedders import base, dialect, int8, openai, remote, retrying

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_ANSWER_BYTES = 24 << 20  # of the 32 MiB that `web` takes
_LINE_BYTES = 600

RUNNING = frozenset(("validating", "in_progress", "finalizing", "cancelling"))
_ENDPOINT = "/v1/embeddings"
_WINDOW = "24h"
_GOOD = 200
_TOLD_CHARS = 120


class Batch(NamedTuple):
    """A batch as the API reports it; `output` and `refused` are files, "" for none."""

    identity: str
    status: str
    reasons: str
    output: str
    refused: str

    def is_running(self) -> bool:
        """Whether it is worth looking again."""
        return self.status in RUNNING


class Taken(NamedTuple):
    """The result of a batch: int8 vectors by hash, and refusals, a sentence each."""

    vectors: dict[bytes, bytes]
    refused: list[str]


def most(dimensions: int) -> int:
    """The limit of texts in a batch, whose result must fit into memory."""
    return _ANSWER_BYTES // (dimensions * 16 // 3 + _LINE_BYTES)


def submit(access: dialect.Access, texts: Mapping[bytes, str]) -> Batch:
    """Upload texts and have a batch made of them.

    Args:
        access: where and as whom.
        texts: by their `digest.of_content`, `most` of them; secrets are taken out here.

    Raises:
        StoreError: it was refused, or nobody answers.
    """
    lines = "".join(f"{json.dumps(_line(access, key, texts[key]))}\n" for key in texts)
    mark = secrets.token_hex(16)
    kind = f"multipart/form-data; boundary={mark}"
    uploaded = _ask(access, "/files", _form(mark, lines), kind)
    wanted = {
        "input_file_id": _word(uploaded, "id"),
        "endpoint": _ENDPOINT,
        "completion_window": _WINDOW,
    }
    created = _ask(access, "/batches", json.dumps(wanted).encode(), "application/json")
    return _batch(created)


def look(access: dialect.Access, identity: str) -> Batch:
    """How far a batch is; errors as `submit`."""
    return _batch(_ask(access, f"/batches/{urllib.parse.quote(identity, safe='')}"))


def take(embedder: remote.RemoteEmbedder, batch: Batch) -> Taken:
    """The vectors of a batch that has ended or broken off; errors as `submit`."""
    taken = Taken({}, [])
    for name in filter(None, (batch.output, batch.refused)):
        raw = _fetch(embedder.access, f"/files/{urllib.parse.quote(name, safe='')}/content")
        for line in raw.splitlines():
            _take_line(embedder, line, taken)
    return taken


def _take_line(embedder: remote.RemoteEmbedder, line: bytes, taken: Taken) -> None:
    try:
        answered = json.loads(line)
        key = bytes.fromhex(answered["custom_id"])
        answer = answered.get("response") or {}
        if answer.get("status_code") != _GOOD:
            taken.refused.append(_reason(answered.get("error"), answer.get("body")))
            return
        (row,) = base.unit_rows(embedder.rows(answer["body"], 1))
    except (LookupError, TypeError, ValueError, AttributeError):
        taken.refused.append("a line of the answer is none")
    except errors.StoreError as error:
        taken.refused.append(str(error))
    else:
        taken.vectors[key] = int8.quantised(row)


def _reason(*answers: object) -> str:
    """The API's reason for refusing a text."""
    for answer in answers:
        inner = answer.get("error", answer) if isinstance(answer, dict) else None
        if isinstance(inner, dict) and isinstance(inner.get("message"), str):
            return str(inner["message"])[:_TOLD_CHARS]
    return "a text was refused without a reason"


def _line(access: dialect.Access, key: bytes, text: str) -> dict[str, object]:
    body = openai.body(access, [remote.as_sent(base.trim(text))])
    body["encoding_format"] = "base64"  # a third of the bytes
    return {"custom_id": key.hex(), "method": "POST", "url": _ENDPOINT, "body": body}


def _form(mark: str, lines: str) -> bytes:
    """The two fields of an upload as RFC 7578 has them."""
    parts: Iterable[str] = (
        f"--{mark}",
        'Content-Disposition: form-data; name="purpose"',
        "",
        "batch",
        f"--{mark}",
        'Content-Disposition: form-data; name="file"; filename="texts.jsonl"',
        "Content-Type: application/jsonl",
        "",
        lines,
        f"--{mark}--",
        "",
    )
    return "\r\n".join(parts).encode("utf-8")


def _batch(batch: Any) -> Batch:  # noqa: ANN401  unchecked JSON
    listed = (batch.get("errors") or {}).get("data") if isinstance(batch, dict) else None
    reasons = "; ".join(_reason(one) for one in listed) if isinstance(listed, list) else ""
    return Batch(
        identity=_word(batch, "id"),
        status=_word(batch, "status"),
        reasons=reasons,
        output=str(batch.get("output_file_id") or ""),
        refused=str(batch.get("error_file_id") or ""),
    )


def _word(found: Any, name: str) -> str:  # noqa: ANN401  unchecked JSON
    value = found.get(name) if isinstance(found, dict) else None
    if not isinstance(value, str) or not value:
        raise errors.StoreError(f"the batch API answered without {name!r}")
    return value


def _ask(access: dialect.Access, path: str, content: bytes | None = None, kind: str = "") -> Any:  # noqa: ANN401  unchecked JSON
    return web.value(_fetch(access, path, content, kind), access.url)


def _fetch(
    access: dialect.Access, path: str, content: bytes | None = None, kind: str = ""
) -> bytes:
    headers = {**openai.headers(access.key), **dict(access.headers)}
    if kind:
        headers["Content-Type"] = kind

    def exchange(seconds: float) -> bytes:
        return web.exchange(f"{access.url}{path}", headers, content, seconds=seconds)

    return retrying.insist(exchange, dialect.FOR_TEXTS)
