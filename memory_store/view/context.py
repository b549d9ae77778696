"""What a request of the page works with: language, place, records, and commands."""

from __future__ import annotations

import functools
import os
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

from memory_store import place
from memory_store.cli import dispatch, terminal
from memory_store.commands import listed_facts
from memory_store.index import questions
from memory_store.language import wording
from memory_store.store import layout
from memory_store.trust import ledger

if TYPE_CHECKING:
    from starlette.requests import Request

    from memory_store import model

_DIGITS = 8


class Page:
    """The request of a page, with the means to answer it.

    Attributes:
        request: the request.
        language: zh or en.
        where: the place of work, its texts in that language.
    """

    def __init__(self, request: Request, directory: str) -> None:
        """`directory` is the project that is shown where the person chose no other."""
        self.request = request
        self.language = language(
            request.cookies.get("language", ""), request.headers.get("accept-language", "")
        )
        chosen = request.cookies.get("project", "")
        self.where = place.resolve(projects().get(chosen, directory) if chosen else directory)
        self.where.config.values["language"] = self.language

    @functools.cached_property
    def records(self) -> list[questions.Records]:
        """The records of each store that may be read.

        Raises:
            UsageError: the project's memory is not trusted, or memory is switched off.
        """
        terminal.refuse_if_off(self.where)
        return list(map(questions.Records, terminal.stores_of(self.where, None)))

    def fact(self, identity: str) -> listed_facts.Listed | None:
        """The fact with this id; errors as `records`."""
        for held in self.records:
            fact = held.fact(identity)
            if fact is not None:
                return listed_facts.Listed(held, fact)
        return None

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


def projects() -> dict[str, str]:
    """The projects whose memory somebody approved or made here, by the words of their cookies."""
    known = [os.path.dirname(path) for path in ledger.entries()]
    return {layout.project_store(one).key: one for one in sorted(known)}


def language(cookie: str, accepted: str) -> str:
    """The language that the person chose, else the first of the browser's that there is."""
    if cookie in wording.LANGUAGES:
        return cookie
    wanted = (one.strip().lower()[:2] for one in accepted.split(","))
    return next((one for one in wanted if one in wording.LANGUAGES), "en")


def with_words(address: str, **words: str) -> str:
    """An address with these words in its query, replacing those of the same names; "" for none."""
    split = urlsplit(address)
    kept = [one for one in split.query.split("&") if one and one.split("=")[0] not in words]
    query = "&".join([*kept, urlencode({k: v for k, v in words.items() if v}, errors="replace")])
    return f"{split.path}?{query}".rstrip("?&")
