"""The sentences in which hooks ask an agent to save or search, in the session's language.

Must not decide whether to ask.
"""

from __future__ import annotations

from memory_store import place
from memory_store.journal import stored
from memory_store.language import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry


def save_command(session_id: str, where: place.Place, spoken_: str) -> str:
    """The command line that saves a fact of this session."""
    words = ["--project", where.directory, *_session(session_id), "--type", "W", "--content"]
    return f"{place.command('save_fact', *words)} '<{wording.say(spoken_, 'fact_place')}>'"


def summary_command(session_id: str, where: place.Place, spoken_: str) -> str:
    """The command line that saves this session's summary."""
    line = place.command("save_summary", "--project", where.directory, *_session(session_id))
    for flag in ("topic", "summary", "decision", "todo"):
        line += f" --{flag} '<{wording.say(spoken_, flag + '_place')}>'"
    return line


def search_command(where: place.Place, spoken_: str) -> str:
    """The command line that searches."""
    line = place.command("search_memory", "--project", where.directory)
    return f"{line} '<{wording.say(spoken_, 'query_place')}>'"


def flush(session_id: str, where: place.Place, spoken_: str, percent: float, count: int) -> str:
    """The request to save before a compaction; a negative figure is one the host did not give."""
    parts = []
    if percent >= 0:
        parts.append(wording.say(spoken_, "flush_percent", percent=f"{percent:g}"))
    if count >= 0:
        parts.append(wording.say(spoken_, "flush_messages", count=count))
    usage = wording.say(spoken_, "flush_usage", parts=", ".join(parts)) if parts else ""
    how = _how_to_save(session_id, where, spoken_)
    return wording.say(spoken_, "flush", usage=usage) + how


def flush_past(session_id: str, where: place.Place, spoken_: str) -> str:
    """The same request where the agent gets it with a later prompt: the compaction is over."""
    return wording.say(spoken_, "flush_past") + _how_to_save(session_id, where, spoken_)


def _how_to_save(session_id: str, where: place.Place, spoken_: str) -> str:
    save_ = save_command(session_id, where, spoken_)
    return wording.say(spoken_, "flush_how", save=save_)


def left_open(where: place.Place, earlier: list[Entry], spoken_: str, most: int) -> str:
    """What a session's prompts stated and nobody kept, in `most` characters; "" for nothing."""
    if not any(one.source == stored.HEARD for one in earlier):
        return ""
    from memory_store.capture import nudge  # few sessions leave something open

    return nudge.left_open(where, earlier, spoken_, most)


def save(session_id: str, where: place.Place, spoken_: str, *, facts: bool, left_open: str) -> str:
    """The request to save a summary at the end of a task.

    Facts are asked for too when `facts` is true, or where some are `left_open`, a sentence.
    """
    said = wording.say(spoken_, "save", summary=summary_command(session_id, where, spoken_))
    if facts or left_open:
        said += "\n" + wording.say(spoken_, "save_facts") + left_open
    return said


def is_own(text: str) -> bool:
    """Whether a prompt is one of our own requests that comes back."""
    return text.lstrip().startswith(wording.REQUESTS)


def _session(session_id: str) -> list[str]:
    return ["--session", session_id] if session_id else []
