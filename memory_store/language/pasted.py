"""Which lines of a text its writer wrote: no code, log, table, quotation or pasted block."""

from __future__ import annotations

from memory_store.language import numbered
from memory_store.text import mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCES = ("```", "~~~")
_LEVELS = (
    "ERROR", "WARN", "INFO", "DEBUG", "TRACE", "FATAL", "CRITICAL", "Traceback", "Caused by:",
    "npm ERR!", "error:", "warning:", "Error:", "Warning:", "fatal:", "panic:", "Exception",
    "error TS", "npm error", "ERR_", "✗", "✖", "FAILED", "FAIL ", "PASS ", "Module not found",
    "Failed to compile", "Uncaught ", "Unhandled ", "Compiled ", "exit code", "Exit code",
    "Build failed", "Permission denied", "Cannot find ", "warn ",
)  # fmt: skip
_ERRORS = ("Error", "Exception", "Warning", "Failure")
_CODE_WORDS = (  # that begin sentences too
    "import ", "def ", "class ", "const ", "let ", "var ", "return ", "public ", "private ",
    "function ", "func ", "export ", "package ", "index ", "at ", "FROM ", "RUN ", "COPY ",
)  # fmt: skip
_CODE_WORDS_ALONE = 3
_CODE_HEADS = (
    "from . import", "#include", "@@", "diff --git", "+++", "---", "SELECT ", "INSERT ",
    "UPDATE ", "DELETE ", "CREATE ", "ALTER ", "$ ", ">", "|", "//", "/*", "* @", "<", "{", "}",
    "[", "]", ");", "--", "#!", "@Override", "... ", 'File "', "HTTP/", "GET /", "POST /", "#",
    "at async ", "at Object.", "at Module.", "at new ",
)  # fmt: skip
_CODE_MARKS = (
    "=>", "();", "){", ") {", "};", " := ", "/>", "&&", "||", " += ", "\\n", "::", ".js:", ".ts:",
    ".py:", ".tsx:", ".java:",
)  # fmt: skip
_COMMANDS = ("git ", "npm ", "pnpm ", "docker ", "kubectl ", "curl ", "sudo ", "pip ", "ssh ")
_OPTIONS = (" -m ", " -f ", " -c ", " -e ", " -t ", " -X ", " -H ", " -am ", " --")
_CODE_ENDS = (";", "{", "}", "};", ",;", "\\")
_WHO_CHARS, _LONG_INTRO = 24, 160
_PASTED = (
    "here's the", "here is the", "here is what", "here's what", "this is the", "from the docs",
    "readme", "release notes", "the log", "log from", "output", "email", "e-mail",
    "the article", "the page", "pasted", "clause", "wrote:", "says:", "said:", "the ticket",
    "the issue", "error message", "stack trace", "following error", "this error", "prompt:",
    "下面是", "以下是", "这是", "贴", "邮件", "日志", "文档", "原文", "报错", "输出", "协议",
    "条款", "文章", "内容如下", "抄", "截图", "转发", "错误信息", "提示词",
)  # fmt: skip
_BELOW = ("below", "下面", "如下")
_OWN_LISTS = (  # what a person calls a list of their own
    "rule", "convention", "requirement", "remember", "note", "principle", "guideline", "规则",
    "约定", "要求", "规范", "原则", "记住", "记一下", "注意", "步骤", "几点", "两点", "三点",
)  # fmt: skip
_SIGNS = "-*•· \t"
_LONE_SIGNS = ("", "-", "•", "·")


