"""Cheap signs that a prompt may change a fact. Without a sign nothing more is loaded."""

from __future__ import annotations

from memory_store.language import mood, script, sentences, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_STEMS = (  # of the words that facts/words.txt reads as changing, correcting or ending
    "chang", "switch", "moved", "move ", "moving", "migrat", "replac", "upgrad", "bump", "raise",
    "raising", "lower", "increas", "renam", "swap", "convert", "shift", "reschedul", "pushed",
    "extend", "relocat", "instead", "take over", "takes over", "taken over", "took over",
    "after all", " back to", " back with", "go with", "go to", "goes to", "going with", "going to",
    "went with", "went to", "handed", "hand over", "hand to", "handing", " now", "now ",
    "now.", "no,",
    "no.", "no;", "no!", "nope", "actually", "correction", "never mind", "nevermind", "thought",
    "i was wrong", "misspoke", "i meant", "scratch", "strike", "ignore", "disregard", "forget",
    "longer", "any more", "anymore", "n't need", "not need", "needed", "necessary", "have to",
    "stop", "drop", "ditch", "retir", "deprecat", "remov", "abandon", "rid of", " left", " gone",
    "quit", "needn", "no use", "no it", "these days", "nowadays", "since ", "as of ", "from ",
    "换", "搬", "迁", "切", "挪", "移", "调", "转", "升级", "升到", "降", "改", "替", "取代",
    "代替", "接手", "接管", "变成", "变为", "变更", "交给", "现在", "如今", "以后", "今后", "往后",
    "从今天", "目前", "推迟", "提前", "提高", "提升", "延长", "延期", "缩短", "涨", "更新", "更正",
    "修改", "更换", "更名", "命名", "不对", "不是的", "错", "纠正", "等等", "算了", "不，", "不,",
    "其实", "不算", "作废", "不再", "再用", "弃", "停用", "下线", "取消", "废", "淘汰", "离职",
    "还是", "stick", "离开", "走了", "退出", "去掉", "移除", "不用", "别用", "了",
)  # fmt: skip

_NEAR = 4


def may_change(text: str) -> bool:
    """Whether a text has a word that may change a fact, in Chinese of either script or English.

    Says yes too often by design; `changing` decides.
    """
    flat = script.simplified(text.lower())
    return any(stem in flat for stem in _STEMS)


def states(text: str) -> bool:
    """Whether a text has a sentence of its own that is no question."""
    return not all(map(mood.asks, sentences.own(text)))


def are_near(text: str, contents: Iterable[str]) -> bool:
    """Whether a text shares a quarter of its words with a fact: it may tell another value."""
    own = words.split(text)
    told = map(words.split, contents)
    return any(len(own & one) * _NEAR >= max(1, min(len(own), len(one))) for one in told)
