"""Machines with any histories that meet a remote in any order, against each other and a model.

What one of them saved is on all of them, what one forgot is on none, and all hold the same.
"""

from __future__ import annotations

import itertools
import shutil
from typing import TYPE_CHECKING, NamedTuple
from unittest import mock

import hypothesis
import pytest
from hypothesis import strategies as st

from memory_store.remotes import meeting, merging
from memory_store.store import layout
from tests import faults
from tests.remotes import machines

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import ModuleType

    from memory_store.journal import stored
    from tests.remotes.machines import Machine


pytestmark = faults.posix

NAMES = ("desktop", "laptop", "server")
WORDS = "zebra kraken lantern 缓存 部署 harbour walnut".split()
KINDS = "save save edit retract restore replace forget write delete meet".split()
OFFLINE = [kind for kind in KINDS if kind not in ("forget", "meet")]


class Step(NamedTuple):
    """What befalls a machine; `word` and `choice` say which text and which of its facts."""

    machine: int
    kind: str
    word: str
    choice: int


def stories(kinds: list[str]) -> st.SearchStrategy[list[Step]]:
    return st.lists(
        st.builds(
            Step,
            st.integers(0, 2),
            st.sampled_from(kinds),
            st.sampled_from(WORDS),
            st.integers(0, 99),
        ),
        max_size=16,
    )


class Story:
    """Three machines and a remote, and what the model knows.

    Attributes:
        machines: the machines.
        said: the texts of each fact, by its id.
        forgotten: the words that somebody forgot.
        written: the lines of pages that nobody deleted.
    """

    numbers = itertools.count()

    def __init__(self, root: Path, steps: list[Step]) -> None:
        self._root = root / f"story {next(Story.numbers)}"
        remote = machines.bare(self._root / "remote.git")
        self.machines = [machines.Machine(self._root / name, remote) for name in NAMES]
        self.said: dict[str, set[str]] = {}
        self.forgotten: set[str] = set()
        self.written: set[str] = set()
        for minute, step in enumerate(steps):
            self._befall(self.machines[step.machine], minute, step)

    def meet(self, order: tuple[int, ...]) -> None:
        """Let the machines meet the remote in this order, until each knows what the last did."""
        for _ in range(3):
            for one in order:
                self.machines[one].meet()

    def agree(self) -> bool:
        """Whether all machines hold the same."""
        states = [one.state() for one in self.machines]
        return states[0] == states[1] == states[2]

    def lost(self) -> set[str]:
        """What was said or written, and no machine forgot, and some machine has not."""
        kept = {
            text
            for texts in self.said.values()
            if not {one.split()[0] for one in texts} & self.forgotten
            for text in texts
        }
        lost: set[str] = set()
        for one in self.machines:
            lost |= kept - {line["content"] for line in one.lines()}
            pages = [one.page(name) for name in (layout.CORE, "notes/b.md")]
            lost |= self.written - {
                line for page in pages if page.exists() for line in page.read_text().splitlines()
            }
        return lost

    def end(self) -> None:
        """Leave nothing of it."""
        shutil.rmtree(self._root)

    def _befall(self, machine: Machine, minute: int, step: Step) -> None:
        text = f"{step.word} number {minute}"
        if step.kind == "meet":
            machine.meet()
        elif step.kind == "forget":
            machine.forget(step.word)
            self.forgotten.add(step.word)
        elif step.kind == "write":
            name = (layout.CORE, "notes/b.md", "notes/a.md")[step.choice % 3]
            page = machine.page(name)
            before = page.read_text() if page.exists() else ""
            page.write_text(f"{before}- {text}\n")
            self.written |= {f"- {text}"} if name != "notes/a.md" else set()
        elif step.kind == "delete":
            machine.page("notes/a.md").unlink(missing_ok=True)
        elif step.kind == "save":
            self._says(machine.save(text, minute))
        else:
            self._change(machine, minute, step, text)

    def _change(self, machine: Machine, minute: int, step: Step, text: str) -> None:
        known = list(machine.newest().values())
        if not known:
            return
        fact = known[step.choice % len(known)]
        if step.kind == "replace":
            self._says(machine.save(text, minute, supersedes=fact.id))
        elif step.kind == "edit":
            changed = fact.changed(content=text)
            machine.change(changed, minute)
            self._says(changed)
        else:
            line = fact.retracted() if step.kind == "retract" else fact.restored()
            machine.change(line, minute)

    def _says(self, fact: stored.Fact) -> None:
        self.said.setdefault(fact.id, set()).add(fact.content)


