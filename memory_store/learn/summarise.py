"""A session's summary without a model: what was asked, what was answered last, what is left open.

Extracts and never invents; an agent's own summary replaces it at any time. Must not read or write.
"""

from __future__ import annotations

from memory_store.text import clean, wording

Record = dict[str, object]

_TOPIC_CHARS = 100
_ASKED_CHARS = 120
_ANSWER_CHARS = 400
_ASKED_SHOWN = 6
_OPEN_MARKS = ("- [ ]", "* [ ]", "todo:", "待办：", "待办:")
_OPEN_LIMIT = 10


def automatic(events: list[Record], language: str) -> Record | None:
    """The topic, summary, decisions and todos of a session's journal events, oldest first.

    None when nothing was asked or answered in it. Decisions are left to extraction.
    """
    prompts = [str(one.get("text", "")) for one in events if one.get("type") == "prompt"]
    responses = [str(one.get("text", "")) for one in events if one.get("type") == "response"]
    if not any(text.strip() for text in [*prompts, *responses]):
        return None
    asked = _each_once(prompts)
    parts = []
    answer = _gist(responses[-1]) if responses else ""
    later = asked[1:] if answer or asked[1:] else asked  # the first is the topic already
    if later:
        shown = "; ".join(clean.line(one, _ASKED_CHARS) for one in later[-_ASKED_SHOWN:])
        parts.append(f"{wording.say(language, 'asked')}: {shown}")
    if answer:
        parts.append(f"{wording.say(language, 'answered')}: {answer}")
    if not parts:  # nothing but code
        return None
    first = asked[0] if asked else answer
    return {
        "topic": clean.line(first, _TOPIC_CHARS) or "-",
        "summary": " · ".join(parts),
        "decisions": [],
        "todos": _left_open(responses[-1]) if responses else [],
    }


def _each_once(texts: list[str]) -> list[str]:
    found: dict[str, None] = {}
    for text in texts:
        if text.strip():
            found.setdefault(text.strip())
    return list(found)


def _gist(answer: str) -> str:
    """The prose of an answer, without code blocks, headings and tables, cut short."""
    prose: list[str] = []
    fenced = False
    for raw in answer.split("\n"):
        text = raw.strip()
        if text.startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced and text and not text.startswith(("#", "|", "- [ ]")):
            prose.append(text)
    return clean.line(" ".join(prose), _ANSWER_CHARS)


def _left_open(answer: str) -> list[str]:
    """The unchecked boxes and todo lines of an answer."""
    found: list[str] = []
    for raw in answer.split("\n"):
        text = raw.strip()
        for mark in _OPEN_MARKS:
            if text.lower().startswith(mark) and text[len(mark) :].strip():
                found.append(clean.line(text[len(mark) :], 200))
    return found[:_OPEN_LIMIT]
