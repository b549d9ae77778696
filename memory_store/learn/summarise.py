"""A session's summary without a model: its topic, what was asked and done, decided, left open.

Extracts and never invents; an agent's own summary replaces it at any time. Must not read or write.
"""

from __future__ import annotations

from memory_store.language import mood, words
from memory_store.learn import cues, decided, outdated, replies, subject
from memory_store.learn.turns import Turn, read_turns
from memory_store.text import retold, wording

Record = dict[str, object]

LIMIT = 800
"""Characters of topic, summary, decisions and todos together, at most."""

_QUESTION_CHARS = 60
_SHORT_QUESTION = 36  # of one whose answer says much by itself
_SENTENCE_CHARS = 150
_ANSWER_CHARS = (90, 220)  # of one turn, at least and at most
_SHARING = 5
_ITEM_CHARS = 110
_ITEMS = 5
_ITEMS_CHARS = 180  # of the decisions, and again of the todos
_HARDLY, _TELLING = 0.5, 1.0
_SELF_TELLING = 3.0
_FEW_TURNS = 3
_NAMING = 2
_SAYING = 3  # pieces; what has fewer is no repetition
_UNANSWERED = 3


def automatic(
    events: list[Record],
    language: str,
    before: Record | None = None,
    gone: retold.Gone = retold.NOTHING,
) -> Record | None:
    """The topic, summary, decisions and todos of a session's journal events, oldest first.

    Args:
        events: the session's; those after `before` alone, where that is given.
        language: zh or en.
        before: the agent's own summary of what came before: its words stand, and what came after
            is added to them.
        gone: what was taken back since it was said: no sentence that says it is told.

    The topic is the request whose words recur over the turns. The summary tells the turns whose
    answers say most of what came out, in their order; decisions are what the person settled; todos
    what the answers left open and no later turn took up. In all at most `LIMIT` characters. None
    when nothing was asked or answered.
    """
    turns = read_turns(events, gone)
    if not turns:
        return None
    outdated.leave_out(turns)
    settled = decided.of(turns)
    stated = [one.content for turn in turns for one in turn.stated[0] if one.rule != "fact"]
    words = [one.words for one in turns]
    topic = subject.of([one.asked for one in turns], words, [*settled, *stated])
    first = next(one for turn in turns for one in (*turn.asked, *turn.told))
    topic = _cut(topic or first, subject.LIMIT)
    decisions = _within([_cut(one, _ITEM_CHARS) for one in settled])
    todos = _within(_left_open(turns, language))
    room = LIMIT - len(topic) - sum(len(one) for one in (*decisions, *todos))
    _say_once(turns, [*decisions, *todos])
    told = _tell(turns, topic, room, language)
    if before is None:
        return {"topic": topic, "summary": told, "decisions": decisions, "todos": todos}
    came_up = set[str]().union(*(turn.words for turn in turns))
    still_open = [one for one in _texts(before, "todos") if not _is_taken_up(one, came_up)]
    return {
        "topic": before.get("topic"),
        "summary": f"{before.get('summary')} {wording.say(language, 'went_on')} {told}",
        "decisions": [*_texts(before, "decisions"), *decisions],
        "todos": [*todos, *still_open],
    }


def _texts(summary: Record, name: str) -> list[str]:
    found = summary.get(name)
    return [str(one) for one in found] if isinstance(found, list) else []


def _say_once(turns: list[Turn], listed: list[str]) -> None:
    """Leave out of prompts and answers what is listed, and what an earlier answer said."""
    said = [words.of(one) for one in listed]
    for turn in turns:
        others = [one for one in turn.asked if replies.point(one) not in listed]
        turn.asked = [one for one in others if not _is_said(one, said)]
        kept = []
        for one in turn.told:
            kept.append(not _is_said(one, said))
            said += [words.of(one)] if kept[-1] else []
        turn.keep(kept)


def _is_said(sentence: str, said: list[set[str]]) -> bool:
    own = words.of(sentence)
    return len(own) >= _SAYING and any(words.cover(one, own) for one in said)


def _left_open(turns: list[Turn], language: str) -> list[str]:
    """What is open at the end, the newest turn's first; an unanswered last prompt before all."""
    found: list[str] = []
    since: set[str] = set()
    last = turns[-1]
    if not last.answer and any(one.answer for one in turns) and not last.is_nothing():
        found.append(wording.say(language, "unanswered", asked=_question(last)))
    for at in range(len(turns) - 1, -1, -1):
        turn = turns[at]
        said = [*turn.noted, *turn.left]
        if not (at and turns[at - 1].left):  # else the reply is about that, and says less
            said += [_put_off(one) for one in turn.asked if replies.is_put_off(one)]
        items = [one for one in said if subject.words(one) - cues.DEFERRING]
        found += [_cut(one, _ITEM_CHARS) for one in items if not _is_taken_up(one, since)]
        if any(mark in turn.answer.lower() for mark in cues.CLOSED):
            break
        since |= turn.words
    return list(dict.fromkeys(found))


