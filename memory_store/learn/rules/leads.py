"""Words before the point, words that only stress, and contractions, in both languages: tables.

Must not hold anything but words.
"""

from __future__ import annotations

WRITTEN_OUT = {
    "can't": "can not", "cannot": "can not", "cant": "can not", "won't": "will not",
    "wont": "will not", "shan't": "shall not", "dont": "do not", "doesnt": "does not",
    "didnt": "did not", "isnt": "is not", "arent": "are not", "wasnt": "was not",
    "shouldnt": "should not", "mustnt": "must not", "havent": "have not", "hasnt": "has not",
    "im": "i am", "ive": "i have", "thats": "that is", "lets": "let us", "it's": "it is",
    "that's": "that is", "name's": "name is", "team's": "team is", "there's": "there is",
    "here's": "here is", "what's": "what is", "he's": "he is", "she's": "she is",
    "let's": "let us", "who's": "who is", "where's": "where is", "how's": "how is",
    "everything's": "everything is", "favourite": "favorite", "favour": "favor",
    "colour": "color", "anymore": "any more", "wanna": "want to", "gonna": "going to",
    "w/": "with", "w/o": "without", "pls": "please", "plz": "please",
}  # fmt: skip
ENDINGS = (
    ("n't", " not"), ("'re", " are"), ("'ve", " have"), ("'ll", " will"), ("'m", " am"),
    ("'d", " would"),
)  # fmt: skip
FILLERS = frozenset(
    (
        "just already really actually basically simply finally strongly fully very please kindly  "
        "pretty even officially recently ultimately totally absolutely definitely explicitly  "
        "formally deliberately intentionally"
    ).split()
)
ENGLISH = (
    "and", "but", "so", "also", "ok", "okay", "well", "oh", "hey", "hi", "hello", "ah", "hm",
    "hmm", "yes", "yeah", "yep", "right", "sure", "good", "great", "thanks", "by the way",
    "btw", "fyi", "honestly", "personally", "frankly", "for context", "for the record",
    "as i said", "that reminds me", "one more thing", "another thing", "one thing",
    "two things", "anyway", "heads up", "side note", "quick note", "so you know",
    "you should know", "you can not know", "you can not know this", "to be clear",
    "in case it helps", "for info", "for what it is worth", "fwiw", "as you know", "ps", "p.s",
    "true", "the thing is", "some background", "to be honest", "tbh", "imo", "in my opinion",
    "heads-up",
    "see", "look", "listen", "listen up", "then", "yeah so", "so yeah", "sigh", "again", "um",
    "uh", "though", "sadly", "luckily", "unfortunately", "in short", "long story short",
    "tl;dr", "now", "besides", "plus", "in general", "generally", "until now",
    "forget what i said", "i should mention", "i should add",
    "i forgot to say", "i forgot to mention", "forgot to mention", "worth knowing",
    "background", "context", "which reminds me",
)  # fmt: skip
WE = (
    " our team ", " the team ", " my team ", " the whole team ", " everyone here ",
    " our group ", " us all ", " we all ", " we both ", " we here ",
)  # fmt: skip
CHINESE = (
    "对了", "另外", "还有", "顺便说一下", "顺便说下", "顺便提一下", "顺便", "补充一下",
    "补充一点", "补充", "说实话", "老实说", "其实", "而且", "等下,", "等等,", "等一下,", "但是",
    "不过", "所以", "因此", "因为", "由于", "然后", "那么", "哦", "噢", "嗯嗯", "嗯", "好的",
    "好吧", "啊", "诶", "哎", "是的", "对的", "请你", "请", "麻烦你", "麻烦", "拜托", "总之",
    "总的来说", "简单说", "一句话", "你应该不知道", "你可能不知道", "你不知道", "你知道",
    "跟你说", "告诉你", "提醒一下", "提醒你", "提醒", "说一下", "说下", "说明一下", "背景",
    "先说下背景", "前提", "注意", "要注意", "需要注意", "首先", "其次", "最后", "目前", "现在",
    "如今", "你看", "你要知道", "要知道", "按理说", "一般来说", "通常", "通常来说", "原则上",
    "个人", "我个人", "我这个人", "我这人", "比如说", "就是说", "就是", "也就是说", "换句话说",
    "主要是", "关键是", "重点是", "问题是", "毕竟", "反正", "只是", "同时", "并且", "此外",
    "再说一遍", "还有一件事", "还有一点", "还有个事", "再强调一次", "再强调一下", "再提醒一下",
    "最后一点",
)  # fmt: skip
CHINESE_WE = (
    "咱们", "咱", "我们团队", "我们组", "我们这边", "我们这里", "我们这", "我们公司",
    "我们部门", "我们项目", "团队里", "团队", "组里", "大家", "我司", "我方", "项目组",
    "我们内部",
)  # fmt: skip
FRONT = (
    "by the way", "btw", "fyi", "for context", "for the record", "also", "and", "but", "so",
    "ok", "okay", "oh", "well", "hey", "hi", "hello", "right", "sure", "yes", "yeah", "yep",
    "anyway", "ah", "heads up", "side note", "please", "honestly", "personally", "actually",
    "heads-up",
    "hm", "hmm", "thanks", "just so you know", "one more thing", "that reminds me",
    "oh and that reminds me", "no", "nope", "wrong", "that's wrong", "wait", "correction",
    "careful", "and honestly", "you can't know this", "because", "well, you can't know this",
    "note", "remember", "to be clear", "as i said", "nah", "understood", "got it", "noted",
    "good", "great", "done", "agreed", "settled then", "sorry", "pls", "对了", "另外", "还有",
    "顺便说一下", "顺便", "补充一下", "说实话", "老实说", "其实", "而且", "但是", "不过",
    "所以", "因此", "哦", "噢", "嗯", "好的", "好", "那", "啊", "不对", "错了", "你搞错了",
    "更正一下之前说的", "更正一下", "更正", "纠正一下", "纠正", "哦你应该不知道",
    "你应该不知道", "你可能不知道", "说下背景吧", "说下背景", "看到没", "请", "明白", "了解",
    "收到", "注意", "提醒一下", "那就这么定", "那就定了", "对", "唉", "因为", "再说一遍",
    "还有一件事", "还有一点", "还有个事", "补充一点", "再强调一次", "再强调一下", "再提醒一下",
    "最后一点", "another thing", "again",
)  # fmt: skip
TIGHT = (
    "对了", "另外", "顺便", "其实", "而且", "但是", "不过", "所以", "因此", "请",
)  # fmt: skip
SPACED = (
    "and", "but", "so", "please", "also", "oh", "btw", "by the way", "actually", "fyi",
    "personally", "ok", "because", "honestly",
)  # fmt: skip
SO = (
    " so the ", " so you ", " so I ", " so we ", " so no ", " so it ", " so there ", " so i ",
    " so that's ", " so don't ", " so please ", " so explain ",
)  # fmt: skip
