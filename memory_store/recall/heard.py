"""Which facts a session knows already: those it was told, and those it said itself.

Compares ids and wording, since MEMORY.md or another session may say a fact in the same words.
Reads the end of the facts. Must not word or note anything.
"""

from __future__ import annotations

from memory_store.journal import facts, fields, sessions
from memory_store.recall import choice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry
    from memory_store.store import layout

_BYTES = 131_072


class Heard:
    """The facts that a session knows, and those it is told from now on."""

    __slots__ = ("_known", "_saying")

    def __init__(self, store: layout.Store, session_id: str, earlier: list[Entry]) -> None:
        """Read what the store says.

        Args:
            store: whose facts.
            session_id: the session; its own facts are known to it.
            earlier: its journal events so far.
        """
        self._known = sessions.told(earlier)
        self._saying: dict[str, set[str]] = {}
        for raw in facts.newest_first(store, _BYTES):
            if raw.session_id == session_id:
                self._known.add(raw.id)
            for text in (raw.content, raw.text_of(choice.PROMOTED_AS)):
                if text:
                    self._saying.setdefault(fields.sameness(text), set()).add(raw.id)

    def is_new(self, content: str, identity: str = "") -> bool:
        """Whether a text is news for the session; a repetition of it is known from now on.

        Args:
            content: what a fact or a line of MEMORY.md says.
            identity: the fact's id, for one that may stand before what was read.
        """
        same = fields.sameness(content)
        saying = self._saying.setdefault(same, set()) | {identity or f"={same}"}
        is_new = self._known.isdisjoint(saying)
        self._known |= saying
        return is_new

    def saying(self, content: str) -> list[str]:
        """The ids of the facts that say a text."""
        found = self._saying.get(fields.sameness(content), set())
        return sorted(filter(fields.is_id, found))
