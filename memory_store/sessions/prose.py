"""Finds the sentences of prompts and answers that a summary may tell, and their key words.

Machine output is left out. Must not know what a session is.
"""

from __future__ import annotations

from memory_store.language import sentences, words
from memory_store.text import clean, mark, retold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_TELLING = 3
_HAN = "\u3400"
_AROUND = "`\"'*.,:;!?()[]“”‘’（）【】，。：；！？、…—-+"
_CODE = ("</", "=/", '": ', "::", "───")
_PRINTED = ("=", "# ", "+", "…", "|", "│", "✓", "─", "━", "❯")
_LABEL_WORDS, _VALUE_WORDS = 3, 2
_INTENDING = (
    "let me ", "i'll ", "i'm ", "i’m ", "i will ", "i’ll ", "i need to ", "i should ",
    "now let me ", "now i'll ", "the user ", "first, let me ",
    "让我", "我来", "我会", "现在让我", "接下来我", "我先",
)  # fmt: skip
_OFFERING = (
    "if you want", "if you'd like", "if you’d like", "if you need", "if needed", "let me know",
    "would you like", "do you want", "want me to", "shall i ", "should i ", "feel free",
    "如需", "如果需要", "如果你", "如果您", "若需", "需要我", "要不要", "是否需要", "是否要",
    "请告诉我", "告诉我", "有需要", "需要的话",
)  # fmt: skip
_ORDERS = frozenset(
    (
        "about add advance again ahead all already also and any are available back been before "
        "begin bro but can changes check code commit continue could did does doing done error "
        "execute file files finish fix for from get give good great has have her here how "
        "implement into its just keep let lets like look make may more much need new next nice "
        "not now off okay one only other our out perfect please plan proceed progress push ready "
        "restart resume retry run same see should show some start step steps still stop sure "
        "task tasks test thank thanks that the their them then there these they thing things "
        "this those todo todos too try update use want was way well were what when where which "
        "who why will with work works would yeah yes you your"
    ).split()
)
_CHINESE_ORDERS = (
    "继续", "好的", "请", "实现", "开始", "提交", "推送", "执行", "下一步", "重启", "运行",
    "修复", "代码", "可以", "没问题", "谢谢", "这个", "这些", "那个", "刚才", "现在", "按照",
    "全部", "所有", "再试", "测试", "检查", "看看", "看下", "一下", "帮我", "我们", "你的",
    "我的", "还有", "然后", "需要", "怎么", "什么", "为什么", "是否", "如何", "没有", "不是",
    "就是", "问题", "一个", "完成", "还是", "确认", "启动", "方案", "内容",
)  # fmt: skip
_CHINESE_SMALL = str.maketrans(
    dict.fromkeys("的了是在和与就都也还会我你您他它把将被给让对为吗呢吧要下上做来去有", " ")
)


def own_sentences(
    text: str, gone: retold.Gone = retold.NOTHING, *, is_prompt: bool = True
) -> list[str]:
    """What somebody wrote himself: no code, log or heading, and nothing that is gone."""
    lines = "\n".join(line for line in text.split("\n") if not line.startswith("#"))
    found = (
        clean.line(mark.without_marks(one)) for one in sentences.own(lines, is_prompt=is_prompt)
    )
    return [one for one in found if _is_prose(one) and not gone.tells(one)]


def answered(text: str, gone: retold.Gone = retold.NOTHING) -> list[str]:
    """The statements of an agent's answer, without labels, and mostly without its intentions.

    An offer that ends in a colon takes along what follows it.
    """
    said = [
        one for one in own_sentences(_shown(text), gone, is_prompt=False) if not _is_label(one)
    ]
    offers = (at for at, one in enumerate(said) if _offers(one) and one.endswith((":", "：")))
    done = [one for one in said[: next(offers, None)] if not _offers(one)]
    telling = [one for one in done if not one.lower().startswith(_INTENDING)] or done or said
    return [
        one
        for one, after in zip(telling, [*telling, ":"][1:], strict=True)
        if not (one.endswith((":", "：")) and after.endswith((":", "：")))
    ]


