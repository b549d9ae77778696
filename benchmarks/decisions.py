"""Whether a prompt brings the words of its decision, and an amendment before what it amends.

    python benchmarks/decisions.py SDE_BENCH [--half even|odd|all] [--embedder none|auto] [--told]

SDE_BENCH is a git directory of vectorize-io/sde-bench (MIT): bug reports that need a decision of
one earlier chat, beside 140 chats about other things. The chats are put into a project's journal,
a day each, and consolidated; then each report is asked as the first prompt of a session, and
searched for. *All words* counts the reports whose injection, or first six results, has every
decisive word (WORDS). Of amended decisions it is counted whether the dead one comes first, or
alone. Halves are by the hash of a task's id: even ones are worked on, odd ones are tried at the
end. `--told` prints what came. All of it happens in a temporary directory.
"""

from __future__ import annotations

import argparse
import collections
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import machine
from memory_store import clock, place
from memory_store.index import chunking, questions
from memory_store.journal import append, create, records
from memory_store.recall import relevant, searching
from memory_store.store import layout
from memory_store.upkeep import finish

_DAY = 86_400.0
WORDS = {
    "budget": (r"\b7\b",),
    "cachekey": ("utm_content", "gclid", "fbclid", "msclkid", "stable", "empty", "trailing slash"),
    "csvquote": ('="', "crlf", "minimal"),
    "dedupe": ("most-filled|most filled|most non-empty", "primary", "same (calendar )?day"),
    "deploywave": ("wave 0", "deepest", "tier", "name"),
    "discount": ("percent", "fixed"),
    "drainplan": ("remaining estimate", "original", "idempotent", "deadline", "dropped"),
    "featflag": ("crc32", "beta-", "@corp.example", "100"),
    "findhashtags": ("1900", "2099"),
    "hostallow": ("lowercase", "wildcard", "one additional", "trailing", r"\bip"),
    "listmerge": ("union", "base"),
    "mimemap": ("text/csv", "application/x-yaml", "charset=utf-8", "octet-stream"),
    "overage": (r"\b25\b|twenty-five", "50-unit", "ceil|rounded up", "block_fee"),
    "parseflag": ("'?true'?", r"\bon\b"),
    "pluralize": ("persons", "indexes", "matrixes"),
    "redact": ("password", "token", "api_key", "ssn", "card_number", "email", "last ?(4|four)"),
    "retryjitter": ("429", "408", r"\b30\b", "(4|four) attempts"),
    "rounding": ("half", "down"),
    "sched": ("priority", "est_runtime|shorter", "tenant", "back-to-back"),
    "seqledger": ("100", "payload_hash", "gap"),
    "slalog": (r"\b60\b|minute", r"24|twenty-four", "announced"),
    "slugify": ("usd", "pct", r"\band\b"),
    "statetrans": ("on_hold", "returned", "pending"),
    "tagmerge": ("precedence", "first", "lower-precedence|below", "case"),
    "trimstats": ("(top|highest) (2|two)|(2|two) highest", "60", "nearest.rank"),
    "under2camel": ("HTTP", "API", "SKU", "GDPR", r"\bdb\b|DbName", r"\burl\b|UrlPath"),
    "unitparse": ("binary", "decimal", r"\bmib\b", r"\bgb\b", r"\bk\b"),
}


def tasks(repository: str, half: str) -> tuple[list[dict[str, Any]], list[Any]]:
    """The tasks that need a chat, and the other chats."""

    def show(path: str) -> str:
        done = subprocess.run(
            ["git", "-C", repository, "show", f"HEAD:{path}"], capture_output=True, check=True
        )
        return done.stdout.decode()

    listed = subprocess.run(
        ["git", "-C", repository, "ls-tree", "-r", "--name-only", "HEAD"],
        capture_output=True, check=True, text=True,
    )  # fmt: skip
    paths = [one for one in listed.stdout.split() if one.endswith("tasks/main/task.json")]
    found = [task for task in map(json.loads, map(show, paths)) if task.get("conversations")]
    wanted = {"even": (0,), "odd": (1,), "all": (0, 1)}[half]
    chosen = [task for task in found if _digest(task["task_id"]) % 2 in wanted]
    return chosen, json.loads(show("gen/decoy_conversations.json"))


def _digest(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest(), 16)


def _chats(task: dict[str, Any]) -> list[list[dict[str, str]]]:
    said = task["conversations"]
    return said if isinstance(said[0], list) else [said]


