"""Recognises forgotten texts by keyed digests, so that they stay forgotten.

A line of `forgotten.jsonl` is the digest of a line of text or of a run of its words. The key lies
in the configuration directory, so the store alone does not tell the text. Must not hold a text, or
refuse words that were said long after the forgetting.
"""

from __future__ import annotations

import itertools
import os

from memory_store import clock
from memory_store.journal import fields, read
from memory_store.store import files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memory_store.codec import Record


_KEY = "forget.key"
_KEY_BYTES = 32
_DIGEST_BYTES = 16
_BYTES = 16 << 20
_LEAST_TOKENS = 3  # a line of fewer words is anybody's
_GRACE_SECONDS = 600.0  # a hook that was at work meanwhile writes what it had read before
_SKEW_SECONDS = 1.0  # stamps are rounded
_TEXTS = ("content", "text", "topic", "summary")
_LISTS = ("decisions", "todos")
_USER, _AGENT = "user", "agent"


class Forgotten:
    """The digests of a store.

    Attributes:
        lines: of lines of text, each with the moment of its forgetting.
        runs: of runs of words, by how many words they have.
    """

    def __init__(self, key: bytes, written: float = 0.0) -> None:
        """No moment later than `written` is believed, when the file was, or else than a while ago.

        A clock that was ahead would have all silenced that is said until then.
        """
        now = clock.now()
        self._by = written if 0 < written <= now else now - 2 * _GRACE_SECONDS
        self._digest = digester(key)
        self._latest = 0.0
        self.lines: dict[str, float] = {}
        self.runs: dict[int, dict[str, float]] = {}

    def add(self, raw: Record) -> None:
        """Add a line of the file; a damaged one is skipped."""
        digest, tokens = raw.get("digest"), raw.get("tokens")
        moment = clock.parse(raw.get("forgotten_at"))
        if not isinstance(digest, str) or not isinstance(tokens, int) or moment is None:
            return
        if moment > clock.now() + _SKEW_SECONDS:
            moment = self._by
        known = self.runs.setdefault(tokens, {}) if tokens > 0 else self.lines
        known[digest] = max(moment, known.get(digest, 0.0))
        self._latest = max(moment, self._latest)

    def refuses(self, record: Record) -> bool:
        """Whether a record says a forgotten text, and may not be written.

        A fact that says it whole is refused for ever, unless a person saved it since. Anything
        else is refused if it was said before the forgetting; what nobody asked to be saved also
        within ten minutes after it.
        """
        source = record.get("source")
        via = source.get("via") if isinstance(source, dict) else None
        said = clock.parse(record.get("timestamp") or record.get("created_at")) or clock.now()
        if via != _USER and self._is_whole(record.get("content")):
            return True
        grace = 0.0 if via in (_USER, _AGENT) else _GRACE_SECONDS
        if said > self._latest + grace:
            return False  # what hooks write, but for ten minutes
        return any(said <= moment + grace for moment in self._found(_texts(record)))

    def _is_whole(self, content: object) -> bool:
        """Whether all that a fact says was forgotten."""
        lines = content.split("\n") if isinstance(content, str) else []
        told = [self._of(tokens) for line in lines if (tokens := words(line))]
        return bool(told) and all(one in self.lines for one in told)

    def _found(self, texts: list[str]) -> Iterable[float]:
        """When the lines and runs were forgotten that stand in these texts."""
        for text in texts:
            for line in text.split("\n"):
                moment = self.lines.get(self._of(words(line)))
                if moment is not None:
                    yield moment
            yield from self._found_runs(words(text))

    def _found_runs(self, tokens: list[str]) -> Iterable[float]:
        """When the runs were forgotten that stand among these words.

        A hook looks for them with the lock taken: all words are spelled once.
        """
        spelled = [_spelled([one]) for one in tokens]
        whole = b" ".join(spelled)
        begins = [0, *itertools.accumulate(len(one) + 1 for one in spelled)]
        for count, known in self.runs.items():
            for first, end in zip(begins, begins[count:], strict=False):
                moment = known.get(self._digest(whole[first : end - 1]))
                if moment is not None:
                    yield moment

    def _of(self, tokens: list[str]) -> str:
        return self._digest(_spelled(tokens))


