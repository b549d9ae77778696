"""Sends one request to an HTTP API with the standard library, within a time.

Redirects are not followed, and a key goes only over TLS or to this machine. Must not retry, log,
or run before a hook's answer is out.
"""

from __future__ import annotations

import http.client
import json
import math
import threading
import urllib.error
import urllib.parse
import urllib.request
from typing import TYPE_CHECKING, NoReturn

from memory_store import clock, errors
from memory_store.text import redact

if TYPE_CHECKING:
    from collections.abc import Mapping
    from http.client import HTTPMessage, HTTPResponse
    from typing import IO

MOST_BYTES = 32 << 20
_BLOCK_BYTES = 65_536
_TOLD_CHARS = 200
_REFUSAL_BYTES = 8_192
_LEAST_SECRET = 4  # characters: a shorter header's value is no key, and would blot out words
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_SECRETS = ("authorization", "x-api-key", "api-key")


class RequestError(errors.StoreError):
    """No answer to work with.

    Attributes:
        status: the HTTP status; 0 where nothing, or nothing whole, came back.
        code: the API's own word for what is wrong, as `insufficient_quota`; "" for none.
        wait_seconds: how long the server asks to be left alone; None where it doesn't say.
    """

    def __init__(
        self,
        template: str,
        *,
        status: int = 0,
        code: str = "",
        wait_seconds: float | None = None,
        **values: object,
    ) -> None:
        super().__init__(template, "", **values)
        self.status = status
        self.code = code
        self.wait_seconds = wait_seconds


def post(url: str, body: object, headers: Mapping[str, str], *, seconds: float) -> object:
    """Send a value as JSON and take the JSON that comes back.

    Args:
        url: http or https; with a key among the headers, http only to this machine.
        body: what JSON can hold.
        headers: beside the content's type.
        seconds: for all of it, the looking up of the name and the reading of the answer included.

    Raises:
        RequestError: no connection, a status other than 2xx, an answer that is late, cut off, of
            more than 32 MiB, or no JSON. Its message names the host and what the API says is
            wrong, and never a header.
    """
    host = checked(url, headers)
    named = {"Content-Type": "application/json", "Accept": "application/json", **headers}
    content = json.dumps(body).encode("utf-8")
    request = urllib.request.Request(url, content, named)  # noqa: S310  http and https, by checked
    raw = _within(request, host, seconds)
    try:
        return json.loads(raw, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise RequestError("{host} answered with something that is no JSON", host=host) from error


def checked(url: str, headers: Mapping[str, str]) -> str:
    """The host of an address that may be asked.

    Raises:
        RequestError: it is no URL, neither http nor https, or would carry a key in the clear.
    """
    try:
        parts = urllib.parse.urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise RequestError("the address is no URL") from error
    if parts.scheme not in ("http", "https") or not host:
        raise RequestError("the address must begin with https:// or http://")
    has_key = parts.username is not None or any(name.lower() in _SECRETS for name in headers)
    if has_key and parts.scheme == "http" and host not in _LOOPBACK:
        raise RequestError("a key is sent to {host} by https:// alone", host=host)
    return f"{host}:{port}" if port else host


def _within(request: urllib.request.Request, host: str, seconds: float) -> bytes:
    """The answer's bytes, from a thread that is left behind where the time is over.

    A socket's own timeout begins anew with each byte, and looking up a name has none.
    """
    came: list[bytes | RequestError] = []

    def ask() -> None:
        try:
            came.append(_answer(request, host, seconds))
        except RequestError as error:
            came.append(error)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(seconds)
    outcome = came[0] if came else _late(host, seconds)
    if isinstance(outcome, RequestError):
        raise outcome
    return outcome


def _answer(request: urllib.request.Request, host: str, seconds: float) -> bytes:
    direct = [urllib.request.ProxyHandler({})] if request.host.startswith(_LOOPBACK) else []
    opener = urllib.request.build_opener(_NoRedirect, *direct)
    try:
        with opener.open(request, timeout=seconds) as answer:
            return _read(answer, host)
    except urllib.error.HTTPError as error:
        with error:
            raise _refused(host, error, request.headers) from error
    except TimeoutError as error:
        raise _late(host, seconds) from error
    except urllib.error.URLError as error:
        raise RequestError(
            "{host} can't be reached: {reason}", host=host, reason=_plain(error.reason)
        ) from error
    except RequestError:
        raise
    except Exception as error:  # http.client raises whatever a broken answer leads it to
        raise RequestError("{host} broke off: {error}", host=host, error=_plain(error)) from error


def _late(host: str, seconds: float) -> RequestError:
    return RequestError(
        "{host} did not answer within {seconds} s", host=host, seconds=f"{seconds:g}"
    )


def _read(answer: HTTPResponse, host: str) -> bytes:
    raw = bytearray()
    while block := answer.read(_BLOCK_BYTES):
        raw += block
        if len(raw) > MOST_BYTES:
            raise RequestError(
                "{host} answered with more than {number} MiB", host=host, number=MOST_BYTES >> 20
            )
    if answer.length:  # of what it had announced
        raise RequestError(
            "{host} broke off: {length} bytes are missing", host=host, length=answer.length
        )
    return bytes(raw)


def _refused(host: str, error: urllib.error.HTTPError, sent: Mapping[str, str]) -> RequestError:
    asked = error.headers.get("Retry-After", "") if error.headers else ""
    reason, code = _reason(error)
    for secret in sent.values():
        for part in secret.split():
            reason = reason.replace(part, "…") if len(part) >= _LEAST_SECRET else reason
    return RequestError(
        "{host} answered {answer}: {told}" if reason else "{host} answered {answer}",
        status=error.code,
        code=_plain(code),
        wait_seconds=waiting(asked),
        host=host,
        answer=f"{error.code} {_plain(error.reason)}".rstrip(),
        told=_plain(redact.secrets(reason)[0]),
    )


def _reason(error: urllib.error.HTTPError) -> tuple[str, str]:
    """What an API says is wrong, and its word for it: `{"error": {"message", "code"}}` or near."""
    try:
        refusal = json.loads(error.read(_REFUSAL_BYTES))
    except (OSError, ValueError, RecursionError, http.client.HTTPException):
        return "", ""
    inner = refusal.get("error") if isinstance(refusal, dict) else None
    if not isinstance(inner, dict):
        return (inner, "") if isinstance(inner, str) else ("", "")
    told, code = inner.get("message"), inner.get("code") or inner.get("type")
    return (told if isinstance(told, str) else ""), (code if isinstance(code, str) else "")


def waiting(asked: str) -> float | None:
    """The seconds that a `Retry-After` asks for, a number or a date (RFC 9110, 10.2.3)."""
    try:
        seconds = float(asked)
    except ValueError:
        seconds = math.nan
    if math.isfinite(seconds):
        return max(0.0, seconds)
    from email.utils import parsedate_to_datetime  # few answers have one

    try:
        return max(0.0, parsedate_to_datetime(asked).timestamp() - clock.now())
    except (TypeError, ValueError, OverflowError):
        return None


def _plain(reason: object) -> str:
    text = str(reason)[:_TOLD_CHARS]
    return "".join(one if one.isprintable() else " " for one in text)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would take the key and the text to an address that nobody set."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> None:
        del req, fp, code, msg, headers, newurl
