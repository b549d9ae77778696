"""Reads the flags of a command quickly, in the shapes that agents use.

A command declares its flags as for argparse. What this module does not understand it leaves to
argparse. Must not guess, print or raise.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Protocol

    class Parser(Protocol):
        """An object that takes declarations: argparse's parser, or `Quick`."""

        def add_argument(self, *names: str, **how: Any) -> object:  # noqa: ANN401
            """Declare a flag or a word, in argparse's own terms."""


_READ = frozenset(("action", "choices", "default", "required", "type"))
_SHOWN = frozenset(("help", "metavar"))
_HELP = ("-h", "--help")
_ACTIONS = ("store", "store_true", "append")


class Values:
    """The values of a command's words: an attribute for each declaration."""

    def __init__(self, values: dict[str, object]) -> None:
        self.__dict__.update(values)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...  # noqa: ANN401


class _Flag:
    """A declared flag or word."""

    __slots__ = ("action", "choices", "default", "name", "required", "type")

    def __init__(self, name: str, how: dict[str, Any]) -> None:
        self.name = name.lstrip("-").replace("-", "_")
        self.action: str = how.get("action", "store")
        self.choices: Sequence[object] | None = how.get("choices")
        self.default = how.get("default", False if self.action == "store_true" else None)
        self.required = bool(how.get("required")) or not name.startswith("-")
        self.type = how.get("type")
        if self.type is not None and isinstance(self.default, str):
            self.default = self.type(self.default)  # as argparse has it

    def value(self, text: str) -> object:
        """The value of a text; ValueError or TypeError where argparse reports a mistake."""
        meaning = text if self.type is None else self.type(text)
        if self.choices is not None and meaning not in self.choices:
            raise ValueError(text)
        return meaning


class Quick:
    """Takes the declarations that argparse takes, and reads the words of most calls."""

    __slots__ = ("_flags", "_is_simple", "_words")

    def __init__(self) -> None:
        self._flags: dict[str, _Flag] = {}
        self._words: list[_Flag] = []
        self._is_simple = True

    def add_argument(self, *names: str, **how: Any) -> None:  # noqa: ANN401
        """Declare a flag or a word; one of a kind not known here leaves all to argparse."""
        flag = _Flag(names[0], how)
        if not (how.keys() <= _READ | _SHOWN and flag.action in _ACTIONS):
            self._is_simple = False
        if names[0].startswith("-"):
            self._flags.update(dict.fromkeys(names, flag))
        else:
            self._words.append(flag)

    def joined(self, words: list[str]) -> list[str]:
        """The words, each text that begins with a dash joined to its flag: `--content=-x`.

        argparse would take such a text for a flag. One that is spelt as a flag of this command is
        one: its text was forgotten.
        """
        joined_words: list[str] = []
        for at, word in enumerate(words):
            if word == "--":
                return [*joined_words, *words[at:]]
            if joined_words and self._takes_text(joined_words[-1]) and self._is_text(word):
                joined_words[-1] += f"={word}"
            else:
                joined_words.append(word)
        return joined_words

    def _takes_text(self, word: str) -> bool:
        one = self._flags.get(word)
        return one is not None and one.action != "store_true" and one.type is one.choices is None

    def _is_text(self, word: str) -> bool:
        """Whether a word begins like a flag and is none."""
        return _is_flag(word) and word.partition("=")[0] not in (*self._flags, *_HELP)

    def read(self, words: list[str]) -> Values | None:
        """The values of the words; None to leave help, mistakes and rare shapes to argparse."""
        if not self._is_simple:
            return None
        try:
            given = self._given(words)
        except (LookupError, TypeError, ValueError, StopIteration):
            return None
        declared = [*self._flags.values(), *self._words]
        if any(one.required and one.name not in given for one in declared):
            return None
        return Values({one.name: one.default for one in declared} | given)

    def _given(self, words: list[str]) -> dict[str, object]:
        """The given values by name; raises for unusual words."""
        given: dict[str, object] = {}
        bare = iter(self._words)
        rest = iter(words)
        flags_end = False
        if words[-1:] == ["--"]:
            raise ValueError("--")
        for word in rest:
            if word == "--" and not flags_end:
                flags_end = True
                continue
            if flags_end or not _is_flag(word):
                flag = next(bare)
                given[flag.name] = flag.value(word)
                continue
            name, equals, text = word.partition("=")
            flag = self._flags[name]
            if flag.action == "store_true":
                if equals:
                    raise ValueError(word)
                given[flag.name] = True
                continue
            if not equals and _is_flag(text := next(rest)):
                raise ValueError(text)  # perhaps a negative number: argparse knows
            if text == "--":
                raise ValueError(word)  # which argparse takes for the end of flags
            value = flag.value(text)
            before = given.get(flag.name, flag.default or [])
            if flag.action == "append" and isinstance(before, list):
                value = [*before, value]
            given[flag.name] = value
        return given


def _is_flag(word: str) -> bool:
    """Whether a word begins as a flag does; a dash alone is a word."""
    return word.startswith("-") and len(word) > 1
