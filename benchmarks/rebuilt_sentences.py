"""Finds the labelled sentences again in copies of the repositories that hold them.

    python benchmarks/rebuilt_sentences.py CLONES --half train > SENTENCES.jsonl

CLONES is a folder with a clone of each repository of `labels/sources.tsv`, named OWNER+NAME. The
hash of repository and text says which sentence is labelled, so no format of sessions is read: a
text file is cut where another speaker begins, and each string of a JSON file may be a prompt.
Prints one JSON object a line, as `train_scorer` and `extraction` read them, and to stderr how many
labelled sentences of each repository were found. The sentences are strangers' and stay out of the
repository.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import labelled_sentences
from memory_store.language import script, sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCES = os.path.join(os.path.dirname(labelled_sentences.LABELS), "sources.tsv")
_FILES = re.compile(r"\.(md|jsonl?|txt|mdc|log)$", re.IGNORECASE)
_SPEAKER = re.compile(
    r"^[\W_]*(user|human|assistant|agent|cursor|claude|codex|gemini|you|用户|助手)\b.{0,60}$"
    r"|^\W*(>|❯|⏺|---)\s*$|^#### ",
    re.IGNORECASE | re.MULTILINE,
)
_LIKELY = re.compile(
    r"specstory/history|\.codex/|projects/|aider|sessions?/|transcript|chat|cursor"
)
_SECONDS = 60.0  # of a repository; some hold thousands of sessions, of which a dozen were read
_PASTED = 20_000  # characters


class Source(NamedTuple):
    """A repository with labelled sentences, at a commit; `half` is train or test."""

    repository: str
    commit: str
    half: str
    sessions: int
    sentences: int


def main() -> int:
    """Print the sentences of one half; 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("clones", help="the folder of clones")
    parser.add_argument("--half", choices=("train", "test"), required=True)
    options = parser.parse_args()
    known = set(labelled_sentences.labels())
    for source in sources(options.half):
        clone = os.path.join(options.clones, source.repository.replace("/", "+"))
        count = 0
        for row in found(clone, source, known) if os.path.isdir(clone) else ():
            print(json.dumps(row, ensure_ascii=False))
            count += 1
        print(f"{source.repository}\t{count}", file=sys.stderr)
    return 0


def sources(half: str) -> list[Source]:
    """The repositories of one half."""
    with open(SOURCES, encoding="utf-8") as file:
        rows = [line.split("\t") for line in file if not line.startswith("#")]
    return [
        Source(row[0], row[1], row[2], int(row[3]), int(row[4])) for row in rows if row[2] == half
    ]


def found(clone: str, source: Source, known: set[str]) -> Iterator[dict[str, object]]:
    """The labelled sentences of a repository, each where it stands first."""
    seen: set[str] = set()
    until = time.monotonic() + _SECONDS
    for path, content in files(clone, source.commit):
        if len(seen) >= source.sentences or time.monotonic() > until:
            return
        for prompt, text in enumerate(prompts(path, content)):
            for sentence in _cut(text):
                key = labelled_sentences.key(source.repository, sentence)
                if key in known and key not in seen:
                    seen.add(key)
                    yield {
                        "repo": source.repository,
                        "session": path,
                        "prompt": prompt,
                        "text": sentence,
                        "lang": "zh" if script.is_chinese(sentence) else "en",
                    }


def files(clone: str, commit: str) -> Iterator[tuple[str, str]]:
    """The text files of a commit that may be sessions: paths and contents."""
    bare = os.path.join(clone, "repo")
    git = ["git", "-C", bare if os.path.isdir(bare) else clone, "-c", "core.quotepath=off"]
    listed = subprocess.run([*git, "ls-tree", "-r", "-l", commit], capture_output=True, check=True)
    rows = [line.partition("\t")[::2] for line in listed.stdout.decode().splitlines()]
    for left, path in sorted(rows, key=lambda row: not _LIKELY.search(row[1])):
        _, kind, blob, size = left.split()  # a file that the clone lacks has none
        if kind == "blob" and _FILES.search(path) and size.isdigit():
            shown = subprocess.run([*git, "cat-file", "blob", blob], capture_output=True)  # noqa: PLW1510
            if not shown.returncode:
                yield path, shown.stdout.decode("utf-8", "replace")


def prompts(path: str, content: str) -> Iterator[str]:
    """What may be a prompt in a file."""
    if not path.lower().endswith((".json", ".jsonl")):
        ends = [0, *(match.start() for match in _SPEAKER.finditer(content)), len(content)]
        for begin, end in itertools.pairwise(ends):
            yield content[begin:end]
        return
    for line in content.splitlines() if path.lower().endswith(".jsonl") else [content]:
        if '"user"' not in line and '"role"' in line:
            continue
        try:
            yield from _strings(json.loads(line))
        except ValueError:
            continue


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        if len(value) <= _PASTED:
            yield value
    elif isinstance(value, (list, dict)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _strings(one)


def _cut(text: str) -> Iterator[str]:
    """The sentences of a prompt, and of each of its lines alone, where the whole was cut short."""
    yield from sentences.own(text)
    for line in text.splitlines():
        yield line.strip()
        yield from sentences.own(line)


if __name__ == "__main__":
    sys.exit(main())
