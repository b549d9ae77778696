"""Tells whether a text is a question, in Chinese and English, also without a question mark."""

from __future__ import annotations

_MARKS = ("?", "？")
_SOFT_ENDS = " 。.!！~～)）\"'"
_ENDS = str.maketrans(dict.fromkeys("。！？；，\n", "\n"))
_ASKING = frozenset("what why how who where whats hows wheres".split())
_CHOOSING, _CHOICE_WORDS = frozenset(("which", "whose")), 4  # which queue did we pick
_VERBS = frozenset(
    (
        "is are was were do does did can could will would should shall has have had may might "
        "am isn't aren't wasn't don't doesn't didn't can't couldn't won't wouldn't shouldn't"
    ).split()
)
_PERSONS = frozenset(
    (
        "i you we he she it they this that these those there the my your our their its any "
        "anyone anybody someone everything all"
    ).split()
)
_ORDERING, _SINGULAR = ("do", "have"), ("it", "this", "that")  # do it; does it would ask
_OPENERS = frozenset(
    (
        "and but so or ok okay also yeah yes no now then well hey hi thanks wait great please "
        "question: btw again"
    ).split()
)
_CHINESE = (
    "怎么", "怎样", "为什么", "为何", "为啥", "什么", "吗", "呢", "哪", "多少", "多大", "多久",
    "是不是", "能不能", "要不要", "会不会", "有没有", "行不行", "对不对", "可不可以", "好不好",
    "如何", "有何", "是否", "咋", "干嘛", "啥意思", "了吧", "是吧", "对吧", "嘛",
)  # fmt: skip
_ANY = {"哪": 8, "什么": 8, "谁": 8, "多少": 4, "多大": 4, "多久": 4, "怎么": 1, "怎样": 1}
"""Words that ask nothing before 都 and 也不, and how many signs may stand between: 哪个环境都."""
_WHATEVER, _NOT, _FINE = ("无论", "不管", "不论"), tuple("不没别无未"), ("行", "可以", "好", "能")
_CHOOSES = frozenset("用选走")


def asks(text: str) -> bool:
    """Whether a text ends in a question: by its mark, or by the words of its last clause."""
    bare = text.rstrip(_SOFT_ENDS)
    if bare.endswith(_MARKS):
        return True
    last = bare.translate(_ENDS).rpartition("\n")[2].rpartition(". ")[2].strip().lower()
    if last.isascii():
        return _asks_in_english(last)
    last = last.rpartition(",")[2]
    first, is_either, _ = last.partition("还是")  # 用 Redis 还是 Kafka; 用的还是 8080 asks nothing
    is_choice = is_either and not first.endswith("的") and not _CHOOSES.isdisjoint(first)
    asked = _without_any(last)
    return bool(is_choice) or any(map(asked.__contains__, _CHINESE)) or _asks_in_english(last)


def _without_any(clause: str) -> str:
    """A Chinese clause without the interrogatives that mean any: 谁都, 什么也没, 不管怎么改."""
    for at, sign in enumerate(clause):
        if sign not in "都也":
            continue
        begin, word = max((clause.rfind(one, 0, at), one) for one in _ANY)
        between, after = clause[begin + len(word) : at], clause[at + 1 :]
        is_not = after.startswith(_NOT) or after[1:2] == "不"  # 跑不通
        is_any = is_not or (sign == "都" and (_ANY[word] > 1 or after.startswith(_FINE)))
        is_why = begin < 0 or clause[begin - 1 : begin] == "为" or len(between) > _ANY[word]
        if is_any and not is_why:
            return clause[:begin] + _without_any(after)
    before, is_whatever, rest = clause.partition(next(filter(clause.count, _WHATEVER), "\n"))
    for word in _ANY if is_whatever else ():
        rest = rest.replace(word, "", 1)
    return before + rest


def _asks_in_english(clause: str) -> bool:
    words = clause.replace("’", "'").replace(",", " ").split()
    while words and words[0] in _OPENERS:
        words.pop(0)
    first, second = [*words, "", ""][:2]
    if first in _CHOOSING:
        return not _VERBS.isdisjoint(words[1:_CHOICE_WORDS])
    if first.removesuffix("'s") in _ASKING:
        return first.endswith("'s") or second not in _PERSONS
    if first in _ORDERING and second in _SINGULAR:
        return False
    return first in _VERBS and second in _PERSONS
