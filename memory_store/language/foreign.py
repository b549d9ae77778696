"""Recognises the lines by which a text of somebody else shows itself in a prompt.

Headers, messages with their times, commands and what they print, hits of a search, notes of a
compiler, words that announce. Plain scanning, quick enough for hooks.
"""

from __future__ import annotations

import itertools

from memory_store.language import addressed, bylines, pasted, phrases, reported

TYPE_CHECKING = False

HIT = "hit"
MESSAGE = "message"
PAGE = "page"
TOLD, TOLD_PAGE = "told", "told page"
"""What a line begins: itself alone; a message or what a command prints; a page or a letter. The
last two begin behind the line that announces them."""

ANNOUNCED = (TOLD, TOLD_PAGE)
WHOLE = (PAGE, TOLD_PAGE)
"""Kinds that have empty lines of their own."""

_PHRASES = phrases.beside(__file__)
_HEADER_LINES, _DASHES, _GREETING_CHARS = 6, 3, 40
_FRONT, _PARTING = "---", " · "
_SAID, _TYPED = ("● ", "⏺ "), (">", "❯")  # on Claude's screen
_RULE = "====="  # the least of a line between two of which a text stands
_QUOTES = {one: one for one in ('"""', "'''", _RULE)} | {"<<<": ">>>", "““": "”””"}
_QUOTES |= {"/*": "*/", "/**": "*/", "<!--": "-->"}
_ENDING = 5  # letters of a file's ending
_CLOCK, _DIGITS = 5, "0123456789"
_NOTE_ENDS = (":", "：", "[", " TS")
_COLONS = ":："
_HASH = 7  # letters of a short one
_NEAR = 6  # lines in which others speak too
_ENDS = ".!?:;。！？：；"
_SIGNS = ("$", "%", "#", ">")  # in which a shell's prompt ends
_PROMPTS = (">", "=#", "-#")  # or that of another program: mysql>, postgres=#


def kind(lines: list[str], at: int) -> str:
    """What the line `at` begins; "" for a line that shows nothing."""
    if not lines[at].strip():
        return ""
    begun = PAGE if _titled(lines, at) else _printed(lines, at)
    return begun or _attributed(lines, at) or _announced(lines, at)


def _titled(lines: list[str], at: int) -> bool:
    """Whether a line is of a letter's or a page's head."""
    line = lines[at].strip()
    is_letter = _is_forward(line) or _greets_many(line)
    is_first = not any(map(str.strip, lines[:at])) and any(map(str.strip, lines[at + 1 :]))
    is_head = is_first and _opens_document(line, lines[at + 1 :])
    return is_head or is_letter or _is_header(lines, at) or _is_label(line)


def _opens_document(line: str, below: list[str]) -> bool:
    """Whether a text's first line is of a document: a heading, front matter, a commit's subject.

    No heading over rules of the person's own, or that speaks to the agent: # Fix the header.
    """
    if line[:3] == _FRONT:
        return line == _FRONT and _FRONT in below
    head, colon, _ = line.partition(": ")
    if colon and head.endswith((")", "!")) and head.lower().startswith(_PHRASES["commits"]):
        return not below[0].strip()
    if below[0].count(_PARTING) > 1:  # of a ticket: In Progress · High · Bob
        return True
    marks, _, name = line.partition(" ")
    is_own = pasted.names_list(name.lower()) or name.lower() in _PHRASES["own headings"]
    return not (is_own or marks.strip("#")) and not addressed.is_to_agent(name, strictly=False)


def _printed(lines: list[str], at: int) -> str:
    """Whether a line is a command or what a program printed."""
    path, _, place = lines[at].strip().rpartition(":")
    if _is_command(lines[at].strip()) or _is_run(lines, at):
        return MESSAGE
    if _is_path(path) and place.isdigit():
        return MESSAGE
    if lines[at].startswith(_SAID) and any(one.startswith(_TYPED) for one in lines[:at]):
        return PAGE
    before, after = ["", *lines][at], [*lines, ""][at + 1]
    is_row = _is_row(lines[at]) and (_is_row(before) or _is_row(after))
    return HIT if is_row or _is_hit(lines[at], before.strip()) else ""


def _attributed(lines: list[str], at: int) -> str:
    """Whether a line says who wrote what follows, or what it holds itself."""
    line = lines[at].strip()
    if bylines.publishes(line):
        return PAGE
    near = [one.strip() for one in lines[max(0, at - _NEAR) : at + _NEAR]]
    if bylines.speaker(line) and len({*map(bylines.speaker, near)} - {""}) > 1:
        return MESSAGE if line[-1] in _COLONS else HIT
    if bylines.is_said_at(line) or bylines.calls_others(line):
        return HIT
    return MESSAGE if bylines.is_byline(line) else ""


