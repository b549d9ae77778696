"""Finds the sentences that a person asks to keep in so many words: `remember that …`, 以后都….

The phrases are those of cues.jsonl. Each has a place in a sentence where it counts.
"""

from __future__ import annotations

from memory_store import model, origin
from memory_store.capture import circumstances, cues, spoken_todos, stated_fact
from memory_store.language import mood, names, phrases, reported, script, sentences, signs
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
_QUESTIONS = ("?", "？")
_CALLS = (".", "!", "。", "！")
_OF_A_TASK = ("future", "always")
_ASKING_TO = ("can ", "could ", "would ", "will ")
_PHRASES = phrases.beside(__file__)
_OPENERS, _JOINTS = _PHRASES["openers"], _PHRASES["joints"]
_HEDGE_WORDS, _HEDGE_HAN = 3, 4  # of a clause that only hedges the next one
_OPENER_WORDS = 4  # that are taken off, one after the other
_BETWEEN = " ,;，；、"
_PAUSES = (",", ";", "，", "；", "、", "(", "（")
_TRIM = " -*.!！。~\"'"
_UNSURE = 0.8
_NEVER_EVER = ("never ever ", "never ")
_EMOJI, _PICTURES = (
    "✅❌❗⭐⚠☝✨❓\ufe0f",
    "\U0001f000",
)  # no ⏺, which an agent's answers begin with


def statements(text: str) -> list[stated_fact.Statement]:
    """The statements that a prompt asks to keep, in its order: whole sentences, at most 12.

    Nothing of a prompt that asks to keep nothing, nor what stands before `scratch that`.
    """
    stated: list[stated_fact.Statement] = []
    before = ""
    ahead: list[cues.Cue] = []  # of words that ask for the next sentence: `Remember this!`
    blocks = [one for block in circumstances.blocks(text) for one in _parts(block)]
    for block, after in zip(blocks, [*blocks, circumstances.Block("", "")][1:], strict=True):
        sentence = block.text
        head, *points = sentence.split("\n")
        said = [*cues_in(sentence), *(cues_in(head) if points else ())]
        means = [one.means for one in said]
        if block.under == circumstances.HANDED or _opened(sentence):
            continue
        if cues.UNSAVED in means:
            return []
        if cues.SCRATCH in means and not _names_a_fact(sentence):
            stated, before = [], ""
        asking = [one for one in said if one.kind and cues.MOMENT not in means]
        asking = [one for one in asking if _may_stand(one, block)]
        empty = [one.phrase for one in said if one.place not in cues.INSIDE]
        if points and asking and circumstances.only_asks(head, empty):
            stated += [_statement(one.rstrip(_BETWEEN), asking) for one in points]
            before = ""
            continue
        content = circumstances.whole(sentence, empty, before) if asking else ""
        content = content or (sentence if block.lead and asking else "")
        if ahead and not asking and not mood.asks(sentence):
            asking, content = ahead, sentence
        is_first = not before and not stated and sentence.endswith(_CALLS)
        ahead = asking if asking and not content and is_first else []
        if content and not _takes_back(sentence):
            is_question = mood.untagged(sentence).endswith(_QUESTIONS)
            is_told = all(_only_tells(sentence, one) for one in asking)
            is_sure = not (is_question or is_told or _is_of_code(asking, block, after))
            content = _behind_request(_unordered(_public(content, asking), asking))
            content = f"{block.lead}\n{content}" if block.lead else content
            stated.append(_statement(content, asking, may_stand=is_sure))
        before = sentence
    return stated[:_MOST]


def _parts(block: circumstances.Block) -> Iterator[circumstances.Block]:
    """A block, or the points of its list by themselves where its head asks for nothing."""
    head = block.text.partition("\n")[0]
    is_asked = _opened(block.text) or any(one.kind for one in cues_in(head))
    return iter((block,)) if is_asked else circumstances.apart(block)


def _unordered(sentence: str, asking: list[cues.Cue]) -> str:
    """A sentence without an order for now before the words that ask: `fix it and from now on`."""
    low = script.simplified(sentence.lower())
    at = min((at for one in asking if (at := low.find(one.phrase)) > 0), default=0)
    joint = max((one for one in _JOINTS if low[:at].endswith(one)), key=len, default="")
    head = low[:at].removesuffix(joint).strip(_BETWEEN)
    is_order = joint and not circumstances.ORDERS.isdisjoint(_bared(head))
    return sentence[at:] if is_order else sentence


