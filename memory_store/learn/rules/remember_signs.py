"""What people say to have something kept, in both languages: tables alone.

In lower case, as the sentence begins or ends. Must not hold anything but phrases.
"""

from __future__ import annotations

OPENERS = (
    "please", "pls", "and", "also", "ok", "okay", "hi", "hey", "so", "oh", "but", "by the way",
    "btw", "can you", "could you", "one more thing", "important", "one thing", "then",
    "note to self", "and to you", "you should", "you must", "you need to", "always", "just",
    "do", "kindly", "well", "right", "ah", "fyi", "before i forget", "hm", "yes", "no",
    "from now on", "for later", "next",
)  # fmt: skip
ASKED = (
    "remember", "remember this", "remember that", "remember this for next time",
    "remember this for later", "remember for next time", "remember for later",
    "remember for the future", "remember this one", "remember the following", "keep in mind",
    "keep in mind that", "keep this in mind", "bear in mind", "bear in mind that", "note that",
    "note", "note down", "note down that", "take note", "take note that", "take a note",
    "take a note that", "make a note", "make a note that", "make a note of this",
    "make a note of the fact that", "make note that", "note to self", "note to self and to you",
    "note for later", "note for the future", "note for next time", "note for future sessions",
    "don't forget", "don't forget that", "do not forget", "do not forget that", "never forget",
    "never forget that", "save this", "save that", "save to memory", "save in memory",
    "save this to memory", "save this fact", "save to your memory", "save it", "save for later",
    "save the following", "store this", "store that", "store in memory", "store this in memory",
    "store the fact that", "add to memory", "add to your memory", "add this to memory",
    "add this to your memory", "put this in memory", "put this in your memory",
    "put this into memory", "put in memory", "memorize", "memorise", "memorize this",
    "memorise this", "memorize that", "memory", "to remember", "write down", "write this down",
    "write that down", "write down that", "record this", "record that", "record the fact that",
    "jot down", "jot this down", "log this for later", "keep this", "keep this for later",
    "keep a note", "keep a note that", "keep track of this", "for future reference",
    "for future sessions", "fyi for future sessions", "for the future", "for next time",
    "for later", "for your memory", "for the record", "for later sessions", "learn this",
    "commit this to memory", "commit to memory", "memo", "things to remember",
    "one thing to remember", "something to remember", "worth remembering",
    "it's worth remembering that", "good to remember", "update your memory", "update memory",
    "add a memory", "new memory", "mental note", "pin this", "be aware that", "be aware",
    "please note", "please note that", "know that", "you should know that",
    "you should remember that", "i want you to remember that", "i want you to remember",
    "i'd like you to remember that", "make sure you remember that",
    "make sure to remember that", "make sure you remember",
)  # fmt: skip
TRAILING = (
    "remember that", "remember this", "remember it", "please remember", "please remember that",
    "please remember this", "keep that in mind", "keep it in mind", "keep this in mind",
    "please keep that in mind", "please keep this in mind", "don't forget that",
    "don't forget it", "don't forget", "write that down", "note that down",
    "make a note of that", "make a note of it", "save that", "save this", "save it",
    "save that for later", "bear that in mind", "take note", "add that to memory",
    "put that in memory", "please note", "remember that for later",
    "remember that for next time", "please save that", "please note that down", "note it down",
    "commit that to memory", "remember", "make a note", "for future reference",
    "keep that in memory", "don't forget it again", "don't forget that again",
    "don't forget again",
)  # fmt: skip
ASKS_FOR_ACTION = (
    "to ", "when ", "how ", "what ", "where ", "why ", "who ", "the time", "the day", "me ",
    "if ", "whether ", "last ", "? ", "your password", "about ",
)  # fmt: skip
CHINESE_OPENERS = (
    "有件事", "有个事", "有一件事", "有一点", "说个事", "还有件事", "请你", "请", "麻烦你",
    "麻烦", "另外", "还有", "对了", "帮我", "帮忙", "你要", "你得", "你", "要", "也", "顺便",
    "给我", "千万", "一定要", "一定", "务必", "好好", "先", "再", "那", "顺手", "需要你",
    "然后", "以后要", "永远", "这个以后会用到", "这个", "这点", "这一点", "这条", "这事",
    "必须", "最好", "都", "把这个", "把这条", "把这点", "把下面这个", "把以下内容", "嗯", "好",
    "哦", "噢", "补充一下", "咱", "替我", "注意", "重要",
)  # fmt: skip
CHINESE_ASKED = (
    "记住", "记下来", "记下", "记一下", "记一笔", "记好", "记着", "记牢", "牢记", "谨记",
    "存一下", "存下来", "存下", "存到记忆", "存到记忆里", "存进记忆", "存入记忆", "存个档",
    "保存一下", "保存到记忆", "保存到记忆里", "保存下来", "写进记忆", "写进记忆里", "写入记忆",
    "写到记忆里", "写到记忆", "加到记忆", "加到记忆里", "加入记忆", "放进记忆", "放到记忆里",
    "记到记忆里", "记到备忘录", "记到本子上", "记在记忆里", "备忘一下", "备忘", "备注一下",
    "备注", "做个记录", "做个备忘", "做个笔记", "记录一下", "记录下来", "记录下", "记录",
    "留个底", "留个记录", "留存一下", "别忘了", "不要忘了", "别忘记", "不要忘记", "不要忘",
    "别忘", "记个事", "记个笔记", "收录一下", "长期记住", "永久记住", "更新记忆", "新增记忆",
    "添加记忆", "添加到记忆", "记忆", "请记得", "记得",
)  # fmt: skip
CHINESE_AFTER = (
    "一下", "这一点", "这点", "这个", "这条", "这件事", "这事", "一点", "了", "啊", "哈", "哦",
    "吧", "呀", "一件事", "几点", "啦", "以下内容", "以下", "下面这个", "下面这条", "里", "来",
    "着", "到", "如下",
)  # fmt: skip
CHINESE_TRAILING = (
    "记住了", "记住", "记住这点", "记住这一点", "记住哦", "记住啊", "请记住", "请记住这一点",
    "记一下", "帮我记一下", "你记一下", "记下来", "帮我记下来", "记着", "你记着", "别忘了",
    "不要忘了", "别忘记", "存一下", "帮我存一下", "你存一下", "记好了", "记牢", "要记住",
    "你要记住", "一定要记住", "千万记住", "务必记住", "麻烦记一下", "请记下来", "写进记忆",
    "保存一下", "记到记忆里", "写到记忆里", "备忘一下", "这点要记住", "这个要记住", "这点记住",
    "这个记一下", "记录一下", "这个你记下来", "这个记住", "下次别忘了", "别再忘了",
    "以后别忘了", "不要再忘了", "不要再忘记", "别再忘记", "记得",
)  # fmt: skip
CHINESE_ACTION = (
    "提交", "推", "跑", "改", "把", "发", "合", "叫我", "提醒我", "回", "看", "测", "删", "加",
    "先", "带", "吃", "关", "开", "更新", "吗", "不", "上次", "写", "用",
)  # fmt: skip
CHINESE_NAMED = (  # nouns that begin as those do
    "测试环境", "测试库", "测试需要", "测试要", "测试用的", "提交信息", "发布窗口", "发版日",
    "更新日志", "写操作", "加密", "回调",
)  # fmt: skip
FREE = frozenset((
    "remember", "keep", "in", "mind", "bear", "memorize", "memorise", "please", "note", "be",
    "aware", "for", "future", "reference", "never", "forget", "make", "sure", "you", "i",
    "want", "to",
))  # fmt: skip
POINTING = frozenset((
    "save", "that", "store", "record", "memorize",
))  # fmt: skip
LOOSE = frozenset("记得 请记得 记录 备注 记忆 更新记忆 备忘 记录下 存下 新增记忆 添加记忆".split())
FEATURES = (
    "功能", "按钮", "选项", "勾选", "的状态", "checkbox", "button", "feature",
)  # fmt: skip
NOTED = frozenset("记录一下 记录下 记录下来 记一下 记下 记下来 统计一下".split())
INTO = (
    "打到", "打进", "打印", "写到", "写进", "写入", "存到", "存进", "存入", "上报", "输出到",
    "落到", "落库", "放到", "放进", "埋点",
)  # fmt: skip