def own_lines(text: str) -> Iterator[str]:
    """The lines that are no code, log, table, heading or quotation, nor part of a pasted block."""
    pasted = diff = False
    before = tag = ""
    for line in outside_code(text):
        bare = line.strip()
        tag = tag or _opened_tag(bare, text)
        if tag:
            tag = "" if f"</{tag}>" in bare else tag
            continue
        if not bare:
            pasted = pasted and _introduces(before)  # the blank line after an introduction
            diff = False
            before = before if _introduces(before) else ""
            continue
        diff = diff or bare.startswith(("diff --git", "@@ ", "--- a/"))
        heading = bare.startswith(("# ", "## ", "### "))
        announced = _introduces(before) and not _is_own_list(before, bare)
        pasted = pasted or heading or announced or _is_noted(bare)
        before = bare
        if not (pasted or diff or line.startswith(("    ", "\t")) or _is_code(_shown(bare))):
            yield bare


def _opened_tag(line: str, text: str) -> str:
    """The name of a tag that opens a line and is closed in the text: a tool put it there."""
    if line[:1] != "<" or not line[1:2].isalpha():
        return ""
    name = line[1:].partition(">")[0].partition(" ")[0]
    return name if f"</{name}>" in text else ""


def outside_code(text: str) -> Iterator[str]:
    """The lines that stand in no fenced block."""
    fenced = False
    for line in text.split("\n"):
        if line.lstrip().startswith(_FENCES):
            fenced = not fenced
        elif not fenced:
            yield line


def unbulleted(line: str) -> str:
    """A line without the sign or number of a list item."""
    return numbered.without(unsigned(line))


def unsigned(line: str) -> str:
    """A line without the sign of a list item, or an open box."""
    bare = line.lstrip(_SIGNS)
    glued = line[: len(line) - len(bare)].replace("\t", " ").rpartition(" ")[2]
    if "**" in glued or (bare[:1].isascii() and glued not in _LONE_SIGNS):
        bare = glued + bare  # `**kwargs`, `--force`, `**bold**`
    return bare


def _shown(line: str) -> str:
    """A line without the marks of redaction in front, whose bracket is no code."""
    while line.startswith(mark.MARK) and "]" in line:
        line = line.partition("]")[2].lstrip()
    return line or " "


def _introduces(line: str) -> bool:
    """Whether a line announces a block that somebody else wrote."""
    low = line.lower()
    announces = low.endswith((":", "：")) or (len(low) < _LONG_INTRO and low.endswith(_BELOW))
    return announces and any(mark in low for mark in _PASTED)


def _is_own_list(before: str, line: str) -> bool:
    """Whether a line begins a list of the person's own, by the words above it."""
    return unbulleted(line) != line and any(map(before.lower().count, _OWN_LISTS))


def _is_code(line: str) -> bool:
    if line.startswith(_COMMANDS) and any(one in line for one in _OPTIONS):
        return True
    if line.startswith(_CODE_HEADS) or line.endswith(_CODE_ENDS) or _is_log(line):
        return True
    if line.startswith(_CODE_WORDS):
        alone = len(line.split()) <= _CODE_WORDS_ALONE
        return alone or any(sign in line for sign in "(){};=<>")
    return any(mark in line for mark in _CODE_MARKS) and "`" not in line


def _is_log(line: str) -> bool:
    """Whether a line begins with a moment or a level, as logs do, or with an error's name."""
    word = (line.split(None, 1) or [""])[0]
    name = word.rstrip(":")
    if name.endswith(_ERRORS) and name not in _ERRORS:
        return True
    if line.startswith(_LEVELS) or any(f" {one} " in line[:60] for one in _LEVELS[:6]):
        return True
    return _is_dated(line)


def _is_dated(line: str) -> bool:
    head = line[:19]
    digits = sum(one.isdigit() for one in head)
    return digits >= len("20250101") and any(one in head for one in ":-/")


def _is_noted(line: str) -> bool:
    """Whether what follows at once is of a log or a chat: a moment, `李雷 10:22`, a trace."""
    who, _, when = line.rpartition(" ")
    hour, colon, minute = when.partition(":")
    chat = 0 < len(who) <= _WHO_CHARS and colon and f"{hour}{minute[:2]}".isdigit()
    return bool(chat) or _is_dated(line) or line.startswith("Traceback (")