def _public(sentence: str, asking: list[cues.Cue]) -> str:
    """A sentence without a private part at its end, or in front of the words that ask.

    As it is where the rest leans on the part, as 以后用它登录: then it keeps its mark, and nobody
    keeps it.
    """
    if mark.HIDDEN not in sentence:
        return sentence
    low = script.simplified(sentence.lower())
    places = ((low.find(one.phrase), one) for one in asking if one.phrase in low)
    at, cue = min(places, key=lambda pair: pair[0], default=(0, None))
    end = _private_end(sentence)
    if cue is None or _leans(low[at + len(cue.phrase) : end]):
        return sentence
    is_apart = mark.HIDDEN in sentence[:at] and _is_front(low[:at], cue)
    return sentence[at if is_apart else 0 : end]


def _private_end(sentence: str) -> int:
    """Where a sentence ends without the private part that a pause parts from it."""
    bare = sentence.rstrip(_TRIM + "）)")
    head = bare.removesuffix(mark.HIDDEN).rstrip()
    is_apart = head != bare and head.endswith(_PAUSES)
    return len(head.rstrip("".join(_PAUSES) + " ")) if is_apart else len(sentence)


def _is_front(front: str, cue: cues.Cue) -> bool:
    """Whether what stands before a cue is a private part and words that only open a sentence."""
    opening = front[front.rfind("]") + 1 :].strip(_BETWEEN + "。：:!！")
    if cue.means == cues.REMEMBER:
        return opening in ("", *_OPENERS)
    return not opening and front.startswith(mark.HIDDEN)


def _leans(said: str) -> bool:
    """Whether what is said behind words that ask is of a thing that they don't name."""
    rest = said.strip(_BETWEEN + _TRIM + "：:")
    return rest.startswith(_PHRASES["leaning"]) or circumstances.names_no_more(rest)


def _may_stand(cue: cues.Cue, block: circumstances.Block) -> bool:
    """Whether a cue may make a fact, by what its sentence is a part of."""
    if block.under in (circumstances.ROLE, circumstances.CHOICE):
        return False
    if block.under == circumstances.REPORT and not (
        cue.means == cues.REMEMBER and not circumstances.opens(block.text)
    ):
        return False
    if cue.is_weak and _is_of_the_moment(block.text):
        return False
    rest = circumstances.without_lead(block.text)
    return rest == block.text or cue in cues_in(rest)


def _is_of_the_moment(sentence: str) -> bool:
    """Whether a sentence orders something to be done at the moment: write a parser."""
    from memory_store.facts import statement  # few sentences come so far

    return "ordering" in statement.read(sentence).marks


def _is_of_code(
    asking: list[cues.Cue], block: circumstances.Block, after: circumstances.Block
) -> bool:
    """Whether a sentence tells what the code is to do, and is to be coded now."""
    is_of_task = all(one.means in _OF_A_TASK for one in asking)
    phrases_of = [one.phrase for one in asking]
    return is_of_task and circumstances.is_ordered(block.text, phrases_of, after.text)


def _names_a_fact(sentence: str) -> bool:
    """Whether a sentence takes back a fact that it names, not the words before it."""
    from memory_store.facts import retraction_request  # few prompts take something back

    return bool(retraction_request.asked(sentence))


def is_unsaved(text: str) -> bool:
    """Whether a person wants nothing of a prompt kept: `don't save this`, 别记."""
    return cues.may_stand_in(text, cues.UNSAVED) and any(
        one.means == cues.UNSAVED for sentence in sentences.own(text) for one in cues_in(sentence)
    )


def on_record(events: Iterable[Entry]) -> Iterator[Entry]:
    """A session's events without turns that no person typed, or of which nothing is to be kept."""
    barred = False
    for event in events:
        if event.type == model.PROMPT:
            barred = is_unsaved(event.text)
        is_turn = event.type in (model.PROMPT, model.RESPONSE)
        if not (is_turn and (barred or not origin.is_persons(event.origin))):
            yield event


def unkept(text: str) -> list[str]:
    """The sentences of a prompt that may state something and are not kept without more ado.

    None that asks to forget something, or orders it at the moment.
    """
    if is_unsaved(text):
        return []
    asked = [one.content for one in statements(text) if one.how == stated_fact.ASKED]
    kept = "\n".join([*asked, *todos(text)])
    return [
        sentence
        for sentence in map(_behind_request, signs.stating(text))
        if len(sentence) >= _LEAST_CHARS
        and sentence not in kept
        and mark.MARK not in sentence  # what it told is gone
        and not any(cue.is_sure for cue in cues_in(sentence))
        and not _opened(sentence)
        and not _takes_back(sentence)
        and not _is_of_the_moment(sentence)
    ]


