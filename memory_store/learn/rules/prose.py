"""Takes the sentences that a person wrote in their own words out of a text.

Passes over code, diffs, logs, tables, what was pasted and what is quoted, by plain scanning that
takes time in proportion to the text. Must not judge what a sentence is worth.
"""

from __future__ import annotations

from memory_store.language import numbered
from memory_store.learn.rules import dictated, listing
from memory_store.text import emphasis, mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

READ_CHARS = 12_000  # the journal keeps 8,000 of a text; what is longer was pasted
_SENTENCE_CHARS = 600
_MIN_CHARS, _WORD_CHARS = 2, 24
_MOST = 60  # sentences, so that no text costs more than 50 ms
_FENCES = ("```", "~~~")
_LEVELS = (
    "ERROR", "WARN", "INFO", "DEBUG", "TRACE", "FATAL", "CRITICAL", "Traceback", "Caused by:",
    "npm ERR!", "error:", "warning:", "Error:", "Warning:", "fatal:", "panic:", "Exception",
)  # fmt: skip
_CODE_WORDS = (  # that begin sentences too
    "import ", "def ", "class ", "const ", "let ", "var ", "return ", "public ", "private ",
    "function ", "func ", "export ", "package ", "index ", "at ", "FROM ", "RUN ", "COPY ",
)  # fmt: skip
_CODE_WORDS_ALONE = 3
_CODE_HEADS = (
    "from . import", "#include", "@@", "diff --git", "+++", "---", "SELECT ", "INSERT ",
    "UPDATE ", "DELETE ", "CREATE ", "ALTER ", "$ ", ">", "|", "//", "/*", "* @", "<", "{", "}",
    "[", "]", ");", "--", "#!", "@Override", "... ", 'File "', "HTTP/", "GET /", "POST /", "#",
)  # fmt: skip
_CODE_MARKS = (
    "=>", "();", "){", ") {", "};", " := ", "/>", "&&", "||", " += ", "\\n", "::",
)  # fmt: skip
_COMMANDS = ("git ", "npm ", "pnpm ", "docker ", "kubectl ", "curl ", "sudo ", "pip ", "ssh ")
_OPTIONS = (" -m ", " -f ", " -c ", " -e ", " -t ", " -X ", " -H ", " -am ", " --")
_WHO_CHARS, _LONG_INTRO = 24, 160
_ENDS = (
    ";", "{", "}", "};", ",;", "\\",
)  # fmt: skip
_PASTED = (
    "here's the", "here is the", "here is what", "here's what", "this is the", "from the docs",
    "readme", "release notes", "the log", "log from", "output", "email", "e-mail",
    "the article", "the page", "pasted", "clause", "wrote:", "says:", "said:", "the ticket",
    "the issue", "error message", "stack trace", "下面是", "以下是", "这是", "贴", "邮件",
    "日志", "文档", "原文", "报错", "输出", "协议", "条款", "文章", "内容如下", "如下", "抄",
    "截图", "转发",
)  # fmt: skip
_STOPS = "。！？!?\n"
_GOES_ON = tuple("!?=，,`")  # `!!`, `!=`: signs of code
_QUOTES = {'"': '"', "“": "”", "「": "」", "『": "』", "`": "`"}
_SIGNS = "-*•· \t"
_LONE_SIGNS = ("", "-", "•", "·")
_PRIVATE = f"{mark.MARK}private]"
_ABBREVIATIONS = ("e.g", "i.e", "etc", "vs", "cf", "approx", "no", "mr", "mrs", "dr", "z.b")


def sentences(text: str) -> list[str]:
    """The sentences outside code, logs, quotations and pasted blocks, in their order.

    A sentence ends at `.` before a blank, `!`, `?`, their full-width forms or the line's end, but
    not inside quotation marks or code font; it keeps its last sign. Each point of a list is cut
    by itself, without its number.
    """
    return [one for one, _ in listed(text)]


def listed(text: str) -> list[tuple[str, int]]:
    """The sentences, each with the point of a list in which it stands.

    Points are counted from 1 through the text, one after another; 0: in no list.
    """
    found: list[tuple[str, int]] = []
    points = 0
    for line in own_lines(text[:READ_CHARS]):
        parts = [one for part in _unhidden(line) for one in _pointed(part)]
        is_item = _unbulleted(line) != line  # which has no blanks around it
        for one, at in parts:
            point = points + (at or is_item) if at or is_item else 0
            if _MIN_CHARS <= len(one) <= _SENTENCE_CHARS and not dictated.is_dictated(one):
                found.append((one, point))
        points += max((at for _, at in parts), default=0) or is_item
        if len(found) >= _MOST:
            break
    return found[:_MOST]


def unfenced(text: str) -> Iterator[str]:
    """The lines that stand in no fenced block."""
    fenced = False
    for line in text.split("\n"):
        if line.lstrip().startswith(_FENCES):
            fenced = not fenced
        elif not fenced:
            yield line


