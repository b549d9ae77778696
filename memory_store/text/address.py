"""Removes the user and the query of a web address, which may carry keys.

Works on any text. Must not judge whether an address exists.
"""

from __future__ import annotations

_HIDDEN = "***"


def is_bare(text: str) -> bool:
    """Whether an address has neither a user nor a query nor a fragment, and so holds no key."""
    return not any(mark in text for mark in "@?#")


def masked(text: str) -> str:
    """An address with `***` for its user and password, and for its query or fragment."""
    if is_bare(text):
        return text
    scheme, slashes, rest = text.partition("://")
    if not slashes or not is_bare(scheme):
        scheme, slashes, rest = "", "", text
    _, at, rest = rest.rpartition("@")
    ends = [where for mark in "?#" if (where := rest.find(mark)) >= 0]
    shown = f"{rest[: min(ends)]}?{_HIDDEN}" if ends else rest
    return f"{scheme}{slashes}{_HIDDEN if at else ''}{at}{shown}"
