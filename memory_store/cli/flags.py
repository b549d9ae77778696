"""The words and flags that a command takes, and a quick reading of them in usual shapes.

What the quick reading does not understand it leaves to argparse (`usage`), which takes most of a
bare start. The quick reading must not guess, print or raise.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

_QUICK = frozenset(("action", "choices", "default", "metavar", "required", "type"))
_HELP = ("-h", "--help")


class Values:
    """The values of a command's words: an attribute for each declaration."""

    def __init__(self, values: dict[str, object]) -> None:
        self.__dict__.update(values)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...  # noqa: ANN401


class Flag:
    """A flag of a command, or a word of its line.

    Attributes:
        names: as they are written: `--limit`; without dashes for a word.
        how: the rest of its declaration, in argparse's terms.
        help: what it is for, by language; empty for what needs no explanation.
    """

    __slots__ = ("help", "how", "names")

    def __init__(self, names: str, en: str = "", zh: str = "", **how: Any) -> None:  # noqa: ANN401
        self.names = names.split()
        self.how = how
        self.help = {"en": en, "zh": zh} if en else {}

    @property
    def is_word(self) -> bool:
        """Whether it is a word of the line, and no flag."""
        return not self.names[0].startswith("-")

    @property
    def field(self) -> str:
        """The attribute that holds its value."""
        return self.names[0].lstrip("-").replace("-", "_")

    @property
    def takes(self) -> str:
        """What its value is called in English: `{text,json}`, `TEXT`."""
        if choices := self.how.get("choices"):
            return f"{{{','.join(map(str, choices))}}}"
        return str(self.how.get("metavar") or self.field.upper())

    @property
    def is_switch(self) -> bool:
        """Whether it takes no value."""
        return self.how.get("action") == "store_true"

    @property
    def is_required(self) -> bool:
        """Whether no call may leave it out."""
        return bool(self.how.get("required", self.is_word)) and self.how.get("nargs") not in (
            "?",
            "*",
        )

    def default(self) -> object:
        """Its value where it is left out, as argparse has it."""
        value = self.how.get("default", False if self.is_switch else None)
        return self.how["type"](value) if isinstance(value, str) and "type" in self.how else value

    def value(self, text: str) -> object:
        """The value of a text; ValueError or TypeError where argparse reports a mistake."""
        meaning = self.how["type"](text) if "type" in self.how else text
        if meaning not in self.how.get("choices", (meaning,)):
            raise ValueError(text)
        return meaning


def switch(names: str, en: str = "", zh: str = "") -> Flag:
    """A flag that takes no value."""
    return Flag(names, en, zh, action="store_true")


def joined(flags: Iterable[Flag], words: list[str]) -> list[str]:
    """The words, each text that begins with a dash joined to its flag: `--content=-x`.

    argparse would take such a text for a flag. One that is spelt as a flag of this command is
    one: its text was forgotten.
    """
    known = {name: flag for flag in flags for name in flag.names}
    takes_text = {
        name
        for name, flag in known.items()
        if not (flag.is_switch or {"type", "choices"} & flag.how.keys())
    }
    joined_words: list[str] = []
    for at, word in enumerate(words):
        if word == "--":
            return [*joined_words, *words[at:]]
        is_text = _is_flag(word) and word.partition("=")[0] not in (*known, *_HELP)
        if is_text and joined_words and joined_words[-1] in takes_text:
            joined_words[-1] += f"={word}"
        else:
            joined_words.append(word)
    return joined_words


def quick(flags: Sequence[Flag], words: list[str]) -> Values | None:
    """The values of the words; None to leave help, mistakes and rare shapes to argparse."""
    if any(not flag.how.keys() <= _QUICK for flag in flags) or "--" in words[-1:]:
        return None
    try:
        given = _given(flags, iter(words))
    except (LookupError, TypeError, ValueError, StopIteration):
        return None
    if any(flag.is_required and flag.field not in given for flag in flags):
        return None
    return Values({flag.field: flag.default() for flag in flags} | given)


def _given(flags: Sequence[Flag], words: Iterable[str]) -> dict[str, object]:
    """The given values by name; raises for unusual words."""
    named = {name: flag for flag in flags if not flag.is_word for name in flag.names}
    bare = iter([flag for flag in flags if flag.is_word])
    given: dict[str, object] = {}
    rest = iter(words)
    for word in rest:
        if word == "--":
            for text in rest:
                flag = next(bare)
                given[flag.field] = flag.value(text)
            break
        if not _is_flag(word):
            flag = next(bare)
            given[flag.field] = flag.value(word)
            continue
        name, equals, text = word.partition("=")
        flag = named[name]
        if flag.is_switch:
            if equals:
                raise ValueError(word)
            given[flag.field] = True
            continue
        if not equals and _is_flag(text := next(rest)):
            raise ValueError(text)  # perhaps a negative number: argparse knows
        if text == "--":
            raise ValueError(word)  # which argparse takes for the end of flags
        value = flag.value(text)
        if flag.how.get("action") == "append":
            value = [*(given.get(flag.field) or flag.default() or []), value]  # type: ignore[misc]
        given[flag.field] = value
    return given


def _is_flag(word: str) -> bool:
    """Whether a word begins as a flag does; a dash alone is a word."""
    return word.startswith("-") and len(word) > 1


def moment(phrase: str, *, first: bool) -> float | None:
    """The first or the last second that a time names, since 1970; None for no time.

    Raises:
        UsageError: it is not understood.
    """
    if not phrase.strip():
        return None
    from memory_store.language import times  # brings dateutil

    return times.since(phrase) if first else times.until(phrase)
