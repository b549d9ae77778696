"""Tells in which places two statements differ, and whether they speak of two subjects.

A correction changes one thing: 8007 becomes 9000. Where two places differ, or the word that
tells one service from another, both statements hold. Must not read words of change (`relation`).
"""

from __future__ import annotations

import itertools

from memory_store import model
from memory_store.facts import units
from memory_store.store import expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.facts.statement import Statement

_FIRST = 1  # how many words stand before what tells one of several apart: worker 7
_HAN_WORD = 0.5
_LEAST = 3  # signs that a word keeps without its endings
CODED, PERSON = -2, -3
"""The kinds of a name with a digit or a sign in it, as eu-west-1, and of a person in Chinese."""
_WORD = expressions.compiled(r"[a-z0-9_@.'’/-]+|\S")


class Run:
    """Neighbouring words or Han characters that only one of two statements has.

    Attributes:
        pieces: the words and characters.
        begin: how many words and characters stand before it.
        follows, leads: whether it stands directly behind, and before, what both have.
        is_last: whether nothing that both have comes after it.
        kinds: of the values in it: NUMBER, a class, a name.
        has_words: whether not all of it is values.
    """

    def __init__(
        self,
        pieces: tuple[str, ...],
        begin: int,
        *,
        follows: bool,
        leads: bool,
        is_last: bool,
        values: list[str],
    ) -> None:
        self.pieces = pieces
        self.begin = begin
        self.follows = follows
        self.leads = leads
        self.is_last = is_last
        self.kinds = frozenset(map(_kind, values))
        self.has_words = any(not any(sign in value for value in values) for sign in pieces)

    def words(self) -> float:
        """How many words it is; two Han characters are one."""
        return _words(self.pieces)


class Side(model.Value):
    """A statement as it is compared with another one.

    Attributes:
        shared: how much of it both have, in words; two Han characters are one.
        runs: the places in which it has what the other one lacks.
        has_value: whether both have a value.
    """

    shared: float
    runs: tuple[Run, ...]
    has_value: bool

    def value(self) -> Run | None:
        """The run in which a value of it stands, else the longest; None where it has no run."""
        return max(self.runs, key=lambda run: (bool(run.kinds), len(run.pieces)), default=None)

    def own_words(self) -> float:
        """How many words of it the other one lacks; two Han characters are one."""
        return sum(run.words() for run in self.runs)

    def covered(self, value: Run | None) -> float:
        """The share of it that both have, the value left out; 0 where they share nothing."""
        extra = sum(run.words() for run in self.runs if run is not value)
        return self.shared / (self.shared + extra) if self.shared else 0.0


def of(one: Statement, other: Statement, said: frozenset[str] = frozenset()) -> Side:
    """A statement as it differs from another one.

    Args:
        one: the statement.
        other: what it is compared with.
        said: terms that count as the other one's as well.
    """
    marked = _marked(one, other, other.terms | said)
    runs: list[Run] = []
    at = before = 0
    for is_own, group in itertools.groupby(marked, lambda pair: pair[1]):
        pieces = tuple(piece for piece, _ in group)
        rest = marked[at + len(pieces) :]
        if is_own:
            runs.append(
                Run(
                    pieces,
                    before,
                    follows=at > 0 and marked[at - 1][0] != units.GAP,
                    leads=bool(rest) and rest[0][0] != units.GAP,
                    is_last=all(piece == units.GAP or own for piece, own in rest),
                    values=_values(one, pieces),
                )
            )
        at += len(pieces)
        before += sum(piece != units.GAP for piece in pieces)
    shared = _words(piece for piece, is_own in marked if piece != units.GAP and not is_own)
    return Side(shared, tuple(runs), bool(one.values & other.values))


def _words(pieces: Iterable[str]) -> float:
    return sum(1.0 if piece.isascii() else _HAN_WORD for piece in pieces)