def _announced(lines: list[str], at: int) -> str:
    announcement = reported.announces(lines[at].strip())
    if not announcement:
        return ""
    after = [line.strip() for line in lines[at + 1 :]]
    first = next(filter(None, after), "")
    if pasted.is_own_list(lines[at].strip(), first):
        return ""
    is_apart = after[:1] in ([], [""]) and announcement == reported.OTHERS
    return TOLD_PAGE if is_apart or announcement == reported.TITLE else TOLD


def closing(lines: list[str], at: int) -> int:
    """The number of the line that closes the quotation or code that `at` opens, else -1."""
    line = lines[at].strip()
    ahead = range(at + 1, len(lines))
    tag = pasted.tag(line)
    if "-" in tag and line == f"<{tag}>" and not any(f"</{tag}>" in one for one in lines):
        return len(lines) - 1  # a tool's block that was cut off
    mark = f"</{tag}>" if tag else _QUOTES.get(line if line.strip("=") else line[: len(_RULE)])
    if not mark or (tag and mark in line):
        return -1
    return next((one for one in ahead if lines[one].rstrip().endswith(mark)), -1)


def is_diff(lines: list[str]) -> bool:
    """Whether the lines of a paragraph are of a bare diff: some added, some taken out."""
    added, taken = (sum(line.startswith(sign) for line in lines) for sign in ("+", "-"))
    return bool(added and taken) and added + taken >= len(lines) - 1


def _is_label(line: str) -> bool:
    """Whether a line is a heading of an issue, a specification or a contract."""
    name = line.lower().strip("#* []【】")
    is_heading = line[:1] in "#*[【" and name.startswith(_PHRASES["sections"])
    return is_heading or name in _PHRASES["sections"] or line.startswith(_PHRASES["clauses"])


def _is_command(line: str) -> bool:
    """Whether a line is a shell's prompt, with or without a command."""
    if line[:1] == "(" and ") " in line:  # an environment's name
        line = line.partition(") ")[2]
    first, _, rest = line.partition(" ")
    if first in _PHRASES["shell signs"]:
        return not rest[:1].isdigit()
    is_of_windows = (first == "PS" and ">" in rest) or (first[1:3] == ":\\" and ">" in first)
    is_program = first[:1].isalnum() and first.endswith(_PROMPTS) and "<" not in first
    if is_of_windows or is_program:
        return True
    user, at_sign, host = first.partition("@")
    if not (user and at_sign and host):
        return False
    return any(one.endswith(_SIGNS) for one in (host, *rest.split()[:2]))


def _is_run(lines: list[str], at: int) -> bool:
    """Whether a line is a command without a shell's prompt, or output: what is below shows it.

    What a person might type as well, as `make it`, is a command where the next line was printed.
    """
    line = lines[at].strip()
    printed = list(itertools.takewhile(str.strip, lines[at + 1 :]))
    if not printed or addressed.speaks(printed[0]) or _says(line, "people say"):
        return False
    if not _is_command_line(line):
        return _is_output(line) and _is_output(printed[0])
    return any(map(_is_output, printed[:1] if addressed.speaks(line) else printed))


def _is_command_line(line: str) -> bool:
    """Whether a line is formed as a command is: a name in small letters first, no sentence."""
    first, last = line.partition(" ")[0], line.rpartition(" ")[2]
    is_name = first.isascii() and first == first.lower() and first[-1].isalnum()
    is_sentence = "，" in line or (last[-1] in _ENDS and last.strip("./"))
    return is_name and not is_sentence and not _says(line, "articles")


def _says(line: str, name: str) -> bool:
    """Whether a line has a word of a list."""
    return not frozenset(_PHRASES[name]).isdisjoint(line.lower().split())


def _is_output(raw: str) -> bool:
    """Whether a line shows that a program printed it: an address alone, a hash, a size, a time."""
    line = raw.strip().lower()
    words = [one.strip("()[],:'\"") for one in line.split()]
    if not words or _says(line, "people say"):
        return False
    if len(words) == 1 and ("://" in line or raw.strip().isupper()):
        return True
    return (
        any(map(_is_drawn, words))
        or any(map(_is_hash, words))
        or line.startswith((*_PHRASES["outputs"], *_PHRASES["printed"]))
        or any(map(_is_measure, words, [*words[1:], ""]))
    )


