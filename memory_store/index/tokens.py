"""Turns text into the words that FTS5 indexes, and questions into FTS5 queries.

FTS5 itself folds case, strips accents and stems (`porter unicode61`); this module does the rest.
Must not know tables or scores, or let a character of a question act as an operator.
"""

from __future__ import annotations

import unicodedata

from memory_store import model
from memory_store.text import han, mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

QUERY_CHARS = 4_000
QUERY_TERMS = 64

PHRASE_WEIGHT = 0.5  # the parts of an identifier count by themselves; their order adds this
CHARACTER_WEIGHT = 0.3  # docs/recall.md: single characters at .3 help short questions

_LOWER, _UPPER, _DIGIT = "aA0"
_CASES = [" "] * 128
_CASES[ord("a") : ord("z") + 1] = _LOWER * 26
_CASES[ord("A") : ord("Z") + 1] = _UPPER * 26
_CASES[ord("0") : ord("9") + 1] = _DIGIT * 10
"""For `str.translate`: what each ASCII character is; it leaves the others as they are."""

_SPACED = {code: " " for code in range(128) if not chr(code).isalnum()}
_HUMP = _LOWER + _UPPER
_WORD = _LOWER + _UPPER + _DIGIT

STOP_WORDS = frozenset(
    """
    a about all also am an and any are aren as at be been being but by can cannot could couldn d
    did didn do does doesn doing don done for from get had has hasn have haven having he her here
    hers him his how i if in into is isn it its itself just ll m me might mine more most must my
    no nor not of off on once only or other our ours out over own please re s same shall she should
    shouldn so some such t tell than that the their theirs them then there these they this those
    through to too us ve very was wasn we were weren what when where which while who whom whose why
    will with won would wouldn you your yours
    """.split()
)

_STOP_PHRASES = """
    请问一下 请告诉我 我想知道 可不可以 什么时候
    告诉我 想知道 有没有 是不是 能不能 可以吗 要不要 会不会
    为什么 怎么样 怎么办 什么样 哪一个 哪一种
    请问 为何 怎么 怎样 如何 什么 哪些 哪个 哪种 哪里 哪儿 多少 是否
    以及 或者 并且 而且 但是 因为 所以 如果 那么 我们 你们 他们 她们 它们
    这个 那个 这些 那些 这样 那样 这里 那里 可以 应该 需要
    的 了 吗 呢 吧 啊 呀 嘛 是 在 和 与 或 我 你 他 她 它 这 那
    """.split()  # the longest first: a shorter one must not cut into them


class Term(model.Value):
    """An FTS5 phrase, quoted.

    Attributes:
        phrase: what FTS5 is asked, such as `"token cache"` or `"库"*`.
        weight: how much a match counts, 1 for a word.
        bonus: whether it only adds: its absence is not held against a text.
        stands_for: phrases of the question that it says in the other language.
    """

    phrase: str
    weight: float = 1.0
    bonus: bool = False
    stands_for: tuple[str, ...] = ()

    def words(self) -> list[str]:
        """The words of its phrase, in lower case."""
        return self.phrase.strip('"*').casefold().split()


class Question(model.Value):
    """A question as FTS5 is asked it.

    Attributes:
        strict: an expression that only texts with all of the question match; "" for none.
        terms: what a text may match, each for itself, in the question's order.
        han: whether it is asked in Chinese, Japanese or Korean.
    """

    strict: str
    terms: list[Term]
    han: bool


