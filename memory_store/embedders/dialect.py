"""What the module of a remote provider promises, and what it is told: where to ask, how long.

Values and a protocol. Must not ask anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


class Patience(NamedTuple):
    """How long and how often: seconds for one request, seconds for all, requests at most."""

    each: float
    altogether: float
    attempts: int


FOR_A_QUESTION = Patience(each=4.0, altogether=6.0, attempts=2)
"""Somebody waits for the answer."""

FOR_TEXTS = Patience(each=30.0, altogether=90.0, attempts=5)
"""Nobody waits: a background run, or a command that says what it does."""


class Access(NamedTuple):
    """Where a provider is asked, and as whom.

    Attributes:
        provider: the dialect's name.
        url: its address, without a slash at the end.
        key: "" where the server wants none.
        headers: more headers of the user's.
        model: what the server calls it.
        dimensions: how long vectors are to be; 0 for the model's own length.
        concurrency: requests at the same time, at most.
    """

    provider: str
    url: str
    key: str
    headers: tuple[tuple[str, str], ...]
    model: str
    dimensions: int
    concurrency: int

    def identity(self) -> str:
        """A name for these settings that tells no key: other settings have another one."""
        from hashlib import blake2b  # also of the key: a new one is to be tried at once

        whole = repr(tuple(self)).encode("utf-8", "replace")
        return f"{self.provider}-{blake2b(whole, digest_size=8).hexdigest()}"


class Dialect(Protocol):
    """The module of a provider.

    Attributes:
        URL: where it is asked, if nothing is set; without a slash at the end.
        MODEL: which model, if nothing is set.
        DIMENSIONS: how long the vectors of known models are.
        KEY_VARIABLES: where the vendor's own tools take a key from, read only where the vendor
            itself is asked.
    """

    URL: str
    MODEL: str
    DIMENSIONS: dict[str, int]
    KEY_VARIABLES: tuple[str, ...]

    def headers(self, key: str) -> dict[str, str]:
        """The headers that carry a key."""
        ...

    def request(
        self, access: Access, texts: Sequence[str], *, is_query: bool
    ) -> tuple[str, dict[str, object]]:
        """The address of a request for the vectors of texts, and its body."""
        ...

    def vectors(self, answer: Any) -> list[Any]:  # noqa: ANN401  unchecked JSON
        """The vectors of an answer, in the order of the texts.

        Raises:
            LookupError, TypeError, ValueError: it is no such answer.
        """
        ...
