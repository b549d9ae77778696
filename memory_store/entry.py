"""Runs one hook or one command: the only module with standard streams and exit codes.

A hook answers one JSON object and exits 0 in every case. A command tells a fault in two lines.
Must not hold a rule of what memory is.
"""

from __future__ import annotations

import gc
import os
import sys
import time

from memory_store import codec, config, errors, model, place
from memory_store.store import layout, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

    from memory_store.hosts import wire

_STDIN_BYTES = 1 << 22
_STDIN_SECONDS = 1.0
_GARBAGE = 100_000
"""Objects between two collections of a script: a search makes fewer, and ends without one."""


def run_hook(name: str, handle: Callable[[model.Event, place.Place], model.Reply]) -> None:
    """Run the hook script `name` with the use case `handle`, answer, and end the process."""
    _open_streams()
    out = _claim_stdout()
    reply = model.Reply()
    named = _named_host()
    answer: wire.Answer = _nothing(name, named)
    try:
        from memory_store.hosts import registry  # a script speaks no host's language

        event = registry.parse(_read_payload(), named, os.environ, name)
        if event.kind:
            answer = registry.render(event, reply)
        where = _place_for(name, event, named)
        if where is not None:
            reply = handle(event, where)
            answer = registry.render(event, reply)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001  no fault may reach the host
        log.write(name, f"{type(error).__name__}: {error}")
    said = answer if isinstance(answer, str) else codec.render(answer, ascii_text=True)
    _write(out, "" if answer is None else said + "\n")
    try:
        if reply.afterwards is not None:
            reply.afterwards()
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001  the answer is out already
        log.write(name, f"afterwards: {type(error).__name__}: {error}")
    _prepare()
    os._exit(0)


def _prepare() -> None:
    """Leave to the next process what this one changed, the briefing, and what it compiled."""
    append = sys.modules.get("memory_store.journal.append")
    for project in sorted(append.changed) if append is not None else ():
        from memory_store.start import renewing  # most processes change nothing of it

        try:
            renewing.refresh(place.resolve(project))
        except Exception as error:  # noqa: BLE001  the answer is out, and the next start makes it
            log.write("briefing", f"{type(error).__name__}: {error}")
    expressions = sys.modules.get("memory_store.store.expressions")
    if expressions is not None:
        expressions.keep()


def _nothing(name: str, named: str) -> dict[str, object] | None:
    """The answer to an unreadable payload: `{}`; nothing where Claude would show it to a model."""
    return None if name == "flush_memory" and named not in ("", model.CURSOR) else {}


def _open_streams() -> None:
    """Open closed standard streams on nothing, so that no file of ours gets their numbers.

    What is meant for a closed stream would be written into that file.
    """
    for stream in (0, 1, 2):
        try:
            os.fstat(stream)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number


def _claim_stdout() -> int:
    """A private copy of standard output, so that nothing a library prints can reach the host."""
    try:
        out = os.dup(1)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
    except OSError:
        return -1
    return out


def _write(out: int, text: str) -> None:
    """Write the answer and close; nobody listening is no fault."""
    left = memoryview(text.encode("utf-8", "replace"))
    try:
        while left:
            left = left[os.write(out, left) :]
        os.close(out)
    except OSError:
        return


def _read_payload() -> dict[str, object]:
    """The JSON object on standard input; {} for anything else.

    Ends at the first whole object, at the end of input, after a second, or at 4 MiB: a host may
    keep the pipe open. Byte order marks are skipped (Cursor on Windows sends two).
    """
    raw = bytearray()
    deadline = time.monotonic() + _STDIN_SECONDS
    try:
        while len(raw) < _STDIN_BYTES and _readable(deadline - time.monotonic()):
            piece = os.read(0, 65_536)
            if not piece:
                break
            raw += piece
            if piece.rstrip()[-1:] == b"}" and (payload := _as_object(raw)) is not None:
                return payload
    except OSError as error:
        log.write("stdin", error)
    return _as_object(raw) or {}


def _readable(seconds: float) -> bool:
    """Whether standard input has something (or its end) within `seconds`."""
    if sys.platform == "win32":
        return True  # select knows sockets only there; the host closes the pipe
    import select

    return seconds > 0 and bool(select.select([0], [], [], seconds)[0])


def _as_object(raw: bytearray) -> dict[str, object] | None:
    text = raw.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    try:
        payload = codec.parse(text)
    except ValueError:
        return None
    return payload if isinstance(payload, dict) else None