def _put_off(sentence: str) -> str:
    """What a person leaves for another day, without clauses that merely do so (…，明天继续)."""
    said = replies.point(sentence)
    clauses = said.rstrip("。！").split("，")
    naming = [one for one in clauses if subject.words(one) - cues.DEFERRING]
    if len(naming) in (0, len(clauses)):
        return said
    return "，".join(naming).removeprefix("接下来").removesuffix("吧")


def _is_taken_up(item: str, since: set[str]) -> bool:
    """Whether at least half of what an item is about came up again in later turns."""
    own = subject.words(item)
    return bool(own) and len(own & since) * 2 >= len(own)


def _within(items: list[str]) -> list[str]:
    """The first items that fit their share of the characters, at least one."""
    kept: list[str] = []
    left = _ITEMS_CHARS
    for item in items:
        if len(kept) < _ITEMS and (not kept or len(item) <= left):
            kept.append(item)
            left -= len(item)
    return kept


def _tell(turns: list[Turn], topic: str, room: int, language: str) -> str:
    """The turns that say most of what came out, in their order, in `room` characters."""
    if not any(turn.answer for turn in turns):
        asked = [_question(turn) for turn in turns[-_UNANSWERED:]]
        return " ".join(wording.say(language, "unanswered", asked=one) for one in asked)
    least, most = _ANSWER_CHARS
    each = max(least, min(most, room // min(len(turns), _SHARING)))
    worth = [max(turn.worth, default=0.0) for turn in turns]
    ranked = sorted(range(len(turns)), key=lambda at: (-worth[at], -at))
    chosen: dict[int, str] = {}
    for at in ranked:
        line = _line(turns, at, topic, each, language)
        tells = worth[at] >= _HARDLY or len(turns) <= _FEW_TURNS
        if line and (not chosen or (tells and len(line) < room)):
            chosen[at] = line
            room -= len(line) + 1
    told = " ".join(chosen[at] for at in sorted(chosen))
    return told or _turn(turns[0], (turns[0].told or [""])[0], language)


def _line(turns: list[Turn], at: int, topic: str, limit: int, language: str) -> str:
    """One turn in a line: its best sentences, behind the question where they need it."""
    turn, few = turns[at], len(turns) <= _FEW_TURNS
    answer = _best(turn, limit)
    if not answer or turn.is_nothing():
        return answer
    is_topic = topic.rstrip("…") in " ".join(turn.asked)
    if is_topic and (few or not at):
        return answer
    if not few and (is_topic or max(turn.worth) >= _SELF_TELLING):
        if not any(map(mood.asks, turn.asked)) or _names(turn, answer):
            return answer
        return _turn(turn, answer, language, _SHORT_QUESTION)
    return _turn(turn, answer, language)


def _names(turn: Turn, answer: str) -> bool:
    """Whether an answer names what it is about: two words of its question, or its only one."""
    asked = subject.words(" ".join(turn.asked))
    return len(asked & subject.words(answer)) >= min(_NAMING, len(asked))


def _turn(turn: Turn, answer: str, language: str, limit: int = _QUESTION_CHARS) -> str:
    """A question and its answer; an answer that is nothing but code is not told."""
    said = _cut(answer or "…", _SENTENCE_CHARS)
    if not turn.asked:
        return said
    return wording.say(language, "turn", asked=_question(turn, limit), answer=said)


def _best(turn: Turn, limit: int) -> str:
    """The sentences of an answer that tell most, in their order, in about `limit` characters."""
    ranked = sorted(range(len(turn.told)), key=lambda at: -turn.worth[at])
    chosen: dict[int, str] = {}
    for at in ranked:
        sentence = _cut(turn.told[at], min(limit, _SENTENCE_CHARS))
        fits = not chosen or (turn.worth[at] >= _TELLING and len(sentence) < limit)
        if turn.worth[at] and fits:
            chosen[at] = sentence
            limit -= len(sentence)
    return " ".join(chosen[at] for at in sorted(chosen))


def _question(turn: Turn, limit: int = _QUESTION_CHARS) -> str:
    return _cut(" ".join(turn.asked), limit).rstrip("。.")


def _cut(text: str, limit: int) -> str:
    """The beginning of a line, cut between words where it has any, with a mark."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    at = head.rfind(" ")
    return (head[:at] if at > limit * 2 // 3 else head).rstrip("，,；;、 ") + "…"
