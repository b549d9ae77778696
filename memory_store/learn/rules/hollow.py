"""Tells a statement that says nothing of its own: only cues, pronouns and small words, or a mark.

`Always do that.` and 以后都这样 point at what was said before. Must not judge what the rest is
worth.
"""

from __future__ import annotations

from memory_store.learn.rules import shape, specifics
from memory_store.text import mark

_EMPTY = frozenset(
    (
        "i me my mine myself you your yours we us our ours he him his she her they them their "
        "it its this that these those here there who which everything anything something "
        "nothing everyone nobody same such so am is are was were be been being do does did "
        "done doing have has had having will would shall should can could may might must need "
        "needs ought let get gets got a an the and or but if of to in on at for with by from "
        "as than then too also not no yes ok okay never ever always only still all any every "
        "each more most much very again now later please going forward moving future "
        "henceforth next time times instead rather just well best better back prefer prefers "
        "preferred like likes liked love loves loved hate hates dislike want wants wanted "
        "favor favorite favorites decide decided decides deciding decision agree agreed "
        "settle settled choose chose chosen pick picked remember note keep keeps kept mind "
        "forget use uses used using make makes made go goes went gone take takes took happen "
        "happens way ways thing things stuff idea approach option version rule case kind sort "
        "personally generally usually what out up about that's it's any more"
    ).split()
)
_WITH_OBJECT = frozenset(
    (
        "add bring call change check do fix give handle leave move put remove run say see "
        "send set show start stop tell try turn work write"
    ).split()
)
_POINTERS = frozenset("it this that these those them".split())
_ONES = (" this one ", " that one ", " the one ", " the other one ", " the first one ")
_EMPTY_ZH = frozenset(
    (
        "我 我们 你 你们 他 她 它 他们 它们 自己 这 那 这个 那个 这些 那些 这样 那样 这么 那么 "
        "这种 那种 这里 那里 这点 那点 这一点 那一点 这条 那条 这件 这一条 此 其 总 总是 永远 "
        "始终 一直 从来 从不 从 不要 别 不 没 没有 不能 不许 不准 不得 不可以 禁止 必须 务必 "
        "一定 应该 需要 要 得 都 也 就 还 还是 再 又 才 只 很 太 更 最 比较 更加 非常 特别 挺 "
        "以后 今后 往后 现在起 现在开始 今天起 下次 下回 每次 以前 之前 现在 目前 统一 一律 "
        "全部 所有 全 喜欢 偏好 偏爱 讨厌 习惯 想 希望 决定 定 敲定 商定 说定 确定 选 选定 "
        "约定 规定 规则 惯例 规矩 记 记住 记下 记得 牢记 请 麻烦 一下 一点 一样 同样 如此 "
        "吧 啊 呢 了 的 地 着 过 呀 哦 哈 嘛 啦 吗 好 行 可以 可 能 会 是 有 在 做 用 办 弄 "
        "搞 干 来 去 走 按 照 按照 采用 使用 方式 方法 方案 做法 办法 东西 事情 事 情况 风格 "
        "时候 样子 和 跟 与 把 被 给 对 让 由 为 到 以 而 但 所以 继续 保持 改 变 换 即可 为准 "
        "千万 绝对 绝 切记 坚持 我个人 个人"
    ).split()
)
_LONGEST_ZH = 4
_SECRETS = ("key", "token", "password", "passwd", "secret", "bearer", "密码", "口令", "令牌",
            "密钥", "私钥")  # fmt: skip
_TELLING = (" is", " are", " was", " to", "=", ":", "：", "是", "为", "叫", *_SECRETS)
_TOLD = ("is ", "was ", "are ", "是", "为")
_LEADING = (":", "：", "=")
_TRIM = " \"'`“”‘’「」*"


def is_hollow(content: str) -> bool:
    """Whether no word of a statement carries something that another session could use."""
    if tells_secret(content):
        return True
    own = mark.without_marks(content)
    if shape.is_chinese(own):
        return is_made_of(shape.chinese(own), _EMPTY_ZH)
    return _is_hollow_en(shape.english(own))


def tells_secret(text: str) -> bool:
    """Whether what a text would tell was a secret: `the token is [redacted:github]`."""
    head, found, rest = text.partition(mark.MARK)
    if not found:
        return False
    kind, _, after = rest.partition("]")
    before = head.rstrip(_TRIM).lower()
    told = before.endswith(_TELLING) or after.lstrip(_TRIM).lower().startswith(_TOLD)
    told = told and not after.startswith("@")  # of an address with a password in it
    left = [one for one in specifics.told(mark.without_marks(text)) if one.lower() != kind]
    return told or not (left or specifics.count(after) or "`" in before)


def _is_hollow_en(flat: str) -> bool:
    for one in _ONES:
        flat = flat.replace(one, " that ")
    words = [word for word in flat.split() if word != ","]
    left = [at for at, word in enumerate(words) if word not in _EMPTY]
    if len(left) != 1:
        return not left
    after = words[left[0] + 1 :]
    return words[left[0]] in _WITH_OBJECT or (
        after[:1] != [] and after[0] in _POINTERS and all(word in _EMPTY for word in after)
    )


def without_secrets(parts: list[str]) -> list[str]:
    """Clauses without those whose point was a secret, and without what only leads to one."""
    told: list[str] = []
    for part in parts:
        if not tells_secret(part):
            told.append(part)
            continue
        while told and told[-1].rstrip().endswith(_LEADING):
            told.pop()
    return told


def is_made_of(flat: str, words: frozenset[str]) -> bool:
    """Whether a flat Chinese sentence is made of such words alone, the longest taken first."""
    at = 0
    while at < len(flat):
        sizes = (size for size in range(_LONGEST_ZH, 0, -1) if flat[at : at + size] in words)
        size = next(sizes, 1 if flat[at] in ",-." else 0)
        if not size:
            return False
        at += size
    return True
