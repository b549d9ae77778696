"""The prompts beside which the agent is asked to keep something, for an agent to answer.

    python benchmarks/judgement.py SENTENCES.jsonl ... [--half test] > ASKED.jsonl
    python benchmarks/extraction.py SENTENCES.jsonl ... [--half test] --answers ANSWERS.jsonl

The sentences are as `labelled_sentences` reads them. Each repository has a store of its own, in
which its sessions' prompts are said through the hook, in a temporary directory. A line of
ASKED.jsonl is {"id", "before": the session's last prompts, "sentences": the prompt's, "line": what
the hook adds}. An agent's line of ANSWERS.jsonl is {"id", "kept": [{"line": its retain line,
"from": [numbers, from 1, of the sentences that it rests on]}]}; an empty list keeps nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import corrections, labelled_sentences, machine
from benchmarks.replay import player
from memory_store.handlers import recall_memory
from memory_store.journal import create
from memory_store.store import layout

BEFORE = 6  # prompts


def main() -> None:
    """Print the prompts that come with a line for the agent."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sentences", nargs="+", help="files of sentences")
    parser.add_argument("--half", choices=("train", "test"), default="", help="of that half alone")
    options = parser.parse_args()
    prompts: dict[tuple[str, str, str], list[str]] = {}
    for sentence in labelled_sentences.read(options.sentences, options.half):
        prompts.setdefault(sentence.prompt_key, []).append(sentence.text)
    with tempfile.TemporaryDirectory() as directory:
        os.environ.update(machine.environment(Path(directory), "none"))
        said: dict[tuple[str, str], list[str]] = {}
        for number, ((repository, session, _), spoken) in enumerate(prompts.items()):
            project = os.path.join(directory, repository.replace("/", "+"))
            if not os.path.isdir(project):
                os.makedirs(os.path.join(project, ".git"))
                create.create(layout.project_store(project))
            before = said.setdefault((repository, session), [])
            context = corrections.hooked(
                recall_memory, project, session, "UserPromptSubmit", prompt="\n".join(spoken)
            ).context
            lines = [part for part in context.split("\n\n") if player.kind_of(part) == "nudge"]
            if lines:
                row = {
                    "id": number,
                    "before": before[-BEFORE:],
                    "sentences": spoken,
                    "line": lines[-1],
                }
                print(json.dumps(row, ensure_ascii=False))
            before.append(" ".join(spoken))


if __name__ == "__main__":
    main()
