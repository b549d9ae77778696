"""Tells which sentences of a prompt are its order or its question.

Counts cue words in Chinese and English. Must not know what followed the prompt.
"""

from __future__ import annotations

from memory_store.sessions import prose

_OPENING = 8  # sentences of a prompt in which it says what it wants
_FIRST_SENTENCE = 0.8
_FORBIDDING = ("do not", "don't", "don’t", "不要", "别")
_QUESTION = ("?", "？", "吗", "呢")
_ORDERING = frozenset(
    (
        "add adjust analyse analyze build change check clean compare connect convert create debug "
        "delete deploy design document draft enhance explain explore extend extract find fix "
        "generate give help implement improve install integrate investigate list make merge "
        "migrate move optimize plan prepare put redesign refactor remove rename replace research "
        "resolve review revert rework rewrite run search set setup show simplify split summarize "
        "test translate turn update upgrade use verify write why how what where which is are does "
        "do did does"
    ).split()
)
_WISHING = (
    "i want", "i need", "i would like", "i'd like", "can you", "can we", "could you", "help me",
    "we need", "we should", "please", "not work", "doesn't", "isn't", "can't", "cannot", "?",
    "帮我", "帮忙", "请", "我想", "我要", "我需要", "为什么", "怎么", "如何", "能否", "能不能",
    "可否", "是否", "吗", "报错", "改成", "改为", "？", "task:", "goal:", "任务：", "目标：",
)  # fmt: skip
_CHINESE_ORDERING = (
    "增加", "新增", "修改", "实现", "添加", "删除", "去掉", "优化", "修复", "分析", "检查",
    "解决", "生成", "创建", "编写", "写", "设计", "部署", "安装", "不能", "失败", "没有", "无法",
    "把", "需要", "改", "加", "做", "看",
)  # fmt: skip
_SHORT_ORDER = 16  # characters
_BEFORE_ASKING = (  # how people tell where they stand
    "you are", "you're", "we have", "we are", "this is ", "here is", "here's", "welcome", "hi ",
    "hi,", "hello", "context", "background", "i have", "i am ", "i'm ", "good", "great", "ok",
    "你是", "由于", "因为", "现在", "当前", "目前", "我来", "我是", "我有", "这是", "背景",
    "你好", "好的", "很好",
)  # fmt: skip
_GOING_ON = frozenset(
    (
        "go proceed continue implement yes yeah yep start do fix next try again run make add keep "
        "execute ok okay sure approved resume finish build update please retry apply use"
    ).split()
)
_CHINESE_GOING_ON = (
    "继续", "开始", "执行", "可以", "好", "实现", "修", "下一步", "做", "生成", "重试", "再",
    "确认", "是", "行", "对", "改", "加", "上", "弄", "来", "写", "要", "回答",
)  # fmt: skip


def main(asked: list[str], limit: int) -> str:
    """The sentence that asks most, and those after it that fit; of equal ones the first."""
    opening = asked[:_OPENING]
    if not opening:
        return ""
    worth = [_asks(sentence) + _FIRST_SENTENCE * (not at) for at, sentence in enumerate(opening)]
    return prose.within(opening[worth.index(max(worth)) :], limit).rstrip(":：；; ")


def has_any(asked: list[str]) -> bool:
    """Whether one of the first sentences is an order or a question."""
    return any(_asks(sentence) > 0 for sentence in asked[:_OPENING])


def is_question(asked: list[str]) -> bool:
    """Whether one of the sentences ends as a question."""
    return any(sentence.endswith(_QUESTION) for sentence in asked)


def goes_on(asked: list[str]) -> bool:
    """Whether a small order lets the work before it go on; a host's canned one does."""
    low = " ".join(asked).lower()
    words = "".join(sign if sign.isalnum() else " " for sign in low).split()
    return not asked or not _GOING_ON.isdisjoint(words) or any(map(low.count, _CHINESE_GOING_ON))


def _asks(sentence: str) -> float:
    """How much a sentence looks like an order or a question."""
    if not prose.tells(sentence):
        return -1.0
    low = sentence.lower()
    if low.startswith(_FORBIDDING):
        return 0.0
    begins = low.replace(",", " ").split(None, 1)[0] in _ORDERING
    orders = low if len(low) <= _SHORT_ORDER else low[:4]
    if begins or any(map(low.count, _WISHING)) or any(map(orders.count, _CHINESE_ORDERING)):
        return 1.0
    return -1.0 if low.startswith(_BEFORE_ASKING) else 0.0
