"""Chooses from an agent's answers what came out of a request, and what is left to do.

An answer's sections are known by their headings, a sentence by how it begins and by the words of
results. Must not put anything into words of its own.
"""

from __future__ import annotations

from memory_store.language import numbered, pasted, sentences
from memory_store.sessions import prose
from memory_store.text import emphasis, retold

_HAN = "\u3400"
_COLONS = (":", "：")
_ASKS = ("?", "？")
_LABEL_WORDS, _VALUE_WORDS = 3, 2
_HEADING_CHARS = 48
_MORE = 1.3  # how many times as much an earlier answer says that is told in place of a later one
_ENOUGH = 6.0  # worth of an answer; one that says more is no better
_OPEN_CHARS = 220
_FIRST, _LATER = 1.5, 0.02  # what a statement gains as the first, and loses by each before it
_RESULT, _LEFT, _USAGE = "result", "left", "usage"
_HEADINGS = (  # the first that a heading holds tells the kind of its section
    (_LEFT, (
        "next step", "next up", "what's next", "what is left", "what’s next", "remaining", "todo",
        "to do", "to-do", "follow-up", "follow up", "not done", "pending", "still open", "open ",
        "known issue", "limitation", "your turn", "action required", "下一步", "后续", "待办",
        "剩余", "未完成", "接下来", "遗留", "待确认", "需要你", "需要您",
    )),
    (_USAGE, (
        "how to", "usage", "example", "to test", "to run", "testing step", "to use", "command",
        "troubleshoot", "如何", "怎么", "使用", "用法", "示例", "运行",
        "操作步骤", "测试步骤", "验证步骤", "命令",
    )),
    (_RESULT, (
        "summary", "result", "conclusion", "done", "changed", "changes", "fix", "implemented",
        "completed", "complete", "verdict", "recommend", "tl;dr", "cause", "what i did", "answer",
        "findings", "outcome", "verif", "status", "created", "added", "updated", "problem",
        "how it works", " now ",
        "总结", "小结", "结论", "结果", "完成", "修改", "改动", "原因", "建议", "修复", "核心",
        "验证", "状态", "新增", "解决", "答案", "问题", "更新", "说明",
    )),
)  # fmt: skip
_RESULTS = (
    "added", "fixed", "created", "updated", "removed", "implemented", "changed", "moved",
    "renamed", "replaced", "wrote", "built", "installed", "configured", "deployed", "committed",
    "pushed", "merged", " now ", "works", "working", "passes", "passed", "tests pass", "failed",
    "fails", "verified", "complete", "success", "root cause", "because", "caused by",
    "problem was", "issue was", "problem is", "issue is", "recommend", "conclusion", "in short",
    "no longer", "instead of", "means", "so that", "therefore", "已", "完成", "修复", "新增",
    "改为", "改成", "通过", "失败", "成功", "原因", "结论", "建议", "因此", "所以", "不再",
    "解决", "现在", "生成了", "说明", "本质上", "总之", "总的来说", "简单说", "添加了", "修改了",
    "更新了", "删除了", "创建了", "优化了", "重构了", "支持", "根因", "可以",
)  # fmt: skip
_OPEN = (
    "not yet", "remaining", "remains to", "still need", "you need to", "you'll need to",
    "you will need to", "needs to be", "blocked", "not verified", "not been verified",
    "not tested", "not been tested", "not committed", "uncommitted", "尚未", "还没", "未完成",
    "需要你", "需要您", "仍需", "还需", "剩下", "待你", "没有完成", "无法验证", "未验证", "未提交",
)  # fmt: skip
_NARRATING = (
    "let me ", "let's ", "let’s ", "i'll ", "i'm ", "i’m ", "i’ll ", "i will ", "i need ",
    "i should ", "i want ", "i see ", "i can see ", "i found ", "i've found ", "i have found ",
    "i notice", "i understand", "i now ", "i think ", "i also ", "i realize", "now let", "now i",
    "the user ", "looking at ", "wait", "actually", "hmm", "good,", "found it", "perfect",
    "great", "excellent", "you're right", "you’re right", "you are right", "here's ", "here’s ",
    "here is ", "here are ", "below is ", "sure", "ok,", "okay", "alright", "got it",
    "understood", "absolutely", "of course", "好，", "好的", "我先", "我来", "我会", "我将",
    "我再", "我已经看到", "我看", "我发现", "我这边", "让我", "现在我", "现在让我", "接下来我",
    "先", "找到了", "明白", "收到", "没问题", "以下是", "下面是", "我理解", "我正在", "再看",
    "懂", "你说得对", "您说得对", "可以，我", "我查", "是的，",
)  # fmt: skip
_PROPOSALS = (  # a line that leads to a proposal is told, so that nobody takes it for done
    "recommend", "suggest", "propos", "option", "approach", "plan", "建议", "方案", "计划", "思路",
)  # fmt: skip
_PLANNING = frozenset(("i'll", "i’ll", "let's", "let’s", "let"))
_OFFERING = (
    "if you want", "if you'd like", "if you’d like", "if you need", "if you say", "if needed",
    "let me know", "would you like", "do you want", "want me to", "shall i ", "should i ",
    "feel free", "you can ", "when you want", "just say", "tell me", "ready to", "如需",
    "如果需要", "如果你", "如果您", "若需", "需要我", "要不要", "是否需要", "是否要", "请告诉我",
    "告诉我", "有需要", "需要的话", "你要不要", "要我", "或者我", "我可以", "你可以", "您可以",
)  # fmt: skip