def _marked(one: Statement, other: Statement, terms: frozenset[str]) -> list[tuple[str, bool]]:
    """Each word, GAP and Han character of a statement, and whether the other one lacks it."""
    marked: list[tuple[str, bool]] = []
    for piece in one.pieces:
        if piece.isascii():
            marked.append((piece, piece != units.GAP and piece not in terms))
            continue
        is_own = [piece not in terms] * len(piece)
        for at, pair in enumerate(itertools.pairwise(piece)):
            if "".join(pair) in terms:
                is_own[at] = is_own[at + 1] = False
        for own, group in itertools.groupby(zip(piece, is_own, strict=True), lambda pair: pair[1]):
            signs = [sign for sign, _ in group]
            is_chance = len(signs) == 1 < len(piece) and signs[0] in other.text  # 表(有)
            marked += [(sign, own and not is_chance) for sign in signs]
    return marked


def _values(one: Statement, pieces: tuple[str, ...]) -> list[str]:
    """The values in a run."""
    run = "".join(pieces)
    return [value for value in one.values if value in (pieces if value.isascii() else run)]


def _kind(value: str) -> int:
    is_plain = value.isascii() and value.isalpha()
    return units.kind_of(value) or (0 if is_plain else CODED if value.isascii() else PERSON)


def are_apart(older: Side, newer: Side) -> bool:
    """Whether two statements speak of two subjects, whatever words of change one has."""
    if not older.runs or not newer.runs:
        return False
    if len(older.runs) > 1 and len(newer.runs) > 1:
        return True
    first = older.runs[0], newer.runs[0]
    return all(map(_tells_apart, first)) or (newer.has_value and all(map(_is_subject, first)))


def begin_apart(older: Side, newer: Side) -> bool:
    """Whether two statements begin with two things of a kind: the auth service, …."""
    first = [*older.runs[:1], *newer.runs[:1]]
    return len(first) > 1 and all(run.begin <= _FIRST and _tells_apart(run) for run in first)


def _tells_apart(run: Run) -> bool:
    """Whether a run tells one thing from others of its kind: auth service, worker 7, 服务3."""
    if run.leads and run.kinds <= {0, CODED}:
        return True
    is_plain = len(run.pieces) == 1 and run.pieces[0].rstrip("_").isalnum()
    return run.follows and run.begin <= _FIRST and is_plain and not run.is_last


def _is_subject(run: Run) -> bool:
    """Whether a run is what a statement begins with, or a name in it: src/parser (uses tabs)."""
    is_first = not run.begin or bool(run.kinds)
    return is_first and not run.is_last and run.kinds <= {0, CODED}


def are_but_for(
    one: Statement, other: Statement, first: tuple[str, ...], second: tuple[str, ...]
) -> bool:
    """Whether two statements are word for word one, but for a word of each.

    An amount says of what it is one by its verb and its unit, which carry nothing elsewhere: a job
    runs at 02:00 and takes 30 minutes. What stands before the first word that carries something
    does not count.
    """
    return len(first) == len(second) == 1 and _around(one, *first) == _around(other, *second)


def _around(one: Statement, word: str) -> tuple[str, ...]:
    begin = next((piece for piece in one.pieces if piece != units.GAP), "")
    text = one.text[max(0, one.text.find(begin[:_LEAST])) :]
    words = [one.strip("'’.,:;!。，；：！") for one in _WORD.findall(text)]
    if word in words:
        words[words.index(word)] = units.GAP
    return tuple(filter(None, words))


def are_swapped(one: Statement, other: Statement) -> bool:
    """Whether two statements are one sentence with another thing in a place, or in another order.

    Who says a thing again finds other small words too: 不用创建 and 不要额外创建. Chinese puts
    first what a sentence is about, so that its order tells nothing.
    """
    words = [_WORD.findall(each.text) for each in (one, other)]
    for _ in range(2):  # from the beginning, and from the end
        same = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(*words, strict=False))
        shared = len(list(same))
        words = [each[shared:][::-1] for each in words]
    if one.text.isascii() and sorted(words[0]) == sorted(words[1]) != []:
        return True
    rest = ["".join(f" {word} " if word.isascii() else word for word in each) for each in words]
    runs = [units.split(each) for each in rest]
    return all(run and units.GAP not in run for run in runs)
