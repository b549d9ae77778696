"""Look for secrets, invisible characters and damaged lines in what is stored; shows no secret.

--fix takes secrets and invisible characters out of facts, summaries and journal, for good.
MEMORY.md, notes, files of extra_paths and settings are told and left to you.
"""

from __future__ import annotations

from memory_store import model, place
from memory_store.cli import speech, terminal
from memory_store.forget import scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags
    from memory_store.codec import Record


_SHOWN = 200


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Report the findings of the stores, and mend them with --fix.

    The exit status is 0 whatever is found: `status` in the answer says clean, found or fixed.

    Raises:
        UsageError: the project's store is not trusted.
        StoreError: a store can't be read or written.
    """
    stores = terminal.stores_of(where, arguments.scope)
    findings = [one for store in stores for one in scan.find(store)]
    mendable = {one[:3] for one in findings if one.is_mendable()}
    fixes = arguments.fix and bool(mendable)
    fixed = sum(scan.mend(store) for store in stores) if fixes else 0
    left = [one for one in findings if one[:3] not in mendable]
    record: Record = {
        "status": "fixed" if fixes else "found" if findings else "clean",
        "findings": [
            {**_record(one), "mended": fixes and one[:3] in mendable} for one in findings
        ],
        "fixed": fixed,
    }
    if not findings:
        return model.Answer(record, _say(where, "clean"))
    lines = [
        _line(where, one, is_mended=fixes and one[:3] in mendable) for one in findings[:_SHOWN]
    ]
    if len(findings) > _SHOWN:
        lines.append(_say(where, "more", count=len(findings) - _SHOWN))
    if mendable:
        lines.append(_say(where, "fixed", count=fixed) if fixes else _say(where, "fix"))
    lines += [_say(where, "left", count=len(left))] if left else []
    return model.Answer(record, "\n".join(lines))


def _say(where: place.Place, name: str, **values: object) -> str:
    return speech.say(where.config, "forgetting", name, **values)


def _record(finding: scan.Finding) -> Record:
    return {
        "store": finding.store,
        "file": finding.file,
        "line": finding.line,
        "what": finding.what,
        "kinds": list(finding.kinds),
        "yours": finding.is_yours,
    }


def _line(where: place.Place, finding: scan.Finding, *, is_mended: bool) -> str:
    what = _say(where, finding.what, kind=", ".join(finding.kinds))
    mended = _say(where, "mended") if is_mended else ""
    return f"{finding.path}:{finding.line}  {what}{mended}"
