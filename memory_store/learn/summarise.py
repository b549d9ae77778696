"""A session's summary without a model: its topic, what was asked and answered, what is open.

Extracts and never invents; an agent's own summary replaces it at any time. Must not read or write.
"""

from __future__ import annotations

from memory_store.text import clean, wording

Record = dict[str, object]

_TOPIC_CHARS = 100
_QUESTION_CHARS = 100
_ANSWER_CHARS = 220
_TURNS_SHOWN = 4
_TELLING_CHARS = 12
_STATEMENTS = ("remember", "please remember", "记住", "请记住", "记一下", "[redacted:")
_OPEN_MARKS = ("- [ ]", "* [ ]", "todo:", "待办：", "待办:")
_OPEN_LIMIT = 10


def automatic(events: list[Record], language: str) -> Record | None:
    """The topic, summary, decisions and todos of a session's journal events, oldest first.

    The topic is the first question that is not merely something to remember; the summary is the
    four turns whose answers tell the most, in their order. None when nothing was asked or
    answered. Decisions are left to extraction.
    """
    turns = _turns(events)
    if not turns:
        return None
    about = [turn for turn in turns if not turn[0].lower().startswith(_STATEMENTS)] or turns
    topic = next((asked for asked, _ in about if asked), "") or about[0][1]
    told = [_tell(asked, answer, topic, language) for asked, answer in _most_telling(about)]
    last = [str(one.get("text", "")) for one in events if one.get("type") == "response"][-1:]
    return {
        "topic": _cut(topic, _TOPIC_CHARS),
        "summary": " ".join(told),
        "decisions": [],
        "todos": _left_open(last[0]) if last else [],
    }


def _turns(events: list[Record]) -> list[tuple[str, str]]:
    """Question and last answer of each turn, on one line each; turns without either left out."""
    found: list[tuple[str, str]] = []
    for event in events:
        text = str(event.get("text") or "")
        if event.get("type") == "prompt":
            found.append((clean.line(text), ""))
        elif event.get("type") == "response":
            asked = found.pop()[0] if found else ""
            found.append((asked, _prose(text)))
    return list(dict.fromkeys(turn for turn in found if any(turn)))


def _most_telling(turns: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The turns with the longest answers, in their order, and the last if it has none yet."""
    telling = [turn for turn in turns if len(turn[1]) >= _TELLING_CHARS]
    chosen = sorted(telling, key=lambda turn: len(turn[1]), reverse=True)[:_TURNS_SHOWN]
    if not turns[-1][1] or not chosen:
        chosen.append(turns[-1])
    return [turn for turn in turns if turn in chosen]


def _tell(asked: str, answer: str, topic: str, language: str) -> str:
    """One turn in a line; a question that is the topic is not said again."""
    if not answer:
        return wording.say(language, "unanswered", asked=_question(asked))
    if not asked or asked == topic:
        return _cut(answer, _ANSWER_CHARS)
    return wording.say(
        language, "turn", asked=_question(asked), answer=_cut(answer, _ANSWER_CHARS)
    )


def _question(text: str) -> str:
    return _cut(text, _QUESTION_CHARS).rstrip("。.")


def _cut(text: str, limit: int) -> str:
    """The beginning of a line, cut between words where it has any, with a mark."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    at = head.rfind(" ")
    return (head[:at] if at > limit * 2 // 3 else head).rstrip("，,；;、 ") + "…"


def _prose(answer: str) -> str:
    """An answer on one line, without code blocks, headings, tables and open boxes."""
    prose: list[str] = []
    fenced = False
    for raw in answer.split("\n"):
        text = raw.strip()
        if text.startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced and text and not text.startswith(("#", "|", "- [", "* [")):
            prose.append(text)
    return clean.line(" ".join(prose))


def _left_open(answer: str) -> list[str]:
    """The unchecked boxes and todo lines of an answer."""
    found: list[str] = []
    for raw in answer.split("\n"):
        text = raw.strip()
        for mark in _OPEN_MARKS:
            if text.lower().startswith(mark) and text[len(mark) :].strip():
                found.append(clean.line(text[len(mark) :], 200))
    return found[:_OPEN_LIMIT]