def fold(text: str) -> str:
    """NFKC: full-width letters, half-width kana and ligatures as everybody types them."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def plain(text: str) -> str:
    """`text` as both sides compare it: folded, and traditional characters as simplified ones."""
    if text.isascii():
        return text
    from memory_store.language import script  # English has no use for its table

    return script.simplified(fold(text))


def segment(text: str) -> str:
    """`text` as FTS5 is given it.

    Runs of Chinese, Japanese or Korean become overlapping pairs and the last character alone, so
    that a pair is a word and each character begins one; camelCase is kept and split as well.
    Identifiers with `_`, `/`, `.` are split by FTS5 itself (docs/recall.md).
    """
    text = plain(text).replace("\0", " ")
    if mark.MARK in text:
        text = mark.without_marks(text)  # nobody looks for what a mark says
    if not text.isascii():
        text = han.replace_runs(text, _spread)
    return _unfold(text)


def _spread(run: str) -> str:
    return f" {' '.join([*pairs(run), run[-1]])} "


def _unfold(text: str) -> str:
    """A text with the parts of words such as getUserById and XMLHttpRequest behind them.

    It uses `str.translate`, since a command that indexes a text or two has no time to import `re`.
    """
    cases = text.translate(_CASES)
    unfolded, done = "", 0
    hump = cases.find(_HUMP)
    while hump >= 0:
        start, end = _word_around(cases, hump)
        if cases[start] != _DIGIT:
            unfolded += f"{text[done:end]} {' '.join(camel_parts(text[start:end]))}"
            done = end
        hump = cases.find(_HUMP, end)
    return unfolded + text[done:]


def _word_around(cases: str, at: int) -> tuple[int, int]:
    """Where the ASCII word at a place begins, and where it ends."""
    start, end = at, at + 1
    while start and cases[start - 1] in _WORD:
        start -= 1
    while end < len(cases) and cases[end] in _WORD:
        end += 1
    return start, end


def pairs(run: str) -> list[str]:
    """The overlapping pairs of characters of a run of Chinese."""
    return [run[at : at + 2] for at in range(len(run) - 1)]


def camel_parts(word: str) -> list[str]:
    """GetUserById as get, User, By, Id; XMLHttpRequest2 as XML, Http, Request, 2."""
    cuts = [at for at in range(1, len(word)) if _begins(word, at)]
    return [word[start:end] for start, end in zip([0, *cuts], [*cuts, len(word)], strict=True)]


def _begins(word: str, at: int) -> bool:
    """Whether a part begins at a character: a capital, or where letters and digits meet."""
    before, here, after = word[at - 1], word[at], word[at + 1 : at + 2]
    if before.isdigit() != here.isdigit():
        return True
    return here.isupper() and (before.islower() or after.islower())


def _is_camel(word: str) -> bool:
    """Whether `segment` unfolds a word."""
    return word.isascii() and word[0].isalpha() and _HUMP in word.translate(_CASES)


def question(text: str) -> Question:
    """What to ask FTS5 for `text`; nothing to ask (no letter or digit in it) gives no terms.

    Stop words and phrases of asking are left out, unless nothing else is there.
    """
    text = plain(text[:QUERY_CHARS])
    found = _ask(cut_phrases(text), STOP_WORDS)
    return found if found.terms else _ask(text, frozenset())


def beginning(text: str) -> str:
    """What FTS5 is asked for texts with every word of `text`, of the last one its beginning.

    "" where there is no letter or digit in it.
    """
    needed = _ask(plain(text[:QUERY_CHARS]), frozenset()).strict
    return f"{needed}*" if needed.endswith('"') else needed


def words(text: str) -> list[str]:
    """The words of what `question` asks of a text, in lower case, but for a bonus.

    Of a short text in English they are found without the question.
    """
    if text.isascii() and _HUMP not in text.translate(_CASES):
        found = text.casefold().translate(_SPACED).split()
        kept = [one for one in found if one not in STOP_WORDS]
        if kept and len(found) + len(text.split()) <= QUERY_TERMS:
            return kept
    return [word for term in question(text).terms if not term.bonus for word in term.words()]


def _ask(text: str, stop: frozenset[str]) -> Question:
    strict: list[str] = []
    terms: dict[str, Term] = {}
    for chunk in chunks(text):
        needed, found = _ask_run(chunk) if han.is_han(chunk[0]) else _ask_word(chunk, stop)
        strict += [needed] if needed and needed not in strict else []
        for term in found:
            terms.setdefault(term.phrase, term)
        if len(terms) >= QUERY_TERMS:
            break
    listed = list(terms.values())[:QUERY_TERMS]
    return Question(" AND ".join(strict), listed, han=han.prevails(text))


def chunks(text: str) -> Iterator[str]:
    """The text between blanks, with each run of Chinese apart."""
    for chunk in text.split():
        if chunk.isascii():
            yield chunk
        else:
            yield from han.parts(chunk)


def _ask_run(run: str) -> tuple[str, list[Term]]:
    """The phrase of a run of Chinese, and its pairs; a single character is found as a prefix."""
    if len(run) == 1:
        return f'"{run}"*', [Term(f'"{run}"*', CHARACTER_WEIGHT)]
    listed = pairs(run)
    return f'"{" ".join(listed)}"', [Term(f'"{pair}"') for pair in listed]


def _ask_word(chunk: str, stop: frozenset[str]) -> tuple[str, list[Term]]:
    """The phrase of a word or identifier, and its parts; none if all of it are stop words."""
    words = "".join(one if one.isalnum() else " " for one in chunk).split()
    parts = [part for word in words for part in (camel_parts(word) if _is_camel(word) else [word])]
    kept = [part for part in parts if part.casefold() not in stop]
    if not kept:
        return "", []
    terms = [Term(f'"{part}"') for part in kept]
    whole, split = f'"{" ".join(words)}"', f'"{" ".join(parts)}"'
    if len(parts) == 1:
        return whole, terms
    wholes = [split] if len(parts) == len(words) else [whole, split]
    terms += [Term(phrase, PHRASE_WEIGHT, bonus=True) for phrase in wholes]
    return f"({' OR '.join(wholes)})", terms


def cut_phrases(text: str) -> str:
    """`text` with a blank in the place of each Chinese stop phrase."""
    if not text.isascii():
        for phrase in _STOP_PHRASES:
            text = text.replace(phrase, " ")
    return text
