"""Real sessions of one project, lived again in their order: what came with each prompt.

    python benchmarks/recall_replay.py FOLDER [--host cursor|claude] [--embedder none|auto]
        [--briefing] [--only-recalled] [--numbers labels/later.tsv] [--history]

FOLDER holds a file for each session, named by its moment (2026-01-06_17-17.jsonl) so that names
sort by time; each line is {"role": "user" | "assistant", "text": …}. Or it is the git directory of
a repository whose `.specstory/history` is read: of HEAD, or with --history of every commit, each
session as it stood last. Prints each prompt and what was recalled with it,
then the sums; with --briefing also what the next session is told at its start; with --numbers only
the prompts of that repository that the list names, and of those how many got what the list says
that helps, with the prompt or by then, and how many others got anything: beside a prompt that the
list gives no earlier one for, anything counts as what helps. Without a list who reads it judges.
All of it happens in a temporary directory.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import specstory
from benchmarks.replay import player, report, stage
from memory_store import model
from memory_store.journal import stored
from memory_store.sources import recorded_session
from memory_store.store import layout

_ROLES = {"user": model.PROMPT, "assistant": model.RESPONSE}
_PROMPT_CHARS = 300
_STAMP = "%Y-%m-%d_%H-%M"
_STAMP_CHARS = len("2026-01-06_17-17")
_TURN_SECONDS = 45.0
_DAY_SECONDS = 86_400.0


def main(arguments: list[str] | None = None) -> int:
    """Replay and print; 0, or 2 where the folder holds no session."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--host", choices=(model.CURSOR, model.CLAUDE), default=model.CURSOR)
    parser.add_argument("--embedder", default="none", help="none (default): by words alone")
    parser.add_argument("--briefing", action="store_true", help="and the next session's briefing")
    parser.add_argument("--only-recalled", action="store_true", help="no prompt that got nothing")
    parser.add_argument("--numbers", type=Path, help="print the prompts of this list alone")
    parser.add_argument("--history", action="store_true", help="sessions of every commit")
    parsed = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="memory-store-sessions-") as scratch:
        is_git = (parsed.folder / "objects").is_dir()
        folder = parsed.folder
        if is_git:
            folder = _of_specstory(parsed.folder, Path(scratch), history=parsed.history)
        paths = sorted(folder.glob("*.jsonl"))
        if not paths:
            print(f"error: no sessions in {parsed.folder}", file=sys.stderr)
            return 2
        return _replay(parsed, paths)


def _replay(parsed: argparse.Namespace, paths: list[Path]) -> int:
    listed = _listed(parsed.numbers, parsed.folder) if parsed.numbers else None
    environment = {"MEMORY_STORE_EMBEDDER": parsed.embedder, "MEMORY_STORE_SESSION_SAVE": "never"}
    prompts = recalled = characters = 0
    with (
        tempfile.TemporaryDirectory(prefix="memory-store-replay-") as directory,
        stage.alone(directory, _moment(paths[0]), environment) as where,
    ):
        for path in paths:
            session = _play(path, parsed.host, where)
            for told in session.told:
                prompts += 1
                text = told.parts.get("recall", "")
                recalled += bool(text)
                characters += len(text)
                is_named = listed is None or prompts in listed
                if is_named and (text or not parsed.only_recalled):
                    print("\n".join(_lines(path.stem, prompts, told)), flush=True)
        took = report.at(session.took["recall_memory"], 0.95)
        print(f"{prompts} prompts, {recalled} with recall, {characters} characters recalled")
        if listed is not None:
            print(counted(_journal(where), listed))
        print(f"last session's P95 without the start of a process: {took:.0f} ms")
        if parsed.briefing:
            where.wait_until(where.now + _DAY_SECONDS)
            end = recorded_session.Recording("after-all", parsed.host, [])
            print(player.Player(end, parsed.host, where).begin())
    return 0


def _of_specstory(repository: Path, scratch: Path, *, history: bool) -> Path:
    """The sessions of a repository that SpecStory wrote, as a folder of lines."""
    git = ["git", "-C", str(repository), "-c", "core.quotePath=false"]

    def output(*words: str) -> bytes:
        return subprocess.run([*git, *words], capture_output=True, check=True).stdout

    log = ("log", "--all", "--format=@%H", "--name-only", "--diff-filter=d", "--no-renames")
    tree = ("ls-tree", "-r", "--name-only", "HEAD")
    named = output(*(log if history else tree), "--", ".specstory/history").decode()
    last: dict[str, str] = {}  # the commit of each file
    commit = "HEAD"
    for line in named.splitlines():
        if line.startswith("@"):
            commit = line[1:]
        elif line.endswith(".md"):
            last.setdefault(line, commit)
    folder = scratch / "folder"
    folder.mkdir()
    for at, name in enumerate(sorted(last)):
        file = scratch / ".specstory" / "history" / f"{at}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(output("show", f"{last[name]}:{name}"))
        events = specstory.read(str(file), file.read_bytes()).events
        roles = {kind: role for role, kind in _ROLES.items()}
        said = [
            json.dumps({"role": roles[one["type"]], "text": one["text"]})
            for one in events
            if one["type"] in roles
        ]
        if said:
            moment = os.path.basename(name)[:_STAMP_CHARS]
            (folder / f"{moment}_{at:03}.jsonl").write_text("\n".join(said) + "\n", "utf-8")
    return folder


