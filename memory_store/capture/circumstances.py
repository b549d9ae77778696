"""Tells sentences whose words ask to keep them from rules: bug reports, goals, roles, orders.

And whether a sentence says enough alone or leans on the one before: `always do that`.

`Expected: rows must never wrap` is true of one task. Must not find the words that ask.
"""

from __future__ import annotations

from memory_store.language import handed, mood, phrases, script, sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_PHRASES = phrases.beside(__file__)
ORDERS = frozenset(_PHRASES["orders to code"])
_COLONS, _QUESTIONS = (":", "："), ("?", "？")
_PAUSES = ",;，；"
_SHORT = 60  # characters of a sentence that only orders what the one before it says
REPORT, ROLE, CHOICE, HANDED = "report", "role", "choice", "handed"
"""What a sentence opens: a bug report or the goal of a task; the description of a role; a list to
choose from. And what it is of: a text that was handed to the agent."""
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
)
_SMALL_HAN = frozenset(
    "我你您他她它们这那个些样么种里点条件此其总是永远始终一直从不要别没有能许准得可以禁止必须务定应该需"
    "都也就还再又才只很太更最比较以后今往现在起开次每前目统律全所喜欢好习惯想希望决定记住下请麻烦同如吧啊呢"
    "了的地着过呀哦哈嘛吗行会做用办弄搞干来去按照方式法案东西事情况时候和跟与把被给对让由为到而但继续保持"
)
_SMALL |= _SMALL_HAN
_POINTERS = ("it", "this", "that", "these", "those", "they", "them", "its")
_POINTERS_ZH = ("这", "那", "它", "此", "上面", "上述", "刚才", "前面")
_BEFORE_THAT = ("remember", "mind", "forget", "note", "know")
_BLANKS = ("[]", "<>", "{}", "【】")
_LEAST = 2
_NAME_HAN, _NAME_WORDS = 8, 3  # of a thing at hand
_ARTICLES = ("the", "our", "your", "my")
_CLAUSES = str.maketrans(dict.fromkeys(",;.!，；。！", "\n"))
_TOLD = (*"0123456789", "是", "叫")
_TELLING = frozenset("is are was were has have had uses needs runs lives must should can".split())
_STRIP = " \t\n,;:.!?-–—，；：。！？、~()（）*\"'“”"


class Block:
    """A sentence with the points of its list in a line each, and what its paragraph is of.

    `lead` is the head of the list whose point it is, where that narrows it.
    """

    __slots__ = ("lead", "text", "under")

    def __init__(self, text: str, under: str, lead: str = "") -> None:
        self.text = text
        self.under = under
        self.lead = lead


def blocks(text: str) -> Iterator[Block]:
    """The sentences of a text; a sentence that ends in a colon has its list behind it."""
    block: list[str] = []  # a sentence that ends in a colon, and the points behind it
    under, paragraph, is_head_alone, before = "", -1, False, ""
    listed = sentences.listed(text)
    marks = handed.doubted(text, listed)
    for one, is_handed in zip(listed, marks, strict=True):
        if block and (not one.in_list or is_handed):
            yield Block("\n".join(block), under)
            block = []
        # a head that stands alone is the next paragraph's
        is_apart = one.paragraph != paragraph and not (block or is_head_alone)
        opened, is_head = opens(one.text), one.text.endswith(_COLONS)
        under = opened or ("" if is_apart else under)
        if one.in_list and offers(before):
            under = CHOICE
        is_head_alone = bool(opened) and is_head
        if is_handed:
            yield Block(one.text, HANDED)
            continue
        paragraph, before = one.paragraph, one.text
        block.append(one.text)
        if not is_head and len(block) == 1:
            yield Block(block.pop(), under)
    if block:
        yield Block("\n".join(block), under)


def apart(block: Block) -> Iterator[Block]:
    """The head of a list and its points by themselves, each point behind a head that narrows it.

    For a list whose head asks for nothing: `Some rules:`, but `When you deploy:`.
    """
    head, *points = block.text.split("\n")
    low = script.simplified(head.lower()).rstrip(_STRIP)
    narrows = low.startswith(_PHRASES["narrowing"]) or low.endswith(_PHRASES["narrowing ends"])
    lead = head if narrows else ""
    yield Block(head, block.under)
    for point in points:
        yield Block(point, block.under, lead)


def opens(sentence: str) -> str:
    """What a sentence is the head of, for itself and the rest of its paragraph; "" for nothing."""
    low = script.simplified(sentence.lower()).lstrip(" *_-")
    if low.startswith(_PHRASES["roles"]):
        return ROLE
    return REPORT if low.startswith(_PHRASES["reports"]) else ""


