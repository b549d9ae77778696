"""Finds the few memories that matter for a prompt; mostly none.

Searches by words, which needs no model. Must not hold a prompt up, or tell a session a memory
twice.
"""

from __future__ import annotations

from memory_store import clock, codec, errors, model, packages, place
from memory_store.journal import facts, outlived, records, sessions, stored
from memory_store.language import wording
from memory_store.recall import fence, host_memories, provenance
from memory_store.store import log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from memory_store.codec import Record
    from memory_store.journal.stored import Entry
    from memory_store.recall import bearing, exchanges
    from memory_store.text import retold


_QUERY_CHARS = 1_000
_TOKENS_PER_CHARACTER = 500 / 1_200
"""The default of 1,200 characters is to be 500 tokens at most (docs/interface.md 5.3)."""

_FENCE_TOKENS = 60  # of the sentence before it and its two tags
_PART_CHARS = 200
_KINDS = ("fact", "summary", "note", "turn")
_SAID = ("summary", "turn")
_DAY_SECONDS = 86_400.0
_BY_RULES = ("capture", "import")  # who made a summary that no agent wrote
_FACTS_BYTES = 1 << 18  # in which to look for what no longer holds
_LOOKED_AT = 0.1  # of the floor: what has less of the prompt's words is not worth a look


class Recalled:
    """The recalled memories: the text for the model, and their ids."""

    __slots__ = ("ids", "text")

    def __init__(self, text: str = "", ids: list[str] | None = None) -> None:
        self.text = text
        self.ids = ids or []


def to_prompt(
    where: place.Place,
    prompt: str,
    earlier: list[Entry],
    spoken: str,
    is_unsaved: Callable[[str], bool],
    most: int = model.MAX_TEXT,
    host: str = "",
) -> Recalled:
    """The memories that matter for a prompt, as a few lines; mostly none.

    Args:
        where: the place of work.
        prompt: what the person asked.
        earlier: the session's journal events so far; what they recalled is not told again, nor
            is what the session itself said.
        spoken: zh or en.
        is_unsaved: whether a request is not to be kept; with its answer it is not told.
        most: characters of the whole answer, its fence included.
        host: whose session it is: it gives its model its own memory itself.
    """
    settings = where.config
    if not settings.switch("recall") or not where.stores():
        return Recalled()
    try:
        from memory_store.recall import bearing  # a switch may have it do nothing

        asked = bearing.Prompt(prompt[:_QUERY_CHARS])
        if asked.is_empty() or _is_repeated(prompt, earlier):
            return Recalled()
        heard = sessions.told(earlier)
        session = earlier[0].session_id if earlier else ""
        opens = not any(one.type == "prompt" for one in earlier)
        hits = _bearing(where, asked, spoken, is_unsaved, host, heard, session, opens=opens)
    except (errors.MemoryStoreError, ImportError) as error:  # where apsw is missing, no recall
        log.write("recall", error)
        return Recalled()
    known = _known(hits, earlier)
    fresh = _each_once(hits, known, prompt, asked)
    lines = [provenance.hit(one, spoken) for one in fresh]
    kept = _within(lines, settings.count("recall_limit"), settings.count("recall_chars"))
    block = fence.Fence("relevant", most, spoken)
    taken = block.entries("", [lines[at] for at in kept], len(lines) - len(kept))
    told = [fresh[at] for at in kept[:taken]]
    ids = [one for hit in told for one in codec.texts(hit.get("ids")) or [str(hit["id"])]]
    return Recalled(block.text(), ids)


def _each_once(
    hits: list[Record], known: list[Record], prompt: str, asked: bearing.Prompt
) -> list[Record]:
    """The hits that are not known; of a summary the new part that bears on the prompt."""
    from memory_store.recall import repeated  # few prompts find anything

    said = [str(one["text"]) for one in hits if one["kind"] == "fact"]
    fresh: list[Record] = []
    for hit in hits:
        if hit in known:
            continue
        if hit["kind"] != "summary":
            fresh.append(hit)
            continue
        left = repeated.without(str(hit["text"]), prompt, said, asked.bears)
        if asked.bears(left):
            said.append(left)
            fresh.append({**hit, "text": asked.part(left, _PART_CHARS)})
    return fresh


def _within(lines: list[str], limit: int, room: int) -> list[int]:
    """Which lines are told: the first that fit, whole, by characters and by tokens."""
    from memory_store.index import chunking

    tokens = room * _TOKENS_PER_CHARACTER - _FENCE_TOKENS  # Han text has more of them
    kept: list[int] = []
    for at, text in enumerate(lines):
        cost = chunking.tokens(text)
        if len(kept) < limit and len(text) + 1 <= room and cost <= tokens:
            kept.append(at)
            room -= len(text) + 1
            tokens -= cost
    return kept


