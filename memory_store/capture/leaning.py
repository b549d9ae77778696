"""Decides whether a sentence says enough alone or leans on the one before: `always do that`."""

from __future__ import annotations

from memory_store.language import mood, script

_SMALL = frozenset(
    (
        "i me my you your we us our he him his she her they them their it its this that these "
        "those there here who which is am are was were be been being do does did done have has "
        "had will would should can could may might must a an the and or but if of to in on at "
        "for with by from as than then too also not no yes ok okay never ever always only still "
        "all any every each more very again now later please next time so such same just well "
        "way thing things stuff one ones like make sure keep kept remember note mind forget go "
        "use case example going forward future don't doesn't i'm it's that's"
    ).split()
) | set(
    "我你您他她它们这那个些样么种里点条件此其总是永远始终一直从不要别没有能许准得可以禁止必须务定应该需"
    "都也就还再又才只很太更最比较以后今往现在起开次每前目统律全所喜欢好习惯想希望决定记住下请麻烦同如吧啊呢"
    "了的地着过呀哦哈嘛吗行会做用办弄搞干来去按照方式法案东西事情况时候和跟与把被给对让由为到而但继续保持"
)
_POINTERS = ("it", "this", "that", "these", "those", "they", "them", "its")
_POINTERS_ZH = ("这", "那", "它", "此", "上面", "上述", "刚才", "前面")
_BEFORE_THAT = ("remember", "mind", "forget", "note", "know")
_LEAST = 2
_STRIP = " \t\n,;:.!?-–—，；：。！？、~()（）*\"'“”"


def whole(sentence: str, cues: list[str], before: str) -> str:
    """A sentence, with the sentence before it if it leans on that; "" if both say too little.

    Args:
        sentence: as it was written.
        cues: the phrases of it that ask to keep it, in lower case and simplified characters.
        before: the sentence before it, "" for none.
    """
    rest = script.simplified(sentence.replace("’", "'").lower())
    for cue in sorted(cues, key=len, reverse=True):
        rest = rest.replace(cue, " ", 1)
    rest = rest.strip(_STRIP)
    if rest.startswith("that ") and any(one.endswith(_BEFORE_THAT) for one in cues):
        rest = rest.removeprefix("that ")  # remember that the port is 80
    is_empty = not _weight(rest)
    points_back = rest.partition(" ")[0].strip(_STRIP) in _POINTERS
    if not (is_empty or points_back or rest.startswith(_POINTERS_ZH)):
        return sentence
    if not before or mood.asks(before) or _weight(script.simplified(before.lower())) < _LEAST:
        return "" if is_empty else sentence
    blank = "" if before.endswith(("。", "！", "；", "：")) else " "
    return f"{before}{blank}{sentence}"


def _weight(text: str) -> int:
    """How many words and Han characters of a text tell something: those that are not small."""
    apart = "".join(sign if sign < "\u2e80" else f" {sign} " for sign in text)
    words = [one.strip(_STRIP) for one in apart.split()]
    return sum(any(map(str.isalnum, one)) and one not in _SMALL for one in words)