orders = st.permutations(range(3)).map(tuple)
few = hypothesis.settings(max_examples=2)


def met(root: Path, steps: list[Step], order: tuple[int, ...]) -> None:
    """After all have met, all hold the same and nothing is lost, whoever came first."""
    story = Story(root, steps)
    story.meet(order)

    assert story.agree()
    assert story.lost() == set()
    story.end()


def met_in_any_order(root: Path, steps: list[Step], order: tuple[int, ...]) -> None:
    """Machines that were offline come to the same memory, whichever meets the remote first."""
    one, other = Story(root, steps), Story(root, steps)
    one.meet((0, 1, 2))
    other.meet(order)

    ends = [story.machines[0].state() for story in (one, other)]
    for end in ends:
        end["pages"] = {name: sorted(text.split("\n")) for name, text in end["pages"].items()}
    assert ends[0] == ends[1]
    one.end()
    other.end()


@pytest.mark.long
@few
@hypothesis.given(steps=stories(KINDS), order=orders)
def test_machines_that_met_hold_the_same_and_nothing_is_lost(
    tmp_path_factory: pytest.TempPathFactory, steps: list[Step], order: tuple[int, ...]
) -> None:
    met(tmp_path_factory.getbasetemp(), steps, order)


@pytest.mark.long
@few
@hypothesis.given(steps=stories(OFFLINE), order=orders)
def test_it_does_not_matter_who_meets_first(
    tmp_path_factory: pytest.TempPathFactory, steps: list[Step], order: tuple[int, ...]
) -> None:
    met_in_any_order(tmp_path_factory.getbasetemp(), steps, order)


@pytest.mark.torture
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize(
    ("holds", "kinds", "count"), [(met, KINDS, 300), (met_in_any_order, OFFLINE, 150)]
)
def test_so_it_is_for_many_histories(
    tmp_path_factory: pytest.TempPathFactory,
    holds: Callable[..., None],
    kinds: list[str],
    count: int,
) -> None:
    @hypothesis.settings(max_examples=count)
    @hypothesis.given(steps=stories(kinds), order=orders)
    def many_times(steps: list[Step], order: tuple[int, ...]) -> None:
        holds(tmp_path_factory.getbasetemp(), steps, order)

    many_times()


A, B = 0, 1
DIVIDED = [Step(A, "save", "zebra", 0), Step(A, "meet", "", 0), Step(B, "meet", "", 0),
           Step(B, "edit", "kraken", 0), Step(A, "edit", "lantern", 0)]  # fmt: skip
FORGOTTEN = [Step(A, "save", "zebra", 0), Step(A, "meet", "", 0), Step(B, "meet", "", 0),
             Step(B, "forget", "zebra", 0)]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(
    ("steps", "room", "step", "answer"),
    [
        (DIVIDED, merging, "misplaced", []),
        (FORGOTTEN, meeting, "_forget", None),
    ],
)
def test_a_meeting_that_leaves_a_step_out_fails_this_test(
    tmp_path: Path, steps: list[Step], room: ModuleType, step: str, answer: object
) -> None:
    """The control: the same histories, which pass when nothing is left out."""
    met(tmp_path, steps, (A, B, 2))

    with mock.patch.object(room, step, return_value=answer), pytest.raises(AssertionError):
        met(tmp_path, steps, (A, B, 2))
