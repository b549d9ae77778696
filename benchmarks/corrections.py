"""What comes of corrections that are said in a later session, played through the hooks.

    python benchmarks/corrections.py [PAIRS.jsonl] [--verbose]

A line of PAIRS.jsonl is {"older", "newer", "label", "lang"}, its label replaces or different; the
pairs that the weights learnt from are the default, and flatter. Each pair has a store of its own:
the older statement is said in one session, the newer one in the next, and each is synced. All of
it happens in a temporary directory.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import machine
from memory_store import place
from memory_store.handlers import capture_response, recall_memory
from memory_store.hosts import registry
from memory_store.journal import create, history
from memory_store.store import layout
from memory_store.upkeep import finish

PAIRS = Path(__file__).parent / "labels" / "relations.jsonl"
KEPT, REPLACED, TOGETHER, ASKED = "kept", "replaced", "told together", "agent asked"


def main() -> None:
    """Play each pair, and print how many came to what, by label and language."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pairs", type=Path, nargs="?", default=PAIRS)
    parser.add_argument("--verbose", action="store_true", help="print what each pair came to")
    options = parser.parse_args()
    counts: dict[tuple[str, str], collections.Counter[str]] = {}
    with tempfile.TemporaryDirectory() as directory:
        os.environ.update(machine.environment(Path(directory), "auto"))
        for number, line in enumerate(options.pairs.read_text("utf-8").splitlines()):
            pair = json.loads(line)
            outcome = played(os.path.join(directory, str(number)), pair["older"], pair["newer"])
            counts.setdefault((pair["label"], pair["lang"]), collections.Counter())[outcome] += 1
            if options.verbose:
                print(f"{outcome or 'not kept'}: {pair['older']} | {pair['newer']}")
    for (label, language), outcomes in sorted(counts.items()):
        kept = outcomes.total() - outcomes[""]
        told = ", ".join(f"{name} {outcomes[name]}" for name in (REPLACED, TOGETHER, ASKED, KEPT))
        print(f"{label:10} {language:3} {outcomes.total():4} pairs, {kept:3} kept: {told}")


def played(project: str, older: str, newer: str) -> str:
    """What became of the older statement of a pair; "" where it was not kept."""
    os.makedirs(os.path.join(project, ".git"))
    store = layout.project_store(project)
    create.create(store)
    _said(project, "first", older)
    before = _living(store)
    if not before:
        return ""
    context = _said(project, "second", newer)
    after = history.History(store)
    if not before <= _living(store):
        return REPLACED
    if any(before.intersection(after.newest(one).related) for one in after.of):
        return TOGETHER
    return ASKED if "--supersedes" in context else KEPT


def _living(store: layout.Store) -> set[str]:
    """The ids of the facts that stand, and of the candidates."""
    known = history.History(store)
    return {one for one in known.of if known.tier(one) in (history.STANDING, history.CANDIDATE)}


def _said(project: str, session: str, prompt: str) -> str:
    """Say a prompt in a session that ends with it; what the hook gave with it."""
    base = {"session_id": session, "cwd": project, "transcript_path": "", "prompt_id": session}
    where = place.resolve(project)
    context = ""
    for handler, fields in (
        (recall_memory, {"hook_event_name": "UserPromptSubmit", "prompt": prompt}),
        (capture_response, {"hook_event_name": "Stop", "last_assistant_message": "OK."}),
    ):
        reply = handler.handle(registry.parse({**base, **fields}), where)
        if reply.afterwards:
            reply.afterwards()
        context += reply.context or ""
    finish.bring_up_to_date(where, embed_seconds=60, seconds=60)
    return context


if __name__ == "__main__":
    main()
