"""What the replay counts of prompts whose help is known."""

from __future__ import annotations

from benchmarks import recall_replay
from memory_store.journal import stored


def said(*events: str) -> list[stored.Entry]:
    """Events such as `s1 prompt`, `s1 response e1`, `s2 recalled e1`."""
    found = []
    for one in events:
        session, kind, *ids = one.split()
        entry: dict[str, object] = {"session_id": session, "type": kind}
        entry |= {"record_ids": ids} if kind == "recalled" else {"id": "".join(ids)}
        found.append(stored.Entry(entry))
    return found


def test_what_helps_is_counted_with_its_prompt_and_by_then_and_what_came_beside_others() -> None:
    journal = said(
        *("s1 prompt", "s1 session_end", "s2 recalled e0"),  # a start's
        "s1 response e1",
        *("s2 prompt", "s2 recalled e1", "s2 response e2"),  # 2: right
        *("s2 prompt", "s2 response e3"),  # 3: right by then
        *("s3 prompt", "s3 recalled e2", "s3 response e4"),  # 4: another one
        *("s3 prompt", "s3 response e5"),  # 5: everyday, nothing
        *("s4 prompt", "s4 recalled e9"),  # 6: any will do
        *("s4 prompt", "s4 recalled e4"),  # 7: not listed
    )
    helps = {2: {1}, 3: {1}, 4: {1}, 6: set[int]()}
    listed = {at: ("helps", some) for at, some in helps.items()} | {5: ("everyday", set[int]())}

    assert recall_replay.counted(journal, listed) == (
        "an earlier session helps: 2 of 4 with the prompt, 3 of 4 by then;"
        " anything came: 0 of 1 everyday, 1 of 1 others"
    )
