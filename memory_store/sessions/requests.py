"""What a person asked for in a session: the real requests, without small orders and pasted text.

Reads journal events alone. Must not say what became of a request.
"""

from __future__ import annotations

from memory_store.language import sentences, words
from memory_store.text import clean, mark, retold

Record = dict[str, object]

TOPIC_CHARS = 120

_READ_CHARS = 12_000
_TURNS = 200  # the last ones of a session: a start may wait for them
_TELLING = 3
_HAN = "\u3400"
_BEST_WORDS = 5
_SHORT = 3  # requests
_OPENING = 3  # sentences of a request in which it names its subject
_FIRST = 1.5  # people open with their subject
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
_SIGNS = frozenset("{}[]<>=#;$|\\")
_CHINESE_SMALL = str.maketrans(
    dict.fromkeys("的了是在和与就都也还会我你您他它把将被给让对为吗呢吧要下上做来去有", " ")
)


class Turn:
    """A prompt and what the agent answered.

    Attributes:
        asked: the sentences of the prompt that the person wrote; empty where there are none.
        answer: the last answer to it; "" where there is none.
        words: what the prompt is about.
    """

    __slots__ = ("answer", "asked", "words")

    def __init__(self, asked: list[str], answer: str) -> None:
        self.asked = asked
        self.answer = answer
        self.words = telling(" ".join(asked))

    def is_real(self) -> bool:
        """Whether it asks for something by itself, as `go ahead` and `继续` do not."""
        return tells(" ".join(self.asked))


def read(events: list[Record], gone: retold.Gone = retold.NOTHING) -> list[Turn]:
    """The turns of journal events, oldest first.

    A prompt that was sent before in the same words, as hosts do, asks for nothing new. Sentences
    that say what was taken back are left out.
    """
    found = []
    sent: set[str] = set()
    for prompt, answer in _pairs(events)[-_TURNS:]:
        asked = own_sentences(prompt, gone) if prompt not in sent else []
        sent.add(prompt)
        found.append(Turn(asked, answer[-_READ_CHARS:]))
    return [one for one in found if one.asked or one.answer.strip()]


def own_sentences(text: str, gone: retold.Gone = retold.NOTHING) -> list[str]:
    """What a person or an agent wrote: no code, log or heading, and nothing that is gone."""
    lines = "\n".join(line for line in text.split("\n") if not line.startswith("#"))
    found = (clean.line(mark.without_marks(one)) for one in sentences.own(lines))
    return [one for one in found if _is_prose(one) and not gone.tells(one)]


def _is_prose(sentence: str) -> bool:
    """Whether most words of a sentence are words, and no code, path or selector."""
    parts = sentence.split()
    signs = sum(not _SIGNS.isdisjoint(one.strip("`\"'()[]")) for one in parts)
    return any(map(str.isalnum, sentence)) and signs * 4 <= max(len(parts), 4)


def joined(said: list[str]) -> str:
    """Sentences in one line; a point of a list, which has no sign at its end, gets one."""
    parts = [f"{one}{_sign_after(one)}" for one in said[:-1]]
    return " ".join([*parts, *said[-1:]])


def _sign_after(sentence: str) -> str:
    if not sentence[-1].isalnum() and sentence[-1] not in "`)）]":
        return ""
    return ";" if sentence.isascii() else "；"


def telling(text: str) -> set[str]:
    """The words that tell what a text is about: no files given with `@`, no small words."""
    found = words.of(_without_small(text)) - _ORDERS
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


def topic(turns: list[Turn]) -> str:
    """The request whose words recur over the session, in `TOPIC_CHARS`; "" where none was made.

    Of a few requests it is the first: people open with their subject. Of more a sentence counts by
    its five words that most turns have, and the first real request gains.
    """
    asked = [one for one in turns if one.is_real()] or [one for one in turns if one.asked]
    if len(asked) <= _SHORT:
        return within(asked[0].asked, TOPIC_CHARS) if asked else ""
    spread: dict[str, int] = {}
    for turn in turns:
        for word in turn.words | telling(turn.answer):
            spread[word] = spread.get(word, 0) + 1
    best, most = "", 0.0
    factor = _FIRST
    for turn in turns:
        for at, sentence in enumerate(turn.asked[:_OPENING]):
            counts = sorted(spread[word] for word in telling(sentence) if word in spread)
            worth = sum(counts[-_BEST_WORDS:]) * factor
            if worth > most:
                best, most = within(turn.asked[at:], TOPIC_CHARS), worth
        factor = 1.0 if turn.is_real() else factor
    return best or within(asked[0].asked, TOPIC_CHARS)


def chosen(turns: list[Turn], most: int) -> list[Turn]:
    """At most so many real requests, in their order: the first, those that turned, the last three.

    A request turns the session where it brings words that come up again later.
    """
    real = [one for one in turns if one.is_real()] or [one for one in turns if one.asked]
    if len(real) <= most:
        return real
    kept = {0, *range(len(real) - min(3, most - 1), len(real))}
    before: set[str] = set()
    turning = []
    for at, turn in enumerate(real):
        later = set[str]().union(*(one.words for one in real[at + 1 :]))
        turning.append((len((turn.words - before) & later), -at))
        before |= turn.words
    for _, at in sorted(turning, reverse=True):
        if len(kept) < most:
            kept.add(-at)
    return [real[at] for at in sorted(kept)]


def within(said: list[str], limit: int) -> str:
    """The first sentences that tell something and fit, whole; the first one cut if it is too long.

    What is polite or a small order before them is left out.
    """
    begin = next((at for at, one in enumerate(said) if tells(one)), 0)
    kept = ""
    for end in range(begin + 1, len(said) + 1):
        longer = joined(said[begin:end])
        if len(longer) > limit:
            return kept if len(kept) * 2 >= limit else cut(longer, limit)
        kept = longer
    return kept


def cut(text: str, limit: int) -> str:
    """The beginning of a line, cut between words where it has any, with a mark."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    at = head.rfind(" ")
    return (head[:at] if at > limit * 2 // 3 else head).rstrip("，,；;、 ") + "…"


def _pairs(events: list[Record]) -> list[tuple[str, str]]:
    """Each prompt with its last answer; "" for one of them that is not there."""
    found: list[tuple[str, str, str]] = []
    for event in events:
        text, turn = str(event.get("text") or ""), str(event.get("turn_id") or "")
        if event.get("type") == "prompt":
            found.append((turn, text, ""))
        elif event.get("type") == "response":
            last, asked, _ = found[-1] if found else ("", "", "")
            is_its_own = bool(last and turn and last != turn)
            if found and not is_its_own:
                found.pop()
            found.append((turn or last, "" if is_its_own else asked, text))
    return [(asked, answer) for _, asked, answer in found]
