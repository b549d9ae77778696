"""How much an agent did since its session was summed up."""

from __future__ import annotations

from memory_store import clock
from memory_store.journal import stored
from memory_store.sessions import richness
from tests import transcripts

LONG = "x" * richness.RICH


def response(text: str, ago: float = 60) -> stored.Entry:
    stamp = clock.stamp(clock.now() - ago)
    return stored.Entry(type="response", text=text, timestamp=stamp)


def worked(calls: int, *, ago: float = 600) -> bytes:
    made = transcripts.Claude(ago=ago).ask("Move the sessions to Redis")
    for _ in range(calls):
        made.use("ok")
    return made.say("Moved.").content()


def test_what_the_agent_said_counts_and_no_number_of_prompts() -> None:
    trivial: list[stored.Entry] = [
        stored.Entry(type="prompt", text="1+1?"),
        response("2"),
    ] * 40

    assert not richness.is_rich(trivial, lambda: None)
    assert richness.is_rich([response(LONG)], lambda: None)


def test_hours_of_work_for_one_prompt_are_rich_by_their_transcript() -> None:
    session: list[stored.Entry] = [
        stored.Entry(type="prompt", text="Move the sessions"),
        response("Moved."),
    ]

    assert not richness.is_rich(session, lambda: worked(20))
    assert richness.is_rich(session, lambda: worked(220))


def test_the_transcript_is_not_read_where_the_journal_says_it() -> None:
    def read() -> bytes:
        raise AssertionError("it was read")

    assert richness.is_rich([response(LONG)], read)


def test_what_came_before_the_agents_own_summary_does_not_count() -> None:
    stamp = clock.stamp(clock.now() - 50)
    saved = stored.Entry(type="summary", timestamp=stamp)
    lined = response("S @sessions: They live in Redis.", ago=50)

    for summed_up in (saved, lined):
        assert not richness.is_rich([response(LONG), summed_up], lambda: worked(220))
        assert richness.is_rich([summed_up, response(LONG)], lambda: None)
        assert richness.is_rich([summed_up], lambda: worked(220, ago=40))
