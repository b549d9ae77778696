"""What a host's own record proves of a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.sessions import evidence
from tests import given, transcripts

if TYPE_CHECKING:
    from memory_store.store import layout


def claude(store: layout.Store) -> transcripts.Claude:
    made = transcripts.Claude(given.SESSION, project=store.project)
    made.ask("Speed up the cart")
    made.call("Edit", {"file_path": f"{store.project}/src/cart.py"}, "ok")
    made.call("Write", {"file_path": "/home/ann/notes/new/cart.md"}, "ok")
    made.call("Edit", {"file_path": f"{store.project}/gone.py"}, "no such file", failed=True)
    made.call(
        "Bash",
        {"command": f"cd {store.project} && pytest -q 2>&1 | tail"},
        "1 failed",
        failed=True,
    )
    made.call("Bash", {"command": "# Check it once more\nnpm run build"}, "built")
    made.call("Bash", {"command": "for f in *.h; do grep -c build $f; done"}, "1")
    made.call("Bash", {"command": "ls"}, "no", failed=True)
    made.call(
        "Bash", {"command": "git commit -m x"}, "[main 1a2b3c4] Add an index\n 1 file changed"
    )
    return made.say("Faster now.")


def proof(store: layout.Store, since: float = 0.0) -> evidence.Evidence | None:
    start = given.event(store, "session_start", host="claude", ago=700, source="startup")
    return evidence.of_session(store, [start], since)


def test_files_commits_and_how_checks_went_are_proved(store: layout.Store) -> None:
    claude(store).write()

    found = proof(store)

    assert found is not None
    assert found.files == ["…/new/cart.md", "src/cart.py"]  # the newest first
    assert found.commits == ["«Add an index»"]
    assert (found.failed, found.passed) == (["`pytest -q`"], ["`npm run build`"])


@pytest.mark.parametrize("command", ["pytest -q", "pytest tests/test_cart.py"])
def test_a_check_that_passed_in_the_end_did_not_fail(store: layout.Store, command: str) -> None:
    made = claude(store)
    made.call("Bash", {"command": command}, "3 passed")
    made.write()

    found = proof(store)

    assert found is not None
    assert found.failed == []


def test_what_was_done_before_a_moment_is_left_out(store: layout.Store) -> None:
    made = claude(store)
    made.write()

    found = proof(store, since=4e9)

    assert found is not None
    assert found.told("en", 300) == ""


def test_cursor_tells_files_alone_since_it_writes_no_results(store: layout.Store) -> None:
    made = transcripts.Cursor(given.SESSION, project=store.project)
    made.ask("Speed up the cart").say("Faster now.")
    made.use("StrReplace", {"path": f"{store.project}/src/cart.py"})
    made.use("Shell", {"command": "pytest -q"})
    made.say("Faster now.").write()
    start = given.event(store, "session_start", ago=700, source="startup")

    found = evidence.of_session(store, [start])

    assert found is not None
    assert found.told("zh", 300) == "改动的文件：src/cart.py。"


def test_without_a_transcript_nothing_is_proved(store: layout.Store) -> None:
    assert proof(store) is None


def test_of_many_files_those_that_fit_are_named_and_the_others_counted() -> None:
    found = evidence.Evidence([f"f{at}.py" for at in range(9)], [], [], [])

    assert found.told("en", 300) == (
        "Files written: f0.py, f1.py, f2.py, f3.py, f4.py, f5.py and 3 more."
    )
    assert found.told("en", 44) == "Files written: f0.py, f1.py and 7 more."


def test_a_file_is_named_from_its_project_on_each_system() -> None:
    made = transcripts.Cursor(given.SESSION).ask("Speed up the cart")
    for path in (r"C:\w\shop\src\cart.py", r"c:/w/shop/a/b/c/d/e.py", r"D:\x\y\z.md"):
        made.use("StrReplace", {"path": path})

    found = evidence.of_transcript(made.content(), r"C:\w\shop")

    assert found.files == ["…/y/z.md", "…/d/e.py", "src/cart.py"]


def test_a_secret_on_a_command_line_is_not_told(store: layout.Store) -> None:
    made = transcripts.Claude(given.SESSION, project=store.project).ask("deploy")
    made.call("Bash", {"command": "API_KEY=sk-abcdefghijklmnopqrstuvwxyz012345 make test"}, "ok")
    made.write()

    found = proof(store)

    assert found is not None
    assert "abcdefghij" not in found.told("en", 300)


def test_a_command_that_only_names_a_check_is_none(store: layout.Store) -> None:
    made = transcripts.Claude(given.SESSION, project=store.project).ask("look around")
    for command in (
        "git checkout main",
        'git commit -m "Mend the build"',
        "cat tests/test_cart.py",
        "cd src && grep -rn latest .",
        "npx skills add nextlevelbuilder/ui-kit",
        "git add -A && make lint",
    ):
        made.call("Bash", {"command": command}, "ok")
    made.write()

    found = proof(store)

    assert found is not None
    assert (found.failed, found.passed) == ([], ["`git add -A && make lint`"])


def test_a_commit_is_proved_by_a_command_that_passed() -> None:
    made = transcripts.Claude(given.SESSION).ask("Set it up")
    for subject, failed in (("Add an index", False), ("Add a queue", True)):
        output = f"[main 1a2b3c4] {subject}\n 1 file changed"
        made.call("Bash", {"command": "git commit"}, output, failed=failed)

    assert evidence.of_transcript(made.content(), "/w/shop").commits == ["«Add an index»"]


def test_a_commits_subject_is_redacted_before_it_is_cut(store: layout.Store) -> None:
    token = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"
    words = "Set up production, with the token of the deployment:"
    made = transcripts.Claude(given.SESSION, project=store.project)
    made.ask("Set it up").call(
        "Bash", {"command": "git commit"}, f"[main 1a2b3c4] {words} {token}"
    )

    (subject,) = evidence.of_transcript(made.content(), store.project).commits

    assert subject.startswith("«Set up production")
    assert "aB3dE5" not in subject
