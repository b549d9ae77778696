"""What two statements share and where they differ: topics, and values of one kind.

Pure. Must not judge what follows from that (`replaces`).
"""

from __future__ import annotations

from memory_store.learn import concepts, statement, words


def apart(one: statement.Statement, other: statement.Statement) -> list[statement.Token]:
    """What one speaks of and the other does not."""
    keys = other.keys()
    return [token for token in one.tokens if token.key not in keys]


def shared(one: statement.Statement, other: statement.Statement) -> list[statement.Token]:
    """What both speak of, values apart."""
    keys = other.keys()
    return [token for token in one.tokens if token.key in keys and is_topic(token)]


def topic(tokens: tuple[statement.Token, ...], denied: frozenset[str]) -> set[str]:
    """The keys of what is spoken of, values and what is denied apart."""
    return {one.key for one in tokens if one.key not in denied and is_topic(one)}


def is_value(token: statement.Token) -> bool:
    """Whether it is a number, a path, a name or of a kind that the table lists."""
    return bool(token.kinds - {words.HAN})


def is_topic(token: statement.Token) -> bool:
    """Whether it is what is spoken of: no value, and nothing that binds two sides."""
    return not is_value(token) and token.role != concepts.BINDING


def kinds(tokens: list[statement.Token]) -> frozenset[str]:
    """The kinds of values of all of them."""
    return frozenset(kind for one in tokens for kind in one.kinds) - {words.HAN}


def is_listed(old: list[statement.Token], new: list[statement.Token]) -> bool:
    """Whether both are values of one kind that the table lists, with no name beside them."""
    plain = {words.NUMBER, words.PATH, words.NAME}
    named = any(one.kinds & {words.PATH, words.NAME} for one in (*old, *new))
    return bool((kinds(old) & kinds(new)) - plain) and not named
