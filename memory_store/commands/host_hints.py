"""The next steps of a person in a host that was wired, and what the host lacks.

Must not wire.
"""

from __future__ import annotations

from memory_store.hosts import registry
from memory_store.language import script, wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import table


def lines(call: table.Call, host: str) -> list[str]:
    """The next steps of a person in a wired host, and what the host lacks."""
    row = registry.HOSTS[host]
    name = host if wording.knows(f"setup.{host}") else "wired"
    hints = [call.say(name, title=row.title, count=len(row.events))]
    given = (*row.gives, *([registry.ANSWER] if registry.TRANSCRIPT in row.gives else []))
    missing = [one for one in registry.ALL if one not in given]
    lacking = [call.say(one) for one in missing if one != registry.SIGN]
    if lacking:
        between = "、" if call.spoken == script.CHINESE else ", "
        names = between.join(lacking)
        hints.append(call.say("lacks", title=row.title, names=names))
    if registry.SIGN in missing:
        hints.append(call.say(registry.SIGN, title=row.title))
    return hints
