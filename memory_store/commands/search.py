"""Find what is remembered, in Chinese and English, by words and by meaning, offline."""

from __future__ import annotations

import os

from memory_store import clock, errors, model
from memory_store.cli import flags, terminal
from memory_store.commands import progress
from memory_store.index import filters
from memory_store.recall import searching
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import table

MAX_LIMIT = 100
_FAINT = 0.03  # a person is not shown what hardly bears on the question, where anything does
_LONGEST, _SHOWN = 20_000, 200
_TEAM_SECONDS = 2.0


def run(call: table.Call) -> model.Answer:
    """Search; exit 1 when nothing is found.

    Raises:
        UsageError: an empty query, a time that is not understood, or a store that is not trusted.
        StoreError: neither the index nor the files can be read.
    """
    settings, stores = call.settings, call.stores
    limit, floor = _limits(call)
    wanted = _filters(call)
    how = {"method": call.method, "limit": limit, "min_score": floor, "config": settings}
    with _waiting(call, stores):
        answer = searching.search(stores, call.query, wanted, **how)
    if answer.is_behind:
        from memory_store import background  # most indexes are nearly up to date

        background.sync(call.where.directory)
    if os.path.exists(layout.remotes()):
        _add_shared(call, answer, stores, limit)
    if not stores:
        answer.degraded = call.say("no_memory")
    record = {
        "query": call.query,
        "method": answer.method,
        "degraded": answer.degraded,
        "took_ms": answer.took_ms,
        "results": answer.results,
    }
    return model.Answer(record, lambda: _text(call, answer, stores), int(not answer.results))


def _limits(call: table.Call) -> tuple[int, float]:
    """How many results there are at most, and the least score of each.

    Raises:
        UsageError: one of them is out of bounds, or nothing is asked for.
    """
    limit = call.settings.count("search_limit") if call.limit is None else call.limit
    floor = call.settings.number("min_score") if call.min_score is None else call.min_score
    narrowing = (call.since, call.until, call.kind, call.type, call.session)
    if not (call.query.strip() or any(narrowing)):
        raise errors.UsageError(
            "the query is empty",
            "give a question, or a filter as --since yesterday, to list what is new",
        )
    if not 1 <= limit <= MAX_LIMIT:
        raise errors.UsageError(
            "--limit is from 1 to {max_limit}, not {limit}", max_limit=MAX_LIMIT, limit=limit
        )
    if not 0 <= floor <= 1:
        raise errors.UsageError("--min-score is from 0 to 1, not {floor}", floor=f"{floor:g}")
    return limit, floor


def _add_shared(
    call: table.Call, answer: searching.Found, stores: list[layout.Store], limit: int
) -> None:
    """Put the teams' results among this machine's by their scores, and keep the best."""
    narrowing = (call.since, call.until, call.session)
    if any(narrowing) or call.kind not in (None, "fact") or not call.query.strip():
        return
    from memory_store.remotes import team_search  # few have a team with a server

    shared, missing = team_search.shared(stores, call.query, call.settings, limit, _TEAM_SECONDS)
    known = {one["id"] for one in answer.results}
    wanted = [one for one in shared if one["id"] not in known and call.type in (None, one["type"])]
    if wanted:
        both = [*answer.results, *wanted]
        answer.results = sorted(both, key=lambda one: -float(str(one["score"])))[:limit]
    answer.degraded = errors.joined(answer.degraded or "", *missing) or None


def _waiting(call: table.Call, stores: list[layout.Store]) -> progress.Waiting:
    """The message for a person who waits for a search, by its slowest step."""
    if not terminal.is_watched():
        return progress.Waiting("")
    from memory_store.embedders import models

    name = "searching"
    if not all(os.path.exists(layout.cache_directory(store)) for store in stores):
        name = "first_index"
    if call.settings.word("embedder") in models.OFFLINE and not os.path.exists(models.directory()):
        name = "first_models"
    return progress.Waiting(call.say(name))


def _filters(call: table.Call) -> filters.Filters:
    return filters.Filters(
        now=clock.now(),
        kinds=(call.kind,) if call.kind else (),
        types=(call.type,) if call.type else (),
        session=call.session or "",
        since=flags.moment(call.since, first=True),
        until=flags.moment(call.until, first=False),
    )


def _text(call: table.Call, answer: searching.Found, stores: list[layout.Store]) -> str:
    """The results for a person: kind, day, text around the match, and where it stands.

    No score: how high one can be depends on how many memories there are, and the order says it.
    """
    from memory_store.commands import identities  # agents are answered in JSON
    from memory_store.language import wording
    from memory_store.recall import provenance
    from memory_store.text import clean, excerpt

    if not stores:
        return str(answer.degraded)
    spoken = call.spoken
    notes = errors.parts(answer.degraded or "")
    lines = [f"! {wording.told(spoken, one)}" for one in notes]
    shown = [one for one in answer.results if _score(one) >= _FAINT] or answer.results
    if shown:
        identities.note(stores, [_noted(one) for one in shown])
    for number, result in enumerate(shown, 1):
        source = result["source"]
        assert isinstance(source, dict)  # noqa: S101  search made it
        day = str(result["created_at"] or "")[:10]
        words = [*provenance.kind(result, spoken), day]
        said = provenance.mark(words, result["via"], provenance.scope_of(result), spoken)
        where = clean.fenced(f"{source['file']}:{source['line']}")
        whole = clean.fenced(clean.line(str(result["text"]), _LONGEST))
        text = provenance.doubt(result, spoken) + excerpt.around(whole, call.query, _SHOWN)
        text += provenance.asides(result, spoken)
        lines.append(f"{number}. {said} {text}")
        same = str(result["id"]).partition("-")[0] in where
        known = clean.fenced(str(result["id"]))
        lines.append(f"         {where}" if same else f"         {known}  {where}")
    if len(shown) < len(answer.results):
        lines.append(call.say("faint", count=len(answer.results) - len(shown)))
    return "\n".join(lines if answer.results else [*lines, call.say("nothing")])


def _noted(one: dict[str, object]) -> str:
    """What the number of a result stands for, as `identities.note` takes it."""
    identity, _, _ = str(one["id"]).partition("-")
    source = one["source"]
    assert isinstance(source, dict)  # noqa: S101  search made it
    file = source["file"]
    return f"{identity} {file}" if one["kind"] == "fact" and ":" in file else identity


def _score(one: dict[str, object]) -> float:
    score = one["score"]
    return float(score) if isinstance(score, int | float) else 0.0
