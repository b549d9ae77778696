"""Reads the section `Memory lines:` with which a compaction's summary ends, as we ask for it.

Nothing else of a summary is an agent's line: it may quote a stack, or what somebody pasted.
"""

from __future__ import annotations

HEADING = "memory lines"
_KINDS = ("W", "B", "O", "S")
_SIGNS = "-*• \t\r`"
_LISTED = ("-", "*", "•")


def of_summary(summary: str) -> str:
    """The lines of a summary's last section of that name, with the points below each; "" for none.

    The section ends at the first line of another form: behind the summary a host may speak.
    """
    lines = summary.rpartition("<summary>")[2].replace("</summary>", "\n").split("\n")
    begin = max((at for at, line in enumerate(lines) if _is_heading(line)), default=len(lines))
    kept: list[str] = []
    for line in lines[begin + 1 :]:
        bare = line.strip(_SIGNS)
        if bare.startswith(_KINDS) and "@" in bare:
            kept.append(bare)
        elif bare and not line.strip().startswith(_LISTED):
            break
        elif bare and kept:
            kept.append(line.strip())
    return "\n".join(kept)


def _is_heading(line: str) -> bool:
    """Whether a line holds the heading, and nothing but marks and a number beside it."""
    words = "".join(char if char.isalpha() else " " for char in line).split()
    return " ".join(words).lower() == HEADING
