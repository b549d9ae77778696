"""Any interleaving of what befalls a memory, against a dictionary as the model.

Facts are saved, changed, taken back, forgotten and edited by hand, files cut short, writers and
syncs killed, the index lost or damaged: what is read, recalled and found is what the model says.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from memory_store import config
from memory_store.forget import erasure, target
from memory_store.index import bookmarks, disk, questions, sync
from memory_store.journal import append, create, facts, read, records, stored
from memory_store.recall import searching
from memory_store.store import files, layout
from tests import faults

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = faults.posix

WORDS = "zebra kraken lantern 缓存 部署 harbour walnut".split()
OTHERS = {"zebra": "camel", "lantern": "bonfire", "缓存": "日志"}
contents = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True).map(" ".join)
seeds = st.integers(0, 1 << 16)


class Line:
    """A line that the model knows to be in the file: its end, whose it is, what it says.

    `content` is None where the line takes the fact back.
    """

    def __init__(self, end: int, identity: str, content: str | None) -> None:
        self.end = end
        self.identity = identity
        self.content = content


class MemoryMachine(RuleBasedStateMachine):
    """A store, its index, and the model: the lines that were written, and what they come to."""

    root: Path
    runs = 0
    kills = 0

    @initialize()
    def begin(self) -> None:
        MemoryMachine.runs += 1
        project = self.root / f"run {MemoryMachine.runs}"
        project.mkdir()
        self.store = layout.project_store(str(project))
        create.create(self.store)
        self.path = Path(self.store.path, layout.FACTS)
        self.lines: list[Line] = []
        self.saved = 0

    def teardown(self) -> None:
        if hasattr(self, "path"):
            self.find("zebra")
            shutil.rmtree(self.path.parent.parent)
            shutil.rmtree(layout.cache_directory(self.store), ignore_errors=True)

    def model(self) -> dict[str, str]:
        """What holds: the contents of facts by their ids."""
        found: dict[str, str] = {}
        for line in self.lines:
            if line.content is None:
                found.pop(line.identity, None)
            else:
                found[line.identity] = line.content
        return found

    def size(self) -> int:
        return self.path.stat().st_size if self.path.exists() else 0

    def write(self, record: dict[str, Any], content: str | None) -> None:
        append.append(self.store, layout.FACTS, [record], durable=False)
        self.lines.append(Line(self.size(), str(record["id"]), content))

    def record(self, content: str) -> dict[str, Any]:
        """A new fact; its number makes it another text than all others."""
        self.saved += 1
        source: dict[str, object] = {"via": "agent"}
        return records.fact(f"{content} no{self.saved}e", source=source)[0]

    def newest(self, identity: str) -> stored.Fact:
        return next(one for one in facts.newest_first(self.store) if one.id == identity)

    @rule(content=contents)
    def save(self, content: str) -> None:
        record = self.record(content)
        self.write(record, record["content"])

    @rule(content=contents, seed=seeds)
    def change(self, content: str, seed: int) -> None:
        if not self.model():
            return
        identity = random.Random(seed).choice(sorted(self.model()))
        self.saved += 1
        text = f"{content} no{self.saved}e"
        self.write(self.newest(identity).changed(content=text), text)

    @rule(seed=seeds)
    def retract(self, seed: int) -> None:
        if not self.model():
            return
        identity = random.Random(seed).choice(sorted(self.model()))
        self.write(self.newest(identity).retracted(), None)

    @rule(seed=seeds)
    def restore(self, seed: int) -> None:
        if not self.lines:
            return
        newest = self.newest(random.Random(seed).choice(self.lines).identity)
        self.write(newest.restored(), newest.content)

    @rule(seed=seeds)
    def forget(self, seed: int) -> None:
        """Take every line of a fact out for good."""
        if not self.lines:
            return
        identity = random.Random(seed).choice(self.lines).identity
        sought = target.Wanted()
        sought.add_record(self.newest(identity))
        erasure.carry_out(self.store, sought)
        self.lines = [one for one in self.lines if one.identity != identity]
        self.measure()

    def measure(self) -> None:
        """Find the ends of the model's lines in the file again."""
        ends: dict[str, list[int]] = {}
        at = 0
        for line in self.path.read_bytes().split(b"\n"):
            at += len(line) + 1
            for one in read.parse_line(line):
                ends.setdefault(str(one["id"]), []).append(at)
        for known in self.lines:
            known.end = ends[known.identity].pop(0)

    @rule(word=st.sampled_from(sorted(OTHERS)), in_place=st.booleans(), back=st.booleans())
    def edit_by_hand(self, word: str, *, in_place: bool, back: bool) -> None:
        """Another word of the same length, in the same file or another, perhaps backdated."""
        if not self.lines:
            return
        other = OTHERS[word]
        before = self.path.stat()
        raw = self.path.read_bytes().replace(word.encode(), other.encode())
        if in_place:
            self.path.write_bytes(raw)
        else:
            beside = self.path.with_name("beside")
            beside.write_bytes(raw)
            beside.replace(self.path)
        if back:
            os.utime(self.path, ns=(before.st_atime_ns, before.st_mtime_ns))
        for line in self.lines:
            line.content = line.content and line.content.replace(word, other)
        self.measure()

    @rule(seed=seeds)
    def truncate(self, seed: int) -> None:
        if not self.lines:
            return
        size = random.Random(seed).randint(0, self.size())
        if size + 1 in {line.end for line in self.lines}:
            size -= 1  # a record without its newline is whole for some readers, torn for others
        os.truncate(self.path, size)
        self.lines = [line for line in self.lines if line.end <= size]

    @rule(seconds=st.floats(0, 0.02), writers=st.sampled_from([1, 3]))
    def kill_writers(self, seconds: float, writers: int) -> None:
        """What killed writers acknowledged stands, and at most one record more of each."""
        started = [faults.telling(self._write_on) for _ in range(writers)]
        acknowledged = _killed(started, seconds)
        MemoryMachine.kills += writers
        known = {line.identity for line in self.lines}
        self.save("lantern")  # seals what is torn
        last = self.lines.pop()
        at = 0
        written: list[Line] = []
        for line in self.path.read_bytes().split(b"\n"):
            at += len(line) + 1
            for one in read.parse_line(line):
                if one["id"] not in known:
                    written.append(Line(at, str(one["id"]), str(one["content"])))
        assert written[-1].identity == last.identity
        fresh = {line.identity for line in written[:-1]}
        assert acknowledged <= fresh
        assert len(fresh - acknowledged) <= writers
        self.lines += written

    def _write_on(self, told: Callable[[str], object]) -> None:
        for number in range(2_000):
            source: dict[str, object] = {"via": "agent"}
            text = f"walnut of {os.getpid()} no{number} {'x' * 1_500}"
            record, _ = records.fact(text, source=source)
            append.append(self.store, layout.FACTS, [record], durable=False)
            told(str(record["id"]))

    @rule(seconds=st.floats(0, 0.03), rebuild=st.booleans())
    def kill_syncs(self, seconds: float, *, rebuild: bool) -> None:
        def sync_on(told: Callable[[str], object]) -> None:
            while True:
                sync.sync(self.store, rebuild=rebuild)
                told("synced")

        _killed([faults.telling(sync_on), faults.telling(sync_on)], seconds)
        MemoryMachine.kills += 2

    @rule()
    def lose_the_cache(self) -> None:
        shutil.rmtree(layout.cache_directory(self.store), ignore_errors=True)

    @rule(seed=seeds)
    def damage_the_index(self, seed: int) -> None:
        path = Path(layout.cache_directory(self.store), disk.NAME)
        if not path.exists():
            return
        choose = random.Random(seed)
        raw = bytearray(path.read_bytes())
        for _ in range(choose.choice([1, 30])):
            raw[choose.randrange(len(raw))] ^= 1 << choose.randrange(8)
        path.write_bytes(raw)
        self.find_only_what_is_true()
        sync.sync(self.store, rebuild=True)

    @rule()
    def sync(self) -> None:
        sync.sync(self.store)

    @rule(word=st.sampled_from([*WORDS, *OTHERS.values()]))
    def find(self, word: str) -> None:
        """A search finds every fact that has the word, and nothing else."""
        found = self.found(word)

        assert found == {text for text in self.model().values() if word in text.split()}
        sync.sync(self.store)
        model = self.model()
        records = questions.Records(self.store)
        for identity in {line.identity for line in self.lines}:
            held = records.held(identity)
            assert (held and held.content) == model.get(identity)

    def found(self, word: str) -> set[str]:
        asked = searching.search(
            [self.store], word, config=config.resolve(), method="fts", limit=10_000
        )
        return {str(one["text"]) for one in asked.results}

    def find_only_what_is_true(self) -> None:
        assert self.found("zebra lantern walnut") <= set(self.model().values())

    @invariant()
    def reads_what_the_model_says(self) -> None:
        if hasattr(self, "path"):
            held = facts.recent(self.store, 64 << 20)
            assert {str(one["id"]): one["content"] for one in held} == self.model()


