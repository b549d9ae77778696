"""The line that shows the person at a start how much was loaded.

It goes to the person alone. Must not say anything where nothing was loaded.
"""

from __future__ import annotations

from memory_store.language import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import model


def of_start(given: model.Told, judged: str, language: str) -> str:
    """The counts of a briefing and of waiting facts: `memory: 5 rules, 8 facts, 2 to confirm`.

    And what was judged since the last start.
    """
    counts = (
        ("sign_rule", "sign_rules", given.rules),
        ("sign_fact", "sign_facts", len(given.facts) - given.rules - given.unsure),
        ("sign_candidates", "sign_candidates", given.waiting),
    )
    parts = [
        wording.say(language, single if count == 1 else plural, count=count)
        for single, plural, count in counts
        if count
    ]
    counted = wording.say(language, "comma").join(parts)
    listed = wording.say(language, "semicolon").join(filter(None, (counted, judged)))
    return wording.say(language, "sign", listed=listed) if listed else ""
