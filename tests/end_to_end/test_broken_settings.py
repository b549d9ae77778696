"""A settings file that is no JSON closes what it may have closed (docs/interface.md 6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_store.store import layout
from tests import given
from tests.end_to_end import shims

pytestmark = pytest.mark.long

SAID = "Remember that we deploy with Argo CD."
BROKEN = '{"capture": false,}'
SPEAKING = {"cursor": "additional_context", "claude": "systemMessage"}


def a_turn(store: layout.Store) -> None:
    answer = given.payload("cursor/after-agent-response", store.project, "s-1", text="Argo, yes.")
    assert shims.send("cursor/before-submit-prompt", store.project, "s-1", prompt=SAID).answer in (
        {},
        {"continue": True},
    )
    assert shims.hook("capture_response", answer).answer == {}


@pytest.mark.parametrize("text", [BROKEN, '{"Capture": false}'])
@pytest.mark.parametrize("whose", ["project", "user"])
def test_nothing_is_captured_or_learnt_while_a_settings_file_is_broken(
    store: layout.Store, user_store: layout.Store, whose: str, text: str
) -> None:
    settings = Path((store if whose == "project" else user_store).path, layout.SETTINGS)
    settings.write_text(text, "utf-8")

    a_turn(store)

    assert [one for one in given.journal(store) if one.get("text")] == []
    assert given.living(store) == []

    settings.write_text('{"capture": true}', "utf-8")  # the control: mended, it captures
    a_turn(store)

    assert [one["text"] for one in given.journal(store, "prompt") if one.get("text")] == [SAID]
    assert len(given.living(store)) == 1


@pytest.mark.parametrize("host", ["cursor", "claude"])
def test_each_session_start_says_in_one_line_which_file_is_broken_and_where(
    store: layout.Store, host: str
) -> None:
    settings = Path(store.path, layout.SETTINGS)
    settings.write_text(BROKEN, "utf-8")

    def notices(session: str) -> list[str]:
        notice = shims.send(f"{host}/session-start", store.project, session).answer.get(
            SPEAKING[host], ""
        )
        return [line for line in notice.splitlines() if str(settings) in line]

    for session in ("s-1", "s-2"):
        (line,) = notices(session)
        assert "line 1, column" in line
    settings.write_text('{"fact_limit": 3}', "utf-8")
    assert "did you mean facts_limit?" in notices("s-4")[0]
    settings.write_text('{"capture": false}', "utf-8")
    assert notices("s-3") == []
