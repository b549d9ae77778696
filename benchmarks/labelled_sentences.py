"""Sentences of real sessions with their labels, which are joined to them by a hash."""

from __future__ import annotations

import hashlib
import json
import os
from typing import NamedTuple

_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "labels")
LABELS = os.path.join(_FOLDER, "labels.tsv")
STATEMENTS = os.path.join(_FOLDER, "statements.jsonl")
NO, MAYBE, LASTING = 0, 1, 2
CHOSEN = "chosen"
"""The part of the training half that was labelled because a scorer found it likely."""


class Sentence(NamedTuple):
    """A sentence that a person typed to a coding agent.

    Attributes:
        repository: owner/name of the public repository that has the session.
        session: the session's number within the repository; `prompt` is the prompt's in it.
        text: the sentence, as it was typed.
        language: zh, en or other.
        label: NO, MAYBE (counts for nothing) or LASTING.
        kind: of a lasting sentence: rule, preference, decision, fact, person, plan or done.
        how: of a lasting sentence: asked, stated or passing.
    """

    repository: str
    session: str
    prompt: str
    text: str
    language: str
    label: int
    kind: str
    how: str

    @property
    def person(self) -> str:
        """Who said it: the repository's owner."""
        return self.repository.split("/")[0].lower()

    @property
    def prompt_key(self) -> tuple[str, str, str]:
        """The prompt that holds it."""
        return self.repository, self.session, self.prompt


def key(repository: str, text: str) -> str:
    """The name of a sentence in the labels: 16 hexadecimal digits of a hash."""
    return hashlib.sha256(f"{repository.lower()}\n{text}".encode()).hexdigest()[:16]


def labels() -> dict[str, list[str]]:
    """Each labelled sentence's half, label, kind, how and readers' labels, by its key."""
    with open(LABELS, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return {row[0]: row[1:] for row in rows}


def read(paths: list[str], half: str = "") -> list[Sentence]:
    """The labelled sentences of JSONL files, each once, those without a label left out.

    Args:
        paths: files whose lines have `repo`, `session` (or `file`), `prompt`, `text`, `lang`, and
            `label` where it is not to be looked up by the sentence's hash.
        half: `train`, `test` or CHOSEN for the sentences of that part alone.

    Raises:
        OSError: a file can't be read.
        ValueError: a line is no JSON; KeyError: it lacks a field.
    """
    known = labels()
    found: dict[str, Sentence] = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                raw = json.loads(line)
                identity = key(raw["repo"], raw["text"])
                own = ["", str(raw["label"]), "", ""] if "label" in raw else None
                label = own or known.get(identity)
                if label is None or (half and label[0] != half):
                    continue
                session = str(raw.get("session", raw.get("file")))
                found.setdefault(identity, Sentence(
                    raw["repo"], session, str(raw["prompt"]), raw["text"],
                    raw["lang"], int(label[1]), label[2], label[3],
                ))  # fmt: skip
    return list(found.values())


def statements() -> list[Sentence]:
    """The statements that models wrote for the training, who had seen nothing of this project.

    Each lasting one has two beside it that use the same words and don't last: an order of the
    moment, a complaint, a remark about other people's work.
    """
    with open(STATEMENTS, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return [
        Sentence(
            f"{row['writer']}/statements",
            "",
            str(number),
            row["text"],
            row["writer"][:2],
            LASTING if row["lasts"] else NO,
            "",
            "",
        )
        for number, row in enumerate(rows)
    ]