def _listed(named: Path, repository: Path) -> dict[int, tuple[str, set[int]]]:
    """By its number, of each of a repository's prompts in a list, its label and what helps."""
    head = ["git", "-C", str(repository), "rev-parse", "HEAD"]
    commit = subprocess.run(head, capture_output=True, check=True, text=True).stdout.strip()
    rows = [line.split("\t") for line in named.read_text("utf-8").splitlines()]
    return {
        int(row[2]): (row[3], {int(one) for helps in row[4:] for one in helps.split()})
        for row in rows
        if row[1] == commit
    }


def _journal(where: stage.Stage) -> list[stored.Entry]:
    days = sorted(Path(where.store.path, layout.DAILY).glob("*.jsonl"))
    lines = [line for day in days for line in day.read_text("utf-8").splitlines()]
    return [stored.Entry(json.loads(line)) for line in lines]


def counted(journal: list[stored.Entry], listed: dict[int, tuple[str, set[int]]]) -> str:
    """How many of the listed prompts got an earlier one that helps, and how many got anything.

    What a session's start told counts for nothing, nor does its first prompt unless it is listed.

    Args:
        journal: all events, in their order; prompts are numbered from 1.
        listed: by a prompt's number its label, `helps` or `everyday`, and the prompts that help.
    """
    asked = 0
    number_of: dict[str, int] = {}  # by answer
    told: dict[int, set[str]] = {}  # by prompt
    by_then: dict[int, set[str]] = {}
    last: dict[str, int] = {}  # by session
    opens: set[int] = set()
    for one in journal:
        if one.type == model.PROMPT:
            asked += 1
            before = last.get(one.session_id)
            told[asked], by_then[asked] = set(), set(by_then[before] if before else ())
            opens |= set() if before else {asked}
            last[one.session_id] = asked
        elif one.type == model.RESPONSE:
            number_of[one.id] = asked
        elif one.type == "recalled" and one.session_id in last:
            told[last[one.session_id]].update(one.record_ids)
            by_then[last[one.session_id]].update(one.record_ids)

    def came(label: str, some: dict[int, set[str]]) -> str:
        counted = [at for at in some if listed.get(at, ("other",))[0] == label]
        counted = [at for at in counted if at in listed or at not in opens]
        right = 0
        for at in counted:
            helps = listed[at][1] if at in listed else set()
            found = {number_of.get(one) for one in some[at]}
            right += bool(found & helps if helps else found)
        return f"{right} of {len(counted)}"

    return (
        f"an earlier session helps: {came('helps', told)} with the prompt,"
        f" {came('helps', by_then)} by then; anything came:"
        f" {came('everyday', told)} everyday, {came('other', told)} others"
    )


def _play(path: Path, host: str, where: stage.Stage) -> player.Player:
    """Live one session, from its start to its end."""
    said = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    events = [{"type": _ROLES[one["role"]], "text": one["text"]} for one in said]
    session = player.Player(recorded_session.Recording(path.stem, host, events), host, where)
    where.wait_until(_moment(path))
    session.begin()
    kinds = [event["type"] for event in events]
    for at, event in enumerate(events):
        where.wait_until(where.now + _TURN_SECONDS)
        is_last = event["type"] == model.RESPONSE and model.RESPONSE not in kinds[at + 1 : at + 2]
        session.play(event, ends_turn=is_last)
    where.wait_until(where.now + _TURN_SECONDS)
    session.end()
    return session


def _moment(path: Path) -> float:
    return time.mktime(time.strptime(path.stem[:_STAMP_CHARS], _STAMP))


def _lines(session: str, number: int, told: player.Told) -> list[str]:
    prompt = " ".join(told.prompt[:_PROMPT_CHARS].split())
    text = told.parts.get("recall", "")
    kept = [
        line for line in text.split("\n")[1:] if not line.startswith(("<memory-", "</memory-"))
    ]
    return [f"{number} {session} {prompt}", *(f"    {line}" for line in kept)]


if __name__ == "__main__":
    sys.exit(main())
