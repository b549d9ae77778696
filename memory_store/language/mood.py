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
_WHICH, _HOW, _NOT = "哪|什么|谁|多[少大久]", "怎[么样]", "[不没别无未]|.不"
_ANY = (
    f"(?<!为)(?:(?:{_WHICH})[^都也]{{0,8}}|{_HOW}[^都也]?)[都也](?={_NOT})"
    f"|(?<!为)(?:{_WHICH})[^都也]{{0,8}}都|{_HOW}都(?=行|可以|好|能)"
    f"|(?:无论|不管|不论).*?(?:{_WHICH}|{_HOW})|(?:检查|确认|核对|注明|说明)(?:有没有|是否|是不是|能不能)"
)
"""Chinese interrogatives that ask nothing: 谁都, 什么也没, 不管怎么改, 检查有没有."""
_CHOOSES = frozenset("用选走")

_TAG_CHARS, _PARTS, _BEFORE = 14, ",，;；。.!！", "好不道白懂了到见"
_TAG_ENDS = (*_MARKS, "吗", "没", "好", "行", "不")
_TAG_SIGNS = " ,，;；.。!！?？~"
_TAGGED = 8  # signs before a tag that no comma parts


def is_thought(words: str) -> bool:
    """Whether words only think of something for later: 可以考虑 …, we might …."""
    from memory_store.language import phrases  # few prompts speak of later

    found = phrases.beside(__file__)
    bare = words.replace("考虑到", "")
    who = (one for one in found["who thinks"] if bare.startswith(one))
    is_one = any(bare.startswith(found["thoughts"], len(one)) for one in who)
    return is_one or found.stand_in(words, "hedges")


def is_hedged(before: str) -> bool:
    """Whether what stands before words that ask makes a thought of them: maybe later we …, 也许 ….

    Not where it tells what the thing is like: 可能为空的字段 …, columns that might be empty ….
    """
    from memory_store.language import phrases  # few prompts ask to keep something

    found = phrases.beside(__file__)
    for hedge in found["hedging"]:
        is_word = hedge.isascii()
        head, hit, behind = f" {before} ".partition(f" {hedge} " if is_word else hedge)
        described = head.endswith(found["relative"]) if is_word else "的" in behind
        if hit and not described:
            return True
    return False


def is_order(clause: str) -> bool:
    """Whether an English clause in lower case says what is to be done: use …, … should be …."""
    from memory_store.language import phrases  # few prompts speak of later

    found = phrases.beside(__file__)
    if any(f" {one} " in clause for one in found["duties"]):
        return True
    first, *others = clause.split() or [""]
    while others and first in found["before orders"]:
        first, *others = others
    after = others[0] if others else ""
    tells = after in _VERBS or (first in found["nouns too"] and after.endswith("s"))
    return first in found["orders"] and not tells  # use …, and neither build is … nor test fails


def untagged(text: str) -> str:
    """A text without the tag by which an order asks for its answer, as 好吗.

    A plan of one's own asks: 我先部署，行吗.
    """
    bare = text.rstrip(_TAG_SIGNS)
    is_apart = any(map(bare[-_TAG_CHARS:].count, _PARTS))
    if text.rstrip(_SOFT_ENDS)[-1:] not in _TAG_ENDS or not (is_apart or bare[-2:-1] in _BEFORE):
        return text
    from memory_store.language import phrases  # a prompt's hook reads few such clauses

    found = phrases.beside(__file__)
    low = bare.lower()
    tags = [one for one in found["tags"] if low.endswith(one)]
    if not low.startswith(found["own plans"]):
        tags += [one for one in found["leave"] if low.endswith(one)]
    if not tags:
        return text
    rest = bare[: -len(max(tags, key=len))]
    before = rest.rstrip(_TAG_SIGNS)
    is_parted = rest.rstrip() != before
    is_long = len(before) >= _TAGGED and tags[0] in found["tags"] and not tags[0].isascii()
    return before if before and (is_parted or is_long) else text


def asks(text: str) -> bool:
    """Whether a text ends in a question: by its mark, or by the words of its last clause.

    An order that asks for its answer is none: never use emojis, ok?
    """
    bare = untagged(text).rstrip(_SOFT_ENDS)
    if bare.endswith(_MARKS):
        return True
    last = bare.translate(_ENDS).rpartition("\n")[2].rpartition(". ")[2].strip().lower()
    if last.isascii():
        return _asks_in_english(last)
    last = last.rpartition(",")[2]
    first, is_either, _ = last.partition("还是")  # 用 Redis 还是 Kafka; 用的还是 8080 asks nothing
    is_choice = is_either and not first.endswith("的") and not _CHOOSES.isdisjoint(first)
    asked = last
    if any(map(last.__contains__, _CHINESE)):
        import re  # a hook reads few such clauses

        asked = re.sub(_ANY, "", last)
    return bool(is_choice) or any(map(asked.__contains__, _CHINESE)) or _asks_in_english(last)


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