def _is_drawn(word: str) -> bool:
    """Whether a word is a rule or the dots of what goes on: ****, restore...."""
    end = word[-_DASHES:]
    return len(end) == _DASHES and end in ("***", "===", "---", "...")


def _is_measure(word: str, following: str) -> bool:
    """Whether a word is a number with its unit, or one before what programs count: 2 passed."""
    unit = word.lstrip("0123456789.,/")
    is_number = word[:1].isdigit()
    return is_number and (unit or following) in _PHRASES["measures" if unit else "counted"]


def _is_hash(word: str) -> bool:
    name = word.rpartition(":")[2]
    is_hex = len(name) >= _HASH and not set(name) - set("0123456789abcdef")
    return is_hex and any(map(str.isdigit, name))


def _is_hit(raw: str, before: str) -> bool:
    """Whether a line is one that a search, a compiler or an editor printed with its place."""
    line = raw.strip()
    behind = line.lstrip(_DIGITS)
    sign = behind[:1] if behind != line else ""
    if line.lower().startswith(_PHRASES["printed"]) or sign in ("→", "\t", "│"):
        return True
    if sign in (":", "-") and (_is_path(before) or before[:1].isdigit()):
        return not bylines.is_clock(line[:_CLOCK])
    head, colon, rest = line.partition(":")
    name, _, place = head.rpartition(" @ ")
    if name and _is_path(place):
        return True  # of a browser's stack
    if not colon or " " in head.strip():
        return False
    is_called = head[-1:] == ")" and _is_path(head.partition("(")[0])
    return is_called or _is_diagnostic(rest) or (_is_path(head) and _is_place(rest))


def _is_row(line: str) -> bool:
    """Whether a line stands in columns: two wide gaps between words, or `1,` and a word."""
    behind = line.lstrip("0123456789")
    if behind != line and behind[:1] == "," and behind[1:2].strip():
        return True
    parts = [one for one in line.split("  ") if one.strip()]
    gaps = sum(one.rstrip()[-1] not in _ENDS for one in parts[:-1])
    return gaps > 1


def _is_diagnostic(rest: str) -> bool:
    """Whether what follows `word:` is `note:` of a compiler, behind numbers of lines if any."""
    said = rest.lstrip(f"{_DIGITS}: ")
    return any(
        said.startswith(f"{one}{colon}") for one in _PHRASES["notes"] for colon in _NOTE_ENDS
    )


def _is_place(rest: str) -> bool:
    """Whether a hit's text or number follows a path's colon at once: `3:Always`, `Always`."""
    behind = rest.lstrip(_DIGITS)
    if behind != rest:
        return behind[:1] in ("-", ":")
    return bool(rest[:1].strip()) and rest[:1] not in "/\\"


def _is_path(word: str) -> bool:
    if not word or " " in word or word[:1] == "@" or "://" in word:
        return False
    stem, dot, ending = word.rpartition(".")
    has_ending = (
        bool(dot and stem) and ending.isalnum() and ending.isascii() and len(ending) <= _ENDING
    )
    return has_ending or ("/" in word.strip("/") and word[:1] != "<")


def _is_header(lines: list[str], at: int) -> bool:
    """Whether a line is a field of a letter's or a page's head, beside another or a time."""
    if not _is_field(lines[at]):
        return False
    above = itertools.takewhile(str.strip, reversed(lines[max(0, at - _HEADER_LINES) : at]))
    below = itertools.takewhile(str.strip, lines[at + 1 : at + _HEADER_LINES])
    near = (line.strip() for line in (*above, *below))
    is_sender = "@" in lines[at] and "<" in lines[at]
    return is_sender or any(
        _is_field(one) or bylines.is_byline(one) or bylines.is_dated(one) for one in near
    )


def _is_field(line: str) -> bool:
    name, colon, _ = line.replace("：", ":").partition(":")
    return bool(colon) and name.strip("*- ").lower() in _PHRASES["fields"]


def _is_forward(line: str) -> bool:
    """Whether a line says that what follows was forwarded."""
    low = line.lower()
    if low.startswith(_PHRASES["forwards"]):
        return True
    is_ruled = line.startswith("-" * _DASHES) and line.endswith("-" * _DASHES)
    return is_ruled and bool(line.strip("- ")) and _PHRASES.stand_in(low, "forwarded")


def _greets_many(line: str) -> bool:
    """Whether a short line greets people, and so not the agent: `Hi all,`."""
    return len(line) <= _GREETING_CHARS and line.lower().startswith(_PHRASES["greetings to many"])