class Statement:
    """A sentence of an answer.

    Attributes:
        text: the sentence; of a list's first item with the line that leads to it.
        worth: how much it tells of what came out; 0 and less for nothing.
        is_left: whether it says that something is left to do.
    """

    __slots__ = ("is_left", "text", "worth")

    def __init__(self, text: str, worth: float, *, is_left: bool) -> None:
        self.text = text
        self.worth = worth
        self.is_left = is_left


def outcome(texts: list[str], limit: int, gone: retold.Gone = retold.NOTHING) -> str:
    """What came of a request by the answers to it: of the one that says most, in `limit`.

    Of an answer that says nothing else it is what is left to do.
    """
    told, most = "", 0.0
    for text in reversed(texts):
        said = statements(text, gone)
        worth = min(_ENOUGH, sum(one.worth for one in said))
        if worth > most * _MORE:
            told = prose.best([one.text for one in said], [one.worth for one in said], limit)
            most = worth
    if told:
        return told
    return prose.cut(next(filter(None, (left(one, gone) for one in reversed(texts))), ""), limit)


def left(text: str, gone: retold.Gone = retold.NOTHING) -> str:
    """What an answer says is left to do; "" for nothing."""
    return prose.within([one.text for one in statements(text, gone) if one.is_left], _OPEN_CHARS)


def statements(text: str, gone: retold.Gone = retold.NOTHING) -> list[Statement]:
    """The statements of an answer, in order, each once, without labels, offers and code."""
    made: list[Statement] = []
    seen: set[str] = set()
    announced = ""
    for kind, lead, body in _sections(_shown(text)):
        reading = _Reading(kind or announced, lead)
        for sentence, is_item in prose.listed(body, gone, is_prompt=False):
            said = _without_picture(sentence)
            if said and said not in seen:
                seen.add(said)
                made += reading.take(said, is_item=is_item)
        announced = reading.kind if reading.kind == _LEFT else announced
    for at, one in enumerate(made):
        one.worth -= _LATER * at
    first = next((one for one in made if one.worth > 0), None)
    if first is not None:
        first.worth += _FIRST  # agents begin with the result
    return made


class _Reading:
    """A section of an answer, as its sentences are read."""

    __slots__ = ("_in_offer", "_lead", "kind")

    def __init__(self, kind: str, lead: str) -> None:
        self.kind = kind
        self._lead = lead
        self._in_offer = False

    def take(self, said: str, *, is_item: bool) -> list[Statement]:
        """The statement that a sentence makes; an offer takes along the list below it."""
        self._in_offer = said.lower().startswith(_OFFERING) or (self._in_offer and is_item)
        if self._in_offer or _is_label(said):
            return []
        if said.endswith(_COLONS):
            is_plan = any(map(said.lower().count, _PROPOSALS))
            is_short = len(said) <= _HEADING_CHARS and not _narrates(said)
            self._lead = said if is_short or is_plan else ""
            self.kind = _LEFT if _kind(said) == _LEFT else self.kind
            return []
        is_left = self.kind == _LEFT or any(map(said.lower().count, _OPEN))
        worth = _worth(said, self.kind, is_item=is_item)
        lead, self._lead = self._lead, ""
        is_left = is_left and not said.endswith(_ASKS)
        return [Statement(f"{lead} {said}".strip(), worth, is_left=is_left)]


