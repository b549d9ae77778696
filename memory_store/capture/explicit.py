"""The sentences that a person asks to have kept, in so many words: `remember that …`, 以后都….

The words are those of cues.jsonl, each with the place in a sentence where it counts.
"""

from __future__ import annotations

import os

from memory_store import codec
from memory_store.capture import leaning, statement
from memory_store.journal import facts
from memory_store.language import mood, names, script, sentences
from memory_store.text import mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

UNSAVED, SCRATCH, MOMENT = "unsaved", "scratch", "moment"
ANYWHERE = "any"
_PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cues.jsonl")
_MOST = 12  # of a prompt; who states more has pasted it
_LONGEST = 600  # characters of a sentence
_CLAUSES = str.maketrans(
    dict.fromkeys(",;!()[]，；！（）【】。…—", "\n") | dict.fromkeys(":：", ":\n") | {"’": "'"}
)
_COLONS = (":", "：")
_OPENERS = (
    "please", "pls", "also", "and", "but", "so", "then", "ok", "okay", "yes", "no", "now", "hey",
    "hi", "just", "btw", "by the way", "one more thing", "important", "note", "i want you to",
    "i'd like you to", "i would like you to", "you should", "you must", "you need to", "make sure",
    "make sure you", "make sure to", "can you please", "could you please", "remember", "rule",
    "请你", "请", "你要", "你", "也", "还有", "另外", "对了", "那", "顺便", "麻烦你", "麻烦",
    "帮我", "帮忙", "我希望你", "希望你", "注意", "要", "得", "千万", "一定要", "一定", "好好",
    "再", "好", "嗯", "大家", "咱们", "我们", "所以", "但是", "然后", "需要", "重要", "记住",
)  # fmt: skip
_OPENER_WORDS = 4  # that are taken off, one after the other
_TRIM = " -*.!！。~\"'"
_ASKING_ENDS = ("?", "？", "吗", "呢", "吧", "么")
_OPENING, _SURELY = ("clause", "edge"), ("remember", "future")
_UNSURE = 0.8
_NO_VERBS = ("s", "ed", "ing")
_VERBS_IN_S = ("ss", "us", "need", "bring")
_cues: list[Cue] = []


class Cue:
    """A phrase by which people ask to have something kept.

    Attributes:
        phrase: in lower case, with simplified characters.
        place: where it counts: at the `start` of a sentence or a `clause`, at the `end`, at either
            `edge` of one, or `any`where.
        kind: of a fact that it asks for, W or O; "" where it asks for none.
        means: `unsaved`: nothing of the prompt is to be kept; `scratch`: nothing before it;
            `moment`: not its sentence.
        unless, then: how what follows it must not begin, and must; `verb`: an English verb.
        is_sure: whether it makes a fact that stands, no candidate.
    """

    __slots__ = ("is_sure", "kind", "means", "phrase", "place", "then", "unless")

    def __init__(self, row: dict[str, object]) -> None:
        self.phrase = str(row["cue"])
        self.place = str(row["at"])
        self.kind = str(row["kind"])
        self.means = str(row["class"])
        self.unless = tuple(codec.texts(row.get("unless")))
        self.then = tuple(codec.texts(row.get("then")))
        self.is_sure = row.get("status") != facts.CANDIDATE

    def is_in(self, clauses: list[list[str]]) -> bool:
        """Whether a sentence says it in its place.

        Args:
            clauses: each as it stands, and without one after the other of its openers.
        """
        phrase = self.phrase
        if self.place == ANYWHERE:
            return any(self._follows(one[0], one[0].find(phrase)) for one in clauses)
        if self.place == "end":
            is_last = any(one.rstrip(" :") == phrase for one in clauses[-1])
            return is_last and not any(one.startswith(self.unless) for one in clauses[0])
        heads = clauses[:1] if self.place == "start" else clauses
        for heading in heads:
            for one in heading:
                if one.startswith(phrase) and self._follows(one, 0):
                    return True
        return self.place == "edge" and clauses[-1][0].endswith(f" {phrase}")

    def _follows(self, clause: str, at: int) -> bool:
        """Whether what stands around the phrase at `at` lets it count."""
        if at < 0:
            return False
        rest = clause[at + len(self.phrase) :]
        inside = rest[:1].isascii() and (rest[:1].isalnum() or rest[:1] in ("'", "_", "-"))
        if rest and self.phrase[-1].isascii() and self.phrase[-1].isalnum() and inside:
            return False
        rest = rest.strip(" :")
        if any(rest.startswith(one) and _is_apart(one, rest) for one in self.unless):
            return False
        if self.then == ("verb",):
            return _is_order(rest)
        return not self.then or not rest or rest.startswith(self.then)


