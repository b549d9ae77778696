"""Reads from a host's transcript what a session did: files written, commits, results of checks.

Must not rely on an agent's statements.
"""

from __future__ import annotations

import os

from memory_store import model
from memory_store.hosts import transcripts
from memory_store.language import wording
from memory_store.store import files, layout
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.hosts import tool_calls
    from memory_store.journal.stored import Entry

TAIL_BYTES = 1 << 20

_BYTES = 16 << 20
_SHOWN, _MORE_SHOWN = 6, 4  # files; commits and commands
_COMMAND_CHARS = 60
_SUBJECT_CHARS = 80
_CHECKS = ("test", "build", "lint", "check", "mypy", "ruff", "tsc", "make", "deploy", "migrate")
_LOOKING = frozenset(
    (
        "git gh ls cat cd cp mv rm mkdir touch chmod grep rg find sed awk head tail wc echo "
        "printf less diff tree stat which ps pgrep pkill kill lsof sleep for do done while if "
        "then test get-childitem get-content select-string findstr dir type"
    ).split()
)  # programs and words of the shell that check nothing, whatever they are given
_NAMING = 4  # words of a command that may name its check; arguments follow
_HASH_CHARS = 7
_PARTS = 2  # of the path of a file outside the project, or deep inside
_OWN_PARTS = 4
_HEX = frozenset("0123456789abcdef")


class Evidence(model.Value):
    """The facts about a session that its transcript proves.

    Attributes:
        files: the files that were written, as the project names them, those written most first.
        commits: the subjects of commits that were made.
        failed, passed: the checks (tests, builds …) whose last run failed, and passed.
    """

    files: list[str]
    commits: list[str]
    failed: list[str]
    passed: list[str]

    def told(self, language: str, limit: int) -> str:
        """The evidence in a line, in `limit`; "" where there is none."""
        parts = (
            ("wrote", self.files, _SHOWN),
            ("committed", self.commits[-_MORE_SHOWN:], _MORE_SHOWN),
            ("failed", self.failed[-_MORE_SHOWN:], _MORE_SHOWN),
            ("passed", self.passed[-_MORE_SHOWN:], _MORE_SHOWN),
        )
        told = ""
        for most in range(_SHOWN, 0, -1):
            told = " ".join(
                wording.say(language, name, listed=_listed(found, min(most, shown), language))
                for name, found, shown in parts
                if found
            )
            if len(told) <= limit:
                break
        return told


def _listed(found: list[str], most: int, language: str) -> str:
    listed = wording.say(language, "comma").join(found[:most])
    left = len(found) - most
    return listed + (wording.say(language, "and_more", count=left) if left > 0 else "")


def of_session(
    store: layout.Store, events: Iterable[Entry], since: float = 0.0
) -> Evidence | None:
    """The evidence of a session's transcript after a moment; None without a transcript.

    Arguments as of `content` and `of_transcript`.
    """
    found = content(store, events)
    return None if found is None else of_transcript(found, store.project, since)


def content(store: layout.Store, events: Iterable[Entry]) -> bytes | None:
    """The transcript of a session, of a long one its end; None without one.

    Args:
        store: of the project.
        events: the journal's of the session: its start or its end says where the transcript lies.
    """
    host = session = transcript_path = ""
    for event in events:
        host, session = event.host or host, event.session_id or session
        transcript_path = event.transcript or transcript_path
    return transcript(store, host, session, transcript_path, _BYTES)


def done(content: bytes) -> list[tuple[float | None, str, str]]:
    """What an agent did, by its transcript's bytes: each command line and path of a written file.

    Returns:
        When, seconds since 1970, or None where the host tells no times; then what its person's
        line before it has; and the command line or the path.
    """
    return [(one.moment, one.asked, one.command or one.path) for one in _calls(content)]


