"""The words by which a statement of an agent is known: a result, an intention, an offer, the rest.

Tables in Chinese and English, and one test for each. Must not split a text.
"""

from __future__ import annotations

RESULT, LEFT, USAGE = "result", "left", "usage"
_HEADINGS = (  # the first that a heading holds tells the kind of its section
    (LEFT, (
        "next step", "next up", "what's next", "what is left", "what’s next", "remaining", "todo",
        "to do", "to-do", "follow-up", "follow up", "not done", "pending", "still open", "open ",
        "known issue", "limitation", "your turn", "action required", "下一步", "后续", "待办",
        "剩余", "未完成", "接下来", "遗留", "待确认", "需要你", "需要您",
    )),
    (USAGE, (
        "how to", "usage", "example", "to test", "to run", "testing step", "to use", "command",
        "troubleshoot", "tip", "如何使用", "如何运行", "如何测试", "怎么用", "使用方", "使用说明",
        "用法", "示例", "操作步骤", "测试步骤", "验证步骤", "命令", "小贴士", "提示", "学习建议",
    )),
    (RESULT, (
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
    "you will need to", "needs to be", "not verified", "not been verified",
    "not tested", "not been tested", "not committed", "uncommitted", "尚未", "还没", "未完成",
    "需要你", "需要您", "仍需", "还需", "剩下", "待你", "没有完成", "无法验证", "未验证", "未提交",
)  # fmt: skip
_NARRATING = (
    "let me ", "let's ", "let’s ", "i'll ", "i'm ", "i’m ", "i’ll ", "i will ", "i need ",
    "i should ", "i want ", "i see ", "i can see ", "i found ", "i've found ", "i have found ",
    "i notice", "i understand", "i now ", "i think ", "i also ", "i realize", "now let", "now i",
    "the user ", "looking at ", "wait", "actually", "hmm", "good,", "found it", "perfect",
    "great", "excellent", "you're right", "you’re right", "you are right", "you're abs",
    "you’re abs", "i can now", "here's ", "here’s ", "here is ", "here are ", "below is ",
    "sure", "ok,", "okay", "alright", "got it", "understood", "absolutely", "of course", "好，",
    "好的", "我先", "我来", "我会", "我将", "我再", "我已经看到", "我看", "我发现", "我这边",
    "让我", "现在我", "现在让我", "接下来我", "先", "找到了", "明白", "收到", "没问题", "以下是",
    "下面是", "我理解", "我正在", "再看", "再检查", "懂", "你说得对", "您说得对", "可以，我",
    "我查", "是的，", "i've got ", "i’ve got ",
)  # fmt: skip
_PROPOSALS = (
    "recommend", "suggest", "propos", "option", "approach", "plan", "建议", "方案", "计划", "思路",
)  # fmt: skip
_PLANNING = frozenset(("i'll", "i’ll", "let's", "let’s", "let"))
_STEPS = tuple(
    "add update create check fix verify run test look read write implement make build".split()
)
_OFFERING = (
    "if you want", "if you'd like", "if you’d like", "if you need", "if you say", "if needed",
    "let me know", "would you like", "do you want", "want me to", "shall i ", "should i ",
    "feel free", "you can ", "when you want", "just say", "tell me", "如需",
    "如果需要", "如果你", "如果您", "若需", "需要我", "要不要", "是否需要", "是否要", "请告诉我",
    "告诉我", "有需要", "需要的话", "你要不要", "要我", "或者我", "我可以", "你可以", "您可以",
)  # fmt: skip
_CLOSING = ("let me know", "feel free", "please tell me", "随时告诉我", "随时联系")


def kind(heading: str) -> str:
    """The kind of section that a heading opens: one of the three above, or "" for others."""
    low = f"{heading.lower()} "
    return next((name for name, words in _HEADINGS if any(map(low.count, words))), "")


def narrates(sentence: str) -> bool:
    """Whether a sentence tells what the agent is about to do, or only greets."""
    low = sentence.lower()
    first, *others = low.split(None, 3)[:3]
    is_plan = not _PLANNING.isdisjoint((first, *others)) or (
        first in ("now", "next,", "then") and others[:1] and others[0] in _STEPS
    )
    return is_plan or low.startswith(_NARRATING) or (first.endswith("ing") and first.isalpha())


def says_result(sentence: str) -> bool:
    """Whether a sentence has a word of results."""
    low = f" {sentence.lower()}"
    return any(map(low.count, _RESULTS))


def says_open(sentence: str) -> bool:
    """Whether a sentence says that something is not done."""
    return any(map(sentence.lower().count, _OPEN))


def proposes(line: str) -> bool:
    """Whether a line leads to a proposal, which nobody may take for done."""
    return any(map(line.lower().count, _PROPOSALS))


def offers(sentence: str) -> bool:
    """Whether a sentence offers to go on, or says goodbye."""
    low = sentence.lower()
    return low.startswith(_OFFERING) or any(map(low.count, _CLOSING))