def _write(store: layout.Store, name: str, chat: list[dict[str, str]], day: float) -> None:
    """The journal of a session, a minute for each turn."""
    moment = clock.now() - day * _DAY
    for at, turn in enumerate(chat):
        kind = "prompt" if turn["role"] == "user" else "response"
        made = records.event(kind, name, "claude", text=turn["text"])
        then = moment + 60 * at
        record = made.at(then).with_(id=records.new_id("e", then))
        append.append(store, f"{layout.DAILY}/{clock.local_date(then)}.jsonl", [record])


def made(
    scratch: str, some: list[dict[str, Any]], others: list[Any], *, embeds: bool
) -> place.Place:
    """A project whose journal has these tasks' chats and the others, a session a day or less."""
    project = os.path.join(scratch, "project")
    os.makedirs(project, exist_ok=True)
    store = layout.project_store(project)
    create.create(store)
    chats = [(f"other-{at}", one["turns"], 0) for at, one in enumerate(others)]
    for task in some:
        chats += [(f"{task['task_id']}/{at}", one, at) for at, one in enumerate(_chats(task))]
    chats.sort(key=lambda one: _digest(one[0]))
    first = [one for one in chats if not one[2]]
    step = 60 / len(first)
    for at, (name, chat, _) in enumerate(first):
        _write(store, name, chat, 80 - at * step)
    for name, chat, _ in (one for one in chats if one[2]):
        _write(store, name, chat, 10)  # an amendment came after all of them
    where = place.resolve(project)
    finish.bring_up_to_date(where, embed_seconds=600 if embeds else None, seconds=3600)
    return place.resolve(project)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("repository")
    parser.add_argument("--half", choices=("even", "odd", "all"), default="even")
    parser.add_argument("--embedder", choices=("none", "auto"), default="none")
    parser.add_argument("--told", action="store_true")
    options = parser.parse_args()
    chosen, others = tasks(options.repository, options.half)
    plain = [one for one in chosen if one["source"] == "conversation"]
    amended = [one for one in chosen if one not in plain]
    embeds = options.embedder != "none"
    counts: dict[str, float] = collections.defaultdict(float)
    with tempfile.TemporaryDirectory() as scratch:
        os.environ.update(machine.environment(Path(scratch), options.embedder))
        for name, some in (("plain", plain), ("amended", amended)):
            where = made(os.path.join(scratch, name), some, others, embeds=embeds)
            for task in some:
                asked(where, task, counts, embeds=embeds, told=options.told)
    print(f"{len(plain)} decisions, {len(amended)} amended ones ({options.half})")
    for title, key in (
        ("the prompt brings something of the right chat", "some"),
        ("all decisive words in the injection", "right"),
        ("all decisive words in the first six results", "searched"),
        ("beside the prompt the dead decision comes first", "told first"),
        ("… alone", "told alone"),
        ("in a search the dead decision comes first", "searched first"),
        ("… alone", "searched alone"),
        ("the most tokens of an injection", "tokens"),
    ):
        print(f"| {title} | {counts[key]:.0f} |")
    return 0


def asked(
    where: place.Place, task: dict[str, Any], counts: dict[str, float], *, embeds: bool, told: bool
) -> None:
    """Ask a report, and count what came."""
    prompt = task["bug_report"]
    name = task["task_id"].removeprefix("boltons-").removesuffix("-001").removesuffix("-amended")
    method = searching.HYBRID if embeds else searching.FTS
    found = searching.search(where.stores(), prompt[:400], config=where.config, method=method)
    given = relevant.to_prompt(where, prompt, [], "en", lambda _: False)
    six = "\n".join(str(one["text"]) for one in found.results)
    lacking = [one for one in WORDS[name] if not re.search(one, given.text, re.IGNORECASE)]
    counts["right"] += not lacking
    counts["searched"] += all(re.search(one, six, re.IGNORECASE) for one in WORDS[name])
    counts["tokens"] = max(counts["tokens"], chunking.tokens(given.text))
    for kind, sessions in (
        ("told", _sessions(where, given.ids)),
        ("searched", [str(one["session_id"]) for one in found.results]),
    ):
        own = [one for one in sessions if one.startswith(task["task_id"])]
        counts["some"] += kind == "told" and bool(own)
        if task["source"] != "conversation" and own:
            counts[f"{kind} first"] += own[0].endswith("/0")
            counts[f"{kind} alone"] += not any(one.endswith("/1") for one in own)
    if told:
        print(f"## {task['task_id']} lacks {lacking}\n{given.text}\n")


def _sessions(where: place.Place, ids: list[str]) -> list[str]:
    """The sessions of told records."""
    with questions.Records(where.stores()[0]) as records:
        found: list[Any] = [records.record(one) for one in ids]
    return [str(one.get("session_id")) for one in found if one is not None]


if __name__ == "__main__":
    raise SystemExit(main())
