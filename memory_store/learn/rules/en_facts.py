"""What English speakers tell: decisions, changes, people, and plain facts of a project.

Each rule is a function of a statement and gives a verdict or None. Must not take a rule of work.
"""

from __future__ import annotations

from memory_store.learn.rules import (
    canon,
    en_changes,
    en_clauses,
    en_lasting,
    en_left,
    en_people,
    en_said,
)
from memory_store.learn.rules import names as tool_names
from memory_store.learn.rules.tables import has
from memory_store.learn.rules.verdict import (
    BIOGRAPHY,
    DECIDED,
    DONE,
    INFERRED,
    OPINION,
    WORLD,
    Verdict,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.learn.rules.statement import Statement

_NEEDS = 3
_MOST_COUNTED = 2
_VERB_AT = 2
_PLACE_WORDS = 8
_MOVED_WORDS = 4


def decision(said: Statement) -> Verdict | None:
    """`We settled on …`, `let's go with …`, `… it is`, `we are moving to …`."""
    flat = said.flat
    if (
        has(flat, en_said.UNDECIDED)
        or has(said.whole, en_left.DAYS)
        or (has(flat, en_said.REFERENCES) and not said.specific)
    ):
        return None
    if en_clauses.is_decided(flat) or has(flat, en_said.DECISIONS):
        return Verdict("decision", WORLD, DECIDED)
    chosen = has(flat, en_said.CHOICES) or " it is , " in flat
    if said.specific and (chosen or _are_doing(flat)):
        return Verdict("decision", WORLD, DECIDED)
    return None


def done(said: Statement) -> Verdict | None:
    """A completed change of lasting effect: `we migrated from X to Y`, `X has been retired`."""
    flat = said.flat
    changed = en_clauses.is_changed(said.whole)
    if not changed and not _did(flat):
        return None
    named = said.specific or any(word in en_lasting.NOUNS for word in flat.split())
    if not named or has(flat, en_changes.SMALL_DONE) or has(flat, en_changes.UNDONE):
        return None
    mine = " , i " in flat and " , we " not in flat
    if mine and not has(flat, en_changes.TEAM_MOVES):
        return None
    kind = WORLD if _is_where(said.text) else BIOGRAPHY
    return Verdict("done" if changed else "did", kind, DONE)


def _is_where(text: str) -> bool:
    """Whether a change tells what now is, with nothing of before: `Lin moved to Berlin`.

    Of a person the place, of the team the choice that holds again: `we switched to X again`.
    """
    words = canon.bare(text).rstrip(".!").split()
    if len(words) < _MOVED_WORDS or "from" in words:
        return False
    moved = words[1] == "moved" and words[2] == "to" and _is_person(words[0])
    low = [one.lower() for one in words]
    again = low[0] == "we" and low[1] in ("switched", "moved", "went", "changed")
    return moved or (again and (low[-1] == "again" or low[2] == "back"))


def introduction(said: Statement) -> Verdict | None:
    """Who somebody is, at once: `I'm Priyanka, backend team`, `as the tech lead I …`."""
    mine = " i am " in said.flat
    words = canon.bare(said.text).replace("’", "'").split() if mine else []
    at = 1 if words[:1] == ["I'm"] else 2 if words[:2] == ["I", "am"] else 0
    name = words[at].strip(",.") if 0 < at < len(words) else ""
    if name[:1].isupper() and name[1:].islower():
        return Verdict("person", WORLD, DONE)
    return person(said) if en_people.PEOPLE.starts(said.flat) else None


def person(said: Statement) -> Verdict | None:
    """What somebody is, uses or knows, and others' parts: `Grace is our DBA`."""
    flat = said.flat
    if en_clauses.is_trouble(flat) or has(flat, en_left.MOMENTS):
        return None
    told = has(flat, en_people.PEOPLE) and not has(flat, en_people.NOT_PEOPLE)
    parts = any(_is_part(part.split()) for part in flat.split(" , "))
    if told or parts or _is_mine(flat) or _has_part(said.text):
        return Verdict("person", WORLD, DONE)
    return None


def fact(said: Statement) -> Verdict | None:
    """A plain statement about the project or its surroundings, by the sum of its signs.

    It has a subject and a verb of state (1 to 3), specific words (2 at most), words that say it
    lasts (2 at most), and may be called worth knowing (1); it needs three of these.
    """
    flat, words = said.flat, said.flat.split()
    passing = has(flat, en_left.MOMENTS) or has(flat, en_left.STEPS)
    best = max(map(_subject, flat.split(" , ")), default=0)
    if best <= 0 or passing or en_clauses.is_trouble(flat):
        return None
    needs = _NEEDS + said.more + any(word.endswith(en_lasting.FILES) for word in words)
    named = any(word in en_lasting.NOUNS for word in words)
    needs += not named and (best == 1 or "~" in words)
    needs += any(word in en_lasting.TOLD for word in words)
    score = best + min(_MOST_COUNTED, said.specific)
    score += min(_MOST_COUNTED, len(en_lasting.DURABLE.within(flat)))
    score += any(one in said.sentence.lower() for one in en_lasting.NOTICES)
    kind = OPINION if has(flat, en_lasting.PRACTISED) else WORLD
    return Verdict("fact", kind, INFERRED, score - needs) if score >= needs else None


def _subject(clause: str) -> int:
    """How much a clause looks like `our API listens …`: 0 where it has no such form."""
    words = _from_we(clause.split())
    stated = len(words) > _VERB_AT and words[1] not in en_lasting.WE_DO_NOT_STATE
    doing = words[:2] == ["we", "are"] and "".join(words[2:3]).endswith("ing")
    wanting = words[:1] == ["we"] and "".join(words[1:2]) in en_lasting.WANTING
    mine = words[:1] == ["my"] and "".join(words[1:2]) in en_lasting.MINE
    if doing or wanting or mine:
        return 0
    if words[:1] == ["we"] and stated:
        return 2
    at = next((at for at, word in enumerate(words) if word in en_lasting.STATIVES), -1)
    if not 0 < at <= en_lasting.SUBJECT_WORDS:
        return 0
    subject = words[:at]
    if subject[0] in en_lasting.WEAK_SUBJECTS:
        return en_lasting.WEAK_SUBJECTS[subject[0]]
    known = any(word.removesuffix("'s") in en_lasting.NOUNS or "~" in word for word in subject)
    if subject[0] == "this":
        return 3 if known else 0
    ours = subject[0] in ("we", "our", "my", "all", "every", "each", "only")
    return 1 + known + ours - (subject[0] in ("that", "these", "those", "they"))


def _from_we(words: list[str]) -> list[str]:
    """Words without the place in front: `for the backtests we use …`."""
    placed = words[:1] and words[0] in en_lasting.PLACING and "we" in words[:_PLACE_WORDS]
    return words[words.index("we") :] if placed else words


def _did(flat: str) -> bool:
    """Whether it tells what the team did: `we turned on …`, `we had to drop …`."""
    for part in flat.split(" , "):
        words = part[part.find("we ") :].split() if f" {part}".find(" we ") >= 0 else []
        if words[1:3] == ["had", "to"]:
            words = ["we", *words[3:], ""]
            if words[1] not in en_lasting.WE_DO_NOT_STATE and words[1]:
                return True
        verb = words[1] if len(words) > _VERB_AT else ""
        if verb.endswith("ed") and verb not in en_lasting.WE_DO_NOT_STATE:
            return True
    return False


def _are_doing(flat: str) -> bool:
    """Whether it tells what the team sets out to do: `we are buying …`."""
    _, begun, rest = flat.partition(" we are ")
    verb = rest.split(None, 1)[0] if begun and rest.split() else ""
    return verb in en_said.SETS_OUT


def _is_mine(flat: str) -> bool:
    """Whether it tells something of the person: `my GitHub handle is …`, `I am new to Rust`."""
    words = flat.split()
    if (flat.startswith(" , i am ") and " new to " in flat) or " mother tongue " in flat:
        return True
    at = next((at for at, word in enumerate(words) if word in en_lasting.STATIVES), -1)
    if words[1:2] != ["my"] or at < 3 or at > 5:  # noqa: PLR2004  my, one or two words, is
        return False
    passing = "".join(words[at + 1 : at + 2]).endswith("ing")
    return not passing and not any(word in en_lasting.MINE for word in words[2:4])


def _has_part(text: str) -> bool:
    """Whether somebody with a name has a part in the work: `Marta owns the pricing engine`."""
    if not any(one in text for one in en_lasting.PARTS):
        return False
    words = canon.bare(text).split()
    return _is_person("".join(words[:1])) and " ".join(words[1:3]).startswith(en_lasting.PARTS)


def _is_person(name: str) -> bool:
    """Whether a word at a sentence's beginning may be somebody's name."""
    low = name.lower()
    named = name[:1].isupper() and name[1:].islower() and name.isalpha()
    known = low in en_lasting.UNFIT or low in en_lasting.NOUNS or low in tool_names.TOOLS
    return named and not known


def _is_part(words: list[str]) -> bool:
    """Whether a clause gives somebody's part: `Grace is our DBA`."""
    if words[1:2] != ["is"] or words[0] in en_lasting.UNFIT:
        return False
    owned = words[2:3] and words[2] in ("our", "my", "the", "their")
    return bool(owned) and any(word in en_lasting.ROLES for word in words[3:6])
