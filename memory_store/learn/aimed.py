"""Finds the one fact that a correction means where the words of the two alone don't tell.

That is the fact which names the old value beside the correction's subject (the bastion jump01), or
which does with something what is not to be done with it. Must not guess: of several it gives none.
"""

from __future__ import annotations

from memory_store.journal import records
from memory_store.language import script
from memory_store.learn import concepts, differing, statement, words
from memory_store.learn.rules import shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

Record = dict[str, object]

_USING = frozenset({"use", "with", "by", "through"})
_LEAST = 4  # 定时任务 and `cron job` name something, 任务 and `job` hardly do
_BEFORE_USE = ("应该用", "改用", "还是用", "得用", "要用", "使用", "用", "use ", "using ")


def renamed(correction: str, known: Iterable[Record]) -> tuple[Record, str] | None:
    """The fact that has another value beside the correction's subject, and it with the new one.

    Of 跳板机换成 jump02 了 it is 生产库只能通过跳板机 jump01 访问, which becomes
    生产库只能通过跳板机 jump02 访问. None if there is no such fact, or several.
    """
    stated = statement.read(script.simplified(correction))
    values = [one for one in stated.tokens if differing.is_value(one)]
    subject = [one.key for one in stated.tokens if one not in values]
    plain = [one for one in stated.tokens if one not in values and one.role != concepts.SINGLE]
    if len(values) != 1 or not plain or stated.negative or stated.asks or not stated.sign:
        return None
    new = _written(correction, values[0].key, stated)
    found = []
    for one in known:
        text = str(one["content"])
        prior = statement.read(script.simplified(text))
        old = "" if prior.asks else _beside(prior, subject, values[0])
        said = _written(text, old, prior) if old else ""
        if new and said and text.count(said) == 1:
            found.append((one, text.replace(said, new)))
    return found[0] if len(found) == 1 else None


def denied(correction: str, wrong: str, session: str, known: Iterable[Record]) -> Record | None:
    """The fact that uses what a correction says not to use; None if there is none, or several.

    Args:
        correction: 应该用延时消息，不要用定时任务扫表.
        wrong: what it denies: 定时任务扫表.
        session: in which it was said; of another one a fact must share more than what is used.
        known: the facts that hold.
    """
    named = _named(wrong)
    keys = {one.key for one in named}
    first = next(iter(shape.clauses(correction)), "")
    at = min((at for one in _BEFORE_USE if (at := first.lower().find(one)) >= 0), default=-1)
    if at < 0 or statement.read(first).negative:
        return None
    subject = statement.read(script.simplified(first[:at])).keys()
    found = []
    for one in known:
        prior = statement.read(script.simplified(str(one["content"])))
        known_too = keys & prior.keys()
        more = known_too - {one.key for one in named[: _size(named)]}
        own = records.source_of(one).get("session_id") == session
        shared = (own or more) and len(keys) - len(known_too) <= 1 and subject <= prior.keys()
        if shared and not prior.negative and _uses(prior, named):
            found.append(one)
    return found[0] if len(found) == 1 else None


def _beside(prior: statement.Statement, subject: list[str], value: statement.Token) -> str:
    """The key of the value of the same kind that stands right behind the subject; "" for none.

    Before the subject stands nothing that is part of its name: through the bastion jump01.
    """
    for clause in prior.clauses:
        told = [one for one in clause if one.key != "article"]
        for at in range(len(told) - len(subject)):
            old = told[at + len(subject)]
            same = [one.key for one in told[at : at + len(subject)]] == subject
            free = not at or told[at - 1].role in (concepts.SOFT, concepts.BINDING)
            kind = (old.kinds & value.kinds) - {words.HAN}
            if same and free and kind and old.key != value.key:
                return old.key
    return ""


def _named(wrong: str) -> list[words.Item]:
    """The words of what is denied, but for those that carry nothing."""
    told = [one for clause in statement.read(script.simplified(wrong)).clauses for one in clause]
    return [one for one in told if one.role != concepts.SOFT]


def _size(named: list[words.Item]) -> int:
    """How many of the first words name something: what is used, without what it is to do."""
    weight = 0
    for at, one in enumerate(named):
        weight += 2 if one.text.isascii() else len(one.text)
        if weight >= _LEAST:
            return at + 1
    return 0


def _uses(prior: statement.Statement, named: list[words.Item]) -> bool:
    """Whether a statement has what is named behind 用, 由, `by` or `with`."""
    wanted = [one.key for one in named[: _size(named)]]
    for clause in prior.clauses:
        keys = [one.key for one in clause if one.key != "article"]
        for at, key in enumerate(keys):
            if wanted and key in _USING and keys[at + 1 : at + 1 + len(wanted)] == wanted:
                return True
    return False


def _written(text: str, key: str, stated: statement.Statement) -> str:
    """How a value is written in a text; "" where it can't be told."""
    said = next((one.text for part in stated.clauses for one in part if one.key == key), "")
    at = text.casefold().find(said) if said else -1
    return text[at : at + len(said)] if at >= 0 else ""
