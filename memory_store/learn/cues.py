"""The words, in Chinese and English, by which a summary tells a result from chatter.

Plain tables, since a hook can't pay for patterns; all in lower case. Must not hold a rule.
"""

from __future__ import annotations

LOGS = (
    "traceback", 'file "', "at com.", "at org.", "$ ", "error:", "warn", "info ", "debug ",
    "caused by:", "exception in", "npm err", "fatal:",
)  # fmt: skip
"""How a line begins that a machine printed."""

CHATTER = (
    "let me ", "let's look", "i'll ", "i will ", "i can ", "i can't ", "i could ", "i'm going",
    "i'm here", "now let", "looking ", "you're welcome", "great", "sounds good", "understood",
    "noted", "perfect", "sure", "happy to", "feel free", "any time", "enjoy", "hi!", "hello",
    "good morning", "shall i", "should i", "would you", "want me", "do you want", "here's ",
    "here is ", "here are ", "glad ", "no problem", "okay", "right now i", "before i ",
    "saved the", "what i did", "让我", "我来", "我先", "我看一下", "我会", "我这就", "先看",
    "先问", "接下来我", "正在", "好的", "明白", "收到", "不客气", "需要我", "要不要我",
    "如果需要", "如需", "有问题", "辛苦", "请问", "你好", "没问题", "需要确认", "随时", "记下了",
    "继续", "我查一下", "我查查", "我搜一下", "我找一下", "我看看", "我看下", "我检查一下", "我去",
    "我再", "查一下记忆", "查询记忆", "搜索记忆", "先搜", "先查", "稍等", "checking ",
    "searching ", "i'm checking", "i'm searching", "one moment",
)  # fmt: skip
"""How a sentence begins by which an agent speaks of itself, or is polite."""

NOTHINGS = frozenset((
    "hi", "hey", "hello", "thanks", "thank you", "ty", "thx", "lol", "good morning", "great",
    "cool", "awesome", "perfect", "nice", "ok", "okay", "yes", "yeah", "yep", "no", "sure", "go",
    "continue", "go on", "keep going", "next", "go ahead", "do it", "do that", "yes do that",
    "good", "fine", "right", "sounds good", "makes sense", "done", "please", "yes please",
    "it works", "在吗", "你好", "您好", "谢谢", "谢谢啦", "多谢", "辛苦了", "好", "好的", "好了",
    "行", "可以", "嗯", "对", "是的", "继续", "接着", "接着做", "完美", "不错", "牛", "加吧",
    "改吧", "没事", "收尾",
))  # fmt: skip
"""What a person says that is about nothing by itself, without its punctuation."""

DONE = (
    "done", "fixed", "added", "i've ", "i have ", "implemented", "removed", "created", "moved",
    "ported", "updated", "switched", "migrated", "wrote", "built", "deployed", "replaced",
    "upgraded", "renamed", "freed", "changed", "dropped", "documented", "set up", "set to",
    " is in", " are in", " is live", " is complete", " is out", " is ready", " is gone", " now ",
    " pass", "no longer", "encrypted", "recorded", "enabled", "reduced", "converted", "rewrote",
    "已", "完成", "修好", "修复", "修掉", "加好", "加上", "加了", "写好", "写了", "改好", "改成",
    "做好", "做成", "做了", "换成", "部署好", "实现了", "通过", "拆出", "拆完", "拆成", "补完",
    "补上", "接好", "清零", "建好", "解开", "设置了", "整理好", "降到", "提到", "提高到",
    "恢复了", "处理了", "清理了", "上线了", "合并了", "搞定",
)  # fmt: skip
"""What a sentence holds that tells of something done."""

CAUSES = (
    "root cause", "the cause", "caused by", "because", "turns out", "the reason",
    "the problem is", "the failure is", "the culprit", "comes from", "fails because", "found it",
    "the wrong ", "n+1", "race condition", "deadlock", "memory leak", "off by one", "off-by-one",
    "misconfigured", "原因", "根因", "因为", "导致", "由于", "元凶", "写错", "读错", "配错",
    "用错", "传错", "写反", "死锁", "泄漏", "竞态", "漏了", "忘了",
)  # fmt: skip
"""What a sentence holds that tells what a trouble came from."""

FOUND = (
    "found ", "finding", "blocking", "recommend", "i'd ", "so the ", "so it's", "查到", "发现",
    "结论", "主要是", "问题", "建议", "所以",
)  # fmt: skip
"""What a sentence holds that tells a finding or an advice."""

OPTIONS = (
    "option", "either ", " or ", "suggest", "recommend", "i'd ", "could ", "would ", "?",
    "candidate", "can ", "建议", "还是", "方案", "可以", "或者", "？", "要么", "两种", "三种",
    "比较", "风险", "需要", "能",
)  # fmt: skip
"""What an answer holds that leaves something for the person to choose."""

ORDERS = (
    "write", "explain", "review", "show", "tell", "please ", "draft", "summar", "list ", "save ",
    "remind", "look ", "read ", "next:", "start ", "test", "check", "fix ", "add ", "give ",
    "finish", "remove ", "about ", "roughly", "convert", "here", "i want", "i need", "deploy",
    "run ", "clean ", "写", "列", "总结", "看", "帮", "继续", "解释", "给", "检查", "保存",
    "分析", "评审", "评估", "补", "再", "整理", "先做", "先写", "先把", "先跑", "先看", "先改",
    "先修", "先加", "先给", "先查", "先别", "接下来", "下一步", "跑", "部署", "大概", "大约",
    "我跟", "我去", "我来", "我问",
)  # fmt: skip
"""How an order, an estimate or what one does oneself begins, which is no decision."""

