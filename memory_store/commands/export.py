"""Write the memory out: lossless lines of JSON for import, or Markdown to read.

To PATH, or to standard output. --format jsonl (the default) or markdown.
"""

from __future__ import annotations

import os

from memory_store import clock, errors, model
from memory_store.cli import speech
from memory_store.importing import exchange
from memory_store.index import questions
from memory_store.journal import read
from memory_store.store import files, layout
from memory_store.text import clean, encoding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import config
    from memory_store.cli import table

_BYTES = 64 << 20
_HELD = (questions.STANDING, questions.CANDIDATE, questions.PLANNED)


def run(call: table.Call) -> model.Answer:
    """The memory as text, or written to a file of this user's.

    Raises:
        UsageError: PATH is there already, or the project's store is not trusted.
        StoreError: a file can't be read or written.
    """
    store = call.store
    is_markdown = call.format == "markdown"
    lines = _markdown(store, call.settings) if is_markdown else list(exchange.lines(store))
    text = "\n".join(lines)
    if call.path is None:
        return model.Answer({"text": text, "lines": len(lines)}, text)
    path = os.path.abspath(os.path.expanduser(call.path))
    if os.path.lexists(path):
        raise errors.UsageError("{path} is there already", "nothing was written", path=path)
    try:
        files.replace(os.path.dirname(path), os.path.basename(path), f"{text}\n".encode())
    except OSError as error:
        raise errors.cannot("write", path, error) from error
    told = speech.say(call.settings, "steering", "written", path=path)
    return model.Answer({"status": "exported", "path": path, "lines": len(lines)}, told)


def _markdown(store: layout.Store, settings: config.Config) -> list[str]:
    """The memory for people: core memory, facts by tier, summaries."""
    past = questions.Records(store)
    try:
        core = encoding.shown(read.text(store, layout.CORE, _BYTES))
    except OSError:
        core = ""
    lines = [clean.text(core).strip(), ""]
    for tier in _HELD:
        facts = list(past.facts(questions.Wanted((tier,))))
        if facts:
            lines += [f"## {speech.say(settings, 'steering', tier)}", ""]
        for fact in facts:
            day = clock.local_date(fact.moment)
            lines.append(f"- {clean.line(fact.content)} ({fact.type}, {day})")
        lines += [""] * bool(facts)
    for summary in past.summaries():
        if summary.is_todo:
            continue
        lines += [f"## {clock.local_date(summary.moment)} {clean.line(summary.topic)}", ""]
        lines += [clean.text(summary.text), ""]
    return lines
