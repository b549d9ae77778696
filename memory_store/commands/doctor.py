"""Look at each thing that must be right, run each hook as its host would, and tell what mends it.

With --fix what needs no decision of yours is mended: rights, wiring, the index.
"""

from __future__ import annotations

import os
import stat

from memory_store import errors, model, place
from memory_store.cli import dispatch, speech
from memory_store.commands import checks, columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import table
    from memory_store.codec import Record


def run(call: table.Call) -> model.Answer:
    """The checks; exit 1 where something is wrong."""
    project = place.find_project(call.project or os.getcwd())
    results = _results(call, project)
    fixed: list[str] = []
    if call.fix:
        fixed = [one.fault for one in results if one.fault and one.by and _mended(one, project)]
    if fixed:
        call.where = place.resolve(project)
        results = _results(call, project)
    record: Record = {
        "checks": [
            {
                "name": one.name,
                "ok": not one.fault,
                "text": one.fault or one.told,
                "mend": one.mend if one.fault else "",
            }
            for one in results
        ],
        "fixed": fixed,
    }
    is_well = not any(one.fault for one in results)

    def text() -> str:
        lines = [f"+ {speech.say(call.settings, 'steering', 'mended', text=one)}" for one in fixed]
        for check in results:
            mark = columns.styled("x", columns.YELLOW) if check.fault else "ok"
            lines.append(f"{mark:3} {check.name:9} {check.fault or check.told}")
            if check.fault:
                mend = speech.say(call.settings, "steering", "mend", text=check.mend)
                lines.append(f"              {mend}")
        name = "well" if is_well else "unwell"
        count = sum(bool(one.fault) for one in results)
        return "\n".join([*lines, "", speech.say(call.settings, "steering", name, count=count)])

    return model.Answer(record, text, 0 if is_well else 1)


def _results(call: table.Call, project: str) -> list[checks.Check]:
    """The checks with their results, in the person's language."""

    def said(text: str) -> str:
        return speech.text(call.settings, [text])

    return [
        one._replace(fault=said(one.fault), mend=said(one.mend), told=said(one.told))
        for one in checks.run(call, project)
    ]


def _mended(check: checks.Check, project: str) -> bool:
    """Mend the fault of a check, and tell whether that was done."""
    try:
        if check.name == "rights":
            for path in check.by:
                os.chmod(path, stat.S_IMODE(os.stat(path).st_mode) & 0o700)
            return True
        dispatch.call(check.by[0], [*check.by[1:], "--project", project], place.resolve(project))
    except (errors.MemoryStoreError, OSError):
        return False
    return True
