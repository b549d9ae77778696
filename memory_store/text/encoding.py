"""Reads texts as people save and hosts send them: UTF-8, UTF-16, GB18030, and UTF-8 misread.

Must not import anything, or give a replacement character.
"""

from __future__ import annotations

_WIDE = (b"\xff\xfe", b"\xfe\xff")
_MARK, _LOST = "\ufeff", "\ufffd"
_FIRST_HAN, _LAST_HAN = "\u4e00", "\u9fff"
_SIGNS = "\u3000\uff00"  # the first of Chinese signs, and of full-width ones
_MOSTLY = 0.7  # of a text's letters beyond ASCII
_MOST_LOST = 2  # one character in so many may have lost a byte
_DAMAGED = 100  # one character in so many may be damaged
# what the first two bytes of a Chinese character in UTF-8 are in code page 936
_MISREAD = frozenset(
    "鋩鋪鋫鋬鋭鋮鋯鋰鋱鋲鋳鋴鋵鋶鋷鋸鋹鋺鋻鋼鋽鋾鋿錀錁錂錃錄錅錆錇錈錉洹洧洌浃浈洇洄洙洎洫浍"
    "洮洵洚浏浒浔洳涑浯涞涠浞涓涔浜浠浼浣渚淇鍊鍋鍌鍍鍎鍏鍐鍑鍒鍓鍔鍕鍖鍗鍘鍙鍚鍛鍜鍝鍞鍟鍠鍡"
    "鍢鍣鍤鍥鍦鍧鍨鍩鍫濉澧澹澶濂濡濮濞濠濯瀚瀣瀛瀹瀵灏灞宀宄宕宓宥宸甯骞搴寤寮褰寰蹇鎬鎭鎮鎯"
    "鎰鎱鎲鎳鎴鎵鎶鎷鎸鎹鎺鎻鎼鎽鎾鎿鏀鏁鏂鏃鏄鏅鏆鏇鏈鏉鏋鏌鏍妗姊妫妞妤姒妲妯姗妾娅娆姝娈姣"
    "姘姹娌娉娲娴娑娣娓婀婧婊婕娼婢婵鐎鐏鐐鐑鐒鐓鐔鐕鐖鐗鐘鐙鐚鐛鐜鐝鐞鐟鐠鐡鐢鐣鐤鐥鐦鐧鐨鐩"
    "鐪鐫鐬鐭鐮纭纰纾绀绁绂绉绋绌绐绔绗绛绠绡绨绫绮绯绱绲缍绶绺绻绾缁缂缃缇缈鑰鑱鑲鑳鑴鑵鑶鑷"
    "鑸鑹鑺鑻鑼鑽鑾鑿钀钁钂钃钄钑钖钘铇铏铓铔铚铦铻锜锠琛琚瑁瑜瑗瑕瑙瑷瑭瑾璜璎璀璁璇璋璞璨璩"
    "璐璧瓒璺韪韫韬杌杓杞杈杩閫閬閭閮閯閰閱閲閳閴閵閶閷閸閹閺閻閼閽閾閿闀闁闂闃闄闅闆闇闈闉闊"
    "闋椤棰椋椁楗棣椐楱椹楠楂楝榄楫榀榘楸椴槌榇榈槎榉楦楣楹榛榧榻榫榭锛銆鈥"
)
_MISREAD_WEST = frozenset("ãäåæçèéïÃÂ")


def decoded(raw: bytes) -> str:
    """The text of a file, in UTF-8 or UTF-16 with or without its mark, or in GB18030.

    A file that was read in part may end inside a character. A few damaged ones are left out.

    Raises:
        ValueError: it is in none of these.
    """
    if raw.startswith(_WIDE):
        return _cut(raw, "utf-16").lstrip(_MARK)
    if b"\0" in raw:
        return _wide(raw)
    text = _whole(raw, "utf-8")
    if text is None:
        text = raw.decode("utf-8", "replace")
        if text.count(_LOST) * _DAMAGED > len(text):
            text = _chinese(raw)
    if text is None:
        raise ValueError("neither UTF-8 nor UTF-16 nor GB18030")
    return text.replace(_LOST, "").lstrip(_MARK)


def shown(raw: bytes) -> str:
    """The text of a part of a file as far as it can be read."""
    try:
        return decoded(raw)
    except ValueError:
        return raw.decode("utf-8", "ignore")


def is_wide(raw: bytes) -> bool:
    """Whether a file begins with the mark of UTF-16."""
    return raw.startswith(_WIDE)


def restored(text: str) -> str:
    """A text whose UTF-8 was read as code page 936 or 1252, as it was; any other as it is.

    Hosts on Chinese Windows send such prompts. A byte without its pair was lost on the way: the
    character that it belonged to becomes `?`.
    """
    if text.isascii():
        return text
    signs = set(text)
    if not signs.isdisjoint(_MISREAD):
        return _reread(text, "gb18030") or text
    if not signs.isdisjoint(_MISREAD_WEST):
        return _reread(text, "cp1252") or text
    return text


def _reread(text: str, page: str) -> str:
    """The text whose bytes are another's in a code page; "" where they are not."""
    raw = b"".join(_byte_or(one, page) for one in text.replace(_LOST, "?"))
    again = raw.decode("utf-8", "replace")
    lost, beyond = again.count(_LOST), sum(one > "\x7f" for one in again)
    is_text = lost * _MOST_LOST <= beyond and (lost <= 1 or _is_chinese(again))
    if not is_text or beyond <= lost:
        return ""
    return again.replace(f"{_LOST}?", "?").replace(_LOST, "")


def _byte_or(sign: str, page: str) -> bytes:
    if sign == "€" and page == "gb18030":
        return b"\x80"
    try:
        return sign.encode(page)
    except UnicodeEncodeError:
        return sign.encode("latin-1", "replace")


def _whole(raw: bytes, page: str) -> str | None:
    """A text in an encoding, without a character that its end cut; None if it is not in it."""
    try:
        return raw.decode(page)
    except UnicodeDecodeError as error:
        is_cut = error.start >= len(raw) - 3 and "unexpected end" in error.reason
        is_cut = is_cut or (error.start >= len(raw) - 3 and "incomplete" in error.reason)
        return raw[: error.start].decode(page) if is_cut else None


def _cut(raw: bytes, page: str) -> str:
    text = _whole(raw[: len(raw) // 2 * 2], page)
    if text is None:
        raise ValueError("damaged UTF-16")
    return text


def _wide(raw: bytes) -> str:
    """A text in UTF-16 without its mark: one of its orders gives line ends and no controls."""
    for page in ("utf-16-le", "utf-16-be"):
        text = _whole(raw[: len(raw) // 2 * 2], page)
        if text is not None and "\0" not in text and any(map(text.count, "\n ，。,.")):
            return text
    raise ValueError("no text")


def _chinese(raw: bytes) -> str | None:
    """A text in GB18030; None if it is not in it, or no Chinese."""
    text = _whole(raw, "gb18030")
    return text if text is not None and _is_chinese(text) else None


def _is_chinese(text: str) -> bool:
    """Whether most of a text beyond ASCII is Han and Chinese signs."""
    beyond = [one for one in text if one > "\x7f" and one != _LOST]
    near = sum(
        _FIRST_HAN <= one <= _LAST_HAN or one[0] >= _SIGNS[1] or "\u3000" <= one <= "\u303f"
        for one in beyond
    )
    return bool(beyond) and near >= _MOSTLY * len(beyond)
