"""Who is told, and what: the values that a start is made of.

On the hot path.
"""

from __future__ import annotations

from memory_store import model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import place
    from memory_store.journal.stored import Entry


class Wanted:
    """Whose briefing it is.

    Attributes:
        where: the place of work.
        host, session: the host, and its id of the session; "" for none.
        recent: the last prompts of any session.
        spoken: zh or en.
        most: the characters that it may have: no more than the setting `briefing_chars`.
    """

    def __init__(
        self,
        where: place.Place,
        host: str,
        session: str,
        recent: list[Entry],
        spoken: str,
        most: int,
    ) -> None:
        self.where = where
        self.host = host
        self.session = session
        self.recent = recent
        self.spoken = spoken
        self.most = min(where.config.count("briefing_chars"), most)


class Told(model.Value):
    """A briefing.

    Attributes:
        text: what the model is given.
        ids: the ids of the records that it tells.
        facts: the ids of the facts among them, in the order of the text.
        rules, unsure: how many of these facts last, and how many nobody confirmed.
        waiting: how many candidates wait for the person's word.
    """

    text: str
    ids: list[str]
    facts: list[str]
    rules: int
    unsure: int
    waiting: int
