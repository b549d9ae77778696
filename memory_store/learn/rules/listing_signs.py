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
LASTING = ("遵守", "遵循", "以后", "今后", "往后", "from now on", "going forward")
AS_FOLLOWS = ("如下", "如下所示", "是", "有", " are", " is", " as follows")
COUNTED = tuple(
    f"{count}{kind}{norm}"
    for count in "几两三四五六七八九"
    for kind in "条个项点"
    for norm in ("规矩", "约定", "规则", "规范", "要求", "原则")
)
POINTING = ("下面这些", "下面的", "下面", "以下这些", "以下", "这些", "these ", "the following ")
SETTLED_ZH = ("决定", "定了", "敲定", "商定", "达成一致", "定下", "说定")
SETTLED = (" decided ", " agreed ", " settled ")
NOW_ZH = (
    "接下来", "下一步", "计划", "待办", "要做的", "还剩", "还差", "任务", "问题", "报错", "原因",
    "错误",
    "好处", "优点", "缺点", "理由",
)  # fmt: skip
NOW = (
    " today ", " tomorrow ", " this week ", " this sprint ", " next steps ", " todo ", " to do ",
    " plan ", " tasks ", " problems ", " issues ", " bugs ", " reasons ", " errors ", " fix ",
    " for now ", " this time ", " this pr ", " remaining ", " left ",
)  # fmt: skip
BARE_ZH = frozenset(
    (
        "以下 下面 下列 如下 这 那 这些 几 两 三 四 五 六 七 八 九 十 一 二 2 3 4 5 6 7 8 点 "
        "条 项 个 件 事 事情 约定 规范 规则 规矩 要求 原则 事项 内容 信息 要点 注意 东西 团队 "
        "我们 项目 本 这个 仓库 的 里 所示 和 关于 有 要 都 请 今后 以后 往后 遵守 按照 按 "
        "遵循 是 为 通用 开发 重要 知识 惯例 共识 一下 了 下 中 在 今天起 从 现在 起 开始 "
        "大家 情况 背景 事实 把 帮 定 定了 地址 配置"
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
SETTLING_ZH = BARE_ZH | frozenset(
    (
        "决定 敲定 商定 达成 一致 会上 会议 开会 会 今天 昨天 刚才 上周 讨论 下来 评审 "
        "已经 最终 最后 说定"
    ).split()
)
SETTLING = BARE | frozenset("decided agreed settled we've meeting today yesterday finally".split())
