"""Brings a sentence into the shape that phrases are looked up in, and cuts it to clauses.

Lower case, contractions written out, code and quotations behind `~`, each punctuation mark a
comma. Must not decide anything; what it gives is for matching and never for keeping.
"""

from __future__ import annotations

from memory_store.learn.rules import leads

_QUOTES = {'"': '"', "“": "”", "「": "」", "『": "』", "`": "`"}
_COMMAS = dict.fromkeys(map(ord, ",;:!?()[]，；：！？（）【】。…、"), " , ") | {
    ord("’"): "'", ord("‘"): "'", ord("—"): " , ", ord("–"): " , ", ord("\t"): " ",
}  # fmt: skip
_ENGLISH_LEADS = tuple(f" , {one} " for one in leads.ENGLISH)
_CHINESE_LEADS = tuple(f",{one}" for one in leads.CHINESE)


def masked(text: str) -> str:
    """`text` with each quotation and each code span as `~`; one that is never closed stays."""
    if not any(sign in text for sign in _QUOTES):
        return text
    out: list[str] = []
    at = 0
    while at < len(text):
        sign = text[at]
        end = text.find(_QUOTES[sign], at + 1) if sign in _QUOTES else -1
        if sign in _QUOTES and end < 0:
            return "".join(out) + text[at:]
        out.append("~" if end > 0 else sign)
        at = max(at, end) + 1
    return "".join(out)


def is_chinese(text: str) -> bool:
    """Whether Chinese prevails: as many Han characters as words of Latin letters."""
    bare = masked(text)
    han = sum("\u3400" <= sign <= "\u9fff" for sign in bare)
    return han > 1 and han >= sum(
        word[:1].isascii() and word[:1].isalpha() for word in bare.split()
    )


def english(text: str) -> str:
    """The words of a sentence between commas: ` , we have decided to use ~ , `.

    Contractions are written out, words that only stress are left out, and so are words before the
    point (` , by the way `). `our team` is `we`.
    """
    words: list[str] = []
    for raw in masked(text).lower().translate(_COMMAS).split():
        word = raw.rstrip(".")
        if word in ("-", "--", ""):
            word = ","
        word = leads.WRITTEN_OUT.get(word) or _written_out(word)
        if word not in leads.FILLERS:
            words.append(word)
    flat = f" , {' '.join(words)} , "
    for one in leads.WE:
        flat = flat.replace(one, " we ")
    flat = flat.replace(" right now ", " at the moment ")
    for lead in _ENGLISH_LEADS * 2:
        if lead in flat:
            flat = flat.replace(lead, " , ")
    return flat.replace(" , , , ", " , ").replace(" , , ", " , ")


def _written_out(word: str) -> str:
    if "'" in word:
        for ending, instead in leads.ENDINGS:
            if word.endswith(ending):
                return word[: -len(ending)] + instead
    return word


def chinese(text: str) -> str:
    """A sentence without blanks, between commas: `,我们决定用postgresql16,`.

    Words before the point (对了, 其实) are left out; 咱们, 团队 and the like are 我们.
    """
    flat = masked(text).lower().translate(_COMMAS)
    flat = "," + "".join(flat.split()).strip(",") + ","
    flat = flat.replace("debug", "dbg")  # which has a word of trouble in it
    flat = flat.replace("怎么又", "又").replace("主要是", "是").replace("只要是", "凡是")
    for one in leads.CHINESE_WE:
        flat = flat.replace(one, "我们")
    for lead in _CHINESE_LEADS * 2:
        if lead in flat:
            flat = flat.replace(lead, ",")
    while ",," in flat:
        flat = flat.replace(",,", ",")
    return flat


def clauses(text: str) -> list[str]:
    """A sentence cut after commas, colons and semicolons outside quotations; joined: itself."""
    last = {opening: text.rfind(closing) for opening, closing in _QUOTES.items()}
    parts: list[str] = []
    begin, closing = 0, ""
    for at, sign in enumerate(text):
        if closing:
            closing = "" if sign == closing else closing
        elif at < last.get(sign, -1):
            closing = _QUOTES[sign]
        elif _is_cut(text, at, sign):
            parts.append(text[begin : at + 1])
            begin = at + 1
    if text[begin:].strip():
        parts.append(text[begin:])
    return [piece for part in parts for piece in _before_so(part)]


def _before_so(part: str) -> list[str]:
    """A clause cut before the `so` that tells what follows from it."""
    for follows in leads.SO:
        at = part.find(follows)
        if at > 0:
            return [part[: at + 1], part[at + 1 :]]
    return [part]


def _is_cut(text: str, at: int, sign: str) -> bool:
    """Whether a clause ends at this sign: `1,000`, `10:30` and `read-only` are no ends."""
    if sign in "，；：。！？":
        return True
    if sign in ",;:!?":
        return text[at + 1 : at + 2] in (" ", "") or not text[at + 1].isascii()
    return sign in "—–-" and text[at - 1 : at + 2] in (f" {sign} ", f"{sign}{sign}")
