"""What a request of the page works with: language, place, and commands."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

from memory_store.cli import dispatch
from memory_store.language import wording

if TYPE_CHECKING:
    from starlette.requests import Request

    from memory_store import model, place
    from memory_store.view import memory

_DIGITS = 8


class Page:
    """The request of a page, with the means to answer it.

    Attributes:
        request: the request.
        language: zh or en.
        where: the place of work, its texts in that language.
    """

    def __init__(self, request: Request, reader: memory.Reader) -> None:
        self.request = request
        self.reader = reader
        self.language = _chosen(
            request.cookies.get("language", ""), request.headers.get("accept-language", "")
        )
        self.where = self._place()

    def _place(self) -> place.Place:
        where = self.reader.place()
        where.config.values["language"] = self.language
        return where

    def say(self, name: str, /, **values: object) -> str:
        """A text of the page, in the language of its reader."""
        return wording.say(self.language, f"page.{name}", **values)

    def asked(self, name: str) -> str:
        """A word of the address's query; "" for none."""
        return self.request.query_params.get(name, "").strip()

    def number(self, name: str) -> int:
        """A number of the address, from 1 on."""
        word = self.asked(name)
        return (
            max(1, int(word)) if word.isascii() and word.isdigit() and len(word) <= _DIGITS else 1
        )

    def run(self, name: str, *words: str) -> model.Answer:
        """The answer of a command; errors as its `run`."""
        return dispatch.call(name, list(words), self.where)


def _chosen(cookie: str, accepted: str) -> str:
    """The language that the person chose, else the first of the browser's that there is."""
    if cookie in wording.LANGUAGES:
        return cookie
    wanted = (one.strip().lower()[:2] for one in accepted.split(","))
    return next((one for one in wanted if one in wording.LANGUAGES), "en")


def with_words(address: str, **words: str) -> str:
    """An address with these words in its query, replacing those of the same names."""
    split = urlsplit(address)
    kept = [one for one in split.query.split("&") if one and one.split("=")[0] not in words]
    query = "&".join([*kept, urlencode(words, errors="replace")])
    return f"{split.path}?{query}"
