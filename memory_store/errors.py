"""The failures that callers handle by name, and the messages that they carry.

`entry` turns a failure into words and an exit code.
"""

from __future__ import annotations

import errno

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Self


_PARTS = "{parts}"
_ENDINGS = {"s": "", "ies": "y"}
"""What an English plural ends with, and the singular."""


class Message(str):
    """A sentence in English, that knows the template and the values it is made of.

    Programs and the log read it as it is; `wording.told` says it to a person.
    """

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, /, **values: object) -> Self:
        """The message; a template that is one already stays as it is."""
        if isinstance(template, cls):
            return template
        made = super().__new__(cls, fill(template, {at: line(one) for at, one in values.items()}))
        made.template, made.values = template, values
        return made

    def record(self) -> list[object]:
        """What JSON keeps of it, for `from_record`."""
        return [self.template, {at: _kept(one) for at, one in self.values.items()}]

    @classmethod
    def from_record(cls, record: object) -> Self | None:
        """The message that was kept; None for anything else."""
        if isinstance(record, str):
            return cls(record)
        match record:
            case [str(template), dict(values)]:
                said = {str(at): cls.from_record(one) or line(one) for at, one in values.items()}
                return cls(template, **said)
        return None


def _kept(value: object) -> object:
    value = of(value)
    return value.record() if isinstance(value, Message) else line(value)


def fill(template: str, values: Mapping[str, str]) -> str:
    """A template with values in its places, `{name}` each; unknown places stay.

    `{count_s}` is the s of an English plural where `count` is not 1, `{count_ies}` its ies.
    """
    first, *parts = template.split("{")
    filled = [first]
    for part in parts:
        place, closed, rest = part.partition("}")
        name, _, ending = place.rpartition("_")
        said = values.get(place)
        if said is None and name in values and ending in _ENDINGS:
            said = _ENDINGS[ending] if values[name] == "1" else ending
        filled.append(said + rest if closed and said is not None else "{" + part)
    return "".join(filled)


def of(value: object) -> object:
    """The message of an error, and why the system refused; any other value as it is."""
    if isinstance(value, OSError) and value.strerror:
        return Message(value.strerror)
    if isinstance(value, ValueError) and value.args and isinstance(value.args[0], Message):
        return value.args[0]
    return getattr(value, "message", value) if isinstance(value, Exception) else value


def joined(*sentences: str) -> str:
    """Several sentences as one, which `parts` takes apart; "" where all of them are."""
    known = tuple(dict.fromkeys(part for one in sentences for part in parts(one)))
    if len(known) > 1:
        return Message(_PARTS, parts=known)
    return known[0] if known else ""


def parts(text: str) -> tuple[str, ...]:
    """The sentences of a text that `joined` made; any other text is one, and "" none."""
    if isinstance(text, Message) and text.template == _PARTS:
        found = text.values["parts"]
        return found if isinstance(found, tuple) else ()
    return (text,) if text else ()


def line(value: object) -> str:
    """A value on one line without what nobody sees: it may be the name of a directory.

    Words of a list are told with commas between them, sentences of a tuple with semicolons.
    """
    if isinstance(value, list | tuple):
        return (", " if isinstance(value, list) else "; ").join(map(line, value))
    text = str(of(value))
    if text.isprintable():
        return text
    from memory_store.text import clean  # most are

    return clean.text(text).replace("\n", " ")


class MemoryStoreError(Exception):
    """A failure told in one line, with a hint on what to do about it."""

    exit_code = 3

    def __init__(self, template: str, hint: str = "", **values: object) -> None:
        """Take the message and the hint as English templates, and the values of their places."""
        self.message = Message(template, **values)
        super().__init__(self.message)
        self.hint = Message(hint, **values)


class StoreError(MemoryStoreError):
    """The machine or this program is at fault: a full disk, a lock held for ever, a bug."""


class LockedError(StoreError):
    """Another process holds the lock for longer than the caller can wait."""


class UsageError(MemoryStoreError):
    """The caller is at fault: an unknown type, an empty content, a store that is not trusted."""

    exit_code = 2


def remedy(error: BaseException, path: str) -> str:
    """What to do about a disk that takes nothing, for a hint; "" where the reason is another.

    Args:
        error: what the system said.
        path: a file or directory on that disk.
    """
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EROFS:
        return Message(
            "the disk of {path} is read-only: nothing can be written until it is not", path=path
        )
    if number in (errno.ENOSPC, errno.EDQUOT):
        return Message("the disk of {path} is full: make room there", path=path)
    return ""


def cannot(deed: str, path: str, error: Exception, hint: str = "") -> StoreError:
    """The error that something can't be done with a file, and what the system says about it.

    Args:
        deed: write, read, create, delete.
        path: the file, or a directory.
        error: what was raised.
        hint: what helps, where it is no full or closed disk.
    """
    hint = remedy(error, path) or hint
    return StoreError(f"cannot {deed} {{path}}: {{reason}}", hint, path=path, reason=error)


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that a misspelt one is nearest to; "" where none is near."""
    import difflib  # only who made a mistake pays

    return next(iter(difflib.get_close_matches(word.lower(), list(known), 1)), "")


def meant(word: str, known: Iterable[str]) -> str:
    """What a misspelt word may have meant, for a hint: `did you mean search? `, or ""."""
    near = nearest(word, known)
    return Message("did you mean {near}? ", near=near) if near else ""
