"""The closed table of phrases that ask to keep a statement: cues.jsonl."""

from __future__ import annotations

import os

from memory_store import codec
from memory_store.journal import stored
from memory_store.language import mood, script

UNSAVED, SCRATCH, MOMENT = "unsaved", "scratch", "moment"
ANYWHERE, EDGE = "any", "edge"
INSIDE = (ANYWHERE, "first")
_PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cues.jsonl")
_CLASS, _CUE = '"class": "', '"cue": "'
_SIGNS = {ord("’"): "'", ord("："): ":"}
_SOFTENERS = ("哈", "啊", "哦", "呀", "呗", "啦", "噢", "哟", " please", " pls", " thanks", " too")
FUTURE, REMEMBER = "future", "remember"
_NO_VERBS = ("s", "ed", "ing")
_AT_HAND = frozenset("the this that these those it them and here now what so to".split())
_VERBS_IN_S = ("ss", "us", "need", "bring")
CONTRASTS = (
    "instead of ", "rather than ", "not ", "and not ", "but not ", "because ", "since ", "so we ",
    "so that ", "so the ", "as the ", "as we ",
)  # fmt: skip
"""How English goes on with what is not meant, or a reason, without a comma."""
_cues: dict[tuple[str, str], Cue] = {}
_rows: list[tuple[str, str, str]] = []


class Cue:
    """A phrase by which people ask to have something kept.

    Attributes:
        phrase: in lower case, with simplified characters.
        place: where it counts: at the `start` of a sentence or a `clause`, at either `edge` of
            one (in front of another clause only behind an order), `alone` in a clause, in the
            `first` clause, or `any`where.
        kind: of a fact that it asks for, W or O; "" where it asks for none.
        means: `unsaved`: nothing of the prompt is to be kept; `scratch`: nothing before it;
            `moment`: not its sentence.
        unless, then: how what follows it must not begin, and must; `verb`: an English verb;
            `doing`: an English verb in -ing, and what kind of thing it is done to.
        within: words of which one may stand anywhere behind it in the place of `then`.
        is_sure: whether it makes a fact that stands, no candidate.
        is_weak: whether an order of the moment has it as well: 把这些文件一律删掉.
    """

    __slots__ = (
        "is_sure", "is_weak", "kind", "means", "phrase", "place", "then", "unless", "within",
    )  # fmt: skip

    def __init__(self, row: dict[str, object]) -> None:
        self.phrase = str(row["cue"])
        self.place = str(row["at"])
        self.kind = str(row["kind"])
        self.means = str(row["class"])
        self.unless = tuple(codec.texts(row.get("unless")))
        self.then = tuple(codec.texts(row.get("then")))
        self.within = tuple(codec.texts(row.get("within")))
        self.is_sure = row.get("status") != stored.CANDIDATE
        self.is_weak = row.get("weak") is True

    def is_in(self, clauses: list[list[str]]) -> bool:
        """Whether a sentence says it in its place.

        Args:
            clauses: each as it stands, and without one after the other of its openers.
        """
        phrase = self.phrase
        said = [one for one in clauses if one[-1]]  # `remember:` alone is no clause
        if self.place in INSIDE:
            whole = clauses if self.place == ANYWHERE else said[:1]
            return any(self._follows(one[0], one[0].find(phrase)) for one in whole)
        if self.place == "alone":
            others = [one for one in clauses if phrase not in map(_softened, one)]
            stopped = any(one.startswith(self.unless) for forms in others for one in forms)
            return len(others) < len(clauses) and not stopped
        opening = said[:1] if self.place == "start" else clauses
        following = [*(forms[0] for forms in clauses[1:]), ""]
        if any(
            one.startswith(phrase) and self._follows(one, 0, after)
            for forms, after in zip(opening, following, strict=False)
            for one in forms
        ):
            return True
        ends = [forms[0].rstrip(" :") for forms in clauses]
        is_head = self.means == FUTURE and ends[-1] != clauses[-1][0]  # of a list
        told = ends[-1:] if is_head or self.place == EDGE else []
        if self.place == EDGE:  # use pnpm from now on, not npm
            inner = zip(ends, clauses[:-1], strict=False)
            told += [one for one, forms in inner if any(map(mood.is_order, forms))]
        return any(one.endswith(f" {phrase}") and not mood.is_thought(one) for one in told)

    def _follows(self, clause: str, at: int, after: str = "") -> bool:
        """Whether the text around the phrase at `at` lets the phrase count.

        A clause that ends with it goes on in the one `after` it: 以后，也许 …
        """
        is_thought = at > 0 and bool(self.kind) and mood.is_hedged(clause[:at])
        if at < 0 or is_thought or not is_apart(self.phrase, clause[at:]):
            return False
        rest = clause[at + len(self.phrase) :].strip(" :")
        if self.means == FUTURE and mood.is_thought(rest or after):
            return False
        if any(rest.startswith(one) and is_apart(one, rest) for one in self.unless):
            return False
        if self.then == ("verb",):
            return _has_a_verbs_form(rest)
        if self.then == ("doing",):
            verb, *others = [*rest.split()[:2], ""]
            return verb.endswith("ing") and verb.isalpha() and others[0] not in (*_AT_HAND, "")
        is_open = not (self.then or self.within) or not (rest or self.within)
        is_ordered = is_open or rest.startswith(self.then or "")
        return is_ordered or any(map(rest.count, self.within))


def _lines() -> list[tuple[str, str, str]]:
    """The phrase of each row, its class, and the row as it stands in the file."""
    if not _rows:
        with open(_PATH, encoding="utf-8") as file:
            for line in file:
                means, phrase = line.split(_CLASS)[1], line.split(_CUE)[1]
                _rows.append((phrase[: phrase.index('"')], means[: means.index('"')], line))
    return _rows


def standing_in(flat: str) -> list[Cue]:
    """The cues whose phrase stands anywhere in a text, of which the rows alone are parsed.

    All of them take a hook as long as all else that it does.
    """
    found = [(phrase, line) for phrase, _, line in _lines() if phrase in flat]
    for phrase, line in found:
        if (phrase, line) not in _cues:
            row = codec.parse(line)
            assert isinstance(row, dict)  # noqa: S101  our own file
            _cues[phrase, line] = Cue(row)
    return [_cues[one] for one in found]


def may_stand_in(text: str, means: str = "") -> bool:
    """Whether a phrase of the table stands anywhere in a text: where none does, none counts.

    `means` names the one class that is looked for.
    """
    flat = " ".join(script.simplified(text.lower()).translate(_SIGNS).split())
    return any(phrase in flat for phrase, one, _ in _lines() if means in ("", one))


def _softened(clause: str) -> str:
    """A clause without a colon and the small words at its end: please, 哈."""
    bare = clause.rstrip(" :")
    return next(
        (bare.removesuffix(one) for one in _SOFTENERS if bare.endswith(one)), bare
    ).rstrip()


def is_apart(head: str, text: str) -> bool:
    """Whether a word that a text begins with ends there: `so we`, not `some`."""
    last, after = head[-1:], text[len(head) : len(head) + 1]
    is_inside = after.isascii() and (after.isalnum() or after in ("'", "_", "-"))
    return not (is_inside and last.isascii() and last.isalnum())


def _has_a_verbs_form(rest: str) -> bool:
    """Whether the first word may be a verb as orders have it: `use …`, not `fails` or `had`."""
    word = rest.partition(" ")[0]
    has_end = word.endswith(_NO_VERBS) and not word.endswith(_VERBS_IN_S)
    return word.replace("-", "").isalpha() and word.isascii() and not has_end