def _behind_request(sentence: str) -> str:
    """What a sentence states behind words that take something back: wrong, we use Postgres."""
    if not (signs.may_take_back(sentence) or signs.may_correct(sentence)):
        return sentence
    from memory_store.facts import retraction_request  # few sentences come so far

    return retraction_request.behind(sentence)


def todos(text: str) -> list[str]:
    """The todos that a prompt opens, in its order; none of one that asks to keep nothing."""
    if not signs.may_open_todo(text) or is_unsaved(text):
        return []
    blocks = [one.text for one in circumstances.blocks(text) if not one.under]
    return [todo for text in blocks for todo in _opened(text)]


def _opened(sentence: str) -> list[str]:
    """The todos that a sentence opens; none of one that notes a rule: note to self: never …."""
    found = spoken_todos.opened(sentence)
    is_rule = any(map(cues_in, found)) and any(
        one.means == cues.REMEMBER for one in cues_in(sentence)
    )
    return [] if is_rule else found


def _only_tells(sentence: str, cue: cues.Cue) -> bool:
    """Whether a sentence tells how a thing is, before the cue at its end: it works from now on."""
    low = sentence.lower().rstrip(_TRIM)
    last = low[max(map(low.rfind, _PAUSES)) + 1 :].strip()
    is_end = cue.place == cues.EDGE and last.endswith(f" {cue.phrase}")
    return is_end and not any(map(mood.is_order, _bared(last)))


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
    flat = _behind_signs(reported.before(flat)).translate(_CLAUSES).replace(*_NEVER_EVER)
    likely = cues.standing_in(flat)
    if not likely:
        return []
    for one in likely:
        if one.means == cues.FUTURE and one.place != cues.ANYWHERE:
            for joint in _JOINTS:
                flat = flat.replace(f"{joint}{one.phrase}", f"\n{one.phrase}")
            for contrast in cues.CONTRASTS if one.place == cues.EDGE else ():
                flat = flat.replace(f"{one.phrase} {contrast}", f"{one.phrase}\n{contrast}")
        elif one.means == cues.REMEMBER and one.place == "clause":
            flat = _apart(flat, one.phrase)
    parts = (" ".join(part.split()).strip(_TRIM) for part in flat.split("\n"))
    clauses = [_bared(one) for one in _joined(parts)]
    if clauses and mood.asks(sentence):
        clauses = clauses[:1] if clauses[0][0].startswith(_ASKING_TO) else []
        likely = [one for one in likely if one.place == "clause" and one.means == cues.REMEMBER]
    return [one for one in likely if clauses and one.is_in(clauses)]


def _behind_signs(flat: str) -> str:
    """A sentence without the emoji, the files and the command in front of its words."""
    while flat:
        is_tag = flat[0] in "@/" and flat[1:2].isalnum()
        if not (is_tag or flat[0] in _EMOJI or flat[0] >= _PICTURES):
            break
        flat = (flat.partition(" ")[2] if is_tag else flat[1:]).lstrip()
    return flat


def _apart(flat: str, phrase: str) -> str:
    """A sentence with a clause of its own for words to remember something: 然后记住端口是 9443."""
    for joint in _JOINTS:
        head, found, rest = flat.partition(f"{joint}{phrase}")
        tells = rest.startswith(" that ") if flat.isascii() else True
        if found and tells and not circumstances.names_no_more(rest.strip(" :")):
            return f"{head}\n{phrase}{rest}"
    return flat


def _statement(
    content: str, asking: list[cues.Cue], *, may_stand: bool = True
) -> stated_fact.Statement:
    is_sure = may_stand and any(one.is_sure for one in asking)
    kind = "O" if any(one.kind == "O" for one in asking) else "W"
    return stated_fact.Statement(
        content,
        kind,
        names.find(content),
        1.0 if is_sure else _UNSURE,
        how=stated_fact.ASKED if is_sure else stated_fact.SCORED,
    )


def _joined(parts: Iterable[str]) -> Iterator[str]:
    """The clauses, each behind the few words before it that hedge it: maybe later, we …."""
    lead = ""
    for part in filter(None, parts):
        is_short = len(part.split()) <= _HEDGE_WORDS if part.isascii() else len(part) <= _HEDGE_HAN
        if not lead and is_short and mood.is_hedged(part):
            lead = f"{part} "
            continue
        yield f"{lead}{part}"
        lead = ""
    if lead:
        yield lead.rstrip()


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