def of_transcript(content: bytes, project: str, since: float = 0.0) -> Evidence:
    """The evidence of a transcript's bytes, its files named from the project's directory.

    What has no time counts only where `since`, seconds since 1970, is 0.
    """
    calls = [one for one in _calls(content) if (one.moment or 0.0) >= since]
    times: dict[str, int] = {}
    for path in (_shown(one.path, project) for one in calls if one.path and not one.failed):
        times[path] = times.get(path, 0) + 1
    newest_first = [*times][::-1]
    return Evidence(
        sorted(newest_first, key=lambda path: -times[path]),
        [subject for one in calls if one.failed is False for subject in _subjects(one.output)],
        *_checks(calls),
    )


def _calls(content: bytes) -> list[tool_calls.Call]:
    from memory_store.hosts import tool_calls  # a stop reads the turns alone

    return tool_calls.read(content)


def transcript(
    store: layout.Store, host: str, session: str, path: str, limit: int = TAIL_BYTES
) -> bytes | None:
    """The end of a session's transcript, from the beginning of a line; None without one.

    `path` is where the host said that it lies.
    """
    location = transcripts.locate(host, store.project, session, path)
    if location is None:
        return None
    try:
        descriptor = files.open_beneath(*location)
    except OSError:
        return None
    try:
        size = os.fstat(descriptor).st_size
        content = files.read_at(descriptor, max(0, size - limit), limit)
    except OSError:
        return None
    finally:
        os.close(descriptor)
    return content if size <= limit else content.partition(b"\n")[2]


def _shown(path: str, project: str) -> str:
    """A path from the project's directory; of a file elsewhere its end. Slashes on all systems."""
    plain, base = (one.replace("\\", "/") for one in (path, project))
    if plain.lower().startswith(f"{base.lower()}/"):
        plain = plain[len(base) + 1 :]
    parts = plain.split("/")
    is_absolute = not parts[0] or parts[0].endswith(":")
    is_long = is_absolute or len(parts) > _OWN_PARTS
    return clean.line("/".join(["…", *parts[-_PARTS:]]) if is_long else plain)


def _subjects(output: str) -> list[str]:
    """The subjects of commits in the output of `git commit`: `[main 1a2b3c4] Subject`."""
    subjects = []
    for line in output.split("\n"):
        head, closed, subject = line.partition("] ")
        name = head.rpartition(" ")[2]
        if line[:1] == "[" and closed and len(name) >= _HASH_CHARS and _HEX.issuperset(name):
            subjects.append(f"«{_without_secrets(subject, _SUBJECT_CHARS)}»")
    return subjects


def _checks(calls: list[tool_calls.Call]) -> tuple[list[str], list[str]]:
    """The last run of each kind of check: those that failed, and those that passed.

    `pytest tests/a.py` and `pytest -q` are one kind.
    """
    last: dict[str, tuple[str, bool]] = {}
    for call in calls:
        name = _command(call.command)
        kind = _kind(name)
        if call.failed is not None and kind:
            last.pop(kind, None)
            last[kind] = (f"`{name}`", call.failed)
    failed = [name for name, is_failed in last.values() if is_failed]
    return failed, [name for name, is_failed in last.values() if not is_failed]


def _kind(command: str) -> str:
    """The words of a command up to the check that it runs; "" for no check.

    `cat tests/a.py` and `git commit -m "Mend the build"` are none. Of several commands in a line
    one is enough.
    """
    for part in command.lower().replace("&&", ";").split(";"):
        words = [word for word in part.split() if "=" not in word][:_NAMING]
        if not words or words[0] in _LOOKING:
            continue
        for at, word in enumerate(words):
            names = "".join(sign if sign.isalnum() else " " for sign in word).split()
            if any(name.startswith(_CHECKS) or name.endswith(_CHECKS) for name in names):
                return " ".join(words[: at + 1])
    return ""


def _command(command: str) -> str:
    """The first line of a command that is no comment, without a leading `cd`."""
    lines = (one.strip() for one in command.split("\n"))
    line = next((one for one in lines if one and not one.startswith("#")), "")
    while line.startswith("cd ") and "&&" in line:
        line = line.partition("&&")[2].strip()
    line = line.partition(" 2>&1")[0].partition(" | ")[0]
    return _without_secrets(line, _COMMAND_CHARS)


def _without_secrets(text: str, most: int) -> str:
    from memory_store.text import redact  # see _calls

    return clean.line(redact.secrets(text)[0], most)
