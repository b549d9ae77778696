"""Says every sentence that a person or an agent reads, in Chinese or in English.

A sentence is named by a word, under which the tables have its English and its Chinese, or by its
own English, under which they have its Chinese. hooks.json has what hooks say, which must be quick,
people.json the rest.
"""

from __future__ import annotations

import os

from memory_store import errors
from memory_store.language import phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LANGUAGES = ("en", "zh")
"""As a table has them."""

REQUESTS = ("[Session Save]", "[Memory Flush]")
"""How our own requests begin in every language: what comes back so is nobody's words."""

PART = " • "
"""Between the parts of a session's summary, which is one line."""

TABLES = ("hooks", "people")
_HAN, _STOPS = "\u3000", ("。", "？", "！", "；")
_HERE = os.path.dirname(__file__)
_read: dict[str, dict[str, str | list[str]]] = {}


def say(language: str, name: str, /, **values: object) -> str:
    """The sentence `name` in a language (zh or en), its places filled; see `errors.fill`.

    A value that is a message itself is told in the language too.
    """
    said = {place: told(language, value) for place, value in values.items()}
    sentence = _sentence(language, name)
    return errors.fill(_fitted(sentence, said) if language == "zh" else sentence, said)


def _fitted(sentence: str, said: dict[str, str]) -> str:
    """A Chinese sentence whose signs fit its values: no blank within Chinese, no second stop."""
    for place, value in said.items():
        before, mark, after = sentence.partition(f"{{{place}}}")
        if mark and value:
            if before[-1:] == " " and before[-2:-1] >= _HAN and value[0] >= _HAN:
                before = before[:-1]
            if after[:1] == " " and after[1:2] >= _HAN and value[-1] >= _HAN:
                after = after[1:]
            if after[:1] in _STOPS and value[-1] in _STOPS:
                after = after[1:]
            sentence = before + mark + after
    return sentence


def told(language: str, value: object) -> str:
    """A message, or an error's, in a language; any other value on one line, as `errors.line`.

    Several are told as there.
    """
    value = errors.of(value)
    if isinstance(value, errors.Message):
        return say(language, value.template, **value.values)
    if isinstance(value, list | tuple):
        between = say(language, "comma" if isinstance(value, list) else "semicolon")
        return between.join(told(language, one) for one in value)
    return errors.line(value)


def text(language: str, lines: Iterable[str]) -> str:
    """Lines of a text: messages in the language, others as they are."""
    return "\n".join(
        told(language, one) if isinstance(one, errors.Message) else one for one in lines
    )


def knows(name: str) -> bool:
    """Whether there is a sentence of this name."""
    return any(name in table(one) for one in TABLES)


def table(name: str) -> dict[str, str | list[str]]:
    """The sentences of a table by their names: English and Chinese, or Chinese alone."""
    if name not in _read:
        _read[name] = phrases.data(os.path.join(_HERE, name))
    return _read[name]


def _sentence(language: str, name: str) -> str:
    for one in TABLES:
        found = table(one).get(name)
        if found is not None:
            english, chinese = (name, found) if isinstance(found, str) else found
            return chinese if language == "zh" else english
    return name


def without_unanswered(text: str) -> str:
    """A summary's text without its questions that nobody answered, in whichever language."""
    for language in LANGUAGES:
        opening, _, closing = say(language, "unanswered").partition("{asked}")
        while (end := text.find(closing)) >= 0:
            begin = text.rfind(opening, 0, end)
            text = text[: begin if begin >= 0 else end] + text[end + len(closing) :]
    return text.strip()


def turns(topic: str, text: str) -> list[str]:
    """The turns of a session by themselves, each as it is told; the first answers the topic.

    Args:
        topic: the summary's.
        text: its text without the lines of what was decided and is open.
    """
    for language in LANGUAGES:
        opening, middle, _ = say(language, "turn").replace("{answer}", "{asked}").split("{asked}")
        if opening in text:
            break
    head, *others = text.split(opening)
    lines = [f"{opening}{topic}{middle}{head.strip()}"]
    for turn in others:
        if middle[0] in turn:
            lines.append(f"{opening}{turn.strip()}")
        else:  # a quotation mark of somebody's own
            lines[-1] += f" {turn.strip()}"
    return lines


def request_and_answer(line: str) -> tuple[str, str]:
    """The request and the answer of a told turn; "" for other texts."""
    for language in LANGUAGES:
        opening, middle, _ = say(language, "turn").replace("{answer}", "{asked}").split("{asked}")
        if line.startswith(opening):
            request, _, rest = line.removeprefix(opening).partition(middle)
            return request, rest
    return "", ""


def answer(told: str) -> str:
    """The answer of a told turn; "" for other texts."""
    return request_and_answer(told)[1]
