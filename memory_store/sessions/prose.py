"""Finds the sentences of prompts and answers that a summary may tell, and their key words.

Machine output is left out. Must not know what a session is.
"""

from __future__ import annotations

from memory_store.language import phrases, sentences, words
from memory_store.text import clean, mark, retold

_PHRASES = phrases.beside(__file__)
_TELLING = 3
_HAN = "\u3400"
_AROUND = "`\"'*.,:;!?()[]“”‘’（）【】，。：；！？、…—-+"
_SHELL = 4  # words in which a shell's prompt ends
_LONG_PATH = 3  # separators
_SHOWN_PARTS = 2
_LONG_ADDRESS = 60
_PAUSES = (", ", "; ", " — ", " - ", " (", "，", "；", "（", "。")
_CHINESE_SMALL = str.maketrans(
    dict.fromkeys("的了是在和与就都也还会我你您他它把将被给让对为吗呢吧要下上做来去有", " ")
)


def own_sentences(
    text: str, gone: retold.Gone = retold.NOTHING, *, is_prompt: bool = True
) -> list[str]:
    """What somebody wrote himself: no code, log or heading, and nothing that is gone."""
    lines = "\n".join(line for line in text.split("\n") if not line.startswith("#"))
    cleaned = (
        with_short_paths(clean.line(mark.without_marks(sentence)))
        for sentence in sentences.own(lines, is_prompt=is_prompt)
        if not mark.tells_secret(sentence)
    )
    return [sentence for sentence in cleaned if _is_prose(sentence) and not gone.tells(sentence)]


def with_short_paths(sentence: str) -> str:
    """A sentence with the ends of its absolute paths and of its long addresses."""
    if not any(sign in sentence for sign in "/\\"):
        return sentence
    return " ".join(map(_short_path, sentence.split(" ")))


def _short_path(part: str) -> str:
    bare = part.strip(_AROUND)
    head, _, rest = bare.partition("://")
    plain = (rest or bare).replace("\\", "/").rstrip("/")
    is_absolute = plain[:1] in "/~" or plain[1:3] == ":/"
    if rest and head != "file":
        is_absolute = len(bare) > _LONG_ADDRESS
    if not is_absolute or plain.count("/") < _LONG_PATH:
        return part
    ends = plain.split("/")
    beginning = f"{head}://{ends[0]}/" if rest and head != "file" else ""
    return part.replace(bare, f"{beginning}…/{'/'.join(ends[-_SHOWN_PARTS:])}")


def _is_prose(sentence: str) -> bool:
    """Whether at least half of a sentence's parts are plain words, and it shows no code."""
    parts = sentence.split()
    if (
        not parts
        or sentence.startswith(_PHRASES["printed"])
        or any(map(sentence.__contains__, _PHRASES["code"]))
    ):
        return False
    if sentence.startswith("from ") and " import " in sentence:
        return False
    if parts[0].endswith(":") and parts[0].islower() and any("/" in one for one in parts):
        return False  # zsh: permission denied: /w/x
    if any(one == "%" or one.endswith("$") for one in parts[1:_SHELL]):
        return False  # ann@laptop shop % git push
    if parts[0].startswith("/") and parts[0].count("/") == 1:
        return True  # a slash command
    natural = sum(map(_is_word, parts))
    return natural > 0 and natural * 2 >= len(parts)


def _is_word(part: str) -> bool:
    bare = part.strip(_AROUND).replace("-", "").replace("'", "").replace("’", "")
    if any(sign >= _HAN for sign in bare) or part[:1] == "`":
        return True
    is_name = not bare[1:].islower() and not bare.isupper() and len(bare) > 1
    has_case = bare.lower() != bare.upper()
    return bare.isalpha() and not (is_name and has_case)


def joined(said: list[str]) -> str:
    """Sentences in one line; a list item without a sign at its end gets one."""
    parts = [f"{one}{_sign_after(one)}" for one in said[:-1]]
    return " ".join([*parts, *said[-1:]])


def _sign_after(sentence: str) -> str:
    if not sentence[-1].isalnum() and sentence[-1] not in "`)）]":
        return ""
    return "；" if any(sign >= _HAN for sign in sentence) else ";"


def telling(text: str) -> set[str]:
    """The words that tell the subject of a text, without `@` files and small words."""
    found = words.split(_without_small(text)).difference(_PHRASES["small words"])
    return {one for one in found if not one.isdigit()}


def _without_small(text: str) -> str:
    """A text without addresses, files given with `@`, and the small words of Chinese."""
    tokens = text.lower().split()
    low = " ".join(one for one in tokens if not one.startswith("@") and "://" not in one)
    if low.isascii():
        return low
    for order in _PHRASES["small Chinese words"]:
        low = low.replace(order, " ")
    return low.translate(_CHINESE_SMALL)


def tells(text: str) -> bool:
    """Whether a text is about something: two words, or three Chinese characters, that tell."""
    left = _without_small(text)
    latin = sum(one.isascii() for one in telling(text))
    return latin * 2 + sum(one >= _HAN and one.isalnum() for one in left) >= _TELLING


def within(said: list[str], limit: int) -> str:
    """The first sentences that fit, whole; the first is cut if it is too long."""
    kept = ""
    for end in range(1, len(said) + 1):
        longer = joined(said[:end])
        if len(longer) > limit:
            return kept or cut(longer, limit)
        kept = longer
    return kept


def cut(text: str, limit: int) -> str:
    """The beginning of a line, cut at a pause or between words where it has any, with a mark."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    at = max(head.rfind(sign) for sign in _PAUSES)
    if at <= limit * 2 // 3:
        at = head.rfind(" ")
    return (head[:at] if at > limit * 2 // 3 else head).rstrip("，,；;、—-( （") + "…"
