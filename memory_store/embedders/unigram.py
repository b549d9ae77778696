"""Cuts text into the pieces of a unigram vocabulary, as SentencePiece does, on mapped arrays.

Pieces are looked up in place in an open-addressed table, so opening a vocabulary reads nothing.
"""

from __future__ import annotations

import math
import struct
import unicodedata
import zlib
from array import array
from typing import TYPE_CHECKING, NamedTuple

from memory_store.embedders import mapped_arrays

if TYPE_CHECKING:
    from collections.abc import Sequence

_SPACE = "\u2581"
_NEVER = -math.inf  # the score of an entry that only begins a piece, or is a mere marker
_UNKNOWN_PENALTY = 10.0  # SentencePiece's kUnkPenalty, below the worst score of the vocabulary
_REMEMBERED = 50_000

# Where the models' nmt_nfkc differs from NFKC, apart from characters newer than the models:
# these are blanks to it, and the full-width tilde stays what it is.
_BLANKS = dict.fromkeys((0x200B, 0x200E, 0x200F, 0xFEFF, 0xFFFD), " ")
_KEPT = "\uff5e"


class Piece(NamedTuple):
    """A piece of a vocabulary; its number is its place in the list."""

    text: str
    score: float
    matches: bool  # whether it may stand for a text: markers such as <s> may not


class Marks(NamedTuple):
    """The numbers of the pieces with a meaning of their own, which each model has elsewhere."""

    begin: int
    end: int
    unknown: int


def build_vocabulary(pieces: Sequence[Piece]) -> mapped_arrays.Sections:
    """A vocabulary as arrays: the pieces by number, then each text that only begins a piece.

    `slots` is a table of entry numbers + 1 (0: free), by CRC-32 with linear probing, half full at
    most; `offsets` cut `letters` (UTF-8) into entries; `scores` are log probabilities.
    """
    known = {piece.text for piece in pieces}
    begun = {text[:end] for text in known for end in range(1, len(text))} - known
    entries = [text.encode() for text in (*(piece.text for piece in pieces), *sorted(begun))]
    scores = array("f", [piece.score if piece.matches else _NEVER for piece in pieces])
    scores.extend([_NEVER] * len(begun))
    offsets = array("I", [0])
    for entry in entries:
        offsets.append(offsets[-1] + len(entry))
    worst = min(piece.score for piece in pieces)
    return {
        "slots": _section("I", _fill_slots(entries)),
        "offsets": _section("I", offsets),
        "scores": _section("f", scores),
        "letters": mapped_arrays.section("B", (offsets[-1],), b"".join(entries)),
        "unknown": _section("f", array("f", [worst - _UNKNOWN_PENALTY])),
    }


def normalize(text: str) -> str:
    """A text in the models' form: nmt_nfkc, runs of blanks as one mark, a mark in front."""
    parts = text.translate(_BLANKS).split(_KEPT)
    words = _KEPT.join(unicodedata.normalize("NFKC", part) for part in parts).split()
    return "".join(_SPACE + word for word in words)


class Tokenizer:
    """A mapped vocabulary."""

    def __init__(self, sections: mapped_arrays.Sections, marks: Marks) -> None:
        self._marks = marks
        self._slots = sections["slots"].content.cast("I")
        self._offsets = sections["offsets"].content.cast("I")
        self._scores = sections["scores"].content.cast("f")
        self._letters = sections["letters"].content
        (self._unknown,) = struct.unpack("f", sections["unknown"].content)
        self._seen: dict[str, tuple[int, float]] = {}

    def numbers(self, text: str) -> list[int]:
        """The piece numbers of a text between the marks of its ends; never fewer than 3."""
        begin, end, unknown = self._marks
        return [begin, *(self._segment(normalize(text)) or [unknown]), end]

    def _segment(self, text: str) -> list[int]:
        """The most probable cut of a text (Viterbi; Kudo 2018, arXiv 1804.10959, section 3.2)."""
        best = [0.0] + [-math.inf] * len(text)
        last = [(0, self._marks.unknown)] * (len(text) + 1)
        for start in range(len(text)):
            for end, number, score in self._pieces_from(text, start):
                total = best[start] + score
                if total > best[end]:
                    best[end], last[end] = total, (start, number)
        numbers = []
        at = len(text)
        while at:
            at, number = last[at]
            numbers.append(number)
        return numbers[::-1]

    def _pieces_from(self, text: str, start: int) -> list[tuple[int, int, float]]:
        """Each piece that begins here: (end, number, score); a lone character always counts."""
        pieces: list[tuple[int, int, float]] = []
        for end in range(start + 1, len(text) + 1):
            entry, score = self._look_up(text[start:end])
            if not entry:
                break
            if score != _NEVER:
                pieces.append((end, entry - 1, score))
        if not pieces or pieces[0][0] != start + 1:
            pieces.append((start + 1, self._marks.unknown, self._unknown))
        return pieces

    def _look_up(self, word: str) -> tuple[int, float]:
        """The entry number + 1 and score of a word; (0, _NEVER) where nothing begins with it."""
        seen = self._seen.get(word)
        if seen is None:
            if len(self._seen) >= _REMEMBERED:
                self._seen.clear()
            entry = self._probe(word.encode())
            seen = self._seen[word] = (entry, self._scores[entry - 1] if entry else _NEVER)
        return seen

    def _probe(self, word: bytes) -> int:
        mask = len(self._slots) - 1
        slot = zlib.crc32(word) & mask
        while entry := self._slots[slot]:
            if self._letters[self._offsets[entry - 1] : self._offsets[entry]] == word:
                return entry
            slot = (slot + 1) & mask
        return 0


def _fill_slots(entries: list[bytes]) -> array[int]:
    size = 1 << (2 * len(entries) - 1).bit_length()
    slots = array("I", bytes(size * struct.calcsize("I")))
    for number, entry in enumerate(entries, start=1):
        slot = zlib.crc32(entry) & (size - 1)
        while slots[slot]:
            slot = (slot + 1) & (size - 1)
        slots[slot] = number
    return slots


def _section(letter: str, values: array[int] | array[float]) -> mapped_arrays.Section:
    return mapped_arrays.section(letter, (len(values),), memoryview(values))