def words(text: str) -> list[str]:
    """The words of a text as they are compared; each Han character is a word."""
    tokens: list[str] = []
    fresh = True
    for char in fields.sameness(text):
        if not char.isalnum():
            fresh = True
        elif fresh or not char.isascii():
            tokens.append(char)
            fresh = not char.isascii()
        else:
            tokens[-1] += char
    return tokens


def digester(key: bytes) -> Callable[[bytes], str]:
    """A function that gives the digest of words: BLAKE2b of 16 bytes with a key (RFC 7693)."""
    try:
        from _blake2 import blake2b  # hashlib costs a hook a third of its start
    except ImportError:
        from hashlib import blake2b
    keyed = blake2b(digest_size=_DIGEST_BYTES, key=key)

    def digest(told: bytes) -> str:
        found = keyed.copy()
        found.update(told)
        return found.hexdigest()

    return digest


def _spelled(tokens: list[str]) -> bytes:
    return " ".join(tokens).encode("utf-8", "surrogatepass")


def notes(
    key: bytes,
    *,
    contents: Iterable[str],
    texts: Iterable[str],
    runs: Iterable[str],
    moment: float | None = None,
) -> list[Record]:
    """The records of forgotten contents, lines of texts, and runs of words.

    Args:
        key: this machine's.
        contents: what facts said.
        texts: what lines are taken from.
        runs: words in a row.
        moment: when they were forgotten, seconds since 1970; None means now.
    """
    stamp = clock.stamp(clock.now() if moment is None else moment)
    note_of: dict[tuple[str, int], Record] = {}
    runs_of = [(words(part), 0) for text in contents for part in text.split("\n")]
    lines = [words(part) for text in texts for part in text.split("\n")]
    runs_of += [(tokens, 0) for tokens in lines if len(tokens) >= _LEAST_TOKENS]
    runs_of += [(tokens, len(tokens)) for run in runs if (tokens := words(run))]
    runs_of = [one for one in runs_of if one[0]]
    digest_of = digester(key)
    for tokens, count in runs_of:
        digest = digest_of(_spelled(tokens))
        note_of[digest, count] = {"digest": digest, "tokens": count, "forgotten_at": stamp}
    return list(note_of.values())


def key_to_write() -> bytes:
    """The key, which is created if it is missing.

    Raises:
        OSError: it can't be read or made.
    """
    files.make_directory(layout.config_directory())
    try:
        return _read_key()
    except FileNotFoundError:
        files.replace(layout.config_directory(), _KEY, os.urandom(_KEY_BYTES))
        return _read_key()


def _read_key() -> bytes:
    return files.read(layout.config_directory(), _KEY, _KEY_BYTES)


def load(store: layout.Store) -> Forgotten | None:
    """The forgotten texts of a store; None if there are none, or no key."""
    try:
        key = _read_key()
        descriptor = files.open_beneath(store.path, layout.FORGOTTEN)
        try:
            forgotten = Forgotten(key, os.fstat(descriptor).st_mtime)
            raw = files.read_at(descriptor, 0, _BYTES)
        finally:
            os.close(descriptor)
    except OSError:
        return None
    for line in raw.split(b"\n"):
        for record in read.parse_line(line):
            forgotten.add(record)
    return forgotten


def last(store: layout.Store) -> float:
    """When something was forgotten last, seconds since 1970; 0.0 for never."""
    told = (clock.parse(one.get("forgotten_at")) for one in read.records(store, layout.FORGOTTEN))
    return max(filter(None, told), default=0.0)


def _texts(record: Record) -> list[str]:
    """The texts of a fact, a summary or an event."""
    texts = [one for name in _TEXTS if isinstance(one := record.get(name), str)]
    for name in _LISTS:
        listed = record.get(name)
        if isinstance(listed, list):
            texts += [one for one in listed if isinstance(one, str)]
    return texts