def statements(text: str) -> list[statement.Statement]:
    """What a person's prompt asks to keep, in its order; whole sentences, at most 12.

    Nothing of a prompt that asks to keep nothing, nor what stands before `scratch that`.
    """
    found: list[statement.Statement] = []
    before = ""
    for sentence in _with_lists(text):
        said = cues_in(sentence)
        means = [one.means for one in said]
        if UNSAVED in means:
            return []
        if SCRATCH in means:
            found, before = [], ""
        asking = [one for one in said if one.kind and MOMENT not in means]
        empty = [one.phrase for one in said if one.place != ANYWHERE]
        content = leaning.whole(sentence, empty, before) if asking else ""
        if content and not mark.tells_secret(sentence):
            found.append(_statement(content, asking))
        before = sentence
    return found[:_MOST]


def is_unsaved(text: str) -> bool:
    """Whether a person wants nothing of a prompt kept: `don't save this`, 别记."""
    return any(
        one.means == UNSAVED for sentence in sentences.own(text) for one in cues_in(sentence)
    )


def cues_in(sentence: str) -> list[Cue]:
    """The cues of a sentence in their places; none in a question, or a very long one.

    What opens as a rule is none for a word that questions have: 从现在开始每次都说你是什么模型.
    """
    if len(sentence) > _LONGEST:
        return []
    flat = script.simplified(sentences.masked(sentence).lower()).translate(_CLAUSES)
    likely = [one for one in _table() if one.phrase in flat]
    if not likely:
        return []
    parts = (" ".join(part.split()).strip(_TRIM) for part in flat.split("\n"))
    clauses = [_bared(one) for one in parts if one]
    if clauses and mood.asks(sentence):
        clauses = [] if sentence.rstrip().endswith(_ASKING_ENDS) else clauses[:1]
        likely = [one for one in likely if one.place in _OPENING and one.means in _SURELY]
    return [one for one in likely if clauses and one.is_in(clauses)]


def _statement(content: str, asking: list[Cue]) -> statement.Statement:
    is_sure = any(one.is_sure for one in asking)
    kind = "O" if any(one.kind == "O" for one in asking) else "W"
    return statement.Statement(
        content,
        kind,
        names.of(content),
        1.0 if is_sure else _UNSURE,
        status=facts.STANDING if is_sure else facts.CANDIDATE,
        how=statement.ASKED if is_sure else statement.SCORED,
    )


def _with_lists(text: str) -> Iterator[str]:
    """The sentences of a text; one that ends in a colon with the list that stands under it."""
    head = ""
    points: list[str] = []
    for sentence, in_list in sentences.listed(text):
        if head and in_list:
            points.append(sentence)
            continue
        if head:
            yield "\n".join([head, *points])
        head, points = (sentence, []) if sentence.endswith(_COLONS) else ("", [])
        if not head:
            yield sentence
    if head:
        yield "\n".join([head, *points])


def _table() -> list[Cue]:
    if not _cues:
        with open(_PATH, encoding="utf-8") as file:
            lines = file.read().splitlines()
        rows = codec.parse(f"[{','.join(lines)}]")  # at once: ten times as quick as line by line
        assert isinstance(rows, list)  # noqa: S101  our own file
        _cues.extend(Cue(row) for row in rows)
    return _cues


def _bared(clause: str) -> list[str]:
    """A clause, and what is left of it as each opener is taken off: please, also, 请, 另外."""
    found = [clause]
    for _ in range(_OPENER_WORDS):
        rest = _without_opener(found[-1])
        if rest == found[-1]:
            break
        found.append(rest)
    return found


def _without_opener(clause: str) -> str:
    fitting = [one for one in _OPENERS if clause.startswith(one) and _is_apart(one, clause)]
    return clause[len(max(fitting, key=len)) :].strip(" :") if fitting else clause


def _is_apart(head: str, text: str) -> bool:
    """Whether a word that a text begins with ends there: `so we`, not `some`."""
    return not head.isascii() or not text[len(head) : len(head) + 1].isalnum()


def _is_order(rest: str) -> bool:
    """Whether words begin with a verb as orders have it: `use …`, not `fails` or `had`."""
    word = rest.partition(" ")[0]
    has_end = word.endswith(_NO_VERBS) and not word.endswith(_VERBS_IN_S)
    return word.isalpha() and word.isascii() and not has_end