def own_lines(text: str) -> Iterator[str]:
    """The lines that are no code, log, table, heading or quotation, nor part of a pasted block."""
    pasted = diff = False
    before = ""
    for line in unfenced(text):
        bare = line.strip()
        if not bare:
            pasted = pasted and _introduces(before)  # the blank line after an introduction
            diff = False
            before = before if _introduces(before) else ""
            continue
        diff = diff or bare.startswith(("diff --git", "@@ ", "--- a/"))
        heading = bare.startswith(("# ", "## ", "### "))
        announced = _introduces(before) and not _is_own(before, bare)
        pasted = pasted or heading or announced or _is_noted(bare)
        before = bare
        if not (pasted or diff or line.startswith(("    ", "\t")) or _is_code(_shown(bare))):
            yield bare


def _shown(line: str) -> str:
    """A line without the marks of redaction in front, whose bracket is no code."""
    while line.startswith(mark.MARK) and "]" in line:
        line = line.partition("]")[2].lstrip()
    return line or " "


def _unhidden(line: str) -> Iterator[str]:
    """A line cut after what was private, where a new sentence seems to begin behind it."""
    begin = at = 0
    while (at := line.find(_PRIVATE, at)) >= 0:
        at += len(_PRIVATE)
        before, after = line[begin : at - len(_PRIVATE)].rstrip(), line[at:]
        alone = not before or before.endswith((*_STOPS, "."))
        capital = after.lstrip()[:1].isascii() and after.lstrip()[:1].isupper()
        if capital or (alone and not after[:1].isalpha()):
            yield line[begin:at]
            begin = at
    yield line[begin:].lstrip(" ,.;:，。；：")


def _introduces(line: str) -> bool:
    """Whether a line announces a block that somebody else wrote."""
    low = line.lower()
    return (
        low.endswith((":", "：")) or (len(low) < _LONG_INTRO and low.endswith(_CONFIRMED))
    ) and any(mark in low for mark in _PASTED)


def _is_own(before: str, line: str) -> bool:
    """Whether a line begins a list of the person's own, by the words above it."""
    return _unbulleted(line) != line and listing.heading(before) is not None


_CONFIRMED = ("冲突", "对不对", "意思", "below", "下面")


def _is_code(line: str) -> bool:
    if line.startswith(_COMMANDS) and any(one in line for one in _OPTIONS):
        return True
    if line.startswith(_CODE_HEADS) or line.endswith(_ENDS) or _is_log(line):
        return True
    if line.startswith(_CODE_WORDS):
        alone = len(line.split()) <= _CODE_WORDS_ALONE
        return alone or any(sign in line for sign in "(){};=<>")
    return any(mark in line for mark in _CODE_MARKS) and "`" not in line


def _is_log(line: str) -> bool:
    """Whether a line begins with a moment or a level, as logs do."""
    word = (line.split(None, 1) or [""])[0]
    if word.endswith(("Error:", "Exception:", "Warning:", "Error", "Exception")) and len(
        word
    ) > len("Error:"):
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


def _pointed(line: str) -> Iterator[tuple[str, int]]:
    """A line's sentences, each with its point in a list within the line, from 1; 0: in none."""
    head, points, rest = numbered.parted(emphasis.without(_unsigned(line)))
    before = 0
    while points:
        yield from ((one, 0) for one in _split(head))
        for at, part in enumerate(points, before + 1):
            yield from ((one, at) for one in _split(part))
        before += len(points)
        head, points, rest = numbered.parted(rest)
    yield from ((one, 0) for one in _split(rest if before else numbered.without(rest)))


def _split(line: str) -> Iterator[str]:
    """The sentences of a line without bullets; linear, each character is looked at once."""
    last = {opening: line.rfind(closing) for opening, closing in _QUOTES.items()}
    begin, closing = 0, ""
    for at, sign in enumerate(line):
        if closing:
            closing = "" if sign == closing else closing
        elif at < last.get(sign, -1):
            closing = _QUOTES[sign]
        elif (sign in _STOPS and line[at + 1 : at + 2] not in _GOES_ON) or (
            sign == "." and _is_stop(line, begin, at)
        ):
            yield line[begin : at + 1].strip()
            begin = at + 1
    yield line[begin:].strip()


def _is_stop(line: str, begin: int, at: int) -> bool:
    """Whether the dot at `at` ends a sentence, and no number, name, ellipsis or abbreviation."""
    if line[at + 1 : at + 2] not in ("", " ") or line[max(0, at - 2) : at] in (" .", ".."):
        return False
    words = line[max(begin, at - _WORD_CHARS) : at].rsplit(None, 1)
    last = words[-1] if words else ""
    counts_on = last.isdigit() and _counts_on(line[:at], last)
    return not counts_on and last.lower().lstrip("(") not in _ABBREVIATIONS


def _counts_on(before: str, number: str) -> bool:
    """Whether a number is the next one of a list within a line: `1. fix it 2. test it`."""
    return number == "1" or f"{int(number) - 1}. " in before


def _unbulleted(line: str) -> str:
    """A line without the sign or number of a list item, or an open box."""
    return numbered.without(_unsigned(line))


def _unsigned(line: str) -> str:
    bare = line.lstrip(_SIGNS)
    glued = line[: len(line) - len(bare)].replace("\t", " ").rpartition(" ")[2]
    if "**" in glued or (bare[:1].isascii() and glued not in _LONE_SIGNS):
        bare = glued + bare  # `**kwargs`, `--force`, `**bold**`
    return bare