def _killed(children: list[tuple[int, int]], seconds: float) -> set[str]:
    """Kill them after so long; what they told."""
    time.sleep(seconds)
    heard = b""
    for child, _ in children:
        os.kill(child, signal.SIGKILL)
    for child, told in children:
        os.waitpid(child, 0)
        with os.fdopen(told, "rb") as stream:
            heard += stream.read()
    return set(heard.decode().split("\n")[:-1])


def run(root: Path, examples: int, steps: int) -> None:
    MemoryMachine.root, MemoryMachine.kills = root, 0
    run_state_machine_as_test(
        MemoryMachine,
        settings=hypothesis.settings(
            max_examples=examples,
            stateful_step_count=steps,
            phases=[hypothesis.Phase.generate],
            suppress_health_check=list(hypothesis.HealthCheck),
        ),
    )


@pytest.mark.long
def test_whatever_befalls_a_memory_it_holds_and_finds_what_the_model_says(tmp_path: Path) -> None:
    run(tmp_path, examples=10, steps=20)


def edited_in_place(root: Path) -> None:
    """What the machine may do: a search, an edit that keeps size and time, another search."""
    MemoryMachine.root = root
    machine = MemoryMachine()
    machine.begin()
    machine.save("zebra")
    machine.find("zebra")
    machine.edit_by_hand("zebra", in_place=True, back=True)
    machine.find("camel")


@pytest.mark.long
def test_an_edit_that_keeps_size_and_time_is_found_and_an_index_that_trusts_them_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second half is the control: what many indexes go by would make the machine fail."""

    def naive(status: os.stat_result) -> str:
        return f"0:{status.st_size}:{int(status.st_mtime)}"

    edited_in_place(tmp_path)

    monkeypatch.setattr(files, "signature_of", naive)
    monkeypatch.setattr(bookmarks, "settled_signature", naive)
    with pytest.raises(AssertionError):
        edited_in_place(tmp_path)


@pytest.mark.torture
@pytest.mark.timeout(3_600)
def test_thousands_of_steps_befall_a_memory(tmp_path: Path) -> None:
    run(tmp_path, examples=300, steps=40)

    sys.stdout.write(
        f"\nP6, 300 scripts of up to 40 steps against a dictionary, {MemoryMachine.kills} kills:"
        " 0 differ\n"
    )