def _named_host() -> str:
    """The host in the wiring, `--host cursor` or `--host=cursor`; "" for none."""
    words = " ".join(sys.argv[1:]).replace("=", " ").split()
    return words[words.index("--host") + 1] if "--host" in words[:-1] else ""


def _place_for(name: str, event: model.Event, named: str) -> place.Place | None:
    """The place where the hook works; None if it has nothing to do."""
    from memory_store.hosts import registry  # see run_hook

    if event.kind not in registry.HANDLES[name]:
        return None
    directory = registry.directory(event, os.environ, _has_memory)
    if not directory or not os.path.isdir(directory):
        return None
    if registry.is_superseded(event, named, directory):
        return None
    event.by_plugin = bool(hook_in(sys.argv[1:]))
    where = place.resolve(directory)
    if config.disabled(where.project or layout.project_store(where.directory)):
        return None
    is_first = event.kind == (
        model.PROMPT if event.traits.briefs_at_prompt else model.SESSION_START
    )
    if where.untrusted and not is_first:
        return None
    if where.project is not None and not where.project.exists():
        may = place.may_create(where, by_plugin=event.by_plugin)
        where.project = where.project if may else None
    if event.agent_id and event.kind != model.SUBAGENT_START:
        from memory_store.journal import sessions  # most hosts name a sub-agent alone

        event.background = not sessions.is_main_agent(where.project, event)
    return where


def hook_in(words: list[str]) -> str:
    """The hook that a plugin starts, as `memory-store hook NAME`; "" for any other command."""
    if words[:1] != ["hook"] or "--help" in words:
        return ""
    from memory_store.hosts import registry  # see run_hook

    return next((one for one in words if one in registry.HANDLES), "")


def _has_memory(directory: str) -> bool:
    return layout.project_store(place.find_project(directory)).exists()


def be_script(only: str = "") -> NoReturn:
    """Run a command with the process's own words, and end the process; see `run_script`.

    The interpreter isn't taken apart, which would cost half a bare start: what a command has open
    it closes itself, and what it says is written by then.
    """
    gc.set_threshold(_GARBAGE)
    code = run_script(sys.argv[1:], only)
    _prepare()
    os._exit(code)


def run_script(arguments: list[str], only: str = "") -> int:
    """Run a command from the command line, print its answer, and give the exit status.

    Args:
        arguments: the words behind the program's name.
        only: the one command that a script stands for; "" lets the first word name it.

    Returns:
        0 done; 1 nothing found; 2 the caller's mistake and 3 a fault of the machine or ours, told
        in one line `error: …` on standard error and, where something helps, one `hint: …`; 130
        interrupted.
    """
    _open_streams()
    from memory_store.cli import dispatch, printing

    try:
        answer, as_json = dispatch.run(arguments, only)
        if as_json:
            printing.out_record(answer.record)
        elif answer.text:
            printing.out(_told(answer.text))
        return answer.code
    except errors.MemoryStoreError as error:
        helped = errors.Message("see --help" if isinstance(error, errors.UsageError) else "")
        return _tell(error.message, error.hint or helped, error.exit_code)
    except KeyboardInterrupt:
        return 130
    except ImportError as error:
        hint = "{python} lacks it; run with the Python that memory-store is installed in"
        return _tell(str(error), errors.Message(hint, python=sys.executable), 3)
    except Exception as error:  # noqa: BLE001  a bug is told in the same two lines as any fault
        log.write(only or "memory-store", f"{type(error).__name__}: {error}")
        hint = errors.Message("this is a bug; the log: {path}", path=log.path())
        return _tell(f"{type(error).__name__}: {error}", hint, 3)


def _told(text: str) -> str:
    """A text, in the person's language if it is a message."""
    if not isinstance(text, errors.Message):
        return text
    from memory_store.cli import terminal
    from memory_store.language import wording

    return wording.told(terminal.spoken(), text)


def _tell(fault: str, hint: str, code: int) -> int:
    from memory_store.cli import printing, terminal
    from memory_store.language import wording

    spoken = terminal.spoken()
    told = {"error": fault, "hint": hint}  # the words that programs read
    lines = (f"{word}: {wording.told(spoken, one)}" for word, one in told.items() if one)
    printing.tell("\n".join(line.replace("\n", " ") for line in lines))
    return code
