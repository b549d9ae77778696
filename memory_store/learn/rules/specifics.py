"""Finds what makes a sentence concrete: names, numbers, versions, hosts, code.

Looks at single words and their capitals. Must not know what a sentence means.
"""

from __future__ import annotations

from memory_store.learn.rules import names as tool_names
from memory_store.learn.rules import shape
from memory_store.text import mark

_STRIP = ",;:!?.()[]{}\"“”「」『』'…，；：！？。（）、*"
_PLAIN = frozenset(
    "I I'm I'd I've I'll OK Ok PR PRs API APIs UI CI DB ID IDs URL README TODO FYI BTW NOT NO ALL "
    "MUST NEVER ALWAYS DO DON'T IS AND THE OR PS HTTP JSON".split()
)
_ORDINARY = frozenset(
    "pr bug ok api ui ci id db log app web demo test todo readme review hi commit hotfix url http "
    "json dev prod pc ip css html sql".split()
)
_COUNTED = frozenset(
    "year years month months week weeks day days hour hours minute minutes second seconds percent "
    "spaces people engineers developers times reviewers approvals regions tenants replicas nodes "
    "retries workers cents".split()
)
_NUMBERS = frozenset("one two three four five six seven eight nine ten twelve fifteen twenty "
                     "thirty fifty ninety hundred thousand".split())  # fmt: skip
_HAN_NUMBERS = frozenset("一二两三四五六七八九十百千万半")
_HAN_UNITS = frozenset("秒分天周月年号点个条次位级期层倍元台核人行页遍")
_WEEKS, _WEEK_DAYS = ("周", "星期"), "一二三四五六日天"
_MOST = 6
_NAME_WORDS = 3
_NAME_CHARS = 60


def count(text: str) -> int:
    """How many specific words a sentence has; a quotation or code span counts as one."""
    bare = shape.masked(text)
    words = [word.strip(_STRIP) for word in bare.split()]
    amounts = sum(
        one.lower() in _NUMBERS and other.lower() in _COUNTED
        for one, other in zip(words, words[1:], strict=False)  # noqa: RUF007  see repeated
    )
    han = sum(
        one in _HAN_NUMBERS and other in _HAN_UNITS
        for one, other in zip(bare, bare[1:], strict=False)  # noqa: RUF007
    )
    days = sum(f"{week}{day}" in bare for week in _WEEKS for day in _WEEK_DAYS)
    amounts += min(1, days)
    return len({word for word, is_one in _told(bare) if is_one}) + bare.count("~") + amounts + han


def told(text: str) -> list[str]:
    """The specific words themselves: names, numbers, versions, hosts, code outside its marks."""
    return [word for word, is_one in _told(text.replace("`", " ")) if is_one]


def entities(text: str) -> list[str]:
    """Names in a sentence: code font, @names, identifiers, hosts, capitalised names; 6 at most.

    Plain numbers are none. Capitalised words that follow each other are one name, but not where
    a sign stands between them or both are tools. A mark of redaction is none.
    """
    text = mark.without_marks(text)
    names = [name for name in text.split("`")[1::2] if 0 < len(name) <= _NAME_CHARS]
    run: list[str] = []
    for word, is_one in _told(shape.masked(text), parted=True):
        name = word.removesuffix("'s").removesuffix("’s")
        named = is_one and any(sign.isalpha() for sign in name)
        joined = named and name[0].isupper() and len(run) < _NAME_WORDS
        if run and not (joined and _is_one_name(run[-1], name)):
            names.append(" ".join(run))
            run = []
        if named and name[0].isupper():
            run.append(name)
        elif named:
            names.append(name)
    if run:
        names.append(" ".join(run))
    return list(dict.fromkeys(name.lstrip("@") for name in names if name.strip("@")))[:_MOST]


def _is_one_name(before: str, word: str) -> bool:
    """Whether two capitalised words are one name: `Apache Kafka`, not `PostgreSQL MySQL`."""
    tools = before.lower() in tool_names.TOOLS and word.lower() in tool_names.TOOLS
    return not tools or before.lower() in tool_names.MAKERS


def _told(text: str, *, parted: bool = False) -> list[tuple[str, bool]]:
    """Each word of Latin letters or digits, and whether it is specific.

    `parted`: also an empty word wherever a sign, or Chinese, stands between two.
    """
    chinese = shape.is_chinese(text)
    apart = " , " if parted else " "
    spaced = "".join(sign if sign < "\u2e80" else apart for sign in text) if chinese else text
    if parted:
        for sign in ",;:()/，；：（）、":
            spaced = spaced.replace(f"{sign} ", " , ").replace(f" {sign}", " , ")
    words = [one for one in (word.strip(_STRIP) for word in spaced.split()) if one or parted]
    if chinese:
        return [(one, one != "" and (_is_specific(one, first=True) or _is_name(one)))
                for one in words]  # fmt: skip
    begin = next((at for at, one in enumerate(words) if one), 0)
    return [(one, one != "" and _is_specific(one, first=at == begin))
            for at, one in enumerate(words)]  # fmt: skip


def _is_specific(word: str, *, first: bool) -> bool:
    """Whether a word is a name, a number or code; `first`: a capital there says nothing."""
    if word in _PLAIN or word.lower() in _ORDINARY:
        return False
    if word.lower() in tool_names.TOOLS or any(sign.isdigit() for sign in word):
        return True
    if word[0] in "@/" or "()" in word or any(sign in word[1:-1] for sign in "._/@:+"):
        return any(sign.isalpha() for sign in word)
    if any(sign.isupper() for sign in word[1:]):
        return True
    return word[0].isupper() and not first


def _is_name(word: str) -> bool:
    """Whether a Latin word between Han characters is a name: nearly every one is."""
    return len(word) > 1 and word[0].isalpha() and word.lower() not in _ORDINARY
