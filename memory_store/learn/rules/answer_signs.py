"""What an agent says of what is settled, in both languages: tables alone.

English ones in the shape of `shape.english`, Chinese ones of `shape.chinese`. Must not hold
anything but phrases.
"""

from __future__ import annotations

HEADS = (
    "decision", "final decision", "we agreed", "agreed", "settled", "settled then",
    "so it's settled", "it's settled", "conclusion", "decided", "to record the decision",
    "the decision", "our decision", "so we agreed", "resolved", "so the decision is",
    "summary of the decision", "final decision is", "verdict", "agreement", "as agreed",
    "so we settled", "then it's settled", "结论", "决定", "最终决定", "那就这么定",
    "那就这么定了", "那就这样定", "那就这样定了", "就这样定", "就这样定了", "那就这么办",
    "那么定下", "就这么定", "就这么定了", "那就定了", "定了", "最终结论", "最终方案", "已确定",
    "确定方案", "好，那就这么定", "好，定了", "约定", "达成一致", "商定", "我们定了",
    "方案定了", "方案确定", "定下来了", "那定了", "敲定", "讨论结论", "共识", "最后定下",
    "定论", "会议结论", "会议决定", "讨论结果", "评审结论",
)  # fmt: skip
PROMISES = (
    " , from now on i will ", " , i will always ", " , from now on , i will ",
    " , going forward i will ", " , in future i will ", " , i will from now on ",
    " , going forward , i will ", " , from here on i will ", " , i will never ",
    " , from now on you will ",
)  # fmt: skip
PROMISES_ZH = (
    ",以后我", ",今后我", ",以后都", ",我以后", ",从现在起我", ",之后我都", ",以后提交",
    ",以后每次", ",往后我", ",我今后", ",以后所有", ",以后回答", ",以后会",
)  # fmt: skip
FROM_MEMORY = (
    "project memory", "the memory", "my memory", "our memory", "memories", "from memory",
    "to memory", "i recall", "i remember", "as noted before", "as noted earlier",
    "as mentioned", "you told me", "you said", "you mentioned", "earlier session",
    "previous session", "last session", "记忆", "我记得", "之前说过", "你说过", "你之前",
    "上次会话", "之前的会话",
)  # fmt: skip
LOOKED = (
    " i checked ", " i looked ", " i verified ", " i confirmed ", " checked ", " looked into ",
    " i have checked ", " according to the config ", " verified ", " i inspected ",
    " confirmed ", " found it in ", " according to ",
)  # fmt: skip
LOOKED_ZH = (
    "看了", "看过", "查了", "查过", "确认过", "核实", "确认了", "翻了", "检查了", "查到",
    "核对过", "查看了", "查明", "已查", "看到", "根据",
)  # fmt: skip
WHERE = (
    " production ", " prod ", " staging ", " image ", " cluster ", " server ", " database ",
    " repo ", " pipeline ", " ci ", " environment ", " container ", " containers ", " service ",
    " api ", " host ", " region ", " bucket ", " gateway ", " domain ", " licence ",
    " license ", " account ", " quota ", " chart ", " config ", " workflow ", " workflows ",
    " manifest ", " settings ", " dockerfile ", " compose ", " terraform ",
)  # fmt: skip
WHERE_ZH = (
    "线上", "生产", "环境", "容器", "镜像", "集群", "服务器", "数据库", "仓库", "流水线",
    "网关", "测试库", "预发", "域名", "配置", "账号", "主库", "从库", "机器", "接口",
)  # fmt: skip
WHOLE = (
    " whole ", " entire ", " all ", " no longer ", " everywhere ", " every ", " completely ",
    " fully ", " is gone ", " are gone ", " entirely ", " throughout ", " everything ",
    " across ", " in production ",
)  # fmt: skip
WHOLE_ZH = (
    "全部", "整个", "所有", "不再", "都已", "全都", "全量", "彻底", "完全", "下线", "停用",
    "归档", "上线",
)  # fmt: skip
CHANGED = (
    " , migrated ", " , moved ", " , switched ", " , replaced ", " , upgraded ", " , renamed ",
    " , released ", " , i migrated ", " , i moved ", " , i switched ", " , i replaced ",
    " , i upgraded ", " , converted ", " , i have migrated ", " , i have replaced ",
    " , i have moved ", " , i have switched ", " , ported ", " , we migrated ",
    " , i have upgraded ", " , decommissioned ", " , deprecated ", " , retired ",
    " has been migrated ", " has been replaced ", " have been migrated ", " has been moved ",
    " has been upgraded ", " was migrated ", " has been retired ", " were migrated ",
    " is now on ", " , i removed ", " , i have removed ", " now uses ", " now use ", " now runs ",
    " now run ", " is migrated ", " are migrated ", " is removed ", " are removed ",
)  # fmt: skip
COMPLETE = (
    " switch is complete ", " migration is complete ", " move is complete ",
    " rollout is complete ", " upgrade is complete ", " migration is done ", " switch is done ",
    " upgrade is done ",
)  # fmt: skip
SMALL = (
    " call ", " calls ", " places ", " import ", " imports ", " function ", " test ",
    " line ", " lines ", " variable ", " comment ", " usages ", " occurrences ", " lock file ",
)  # fmt: skip
SMALL_ZH = (
    "用法", "fixture", "调用", "变量", "import", "导入", "函数", "处", "行",
    "console", "写法", "返回", "重启",
)  # fmt: skip
CHANGED_ZH = (
    "迁移到", "迁到", "迁移至", "切到", "切换到", "替换为", "替换成", "换成", "升级到", "升到",
    "改名为", "改为", "升级已完成", "迁移已完成", "切换已完成", "升级完成", "迁移完成",
    "切换完成", "上线", "下线", "拆成",
    "合并到", "搬到", "迁至", "升级至", "切换为",
)  # fmt: skip
SETTLING = frozenset("settles settled decided decision agreed agreement".split())
SETTLING_ZH = (
    "定下来", "定了", "决定", "达成一致", "敲定", "说定", "商定", "共识", "这么定", "这样定",
)  # fmt: skip
NOT_HEADS = (
    "tree", "table", "point", "log", "not agreed", "not decided", "undecided", "not settled",
    "由你决定", "没定",
)  # fmt: skip
CLOSINGS = (
    "就这么定", "就这么定了", "那就这么定", "就这样定", "就这样定了", "就这么定吧", "定了",
)  # fmt: skip
SILENT = (
    "NO_REPLY", "NO_FLUSH", "_SILENT_",
)  # fmt: skip
AGREED = (
    " we agreed on ", " we agreed that ", " we agreed to ", " we have agreed on ",
    " we have agreed that ", " we have agreed to ", " we settled on ", " we have settled on ",
)  # fmt: skip
VOWED = (
    " any more ", " from now on ", " going forward ", " in future ", " from here on ",
    " in the future ",
)  # fmt: skip
PROMISED_FIRST = (" , from now on ", " , understood , from now on ", " , got it , from now on ")
NO_WAYS = (" should be ", " will be ", " is ", " are ", " here ", " returns ", " return ")
PROMISED_FIRST_ZH = (
    ",以后", ",今后", ",明白,以后", ",收到,今后", ",收到,以后", ",明白,今后", ",抱歉,以后",
)  # fmt: skip
VOWED_ZH = ("我都会", "我会", "我都", "我就")
ADVICE_ZH = ("可以", "如果", "建议")
FINDINGS_ZH = ("返回", "重启", "有 ", "报")
BUGS_ZH = ("已修复", "没有命中", "导致", "是因为")
