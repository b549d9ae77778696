"""Finds where a line hands over to another's words: `Bob said …`, 王磊说：, here is the page:.

Must not look at other lines.
"""

from __future__ import annotations

from memory_store.language import pasted, phrases, script

_PHRASES = phrases.beside(__file__)
OTHERS, PRINTED, TITLE = "others", "printed", "title"
"""How a line announces the lines below it: they are somebody else's; a program printed them; it is
the title of somebody else's page."""

_SHORT, _ALONE = 60, 30
_ADOPTING = ("as", "like")
_TOPIC_CHARS = 8  # `文档：` says what the rest is about
_NEAR = 3  # words before a verb of saying, in which its subject stands
_BREAKS = ",;:.!?()，；：。！？（）"
_STOPS = ".。!！?？,，"
_BOOK = "《》"
_AROUND = "\"'“”‘’「」*"
_NUMBERS = " #0123456789:()[]"
_FROM = tuple(f"{text} {by} " for text in _PHRASES["texts"] for by in ("from", "by"))
_MINE = ("my ", "our ", "me")
_I = frozenset(("i", "we", "i've", "we've", "i'd"))


def before(line: str) -> str:
    """A line without what it tells as somebody else's words.

    `Bob says we never …` and `王磊说以后都…` tell such; `I said: …` and 我们说好… do not. What a
    person concludes from it (`, so we …`) stays.
    """
    at = min(_said_at(line), len(line))
    rest = line[at:]
    own = min((end for one in _PHRASES["concluding"] if (end := rest.find(one)) >= 0), default=-1)
    return line[:at] + (rest[own:] if own >= 0 else "")


def announces(line: str) -> str:
    """How a line announces the lines below it, or what follows its colon; "" if not."""
    low = script.simplified(line.lower()).rstrip()
    bare = _without_listeners(low.rstrip(":： "))
    is_last = low[-1:] not in _STOPS
    if low.startswith(_PHRASES["titles"]) and is_last:
        return TITLE
    is_said = _said_at(bare) == len(bare)
    is_open = low.endswith((":", "：")) or (is_said and bare == low and len(low) <= _ALONE)
    is_shown = _shows(low, bare, is_open=is_open) and is_last
    if not (is_open or is_shown) or _PHRASES.stand_in(low, "own"):
        return ""
    is_others = is_said or _PHRASES.stand_in(low, "editing") or _points_at_a_text(low)
    if is_shown or is_others:
        return PRINTED if _PHRASES.stand_in(low, "printed texts") else OTHERS
    return PRINTED if _PHRASES.stand_in(low, "announcing") or _is_label(bare) else ""


def is_announced(line: str) -> bool:
    """Whether what stands behind a colon of a line is announced there as somebody else's."""
    return _announced_at(line) < len(line)


def presents(line: str) -> bool:
    """Whether a sentence says where the text comes from that follows it."""
    low = script.simplified(line.lower())
    is_shown = low.startswith(_PHRASES["presenting"]) and _PHRASES.stand_in(low, "texts")
    return is_shown and len(low) <= _SHORT and not _PHRASES.stand_in(low, "own")


def says_nothing_yet(low: str) -> bool:
    """Whether a line in lower case ends where somebody else's words begin: `Lena wrote`."""
    bare = _without_listeners(low)
    return _said_at(bare) == len(bare)


def _shows(low: str, bare: str, *, is_open: bool) -> bool:
    """Whether a line shows somebody else's text: here is the log, the mail below, 看下这篇."""
    if any(f"{text} below" in low or f"下面的{text}" in low for text in _PHRASES["texts"]):
        return True
    is_topic = len(bare) < (_TOPIC_CHARS if bare.isascii() else _TOPIC_CHARS // 2)
    if bare.endswith(_PHRASES["answers"]) and len(low) <= _SHORT and not is_topic and is_open:
        return True
    names_text = _PHRASES.stand_in(low, "texts") or pasted.names_others_list(low)
    is_presented = low.startswith(_PHRASES["presenting"]) and names_text
    return is_presented or (is_open and any(map(low.startswith, _FROM)))


def _is_label(low: str) -> bool:
    """Whether a head names a machine's words or a text: Question 3, tool result, 它报错."""
    is_told = low.startswith(_PHRASES["machines"]) and low.endswith(_PHRASES["printing"])
    return is_told or low.rstrip(_NUMBERS).endswith(_PHRASES["labels"])


def _without_listeners(low: str) -> str:
    """A line that ends in a verb of saying without whom it is said to: `Bob told me this`."""
    while low.endswith(_PHRASES["listeners"]):
        low = next(low.removesuffix(one) for one in _PHRASES["listeners"] if low.endswith(one))
    return low


def _points_at_a_text(low: str) -> bool:
    """Whether a line names a text of others: this mail, these comments, the following error."""
    pointers = [one for one in _PHRASES["pointing"] if one in low]
    return any(f"{one}{text}" in low for one in pointers for text in _PHRASES["texts"])


def _announced_at(line: str) -> int:
    """Where the words behind an announcing colon begin; the line's length for none."""
    head, _, rest = line.replace("：", ": ").partition(": ")
    low = script.simplified(head.lower())
    if rest.strip() and head.startswith(_BOOK[0]) and head.endswith(_BOOK[1]):
        return len(head) + 1
    is_topic = len(head) <= _TOPIC_CHARS and not _PHRASES.stand_in(low, "editing")
    is_topic &= not _is_label(low)
    if not rest.strip() or is_topic or pasted.names_list(low):
        return len(line)
    return len(head) + 1 if announces(f"{head}:") else len(line)


def _said_at(line: str) -> int:
    """Where the words begin that a third person is told to have said; past the end for none."""
    low = script.simplified(line.lower())
    found = [
        at + len(verb) + 1
        for verb in _PHRASES["saying"]
        if (at := _word_at(low, verb)) > 0 and _is_by_another(low[:at])
    ]
    found += [
        at + len(one)
        for one in _PHRASES["by"]
        if (at := f" {low}".find(f" {one}")) >= 0 and not low.startswith(_MINE, at + len(one))
    ]
    if not low.isascii():
        found += [
            at + len(verb)
            for verb in _PHRASES["saying in Chinese"]
            if (at := low.find(verb)) > 0 and _is_by_another_in_chinese(low[:at], low[at:])
        ]
    return min(found, default=len(line) + 1)


def _word_at(low: str, verb: str) -> int:
    at = low.find(f" {verb}")
    after = low[at + 1 + len(verb) :][:1]
    return at if at >= 0 and not (after.isalnum() and after.isascii()) else -1


def _clause(head: str) -> str:
    """What stands behind the last pause of a text."""
    return head[max(head.rfind(sign) for sign in _BREAKS) + 1 :].strip()


def _is_by_another(head: str) -> bool:
    """Whether the words before a verb of saying end in somebody else as its subject."""
    words = [one.strip(_AROUND) for one in _clause(head).split()]
    if words and words[0] in _ADOPTING:
        return False
    near = words[-_NEAR:]
    return bool(near) and near[-1] not in _PHRASES["no sayers"] and _I.isdisjoint(near)


def _is_by_another_in_chinese(head: str, rest: str) -> bool:
    if rest.startswith(_PHRASES["no saying in Chinese"]):
        return False
    clause = _clause(head)
    for one in _PHRASES["listeners in Chinese"]:
        clause = clause.replace(one, "")
    if clause in ("", "刚") or clause.endswith(_PHRASES["no sayers in Chinese"]):
        return False
    if rest.startswith("要求") and not _PHRASES.stand_in(clause, "who may demand"):
        return False
    return not any(map(clause.count, "我咱俺"))