def _shown(text: str) -> str:
    """An answer with its links as their names, and without sentences that lead to code alone."""
    lines = [line for line in text.split("\n") if line.strip()]
    for at, after in enumerate(lines[1:]):
        if lines[at].rstrip().endswith((":", "：")) and after.lstrip().startswith(("```", "~~~")):
            lines[at] = " ".join([*sentences.split(lines[at].rstrip())][:-1])
    return "\n".join(map(_without_targets, lines))


def _without_targets(line: str) -> str:
    """A line whose links `[name](target)` are names; a target may hold pairs of brackets."""
    head, *parts = line.split("](")
    plain = head
    for part in parts:
        opened, end = 1, 0
        while opened and end < len(part):
            opened += (part[end] == "(") - (part[end] == ")")
            end += 1
        at = plain.rfind("[")
        is_link = not opened and at >= 0
        plain = plain[:at] + plain[at + 1 :] + part[end:] if is_link else f"{plain}]({part}"
    return plain


def _offers(sentence: str) -> bool:
    return sentence.lower().startswith(_OFFERING)


def _is_prose(sentence: str) -> bool:
    """Whether at least half of a sentence are words, and no code, names of files or options."""
    parts = sentence.split()
    if not parts or sentence.startswith(_PRINTED) or any(map(sentence.__contains__, _CODE)):
        return False
    if sentence.startswith("from ") and " import " in sentence:
        return False
    if parts[0].endswith(":") and parts[0].islower() and any("/" in one for one in parts):
        return False  # zsh: permission denied: /w/x
    if parts[0].startswith("/") and parts[0].count("/") == 1:
        return True  # a slash command
    natural = sum(map(_is_word, parts))
    return natural > 0 and natural * 2 >= len(parts)


def _is_word(part: str) -> bool:
    bare = part.strip(_AROUND).replace("-", "").replace("'", "").replace("’", "")
    if any(sign >= _HAN for sign in bare) or part[:1] == "`":
        return True
    is_name = not bare[1:].islower() and not bare.isupper() and len(bare) > 1
    return bare.isalpha() and not is_name


def _is_label(sentence: str) -> bool:
    """Whether it is `name: value`, as tools print it."""
    name, colon, value = sentence.partition(": ")
    is_short = len(value.split()) <= _VALUE_WORDS or value[:1] == value[-1:] == "`"
    return bool(colon) and name.isascii() and is_short and len(name.split()) < _LABEL_WORDS


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
    found = words.split(_without_small(text)) - _ORDERS
    return {one for one in found if not one.isdigit()}


def _without_small(text: str) -> str:
    """A text without addresses, files given with `@`, and the small words of Chinese."""
    tokens = text.lower().split()
    low = " ".join(one for one in tokens if not one.startswith("@") and "://" not in one)
    if low.isascii():
        return low
    for order in _CHINESE_ORDERS:
        low = low.replace(order, " ")
    return low.translate(_CHINESE_SMALL)


def tells(text: str) -> bool:
    """Whether a text is about something: two words, or three Chinese characters, that tell."""
    left = _without_small(text)
    latin = sum(one.isascii() for one in telling(text))
    return latin * 2 + sum(one >= _HAN and one.isalnum() for one in left) >= _TELLING


def within(said: list[str], limit: int, begins: Callable[[str], object] = tells) -> str:
    """The first telling sentences that fit, whole; the first is cut if it is too long.

    The sentences before the first that `begins` are left out: politeness and small orders.
    """
    begin = next((at for at, one in enumerate(said) if begins(one)), 0)
    kept = ""
    for end in range(begin + 1, len(said) + 1):
        longer = joined(said[begin:end])
        if len(longer) > limit:
            return kept if len(kept) * 2 >= limit else cut(longer, limit)
        kept = kept if said[end - 1].endswith((":", "：")) else longer
    return kept


def both_ends(said: list[str], limit: int) -> str:
    """The sentences of an answer; of a long one its beginning and its last sentences."""
    last = len(said)
    is_long = len(joined(said)) > limit
    while is_long and len(joined(said[last - 1 :])) <= limit // 3:
        last -= 1
    if last == len(said):
        return within(said, limit, telling)
    return f"{within(said[:last], limit - limit // 3, telling)} … {joined(said[last:])}"


def cut(text: str, limit: int) -> str:
    """The beginning of a line, cut between words where it has any, with a mark."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    at = head.rfind(" ")
    return (head[:at] if at > limit * 2 // 3 else head).rstrip("，,；;、 ") + "…"
