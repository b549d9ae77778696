"""Removes invisible text: escapes, controls, hidden characters, bidirectional marks.

Runs on save and on load, in every hook. Must not import anything, or change what people write:
Persian, Hindi, Chinese and emoji stay as they are.
"""

from __future__ import annotations

# What is never kept (first and last of each range): C0 and C1 controls, soft hyphen, grapheme
# joiner, Arabic letter mark, Hangul and Khmer fillers, Mongolian selectors, zero width, bidi,
# invisible operators, Braille blank, variation selectors 1-15, BOM, half-width filler,
# interlinear marks, what could not be read, surrogates, shorthand and musical formats, tags and
# selectors 17-256.
_HIDDEN = (
    "\x00\x08 \x0b\x1f \x7f\x9f \xad\xad \u034f\u034f \u061c\u061c \u115f\u1160 \u17b4\u17b5 "
    "\u180b\u180f \u200b\u200b \u200e\u200f \u2028\u202e \u2060\u206f \u2800\u2800 \u3164\u3164 "
    "\ud800\udfff \ufe00\ufe0e \ufeff\ufeff \uffa0\uffa0 \ufff0\ufffb \ufffd\ufffd "
    "\U00013430\U0001343f \U00016fe4\U00016fe4 \U0001bca0\U0001bca3 \U0001d159\U0001d159 "
    "\U0001d173\U0001d17a \U000e0000\U000e0fff"
).split(" ")
# The hidden ones that str.isprintable lets through: marks, letters, symbols, selectors 17-256.
_PRINTABLE = frozenset(
    "\ufffd\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00016fe4\U0001d159"
    "\ufe00\ufe01\ufe02\ufe03\ufe04\ufe05\ufe06\ufe07\ufe08\ufe09\ufe0a\ufe0b\ufe0c\ufe0d\ufe0e\ufe0f"
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
_BLANKS = "\n\t\u00a0\u3000"
_BEYOND = "\U000e0000"
_ESC, _CSI = "\x1b", "\x9b"
_ZWNJ, _ZWJ, _VS16 = "\u200c", "\u200d", "\ufe0f"
_JOINING = frozenset((_ZWNJ, _ZWJ, _VS16))
_VIRAMAS = frozenset(
    "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2\u1b44\ua9c0"
)
_KEYCAPS = frozenset("#*0123456789")
_ARABIC = ("\u0600\u08ff", "\u1820\u18aa", "\ufb50\ufdff", "\ufe70\ufefc")
_INDIC = ("\u0900\u0dff",)
_EMOJI = (
    "\xa9\xa9",
    "\xae\xae",
    "\u203c\u203c",
    "\u2049\u2049",
    "\u2122\u2139",
    "\u2190\u21ff",
    "\u2300\u23ff",
    "\u24c2\u24c2",
    "\u25a0\u27bf",
    "\u2934\u2935",
    "\u2b00\u2bff",
    "\u3030\u303d",
    "\u3297\u3299",
    "\U0001f000\U0001faff",
)
# The only flags made of tags that are in use: England, Scotland, Wales (Unicode TR 51, ED-14).
_FLAG_END = "\U000e007f"
_FLAGS = tuple(
    "\U0001f3f4" + "".join([chr(0xE0000 + ord(one)) for one in name]) + _FLAG_END
    for name in ("gbeng", "gbsct", "gbwls")
)
# What a fence or a role is called; compared with the start of the word after `<`.
_ROLES = (
    "memory", "system", "user", "assistant", "human", "tool", "function", "invoke", "antml",
    "private", "instruction", "context", "admin", "developer", "im_start", "im_end", "sys>", "|",
)  # fmt: skip
_MARKERS = ("inst]", "sys]", "system_prompt]", "available_tools]", "tool_calls]", "tool_results]")
_BEFORE_NAME = "/\\／＼⁄∕ \t\r\n\u00a0\u3000"
# Cyrillic letters and full-width forms that read as the letters of those names.
_LOOKALIKE = str.maketrans(
    "аеорсухіѕԁһјтмп｜" + "".join(chr(0xFF41 + at) for at in range(26)),
    "aeopcyxisdhjtmn|" + "abcdefghijklmnopqrstuvwxyz",
)
_LONGEST_NAME = 24


def text(value: str, limit: int = 0) -> str:
    """`value` without invisible characters; line ends become a newline; idempotent.

    Args:
        value: any str, lone surrogates included.
        limit: at most so many characters; 0 is no limit.

    Returns:
        The text. Zero-width joiners stay where a script needs them (between Arabic letters,
        beside an Indic virama, inside an emoji sequence), U+FE0F after a base that has an emoji
        form; any other format character goes (the classes of Unicode TR 36 and TR 51).
    """
    if not _plain(value):
        value = _careful(value)
    if 0 < limit < len(value):
        # A joiner that lost its right neighbour is a hidden character again.
        return value[:limit].rstrip(_ZWNJ + _ZWJ)
    return value


def line(value: str, limit: int = 0) -> str:
    """`text` on one line: runs of blanks become one space, none at the ends."""
    joined = " ".join(text(value).split())
    if 0 < limit < len(joined):
        return joined[:limit].rstrip(" " + _ZWNJ + _ZWJ)
    return joined


def escaped(json: str) -> str:
    r"""A line of JSON whose hidden characters, and joiners beside them, stand as `\uXXXX`.

    It says the same, and `text` leaves it as it is.
    """
    if text(json) == json:
        return json
    hidden = {one for one in json if not one.isprintable() or one in _PRINTABLE}
    return json.translate({ord(one): _as_escape(one) for one in hidden | _JOINING})


def _as_escape(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def fenced(value: str) -> str:
    """`value`, clean already, unable to close our fence or to pose as a role or a tool call.

    `<` before such a name becomes `‹` (`</memory-1f>`, `< System>`, `<|im_start|>`), and so does
    the bracket of `[INST]`; other `<` stay: `a < b`, `List<String>`, `<div>`.
    """
    for opening in "<＜﹤":
        if opening in value:
            value = _neutral(value, opening, _ROLES)
    return _neutral(value, "[", _MARKERS) if "[" in value else value


def _neutral(value: str, opening: str, names: tuple[str, ...]) -> str:
    head, *pieces = value.split(opening)
    parts = [head]
    for piece in pieces:
        # Only pieces of bare blanks can be long before their name, and each is read once.
        name = piece.lstrip(_BEFORE_NAME)[:_LONGEST_NAME]
        known = name.lower().translate(_LOOKALIKE).startswith(names)
        parts.append("‹" if known else opening)
        parts.append(piece)
    return "".join(parts)


def _plain(value: str) -> bool:
    """Whether no character of `value` asks for a careful look."""
    if not value.isprintable():
        for blank in _BLANKS:
            value = value.replace(blank, "")
        if not value.isprintable():
            return False
    return value.isascii() or _PRINTABLE.isdisjoint(value)


def _careful(value: str) -> str:
    """Escapes first (they end at what is dropped next), then line ends, hidden, joiners."""
    for flag in _FLAGS if _FLAG_END in value else ():
        if flag in value:
            return flag.join([_careful(piece) for piece in value.split(flag)])
    if _ESC in value:
        value = _without_escapes(value)
    if _CSI in value:
        head, *pieces = value.split(_CSI)
        value = head + "".join(piece[_control_end(piece, 0) :] for piece in pieces)
    value = value.replace("\r\n", "\n")
    distinct = set(value)
    for other in "\r\x85\u2028\u2029":
        if other in distinct:
            value = value.replace(other, "\n")
    hidden = {
        ord(one): None
        for one in distinct
        if not (one.isprintable() and one < _BEYOND and one not in _PRINTABLE)
        and _within(one, _HIDDEN)
    }
    if hidden:
        value = value.translate(hidden)
    return value if distinct.isdisjoint(_JOINING) else _joined(value)


def _within(char: str, ranges: tuple[str, ...] | list[str]) -> bool:
    return any(pair[0] <= char <= pair[1] for pair in ranges)


def _without_escapes(value: str) -> str:
    head, *pieces = value.split(_ESC)
    return head + "".join(piece[_escape_end(piece) :] for piece in pieces)


def _escape_end(piece: str) -> int:
    """Where the escape sequence ends whose ESC stood before `piece` (ECMA-48, section 5)."""
    first = piece[:1]
    if first == "[":
        return _control_end(piece, 1)
    if first and first in "]PX^_":
        # A control string ends with BEL or the next ESC; one left open ends with its line.
        ends = [at for at in (piece.find("\x07") + 1, piece.find("\n")) if at > 0]
        return min(ends, default=len(piece))
    at = _skip(piece, 0, " ", "/")
    return at + 1 if "0" <= piece[at : at + 1] <= "~" else 0


def _control_end(piece: str, start: int) -> int:
    """The end of a control sequence's parameters and final byte, `start` if it has none."""
    at = _skip(piece, _skip(piece, start, "0", "?"), " ", "/")
    return at + 1 if "@" <= piece[at : at + 1] <= "~" else start


def _skip(piece: str, at: int, low: str, high: str) -> int:
    while low <= piece[at : at + 1] <= high:
        at += 1
    return at


def _joined(value: str) -> str:
    """`value` with the joiners and U+FE0F that its scripts and emoji need, and no others."""
    kept: list[str] = []
    start = 0
    for at in [at for at, char in enumerate(value) if char in _JOINING]:
        before = value[at - 1] if at > start else kept[-1][-1:] if kept else ""
        if not _needed(before, value[at], value[at + 1 : at + 2]):
            if at > start:
                kept.append(value[start:at])
            start = at + 1
    kept.append(value[start:])
    return "".join(kept)


def _needed(before: str, char: str, after: str) -> bool:
    """Whether `char` has a use after the last kept character and before the next one."""
    if char == _VS16:
        return before in _KEYCAPS or _within(before, _EMOJI)
    if before in _VIRAMAS or after in _JOINING:
        return before in _VIRAMAS
    if after in _VIRAMAS:
        return _within(before, _INDIC)
    if _within(after, _ARABIC):
        # Also a Latin word or a number with a Persian ending.
        return _within(before, _ARABIC) or (char == _ZWNJ and before.isalnum())
    emoji = before == _VS16 or _within(before, _EMOJI)
    return char == _ZWJ and emoji and _within(after, _EMOJI)