def is_ordered(sentence: str, cues: list[str], after: str) -> bool:
    """Whether what a sentence says is to be coded now: by its own end, or by the next sentence.

    Its end stands behind the `cues`, in lower case, by which it asks.
    """
    low = script.simplified(sentence.lower())
    next_one = script.simplified(after.lower()) if len(after) <= _SHORT else ""
    end = low[max(_last_pause(low), *map(low.find, cues)) :]
    return any(end.count(one) or next_one.count(one) for one in ORDERS)


def offers(sentence: str) -> bool:
    """Whether a sentence asks to choose from a list: `Which one is right?`."""
    low = script.simplified(sentence.lower())
    return low.endswith(_QUESTIONS) and _PHRASES.stand_in(low, "choices")


def only_asks(head: str, cues: list[str]) -> bool:
    """Whether the head of a list says nothing but that its points are asked for.

    `Remember:`, `Please follow these rules from now on:`.
    """
    low = script.simplified(head.lower())
    for name in sorted(_PHRASES["lists"], key=len, reverse=True):
        low = low.replace(name, " ")
    return not whole(low, cues, "")


def without_lead(sentence: str) -> str:
    """A sentence without the clause that leads on, if it ends in a colon."""
    if not sentence.endswith(_COLONS):
        return sentence
    return sentence[: _last_pause(sentence)]


def _last_pause(text: str) -> int:
    """Where the last clause of a text begins; 0 where it is the only one."""
    return max(0, *(text.rfind(sign) for sign in _PAUSES))


def whole(sentence: str, cues: list[str], before: str) -> str:
    """A sentence, with the sentence before it if it leans on that; "" if both say too little.

    Args:
        sentence: as it was written.
        cues: the phrases of it that ask to keep it, in lower case and simplified characters.
        before: the sentence before it, "" for none.
    """
    rest = script.simplified(sentence.replace("’", "'").lower())
    for cue in sorted(cues, key=len, reverse=True):
        rest = rest.replace(cue, " \n", 1)
    head, _, said = rest.partition(" \n")
    said = "" if _weight(head) or sentence.endswith(_COLONS) else said.strip(_STRIP)
    rest = rest.replace("\n", "").strip(_STRIP)
    if rest.startswith("that ") and any(one.endswith(_BEFORE_THAT) for one in cues):
        rest = rest.removeprefix("that ")  # remember that the port is 80
    if rest[:1] + rest[-1:] in _BLANKS:  # of a form
        return ""
    is_empty = not _weight(rest) or _is_at_hand(said)
    points_back = rest.partition(" ")[0].strip(_STRIP) in _POINTERS
    if not (is_empty or points_back or rest.startswith(_POINTERS_ZH)):
        return sentence
    if not before or mood.asks(before) or _weight(script.simplified(before.lower())) < _LEAST:
        return "" if is_empty else sentence
    blank = "" if before.endswith(("。", "！", "；", "：")) else " "
    return f"{before}{blank}{sentence}"


def names_no_more(said: str) -> bool:
    """Whether words only name a thing, say nothing, or point to one that stands elsewhere.

    `the token`; rotate it weekly; 用它登录.
    """
    words = said.removeprefix("that ").split()  # remember that the port is 80
    is_pointing = any(one.strip(_STRIP) in _POINTERS for one in words)
    if is_pointing or any(map(said.count, _POINTERS_ZH)):
        return True
    if not said.isascii():
        return len(said) <= _NAME_HAN and not any(map(said.count, _PHRASES["told"]))
    if len(words) < _LEAST:
        return True
    is_name = words[0] in _ARTICLES and not _TELLING.intersection(words)
    return is_name and len(words) <= _NAME_WORDS + 1


def _is_at_hand(said: str) -> bool:
    """Whether words only name a thing that is at hand now: 现在的版本, this state."""
    first, *others = said.translate(_CLAUSES).split("\n")
    if any(_TELLING.intersection(one.split()) or any(map(one.count, _TOLD)) for one in others):
        return False
    heads = _PHRASES["at hand"]
    lead = next((one for one in heads if first.startswith(one) and not one.isascii()), "")
    if lead:
        named = first.removeprefix(lead).rpartition("的")[2]
        is_told = any(map(str.isascii, named)) or any(map(named.count, _PHRASES["told"]))
        return len(named) <= _NAME_HAN and not is_told
    words = first.partition(" of ")[0].split()
    words = words[1:] if words and words[0] in _ARTICLES else words
    most = _NAME_WORDS - (words[:1] == ["that"])  # remember that staging rocks
    is_named = 1 < len(words) <= most and words[0] in heads and words[-1].isalpha()
    return is_named and not _TELLING.intersection(words)


def _weight(text: str) -> int:
    """How many words and Han characters of a text tell something: those that are not small."""
    apart = "".join(sign if sign < "\u2e80" else f" {sign} " for sign in text)
    words = [one.strip(_STRIP) for one in apart.split()]
    small = _SMALL_HAN if max(text, default="") >= "\u2e80" else _SMALL  # 永远不要用 any
    return sum(any(map(str.isalnum, one)) and one not in small for one in words)
