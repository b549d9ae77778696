"""How a record or a part of Markdown reads: the text that is indexed, and the one that is shown.

Pure, and one for both, so that they speak of the same text. Must not know a place or a table.
"""

from __future__ import annotations

from memory_store.text import clean

Record = dict[str, object]


def summary_text(raw: Record) -> str:
    """A summary as it is shown: topic, summary, a line for each decision and todo."""
    lines = [word(raw, "topic"), word(raw, "summary")]
    for name, sign in (("decisions", "- "), ("todos", "- [ ] ")):
        values = raw.get(name)
        if isinstance(values, list):
            lines += [sign + value for value in values if isinstance(value, str) and value]
    return clean.text("\n".join(line for line in lines if line)).strip()


def turn_text(raw: Record) -> str:
    """A prompt or answer as it is shown."""
    return clean.text(word(raw, "text")).strip()


def markdown_text(parts: list[bytes]) -> str:
    """Markdown as it is shown: the headings above it in one line, then its own lines."""
    *headings, body = [part.decode("utf-8", "replace") for part in parts]
    path = " > ".join(heading.strip().strip("#").strip() for heading in headings)
    return clean.text(f"{path}\n{body}" if path else body).strip()


def word(record: Record, name: str) -> str:
    """A text field of a record; "" where it is none."""
    value = record.get(name)
    return value if isinstance(value, str) else ""
