"""What makes a shell complete a line: a script that asks this program which words may follow."""

from __future__ import annotations

from memory_store.cli import table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from memory_store.cli import flags

_BASH = """_memory_store() {
  local words
  words=$("${COMP_WORDS[0]}" completion --format text bash -- "${COMP_WORDS[@]:0:COMP_CWORD}")
  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _memory_store memory-store"""

SCRIPTS = {
    "bash": _BASH,
    "zsh": f"""autoload -Uz compinit bashcompinit
whence compdef >/dev/null || compinit
bashcompinit
{_BASH}""",
    "fish": """complete -c memory-store -a '(
  set -l words (commandline -opc)
  $words[1] completion --format text fish -- $words
)'""",
    "powershell": """Register-ArgumentCompleter -Native -CommandName memory-store -ScriptBlock {
  param($word, $ast, $at)
  $given = @($ast.CommandElements | ForEach-Object { "$_" })
  if ($word) { $given = $given[0..($given.Count - 2)] }
  & $given[0] completion --format text powershell -- $given |
    Where-Object { $_ -like "$word*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}""",
}
"""The script for each shell. It gives the line before the word that is being typed."""


def following(before: Sequence[str]) -> list[str]:
    """The words that may follow on a line: commands, values of a flag, or flags."""
    if not before:
        return list(table.rows())
    row = table.row(before[0].replace("_", "-"))
    if row is None:
        return []
    named = {name: one for one in row.declared() if not one.is_word for name in one.names}
    taking = {name: one for name, one in named.items() if not one.is_switch}
    last = taking.get(before[-1])
    if last is not None:
        return _values(last)
    bare = [
        word
        for word, previous in zip(before[1:], before, strict=False)
        if word not in named and previous not in taking
    ]
    words = [one for one in row.flags if one.is_word]
    place = words[len(bare) :][:1]
    return [*(value for one in place for value in _values(one)), *named, "--help"]


def _values(flag: flags.Flag) -> list[str]:
    """What a flag or word may be, where that is a list."""
    return list(map(str, flag.how.get("choices") or _alternatives(flag)))


def _alternatives(flag: flags.Flag) -> Iterator[str]:
    metavar = str(flag.how.get("metavar", ""))
    yield from metavar.split("|") if "|" in metavar and metavar.islower() else ()