def _bearing(
    where: place.Place,
    asked: bearing.Prompt,
    spoken: str,
    is_unsaved: Callable[[str], bool],
    host: str,
    known: set[str],
    session: str,
    *,
    opens: bool,
) -> list[Record]:
    """The hits worth `recall_min_score` or more for a prompt, best first."""
    packages.use()
    from memory_store.recall import conversations, exchanges, searching  # brings SQLite

    floor = where.config.number("recall_min_score")

    def best(
        found: list[exchanges.Exchange], idf: Mapping[str, float]
    ) -> list[exchanges.Exchange]:
        """The best exchange of each session that is worth telling."""
        asked.weigh(idf)
        worths = zip(asked.worths(found, opens=opens), found, strict=True)
        return conversations.best([one for one in worths if one[0] >= floor])

    hits, said, idf = searching.for_prompt(
        where,
        asked.question,
        asked.pieces,
        best,
        session=session,
        kinds=_KINDS,
        min_score=floor * _LOOKED_AT,
        seconds=where.config.number("recall_timeout_ms") / 1000,
    )
    if asked.is_template(said):
        return []
    asked.weigh(idf)
    others = host_memories.of_others(where, host)
    ours = [_without_unanswered(one) for hit in hits if (one := _marked(hit, others)) is not None]
    by_rules = [hit for hit in ours if hit["kind"] == "summary" and hit["via"] in _BY_RULES]
    since = clock.now() - where.config.count("retention_days") * _DAY_SECONDS
    for hit in by_rules:
        if (clock.parse(hit["created_at"]) or 0.0) < since:  # else the journal has it whole
            said += exchanges.of_summary(hit)
    worth = [(_worth_of(hit, asked), hit) for hit in ours if hit not in by_rules]
    known = known | {
        str(one.record["id"]) for each in said for one in each.beside if is_unsaved(one.request)
    }
    exchanged = [
        (own, exchange)
        for own, exchange in conversations.with_amendments(asked.worths(said, opens=opens), said)
        if own >= floor and str(exchange.record["id"]) not in known
    ]
    kept = [one for one in worth if one[0] >= floor]
    if exchanged or any(hit["kind"] == "summary" for _, hit in kept):
        gone = facts.gone(where.stores(), _FACTS_BYTES)
        kept = [(own, still) for own, hit in kept if (still := _still(hit, gone))]
        said_too = [str(hit["text"]) for _, hit in kept if hit["kind"] == "fact"]
        kept += conversations.told(exchanged, asked, gone, known, said_too, spoken)
    return [hit for _, hit in sorted(kept, key=_tier_and_worth, reverse=True)]


def _still(hit: Record, gone: retold.Gone) -> Record | None:
    """A summary without what no longer holds, None where that is all; other hits as they are."""
    if hit["kind"] != "summary":
        return hit
    text = gone.without(str(hit["text"]))
    return {**hit, "text": text} if text else None


def _marked(hit: Record, others: list[host_memories.Memory]) -> Record | None:
    """A hit; of a host's own memory with its mark, None where it is not to be told here."""
    from memory_store.index import extra  # loaded by the search

    at = hit["source"]
    if not isinstance(at, dict) or not extra.is_native(at["file"]):
        return hit
    for whose, _, _, file, first, behind in others:
        if file == at["file"] and first <= at["line"] < behind:
            return {**hit, "via": whose, "status": stored.CANDIDATE}
    return None


def _is_repeated(prompt: str, earlier: list[Entry]) -> bool:
    """Whether this session was asked the same before, in the same words."""
    return any(one.type == "prompt" and one.text == prompt for one in earlier)


def _worth_of(hit: Record, asked: bearing.Prompt) -> float:
    """The worth of a deliberately kept memory for a prompt."""
    is_rule = hit["status"] == stored.STANDING and (hit["type"] == "O" or hit["via"] == "asked")
    return asked.worth(_score(hit), str(hit["text"]), is_rule=is_rule)


def _without_unanswered(hit: Record) -> Record:
    """The same, of a summary without the questions that stayed open: they tell nothing."""
    if hit["kind"] != "summary":
        return hit
    return {**hit, "text": wording.without_unanswered(str(hit["text"]))}


def _tier_and_worth(one: tuple[float, Record]) -> tuple[bool, float]:
    """A sort key: standing facts before candidates and summaries, then by worth."""
    worth, hit = one
    is_note = hit["kind"] not in ("fact", "summary") and hit["status"] != stored.CANDIDATE
    is_gone = outlived.is_gone(hit.get(outlived.OUTLIVED))
    return is_note or (hit["status"] == stored.STANDING and not is_gone), worth


def _score(hit: Record) -> float:
    found = hit["score"]
    return float(found) if isinstance(found, int | float) else 0.0


def note(where: place.Place, event: model.Event, recalled: Recalled) -> None:
    """Journal the recalled memories, so that each is told once."""
    if recalled.ids and where.project is not None:
        made = records.event("recalled", event.session_id, event.host, record_ids=recalled.ids)
        sessions.note(where.project, event.session_id, lambda _: [made])


def _known(hits: list[Record], earlier: list[Entry]) -> list[Record]:
    """The hits that this session was told, saved or said itself."""
    earlier_ids = sessions.told(earlier)
    own = {event.session_id for event in earlier} - {""}
    return [hit for hit in hits if hit["id"] in earlier_ids or hit["session_id"] in own]
