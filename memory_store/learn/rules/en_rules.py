"""What English speakers correct, prefer and demand: corrections, preferences, rules of work.

Each rule is a function of a statement and gives a verdict or None. Must not take a plain fact.
"""

from __future__ import annotations

from memory_store.learn.rules import en_changes, en_clauses, en_lasting, en_left, en_said
from memory_store.learn.rules.tables import has
from memory_store.learn.rules.verdict import OPINION, STATED, WORLD, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.learn.rules.statement import Statement

_POINTING_WORDS = 10
_PAIRED = 2


def correction(said: Statement) -> Verdict | None:
    """`No, use X, not Y`; `it is X, not Y`; `that is wrong, …`: O where it instructs, else W."""
    flat, specific = said.flat, said.specific
    opened = said.sentence.lower().lstrip(" -*\"'(").startswith(en_changes.CORRECTING)
    opened = opened or has(said.whole, en_changes.OPENINGS) or _is_not_this_but_that(said)
    vague = specific < _PAIRED and has(flat, (" , that is ", " , this is "))
    if vague or _is_of_lines(flat) or has(flat, en_left.STEPS) or has(flat, en_said.REFERENCES):
        return None
    paired = all(one in flat for one in en_changes.USE_PAIR)
    named = any(word in en_lasting.NOUNS for word in flat.split())
    words = flat.split()
    pointed = words[1:2] == ["use"] and words[2:3] and words[2] in en_left.POINTED_AT
    if not (specific or paired or (opened and named)) or (pointed and not opened):
        return None
    kind = _corrected(flat, specific, opened=opened)
    kind = OPINION if kind and has(flat, en_lasting.PRACTISED) else kind
    return Verdict("correction", kind, STATED) if kind else None


def _is_of_lines(flat: str) -> bool:
    """Whether it is about a numbered line of a text: `no, line 35`."""
    words = flat.split()
    return any(one == "line" and words[at + 1].isdecimal() for at, one in enumerate(words[:-1]))


def _is_not_this_but_that(said: Statement) -> bool:
    """Whether a few words put one name in another's place: `Not Jest, Vitest.`."""
    short = len(said.flat.split()) <= _POINTING_WORDS
    return short and said.flat.startswith(" , not ") and said.specific >= _PAIRED


def _corrected(flat: str, specific: int, *, opened: bool) -> str:
    """The kind of a correction; "" where it is none."""
    opposed = has(flat, en_changes.OPPOSES)
    if has(flat, en_changes.INSTRUCTS) and (opposed or opened):
        return OPINION
    if " we do not " in flat and " , it is " in flat:
        return WORLD
    if en_clauses.is_trouble(flat) or (has(flat, en_lasting.STANDING) and not opened):
        return ""  # the latter is a rule
    states = any(word in en_lasting.STATIVES for word in flat.split())
    states = states or has(flat, en_changes.STATES_TOO)
    if opened and (states or opposed or specific >= _PAIRED or " use " in flat):
        return OPINION if flat.startswith(" , not ") or not states else WORLD
    if " not " in flat and (" we say " in flat or " , we call " in flat):
        return OPINION
    replaced = " instead of " in flat and specific >= _PAIRED and " changed " in flat
    return WORLD if replaced or (opposed and states) else ""


def preference(said: Statement) -> Verdict | None:
    """`I prefer …`, `my favourite …`, `… drives me mad`, and how to answer: `keep it short`."""
    flat = said.flat
    liked = en_clauses.likes(flat) and not has(flat, en_said.NOT_LIKES)
    liked = liked or _is_of_language(flat) or _is_of_a_kind(flat)
    if liked or has(flat, en_said.LIKED):
        of_before = flat.startswith(" , that is ") and len(flat.split()) < _POINTING_WORDS
        if of_before or has(flat, en_said.REFERENCES):
            return None
        return Verdict("preference", OPINION, STATED)
    manner = has(flat, en_said.MANNERS) and not has(flat, en_left.MOMENTS)
    manner = (
        manner and " just " not in f" {said.sentence.lower()} "
    )  # `don't explain, just fix it`
    if manner and not has(flat, en_said.NO_MANNERS):
        return Verdict("manner", OPINION, STATED)
    return None


def _is_of_language(flat: str) -> bool:
    """Whether it tells which language texts are to be in: `comments in English`."""
    words = flat.split()
    return any(
        text in en_said.TEXTS and between == "in" and language in en_said.LANGUAGES
        for text, between, language in zip(words, words[1:], words[2:], strict=False)
    )


def _is_of_a_kind(flat: str) -> bool:
    """Whether all of a kind are wished to be so: `I'd like error messages to say …`."""
    words = flat.partition(" , i would like ")[2].partition(" , ")[0].split()
    plural = any(word.endswith("s") for word in words[:2])
    return plural and words[0] not in (*en_left.POINTED_AT, "to", "you", "some") and "to" in words


