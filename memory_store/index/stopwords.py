"""Words of a question that say nothing about its subject, in English and Chinese.

A plain table; the index holds every word, and only questions leave these out.
"""

from __future__ import annotations

ENGLISH = frozenset(
    """
    a about all also am an and any are aren as at be been being but by can cannot could couldn d
    did didn do does doesn doing don done for from get had has hasn have haven having he her here
    hers him his how i if in into is isn it its itself just ll m me might mine more most must my
    no nor not of off on once only or other our ours out over own please re s same shall she should
    shouldn so some such t tell than that the their theirs them then there these they this those
    through to too us ve very was wasn we were weren what when where which while who whom whose why
    will with won would wouldn you your yours
    """.split()
)

_CHINESE = """
    请问一下 请告诉我 我想知道 可不可以 什么时候
    告诉我 想知道 有没有 是不是 能不能 可以吗 要不要 会不会
    为什么 怎么样 怎么办 什么样 哪一个 哪一种
    请问 为何 怎么 怎样 如何 什么 哪些 哪个 哪种 哪里 哪儿 多少 是否
    以及 或者 并且 而且 但是 因为 所以 如果 那么 我们 你们 他们 她们 它们
    这个 那个 这些 那些 这样 那样 这里 那里 可以 应该 需要
    的 了 吗 呢 吧 啊 呀 嘛 是 在 和 与 或 我 你 他 她 它 这 那
    """.split()  # the longest first: a shorter one must not cut into them


def cut_phrases(text: str) -> str:
    """`text` with a blank in the place of each Chinese stop phrase."""
    if not text.isascii():
        for phrase in _CHINESE:
            text = text.replace(phrase, " ")
    return text
