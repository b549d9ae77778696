"""What people write above a list of things to be kept, in both languages: tables alone.

Must not hold anything but words and phrases.
"""

from __future__ import annotations

TO_BE_DONE = (
    "to ", "when ", "if ", "me ", "做", "干", "去", "完成", "处理", "修", "检查", "确认",
    "执行", "跑",
)  # fmt: skip
NORMS = (
    "约定", "规范", "规则", "规矩", "惯例", "原则", "要求", "conventions", "rules", "guidelines",
    "conventions apply", "rules apply", "standards", "agreements",
)  # fmt: skip
STEPS = ("步骤", "流程", "顺序", "steps", "procedure", "order", "workflow", "process")
OURS_ZH = (
    "我们", "本项目", "这个项目", "项目", "团队", "以后", "今后", "以下", "如下", "统一", "遵守",
    "遵循",
)  # fmt: skip
NOT_OURS_ZH = (
    ",帮", ",检查", ",看", ",把", ",写", ",给", ",翻译", ",解释", ",对照", ",总结", "这次", "本次",
    "今天", "吗", "?", "？", "客户", "别人", "他们", "文档", "面试", "如果", "假如",
)  # fmt: skip
OURS = (
    " we ", " our ", " follow ", " from now on ", " always ", " the team ", " this project ",
    " this repo ", " these ", " the following ",
)  # fmt: skip
NOT_OURS = (
    " , write ", " , check ", " , add ", " , explain ", " , translate ", " , summarize ",
    " , implement ", " , review ", " for this ", " today ", " if ", " their ", " they ", " docs ",
    " , test ", " , create ", " , generate ", " , list ", " , fix ",
)  # fmt: skip
NOW_ZH = ("接下来", "下一步", "计划", "待办", "要做的", "还剩", "还差", "任务")
NOW = (
    " today ", " tomorrow ", " this week ", " this sprint ", " next steps ", " todo ", " to do ",
    " plan ", " tasks ", " for now ", " this time ", " this pr ", " remaining ", " left ",
)  # fmt: skip
BARE_ZH = frozenset(
    (
        "以下 下面 下列 如下 这 那 这些 几 两 三 四 五 六 七 八 九 十 一 二 2 3 4 5 6 7 8 点 条 "
        "项 个 件 事 事情 约定 规范 规则 规矩 要求 原则 事项 内容 信息 要点 注意 东西 团队 我们 "
        "项目 本 这个 仓库 的 里 所示 和 关于 有 要 都 请 今后 以后 往后 遵守 按照 按 遵循 是 为 "
        "通用 开发 重要 知识 惯例 共识 一下 了 下 中 在 今天起 从 现在 起 开始 大家 情况 背景 事实"
    ).split()
)
BARE = frozenset(
    (
        ", the these those this that following two three four five six seven some few several "
        "things thing points point facts fact rules rule conventions convention items notes "
        "guidelines guideline about for our my us of in on to project repo repository codebase "
        "team below next sessions session future and important all we follow from now always "
        "here are is as list please agreements standards apply i have has later time 2 3 4 5 6"
    ).split()
)