def _worth(sentence: str, kind: str, *, is_item: bool) -> float:
    """How much a sentence in a section of this kind tells of what came out."""
    if kind in (_LEFT, _USAGE) or _narrates(sentence) or sentence.endswith(_ASKS):
        return 0.0
    if not prose.telling(sentence):
        return 0.0
    low = f" {sentence.lower()}"
    says_result = any(map(low.__contains__, _RESULTS))
    is_code = 2 * sum(map(len, sentence.split("`")[1::2])) > len(sentence)
    return 1.0 + 1.5 * (kind == _RESULT) + 0.6 * says_result - 0.2 * is_item - 0.4 * is_code


def _narrates(sentence: str) -> bool:
    """Whether a sentence tells what the agent is about to do, or only greets."""
    low = sentence.lower()
    first, *others = low.split(None, 3)[:3]
    is_plan = not _PLANNING.isdisjoint((first, *others))
    return is_plan or low.startswith(_NARRATING) or (first.endswith("ing") and first.isalpha())


def _without_picture(sentence: str) -> str:
    """A sentence without the pictures in front of it."""
    at = 0
    while at < len(sentence) and not (sentence[at].isalnum() or sentence[at] in "`\"'(/.~«“‘「（"):
        at += 1
    return sentence[at:]


def _is_label(sentence: str) -> bool:
    """Whether it is `name: value`, as tools print it."""
    name, colon, value = sentence.partition(": ")
    is_short = len(value.split()) <= _VALUE_WORDS or value[:1] == value[-1:] == "`"
    return bool(colon) and name.isascii() and is_short and len(name.split()) < _LABEL_WORDS


def _sections(lines: list[str]) -> list[tuple[str, str, str]]:
    """The sections of an answer: the kind, the heading where it names a subject, and the body."""
    sections: list[tuple[str, str, list[str]]] = [("", "", [])]
    for line in lines:
        bare = line.strip()
        bold = bare.lstrip("*_").rstrip("*_: ：")
        is_heading = bare.startswith("#") or (
            len(bold) < _HEADING_CHARS
            and (bare.endswith(_COLONS) or bare.startswith("**"))
            and "*" not in bold
        )
        kind = _kind(bare) if is_heading else ""
        if bare.startswith("#") or kind:
            is_lead = not kind or (
                kind == _RESULT and bare.endswith(_COLONS) and bold == bare[:-1]
            )
            sections.append((kind, _subject(bare) if is_lead else "", []))
        else:
            sections[-1][2].append(line)
    return [(kind, heading, "\n".join(body)) for kind, heading, body in sections]


def _subject(heading: str) -> str:
    """A heading as a line that leads to its section; "" for a long one."""
    plain = _without_picture(emphasis.without(numbered.without(heading.lstrip("# "))))
    colon = "：" if any(sign >= _HAN for sign in plain) else ":"
    return plain.rstrip("".join(_COLONS)) + colon if 0 < len(plain) < _HEADING_CHARS else ""


def _kind(heading: str) -> str:
    low = f"{heading.lower()} "
    return next((kind for kind, cues in _HEADINGS if any(map(low.__contains__, cues))), "")


def _shown(text: str) -> list[str]:
    """An answer's lines outside code, without what leads to code alone, links as their names."""
    lines = [line for line in text.split("\n") if line.strip()]
    for at, after in enumerate(lines[1:]):
        if lines[at].rstrip().endswith(_COLONS) and after.lstrip().startswith(("```", "~~~")):
            lines[at] = " ".join([*sentences.split(lines[at].rstrip())][:-1])
    return [_without_targets(line) for line in pasted.outside_code("\n".join(lines))]


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
