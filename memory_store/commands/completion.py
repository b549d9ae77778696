"""Print what makes a shell complete commands and flags.

bash and zsh: eval "$(memory-store completion bash)"; fish: memory-store completion fish | source;
PowerShell: memory-store completion powershell | Out-String | Invoke-Expression.
"""

from __future__ import annotations

from memory_store import model
from memory_store.cli import table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import place
    from memory_store.cli import flags

SHELLS = ("bash", "zsh", "fish", "powershell")

_BASH = """_memory_store() {{
  local words=""
  if [ "$COMP_CWORD" -eq 1 ]; then words="{commands}"; else case "${{COMP_WORDS[1]}}" in
{cases}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _memory_store memory-store"""
_ZSH = """autoload -Uz compinit bashcompinit
whence compdef >/dev/null || compinit
bashcompinit
"""
_POWERSHELL = """Register-ArgumentCompleter -Native -CommandName memory-store -ScriptBlock {{
  param($word, $ast, $at)
  $flags = @{{ {cases} }}
  $given = $ast.CommandElements | ForEach-Object {{ "$_" }}
  $words = if ($given.Count -gt 2 -or ($given.Count -eq 2 -and -not $word)) {{ $flags[$given[1]] }}
    else {{ $flags.Keys | Sort-Object }}
  $words | Where-Object {{ $_ -like "$word*" }} | ForEach-Object {{
    [System.Management.Automation.CompletionResult]::new($_) }}
}}"""


def run(arguments: flags.Values, _: place.Place) -> model.Answer:
    """The script."""
    made = {"bash": _bash, "zsh": _zsh, "fish": _fish, "powershell": _powershell}
    text = made[arguments.shell](commands())
    return model.Answer({"shell": arguments.shell, "script": text}, text)


def commands() -> dict[str, list[str]]:
    """The flags of each command, as its row declares them."""
    return {
        name: sorted(
            ["--help", *(word for one in row.declared() if not one.is_word for word in one.names)]
        )
        for name, row in sorted(table.rows().items())
    }


def _bash(known: dict[str, list[str]]) -> str:
    cases = "\n".join(f'    {name}) words="{" ".join(one)}";;' for name, one in known.items())
    return _BASH.format(commands=" ".join(known), cases=cases)


def _zsh(known: dict[str, list[str]]) -> str:
    return _ZSH + _bash(known)


def _fish(known: dict[str, list[str]]) -> str:
    begin = "complete -c memory-store"
    lines = [f"{begin} -f -n __fish_use_subcommand -a '{' '.join(known)}'"]
    for name, listed in known.items():
        given = f"-n '__fish_seen_subcommand_from {name}'"
        lines += [f"{begin} {given} -l {one.removeprefix('--')}" for one in listed]
    return "\n".join(lines)


def _powershell(known: dict[str, list[str]]) -> str:
    cases = "; ".join(
        f"'{name}' = @({', '.join(repr(one) for one in listed)})" for name, listed in known.items()
    )
    return _POWERSHELL.format(cases=cases)
