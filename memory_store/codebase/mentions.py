"""Finds what a statement says of the code: paths, scripts, packages and versions.

Pure. Whether something is so, `check` asks the repository.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

OPEN = "+"
"""Behind a version that is the least one: 18 or later."""
PATH, SCRIPT, PACKAGE, VERSION = "path", "script", "package", "version"
NODE, PYTHON, MAKE, JUST = "package.json", "pyproject.toml", "Makefile", "justfile"

_RUNNERS = (
    (NODE, r"(?:npm|pnpm|yarn|bun) run(?:-script)?|npm(?= (?:test|start|stop)\b)|pnpm|yarn"),
    (PYTHON, r"(?:poetry|pdm|uv|hatch|rye|poe|task)(?: run)?"),
    (MAKE, r"g?make"),
    (JUST, r"just"),
)
_SCRIPTS = [
    (file, re.compile(rf"(?<![\w-])(?:{runner}) (?P<name>[A-Za-z_][\w:.-]*\w|\w)(?![\w=/])"))
    for file, runner in _RUNNERS
]
_PATH = re.compile(
    r"(?<![\w:/@.~$%{<*+-])(?:\./)?"
    r"(?P<name>(?:[\w@.+$\[\]()-]+[/\\])+[\w@.+$\[\]()-]*|[\w@.+-]*\w\.[A-Za-z]\w{0,7}"
    r"|[A-Z][a-z]+file|justfile)(?![\w*{<%/\\])",
    re.ASCII,
)
_LETTERS = r"\u3040-\u9fff\uac00-\ud7af"
_WIDE = rf"[\w{_LETTERS}@.+-]"
_WIDE_PATH = re.compile(  # where its name is in Chinese, only what stands apart is one
    rf"(?:^|(?<=[\s`'\"“”‘’「」《（(：:]))(?P<name>(?={_WIDE}*/?{_WIDE}*[{_LETTERS}])"
    rf"(?:(?:{_WIDE}+/)*{_WIDE}+\.[A-Za-z][A-Za-z0-9]{{0,7}}|(?:{_WIDE}+/)+))(?![\w/])",
    re.ASCII,
)
_LINE = re.compile(r":\d+(?:[-:]\d+)?$|#L\d+.*$")
_NAMED = re.compile(r"(?<![\w@/.-])(?P<name>@?[A-Za-z][\w.+/-]*)", re.ASCII)
_ALIASES = {"node.js": "node", "nodejs": "node", "py": "python", "golang": "go"}
_VERSION = re.compile(
    r"(?:\s*(?:版本|version)?\s*(?:是|为|用|[:=@^~]|(?P<least>>=)|is|at|on)*\s*|[\"'`]*\s*[:=]\s*[\"'`^~=]*)"
    r"v?(?P<version>\d+(?:\.\d+){0,3})(?![\w%]|\.\d)"
    r"(?P<open>\+|\s*(?:or|and) (?:later|newer|higher|above|up)|\s*[及或]?以[上后])?",
    re.IGNORECASE | re.ASCII,
)
_CLAUSE = re.compile(
    r"[,;，；。!！？\n]+|(?<!\d)\.(?=\s|$)| - | — |——|\b(?:but|and not)\b|但|而不"
)
_LEAVING = re.compile(
    r"\b(?:delet|remov|dropp?(?:ed|ing)|renam|mov(?:e|ing)|replac|retir|deprecat|supersed|migrat"
    r"|get(?:ting)? rid|no longer|instead of|rather than|formerly|previously|used to|gone\b)"
    r"|删|移除|去掉|改名|更名|重命名|搬|挪|移到|移走|替换|取代|代替|废弃|弃用|下线|不再|以前|原来",
    re.IGNORECASE,
)
_ARRIVING = re.compile(
    r"(?:\b(?:to|into|by|with|use|uses|using)|[到至成为用由])[\s`'\"“「]*$", re.IGNORECASE
)
_DENYING = re.compile(
    r"\b(?:not|never|no|without|avoid|cannot|stop|if|unless)\b|n['’]t\b|不|别|勿|禁|没|无需|如果|假如",
    re.IGNORECASE,
)
_USING = re.compile(
    r"(?:\b(?:use[sd]?|using|via|with|by|on|need|needs|requires?|install|import|through|depends?)"
    r"|[用靠由装]|依赖|采用|基于)[\s:：]*$",
    re.IGNORECASE,
)
_CODE_SIGNS = frozenset("-/@._0123456789")


class Mention(NamedTuple):
    """Something of the code that a statement names.

    Attributes:
        kind: PATH, SCRIPT, PACKAGE or VERSION.
        name: the path, script or package.
        shown: the words that name it: `npm run smoke`.
        detail: of a script the kind of file that lists it, of a version its number,
            with OPEN where later ones are meant too.
    """

    kind: str
    name: str
    shown: str
    detail: str = ""


def of(text: str) -> list[Mention]:
    """The paths and scripts that a text says are there."""
    found: list[Mention] = []
    for clause in _CLAUSE.split(text):
        if not ("/" in clause or "." in clause or "\\" in clause or " " in clause):
            continue
        for file, pattern in _SCRIPTS:
            for match in pattern.finditer(clause):
                if not (_leaves(clause, match) or _DENYING.search(clause[: match.start()])):
                    found.append(Mention(SCRIPT, match["name"], match[0], file))
        for match in (*_PATH.finditer(clause), *_WIDE_PATH.finditer(clause)):
            name = _LINE.sub("", match["name"]).replace("\\", "/").rstrip(".(),:;'")
            parts = name.rstrip("/").split("/")
            if name.strip("./") and ".." not in parts and not _leaves(clause, match):
                found.append(Mention(PATH, name.rstrip("/"), name))
    return found


def of_packages(text: str, names: AbstractSet[str]) -> list[Mention]:
    """The packages of these names that a text says are used, and the versions it gives them.

    Args:
        text: a statement.
        names: of packages and tools, in lower case.
    """
    found: list[Mention] = []
    for clause in _CLAUSE.split(text):
        for match in _NAMED.finditer(clause):
            shown = match["name"].rstrip(".-/")
            name = _ALIASES.get(shown.casefold(), shown.casefold())
            if name not in names or _leaves(clause, match):
                continue
            if _DENYING.search(clause[: match.start()]):
                continue
            if version := _VERSION.match(clause, match.start() + len(shown)):
                number = version["version"] + (OPEN if version["open"] or version["least"] else "")
                found.append(Mention(VERSION, name, shown, number))
            if _is_named(clause, match.start(), match.start() + len(shown)):
                found.append(Mention(PACKAGE, name, shown))
    return found


def _is_named(clause: str, begin: int, end: int) -> bool:
    """Whether a word is meant as a package's name: debug and request are English words too."""
    is_code = clause[:begin].endswith("`") and clause[end:].startswith("`")
    is_sign = not _CODE_SIGNS.isdisjoint(clause[begin:end])
    return is_code or is_sign or bool(_USING.search(clause[:begin]))


def _leaves(clause: str, match: re.Match[str]) -> bool:
    """Whether a clause tells itself that a thing goes, and doesn't come: moved from here to X."""
    before, behind = clause[: match.start("name")], clause[match.end("name") :]
    if _ARRIVING.search(before) and not _LEAVING.search(behind):
        return False
    return bool(_LEAVING.search(before) or _LEAVING.search(behind))