LOOKS = (
    "look ", "show", "tell me", "explain", "describe", "walk me", "list ", "read ",
    "help me under", "帮我看", "帮忙看", "看下", "看一下", "看看", "解释", "介绍", "讲讲",
    "讲一下", "说说", "说明一下", "列一下", "列出", "查一下", "查下",
)  # fmt: skip
"""How an order begins by which somebody only wants to see or to understand."""

TEXTS = (
    "translate", "polish", "rewrite", "rephrase", "proofread", "draft", "write ", "帮我翻译",
    "翻译", "帮我润色", "润色", "帮我写", "写一", "帮我改写", "改写", "帮我总结", "总结",
)  # fmt: skip
"""How an order begins that is about the words that follow, which nobody says then."""

LEADS = (
    "ok ", "ok, ", "okay, ", "yes, ", "yes ", "yeah, ", "good. ", "good, ", "fine: ", "fine, ",
    "right, ", "agreed, ", "then ", "so ", "and ", "cool, ", "great, ", "perfect. ", "好，",
    "好的，", "行，", "可以，", "对，", "嗯，", "同意，", "那就", "那", "是的，", "不错，",
)  # fmt: skip
"""What stands before the point of a reply."""

OPEN = (
    "still to do", "remaining", "remains", "left to do", "left:", "left for", "what's left",
    "thing left", "not yet", "n't yet", "not done", "still open", "still need", "has to be",
    "have to be", "todo", "next step", "next time", "undecided", "open question", "for later",
    "still missing", "still uses", "not tested", "unfinished", "there's no ",
    "i'd need", "next week:", "还没", "尚未", "待办", "下一步", "还差", "还剩", "剩下", "没有做",
    "未完成", "未做", "未确定", "没做", "还需要", "有待", "仍然", "遗留", "没有确认", "没有监控",
    "没有测", "等你", "下周：", "下周的",
)  # fmt: skip
"""What a sentence of an answer holds that tells what is left to do."""

LISTED_OPEN = (
    "to do", "todo", "left", "remaining", "next step", "open", "待办", "还剩", "剩下", "下一步",
    "还差", "遗留", "未完成",
)  # fmt: skip
"""What the line above a list holds where the list tells what is left to do."""

LATER = (
    "tomorrow", "next week", "next month", "later", "next time", "next sprint", "on monday",
    "i'll ask", "明天", "下周", "下个月", "下次", "以后再", "回头", "下个迭代", "改天",
)  # fmt: skip
"""What a person says to leave something for another day."""

DEFERRING = frozenset((
    "let's", "lets", "tomor", "later", "next", "week", "month", "time", "sprin", "monda", "maybe",
    "some", "other", "more", "day", "think", "again", "back", "come", "leave", "till", "until",
    "be", "go", "on", "decid", "discu", "talk", "about", "see", "look", "done", "still", "open",
    "left", "not", "yet", "todo", "next", "noted", "recor",
    "明天", "下周", "下个", "个月", "下次", "后再", "再说", "说吧", "回头", "改天", "迭代", "先这",
    "样吧", "再看", "看吧", "再聊", "聊吧", "再做", "做吧", "再弄", "弄吧", "天再", "周再", "次再",
    "头再", "月再", "记为", "为待", "待办", "记下", "记录", "已记", "到时", "时再", "这个", "那个",
    "先不", "不急", "有空", "空再", "等有", "算了", "天弄", "周弄", "再处", "处理", "理吧",
    "继续", "天继", "周继", "次继", "月继", "续吧",
))  # fmt: skip
"""What leaves something for later or calls it open, and names nothing (`subject.words`)."""

CLOSED = (
    "all done", "nothing left", "nothing is left", "nothing open", "全部完成", "都完成了",
    "没有遗留",
)  # fmt: skip
"""What closes all that was open before."""

STOP_WORDS = frozenset(
    "the and for that this with you your are was were not but have has had can could would "
    "should what when where which who why how does did don use used let get got all any one "
    "two from into than then them they there their our out now please just like also make "
    "need want it's i'll i've i'd it its is in on of to we do be if so or an as at by my me "
    "no yes ok".split()
)
"""English words that no session is about."""

STOP_PAIRS = frozenset(
    "我们 你们 他们 这个 那个 一个 怎么 什么 可以 没有 现在 一下 如果 因为 所以 需要 就是 "
    "还是 不是 已经 然后 但是 好的 谢谢 帮我 看看 这样 那么 为什 的时 时候 不能 能不 是不 "
    "有没 多少 之后 以后 一次 全部 直接 不会 都是".split()
)
"""Pairs of Chinese characters that no session is about."""

REFERRING = (
    "that ", "this ", "it ", "they ", "these ", "those ", "这", "该", "它", "那",
)  # fmt: skip
"""How a sentence begins that says nothing without the one before it."""

NOTED = (
    "todo:", "todo：", "to do:", "to-do:", "待办：", "待办:", "待办事项：",
)  # fmt: skip
"""How a person's line begins that notes a thing to do."""

LABELS = (
    *NOTED, "next:",
)  # fmt: skip
"""What stands before a thing that is left to do."""