def rule(said: Statement) -> Verdict | None:
    """`From now on …`, `whenever you add …`, `we never …`, `tests must not …`."""
    flat = said.flat
    troubled = en_clauses.is_trouble(flat) and not en_clauses.is_ordained(flat)
    if has(flat, en_left.MOMENTS) or troubled:
        return None
    standing = has(flat, en_lasting.STANDING) and not has(flat, en_said.SYMPTOMS)
    conditional = en_clauses.is_condition(flat) and not has(flat, en_said.REPLIES)
    forbidden = en_clauses.forbids(flat) and not has(flat, en_said.NOT_NO)
    habit = has(flat, en_said.HABITS) and any(
        word in en_lasting.PRACTICES for word in flat.split()
    )
    habit = habit or _is_norm(flat) or has(flat, en_said.LETS)
    habit = habit or has(flat, en_said.WANTED_OF_ALL) or _is_to_stop(flat)
    habit = habit or (flat.startswith(en_left.ASKING_YOU) and has(flat, en_left.FOR_EVER))
    if standing or conditional or forbidden or habit or _is_duty(flat) or _is_titled(said.text):
        return Verdict("rule", OPINION, STATED)
    return None


def _is_titled(text: str) -> bool:
    """Whether it is called a convention of work: `Branch naming: feature/xxx`."""
    title, _, rest = text.partition(": ")
    words = title.lower().strip(" -*").split()
    named = words[-1:] != [] and words[-1] in en_lasting.TITLES
    about = not en_lasting.TITLED.isdisjoint(words)
    pointed = not en_lasting.NOT_TITLES.isdisjoint(words)
    short = len(words) <= en_lasting.TITLE_WORDS
    return named and about and short and bool(rest.strip()) and not pointed


def _is_norm(flat: str) -> bool:
    """Whether the team always or never does something: `we never delete …`, not `we never got`."""
    words = flat.split()
    return any(
        we == "we"
        and ever in ("never", "always")
        and not verb.endswith("ed")
        and verb not in en_lasting.PAST
        for we, ever, verb in zip(words, words[1:], words[2:], strict=False)
    )


def _is_to_stop(flat: str) -> bool:
    """Whether somebody is to stop doing a kind of thing: `stop adding semicolons`."""
    words = flat.partition(" , stop ")[2].split()
    return (
        len(words) > 1
        and words[0].endswith("ing")
        and words[1] not in en_left.POINTED_AT
        and words[1] not in (",", "at", "here", "there", "now", "for", "in", "on", "and", "them")
    )


def covering(said: Statement) -> Verdict | None:
    """What is said of all of a kind: `every PR gets a label`, `no secrets in the repo`."""
    if has(said.flat, en_left.MOMENTS) or en_clauses.is_trouble(said.flat):
        return None
    for part in said.flat.split(" , "):
        if _covers(part):
            system = part.startswith(en_lasting.THINGS_ALL) and not _is_about_work(part)
            return Verdict("rule", WORLD if system else OPINION, STATED)
    return None


def _is_about_work(flat: str) -> bool:
    """Whether it is about what people write and do, and not about how a system is."""
    words = flat.split()
    return has(f" {flat} ", en_lasting.PRACTISED) or any(
        word in en_lasting.WORKED_ON or word in en_lasting.PRACTICES or word in en_lasting.WRITTEN
        for word in words
    )


def _covers(part: str) -> bool:
    words = part.split()
    if len(words) < 4 or words[0] not in en_lasting.QUANTIFIERS:  # noqa: PLR2004  all X do Y
        return False
    does = any(word in en_lasting.STATIVES or word in ("go", "get", "gets") for word in words[1:8])
    return (words[0] == "no" or does) and not has(f" , {part} ", en_said.NOT_NO)


def _is_duty(flat: str) -> bool:
    """Whether some kind of thing must be so: `migrations have to be …`, not `it must be …`."""
    if has(flat, en_lasting.NO_DUTIES):
        return False
    for duty in en_lasting.DUTIES:
        head = flat.partition(duty)[0] if duty in flat else ""
        subject = head.rpartition(" , ")[2].split()
        if subject[:2] == ["only", "the"]:
            continue
        if subject and subject[0] not in en_lasting.UNFIT:
            return subject[0] in en_lasting.QUANTIFIERS or _is_kind(subject)
    return False


def _is_kind(subject: list[str]) -> bool:
    """Whether a subject is a kind of thing: plural and without an article that points."""
    if len(subject) > en_lasting.SUBJECT_WORDS:
        return False
    if subject[0] in ("a", "an"):
        return subject[-1] in en_lasting.WORKED_ON
    if subject[0] in ("the", "my", "his", "your"):
        return False
    plural = any(word.endswith("s") and not word.endswith("ss") for word in subject)
    return plural or subject[0] in ("our", "only")
