"""A statement cut into what can be compared: what it speaks of, what it denies, how sure it is.

Pure, one text at a time. Must not compare two statements.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import NamedTuple

from memory_store.learn import concepts, denial, words

WEAK, STRONG = "now", "change"

_PLAINER = (
    (re.compile(r"\brather than\b", re.IGNORECASE), "instead of"),
    (
        re.compile(r"\b((?:prefer|choos|chose|pick(?! up))\w*\b[^,.;:]*?) over\b", re.IGNORECASE),
        r"\1 instead of",
    ),
    (re.compile(r"\bfrom now on\b", re.IGNORECASE), "now"),
    (re.compile(r"\bafter all(?=\s*(?:[,.;!]|$))", re.IGNORECASE), "instead"),
    (re.compile(r"\b(can)(?:not|['’]t)\b", re.IGNORECASE), r"\1 not"),
    (re.compile(r"n['’]t\b"), " not"),
    (re.compile(r"['’](?:ll|d)\b"), " will"),
    (re.compile(r"['’](?:s|re|ve|m)\b"), ""),
)
_QUESTION = re.compile(
    r"[?？]\s*$|吗\W*$|^\s*(?:should|shall|can|could)\s+(?:we|i)\b", re.IGNORECASE
)
_BEGINS_AS_DONE = re.compile(r"(?!\w*(?:eed|bed)\b)[A-Z]?[a-z]+ed\b")
_VERBS = frozenset(
    {
        "be",
        "was",
        "do",
        "must",
        "use",
        "choose",
        "be at",
        "run at",
        "save",
        "keep",
        "set",
        "listen",
    }
    | {"write", "exist", "happen", "will", "would", "should", "did", "had"}
)
_BY = ("by", "由", "被")
_DROPPED = frozenset({concepts.SOFT, concepts.NEGATIVE, concepts.CHANGE})
UNIVERSAL = frozenset({"all", "always", "every"})  # `not always` is not `never`
_COUNTER = "times"


class Token(NamedTuple):
    """Something that a statement speaks of.

    Attributes:
        key: its concept, or the word itself.
        role: what its concept does to a statement (see concepts.txt).
        kinds: the kinds of values that it is one of; none for what is no value.
        free: whether it stands where a value may change: not where it names what is spoken of.
    """

    key: str
    role: str = ""
    kinds: frozenset[str] = frozenset()
    free: bool = True


class Statement(NamedTuple):
    """What a text states.

    Attributes:
        tokens: what it asserts something of, in its order, without words that carry nothing.
        denied: the values that it says to hold no more, or not.
        negative: whether it says that something is not, or is not to be done.
        sign: STRONG where it says that something took another's place, WEAK for `now`, else "".
        agent: the key of by whom it is done, "" where it does not tell so.
        defines: whether it tells what something is, and no more.
        says: whether it is more than a title: it has a verb that is known as one, or is Chinese.
        roles: the roles of its words.
        asks: whether it is a question.
        uses: whether it tells that something is used.
        han: whether it is written in Chinese.
        text: it as it stands, with the signs of full width made plain, contractions undone, and
            `rather than` and `prefer X over Y` told with `instead of`.
        clauses: its words, clause by clause, those that carry nothing among them.
    """

    tokens: tuple[Token, ...]
    denied: frozenset[str]
    negative: bool
    sign: str
    agent: str
    defines: bool
    says: bool
    roles: frozenset[str]
    asks: bool
    uses: bool
    han: bool
    text: str
    clauses: tuple[tuple[words.Item, ...], ...]

    def keys(self) -> frozenset[str]:
        """The keys of its tokens."""
        return frozenset(one.key for one in self.tokens)


@functools.lru_cache(maxsize=4096)
def read(text: str) -> Statement:
    """The statement of a text of any length in English, Chinese or both."""
    folded = unicodedata.normalize("NFKC", text).strip()
    for pattern, plain in _PLAINER:
        folded = pattern.sub(plain, folded)
    han = _is_chinese(folded)
    clauses = words.clauses_of(words.of_text(folded, han=han))
    roles = frozenset(one.role for clause in clauses for one in clause)
    if _BEGINS_AS_DONE.match(folded) or any(_tells_what_was_done(one) for one in clauses):
        roles |= {concepts.EVENT}
    denied, clauses = denial.find(clauses)
    sign = _sign(clauses, denied)
    items = [one for clause in clauses for one in clause]
    turns = sum(denial.denies([one]) for one in items)
    tokens = [
        token
        for clause in clauses
        for token in _tokens(clause, negative=turns % 2 == 1)
        if token.key not in denied
    ]
    return Statement(
        tokens=tuple(tokens),
        denied=denied,
        negative=turns % 2 == 1,
        sign=sign,
        agent=_agent(items),
        defines=_defines(clauses),
        says=han or any(one.key in _VERBS for one in items),
        roles=roles,
        asks=bool(_QUESTION.search(text)),
        uses=any(one.key == "use" for one in items),
        han=han,
        text=folded,
        clauses=tuple(tuple(clause) for clause in clauses),
    )


def _is_chinese(text: str) -> bool:
    """Whether Chinese prevails, by length or by words: 用 log4j2，不要用 logback."""
    signs = len(re.findall(f"[{words.HAN_RANGE}]", text))
    return signs * 4 >= len(text) or signs > len(re.findall(r"[A-Za-z][\w.+#-]*", text))


def _tells_what_was_done(clause: list[words.Item]) -> bool:
    """Whether 了 stands between what was done and what it was done to: 迁移了 120 张表."""
    changes = any(one.role == concepts.CHANGE for one in clause)
    return not changes and any(one.text == "了" for one in clause[:-1])


def _sign(clauses: list[list[words.Item]], denied: frozenset[str]) -> str:
    keys = {one.key for clause in clauses for one in clause if one.role == concepts.CHANGE}
    if denied or keys - {"now"}:
        return STRONG
    return WEAK if keys else ""


def _tokens(clause: list[words.Item], *, negative: bool) -> list[Token]:
    """What a clause speaks of."""
    found = []
    first = any(one.key == "before" for one in clause) and "先"
    for at, one in enumerate(clause):
        kept = one.role not in _DROPPED or (negative and one.key in UNIVERSAL)
        kept &= one.key != first  # 提交前先跑测试 says no more than 提交前跑测试
        if kept and one.key != _COUNTER and not (one.key == "from" and denial.is_move(clause)):
            free = words.NUMBER not in one.kinds or _is_free(clause, at)
            done = not one.role and not one.kinds and _is_participle(clause, at)
            found.append(Token(one.key, concepts.DOING if done else one.role, one.kinds, free))
    return found


def _is_participle(clause: list[words.Item], at: int) -> bool:
    """Whether an English word tells what is done to its subject: `must be deleted`."""
    before = [one.key for one in clause[:at] if one.role != concepts.NEGATIVE][-1:]
    return before == ["be"] and clause[at].text.endswith(("ed", "en", "t"))


def _agent(items: list[words.Item]) -> str:
    """What follows `by`, 由 or 被; `by using` tells of no one."""
    found = iter(items)
    if not any(one.text in _BY for one in found):
        return ""
    after = next(found, None)
    if after is None or after.key == "use":
        return ""
    return next((one.key for one in (after, *found) if one.role != concepts.SOFT), "")


def _defines(clauses: list[list[words.Item]]) -> bool:
    """Whether a statement is of the form `the … is VALUE`, with nothing said of the value."""
    if len(clauses) != 1:
        return False
    items = [one for one in clauses[0] if one.key != "article"]
    named = len(items) > 2 and items[-2].key == "be" and items[-1].kinds  # noqa: PLR2004
    return bool(named) and sum(one.key == "be" for one in items) == 1


def _is_free(clause: list[words.Item], at: int) -> bool:
    """Whether a number is a value, as in `port 8080` and `30 days`, and no name, as in `phase 2`.

    A value is followed by a unit or by nothing that is said of it, and what it follows leads to a
    value: an attribute, a program, a small word.
    """
    behind = [one for one in clause[at + 1 :] if one.role != concepts.CHANGE]
    rest = [one for one in behind if one.role != concepts.SOFT and one.text != "个"]
    if rest and rest[0].role == concepts.UNIT:
        return True
    told = [one for one in rest if one.role not in (concepts.SINGLE, concepts.UNIT)]
    before = clause[at - 1] if at else None
    if told:
        return bool(before and before.role == concepts.SOFT) and _counts(behind)
    leads = before is None or before.role or before.kinds - {words.HAN, words.NAME}
    return bool(leads) and (before is not None or bool(rest))


def _counts(behind: list[words.Item]) -> bool:
    """Whether a number is of what follows, and nothing follows that: `seats`, 个席位."""
    if len(behind) == 1:
        return behind[0].text.isascii() and behind[0].text.endswith("s") and not behind[0].role
    of = [one for one in behind[1:] if one.kinds == {words.HAN}]
    return behind[0].text == "个" and len(of) == len(behind) - 1 == 2  # noqa: PLR2004
