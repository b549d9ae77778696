"""The command `memory-store`: names its commands and hands over to `entry`."""

from __future__ import annotations

from memory_store import entry

COMMANDS = {
    "init": "wire the hooks into your agents, for a project or for all of yours",
    "uninstall": "take the wiring out again; the memory stays, but for --purge",
    "status": "what is stored, indexed, wired and trusted",
    "doctor": "each thing that must be right, and the command that mends it",
    "search": "find what is remembered, by words and by meaning",
    "get": "one record by id, or lines of a file of the store",
    "list": "what is remembered, with the numbers that other commands take",
    "show": "one fact with its history, what states it, and where it was told",
    "briefing": "what the next session is given, exactly, and why",
    "log": "what sessions were given, said, kept and asked, and why",
    "sessions": "the sessions, the newest first",
    "today": "today at a glance",
    "stats": "figures and small charts",
    "facts": "the facts that held on a day",
    "accept": "confirm what was inferred",
    "reject": "turn down what was inferred",
    "edit": "reword a fact",
    "pin": "have every briefing tell a fact",
    "unpin": "let a fact age as others do",
    "team": "what others said in a memory that git shares",
    "share": "share facts with your team, or no longer",
    "save-fact": "save one fact",
    "retract": "take a fact back",
    "restore": "let a fact hold again",
    "undo": "take back the last change, whatever made it",
    "forget": "remove a text or a record for good, with everything derived of it",
    "scan": "look for secrets, invisible characters and damaged lines in what is stored",
    "save-summary": "save a session's summary",
    "todos": "what is left to do",
    "todo": "open a todo",
    "done": "close todos",
    "judge": "have a small model read each ended session once; off until you say yes",
    "promote": "decide which memories go into MEMORY.md",
    "sync": "finish ended sessions and bring the index up to date",
    "remote": "other places of this memory, which sync meets",
    "index": "bring the index alone up to date, or build it anew, with progress",
    "watch": "keep the index up to date while files change, until Ctrl-C",
    "model": "list the models of fastembed, download one, say where they are",
    "config": "the settings that hold, and what is wrong with them",
    "trust": "look at a memory that came with a clone, and approve it",
    "import": "take over old transcripts and other tools' memories",
    "export": "write the memory out: lines of JSON, or Markdown",
    "backup": "keep a copy of the memory in one file",
    "restore-backup": "put a copy in the place of the memory",
    "enable": "switch memory on again",
    "disable": "switch memory off here, or everywhere",
    "hook": "run a hook, as its script does",
    "completion": "what makes a shell complete commands and flags",
    "view": "open the page: what is remembered, in your browser",
    "mcp": "serve the memory to an agent that speaks MCP",
    "demo": "see it work in a minute, in a directory of its own",
}


def main(arguments: list[str] | None = None) -> int:
    """Run the command that `arguments` name; its exit status.

    Without any it is the process's own words that count, and the process ends with the command.
    """
    if arguments is None:
        entry.be_script(COMMANDS)
    return entry.run_script(COMMANDS, arguments)


if __name__ == "__main__":
    main()
