"""Finds the sentences that a person asks to keep in so many words: `remember that …`, 以后都….

The phrases are those of cues.jsonl. Each has a place in a sentence where it counts.
"""

from __future__ import annotations

from memory_store import model
from memory_store.capture import cues, leaning, signs, stated_fact
from memory_store.language import mood, names, phrases, reported, script, sentences
from memory_store.text import mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memory_store.journal.stored import Entry

_MOST = 12  # of a prompt; who states more has pasted it
_LEAST_CHARS = 6
_LONGEST = 600  # characters of a sentence
_CLAUSES = str.maketrans(
    dict.fromkeys(",;!()[]，；！（）【】。…—", "\n") | dict.fromkeys(":：", ":\n") | {"’": "'"}
)
_COLONS = (":", "：")
_OPENERS = phrases.beside(__file__)["openers"]
_OPENER_WORDS = 4  # that are taken off, one after the other
_BETWEEN = " ,;，；、"
_TRIM = " -*.!！。~\"'"
_UNSURE = 0.8


def statements(text: str) -> list[stated_fact.Statement]:
    """The statements that a prompt asks to keep, in its order: whole sentences, at most 12.

    Nothing of a prompt that asks to keep nothing, nor what stands before `scratch that`.
    """
    stated: list[stated_fact.Statement] = []
    before = ""
    for sentence in _with_lists(text):
        said = cues_in(sentence)
        means = [one.means for one in said]
        if cues.UNSAVED in means:
            return []
        if cues.SCRATCH in means and not _names_a_fact(sentence):
            stated, before = [], ""
        asking = [one for one in said if one.kind and cues.MOMENT not in means]
        empty = [one.phrase for one in said if one.place not in cues.INSIDE]
        head, *points = sentence.split("\n")
        if points and asking and not leaning.whole(head, empty, ""):
            plain = [one.rstrip(_BETWEEN) for one in points if not mark.tells_secret(one)]
            stated += [_statement(one, asking) for one in plain]
            before = ""
            continue
        content = leaning.whole(sentence, empty, before) if asking else ""
        if content and not mark.tells_secret(sentence) and not _takes_back(sentence):
            stated.append(_statement(content, asking))
        before = sentence
    return stated[:_MOST]


def _names_a_fact(sentence: str) -> bool:
    """Whether a sentence takes back a fact that it names, not the words before it."""
    from memory_store.facts import retraction_request  # few prompts take something back

    return bool(retraction_request.asked(sentence))


def is_unsaved(text: str) -> bool:
    """Whether a person wants nothing of a prompt kept: `don't save this`, 别记."""
    return any(
        one.means == cues.UNSAVED for sentence in sentences.own(text) for one in cues_in(sentence)
    )


def on_record(events: Iterable[Entry]) -> Iterator[Entry]:
    """A session's events without the prompts of which nothing is to be kept, and their answers."""
    barred = False
    for event in events:
        if event.type == model.PROMPT:
            barred = is_unsaved(event.text)
        if not (barred and event.type in (model.PROMPT, model.RESPONSE)):
            yield event


def unkept(text: str) -> list[str]:
    """The sentences of a prompt that may state something and are not kept without more ado.

    None that asks to forget something.
    """
    if is_unsaved(text):
        return []
    kept = "\n".join(one.content for one in statements(text) if one.how == stated_fact.ASKED)
    return [
        sentence
        for sentence in signs.stating(text)
        if len(sentence) >= _LEAST_CHARS
        and sentence not in kept
        and not any(cue.is_sure for cue in cues_in(sentence))
        and not _takes_back(sentence)
    ]


def _takes_back(sentence: str) -> bool:
    """Whether a sentence only asks to forget something."""
    if not signs.may_take_back(sentence):
        return False
    from memory_store.facts import retraction_request  # few sentences come so far

    return retraction_request.is_request(sentence)


def cues_in(sentence: str) -> list[cues.Cue]:
    """The cues of a sentence in their places; empty for a very long sentence.

    Of a question only what asks to remember counts, at its beginning: can you remember that ….
    """
    if len(sentence) > _LONGEST:
        return []
    flat = script.simplified(sentences.masked(sentence).lower())
    flat = reported.before(flat).translate(_CLAUSES)
    likely = [one for one in cues.table() if one.phrase in flat]
    if not likely:
        return []
    parts = (" ".join(part.split()).strip(_TRIM) for part in flat.split("\n"))
    clauses = [_bared(one) for one in parts if one]
    if clauses and mood.asks(sentence):
        clauses = clauses[:1]
        likely = [one for one in likely if one.place == "clause" and one.means == "remember"]
    return [one for one in likely if clauses and one.is_in(clauses)]


def _statement(content: str, asking: list[cues.Cue]) -> stated_fact.Statement:
    is_sure = any(one.is_sure for one in asking)
    kind = "O" if any(one.kind == "O" for one in asking) else "W"
    return stated_fact.Statement(
        content,
        kind,
        names.find(content),
        1.0 if is_sure else _UNSURE,
        how=stated_fact.ASKED if is_sure else stated_fact.SCORED,
    )


def _with_lists(text: str) -> Iterator[str]:
    """The sentences of a text; a sentence that ends in a colon has its list behind it."""
    block: list[str] = []  # a sentence that ends in a colon, and the points behind it
    for sentence, in_list in sentences.listed(text):
        if block and not in_list:
            yield "\n".join(block)
            block = []
        if block or sentence.endswith(_COLONS):
            block.append(sentence)
        else:
            yield sentence
    if block:
        yield "\n".join(block)


def _bared(clause: str) -> list[str]:
    """A clause, and its rest after each opener is taken off: please, also, 请, 另外."""
    forms = [clause]
    while len(forms) <= _OPENER_WORDS:
        openers = [
            one for one in _OPENERS if clause.startswith(one) and cues.is_apart(one, clause)
        ]
        if not openers:
            break
        clause = clause[len(max(openers, key=len)) :].strip(" :")
        forms.append(clause)
    return forms
