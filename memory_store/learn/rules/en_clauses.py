"""Parts an English sentence into the clauses that may state something and those that do not.

What is asked, ordered, of the moment, reported, doubted or about trouble does not count. Must not
say what kind of statement the rest is.
"""

from __future__ import annotations

from memory_store.learn.rules import en_changes, en_lasting, en_left, en_people, en_said, shape
from memory_store.learn.rules.tables import has

_SO = ("so ", "So ")
_BEGINNING = 3  # pieces between commas: the first two clauses


def own(sentence: str) -> list[str]:
    """The clauses of a sentence that are not asked, ordered, of the moment, or mere steps.

    Empty where the whole sentence is a question, a thought, somebody else's word or a joke.
    """
    if is_void(sentence, shape.english(sentence)):
        return []
    kept: list[str] = []
    after_condition = stands = False
    for part in shape.clauses(sentence):
        clause = shape.english(part).replace(" as of today ", " as of now ")
        if _is_scoped(clause) and not is_changed(clause):
            break  # what follows is of the moment as well
        follows = not stands and part.lstrip().startswith(_SO)  # from what doesn't count
        stands = after_condition or is_lasting(clause)
        stands = stands or not (_is_noise(clause) or (follows and kept == []))
        if stands:
            kept.append(part)
        after_condition = is_condition(clause) or clause.strip(" ,") in en_lasting.ORDAINED
    return kept


def is_aside(part: str) -> bool:
    """Whether a clause only tells of trouble or a doubt: a reason, beside what is stated."""
    clause = shape.english(part)
    momentary = has(clause, en_left.HERE_AND_NOW) or has(clause, en_left.MOMENTS)
    asked = en_left.QUESTIONS.starts(clause)
    return not (is_order(clause) or momentary or asked or has(clause, en_left.STEPS))


def is_unsaved(flat: str) -> bool:
    """Whether somebody says that something is not to be kept: `you need not note this`."""
    words = flat.split()
    return has(flat, en_left.UNSAVED) or any(
        word in en_left.SAVING
        and words[at + 1] in en_left.POINTS
        and any(one in ("not", "no", "without", "never") for one in words[max(0, at - 4) : at])
        for at, word in enumerate(words[:-1])
    )


def opens(text: str) -> bool:
    """Whether a sentence does no more than to call something wrong: `That info is old.`."""
    return len(text.split()) <= en_lasting.SUBJECT_WORDS and (
        text.lower().startswith(en_changes.CORRECTING)
        or has(shape.english(text), en_changes.OPENINGS)
    )


def _is_scoped(clause: str) -> bool:
    """Whether a clause is about now or one thing alone: `for now`, `in this heading`."""
    if has(clause, en_left.SCOPING):
        return True
    words = clause.split()
    return any(
        one in ("in", "for", "on") and this == "this" and thing not in en_left.LASTING_PLACES
        for one, this, thing in zip(words, words[1:], words[2:], strict=False)
    )


def is_order(clause: str) -> bool:
    """Whether a clause tells what to do now; `commit messages follow …` and the like do not."""
    if not has(clause, en_left.ORDERS):
        return False
    words = clause.replace(",", " ").split()
    if words[-1] in en_lasting.TITLES and not en_lasting.TITLED.isdisjoint(words):
        return False
    pointed = words[1:2] and words[1] in en_left.POINTED_AT
    return bool(pointed) or not any(word in en_lasting.STATIVES for word in words[2:6])


def is_trouble(clause: str) -> bool:
    """Whether a clause is about something that goes wrong; `error tracker` is a thing."""
    for thing in en_left.THINGS:
        clause = clause.replace(thing, " it ")
    return has(clause.replace(" too , ", " , "), en_left.TROUBLE)


def is_ordained(flat: str) -> bool:
    """Whether it says outright that it holds from now on, of whatever: `from now on errors …`.

    What happens to somebody (`from now on I get …`, `… the build fails`) is none.
    """
    begun = any(f" , {one} , i " in flat or f" , {one} i " in flat for one in en_lasting.ORDAINED)
    if begun or has(flat, en_left.BREAKING):
        return False
    return any(f" {one} " in flat for one in en_lasting.ORDAINED)


def is_condition(flat: str) -> bool:
    """Whether a clause begins like `whenever you add …`, `before we merge …`."""
    for part in flat.split(" , "):
        words = part.split()
        if words[:2] in (["every", "time"], ["each", "time"]):
            words = ["whenever", *words[2:]]
        if (
            len(words) > 2  # noqa: PLR2004  when, who, does
            and words[0] in en_lasting.CONDITIONS
            and words[1] in en_lasting.WORKERS
            and words[2] in en_lasting.WORK
        ):
            return True
    return False


def is_decided(flat: str) -> bool:
    """Whether somebody who may has decided: `we settled on`, `legal approved`."""
    found = en_said.DECIDED.within(flat)
    return any(_word_before(flat, one) in en_said.DECIDERS for one in found)


def is_changed(flat: str) -> bool:
    """Whether it tells of a change that took place: `we migrated`, `has been retired`."""
    if has(flat, en_changes.WAS_DONE):
        return True
    found = en_changes.CHANGED.within(flat)
    return any(_word_before(flat, one) in en_changes.CHANGERS for one in found)


def likes(flat: str) -> bool:
    """Whether it begins to tell what somebody likes, wants or avoids."""
    for often in (" i generally ", " i usually ", " i typically ", " i normally ", " i mostly "):
        flat = flat.replace(often, " i ")
    wanted = flat.startswith(" , i want ") and has(flat, en_said.WANTED_ALWAYS)
    wanted = wanted or has(flat, en_said.KINDLY)
    return wanted or has(flat, en_said.LIKES) or has(flat, en_said.LIKES_FIRST)


def is_lasting(clause: str) -> bool:
    """Whether a clause says of itself that it holds for longer."""
    if has(clause, en_left.HERE_AND_NOW) and not clause.startswith((" , always ", " , never ")):
        return False
    if likes(clause) or is_decided(clause):
        return True
    phrases = (en_lasting.LASTING, en_said.DECISIONS, en_said.MANNERS, en_said.LIKED)
    if any(has(clause, one) for one in phrases):
        return True
    changed = is_changed(clause) and not has(clause, en_left.STEPS)
    instead = " , use " in clause and has(clause, en_changes.CONTRASTS)
    stops = has(clause, (" , stop using ", " , quit using ", " , stop adding "))
    return forbids(clause) or changed or instead or stops


def forbids(flat: str) -> bool:
    """Whether it forbids, or warns of, a kind of work: `don't commit secrets`."""
    for warned in en_lasting.WARNED:
        flat = flat.replace(warned, " , do not ")
    return has(flat, en_said.FORBIDDEN_WORK) and has(flat, en_lasting.GENERAL)


def is_void(sentence: str, flat: str) -> bool:
    """Whether nothing of a sentence counts."""
    if has(flat, en_left.JOKES) or has(flat, en_left.PUT_OFF) or _is_over(flat):
        return True
    if flat.startswith(en_left.ASKING_YOU) and has(flat, en_left.FOR_EVER):
        return False
    asked = en_left.QUESTIONS.starts(flat) and not flat.startswith(en_left.ASKED_NOT)
    if asked or sentence.rstrip(" \"'”)*").endswith("?"):
        return True
    flat = flat.replace(" , writes ", " , changes ")  # to a database, by nobody
    begin = " , ".join(_without_own_word(flat).split(" , ")[:_BEGINNING]) + " , "
    if has(begin, en_left.REPORTS) or (has(flat, en_left.IF) and not is_condition(flat)):
        return True
    firm = likes(flat) or has(flat, en_lasting.LASTING) or has(flat, en_said.MANNERS)
    return has(flat, en_left.THOUGHTS) and (not firm or has(flat, en_left.OPEN))


def _is_over(flat: str) -> bool:
    """Whether it tells only what was: `we used to use SVN, but not any more`."""
    last = f" {flat.strip(' ,').rpartition(' , ')[2]} "
    return " used to " in flat and has(last, (" any more ", " anymore ", " no longer "))


def _is_noise(clause: str) -> bool:
    asks_for_ever = clause.startswith(en_left.ASKING_YOU) and has(clause, en_left.FOR_EVER)
    if asks_for_ever:
        return False
    if en_left.QUESTIONS.starts(clause) or (is_order(clause) and not is_condition(clause)):
        return True
    if has(clause, en_left.STEPS) and not has(clause, en_people.PEOPLE):
        return True
    if has(clause, en_left.HERE_AND_NOW) or has(clause, en_left.MOMENTS):
        return True
    reported = has(_without_own_word(clause), en_left.REPORTS)
    return reported or has(clause, en_left.DOUBTS) or is_trouble(clause)


def _without_own_word(flat: str) -> str:
    for whose in en_left.OWN_WORDS:
        flat = flat.replace(f" {whose} says that ", f" {whose} is that ")
        flat = flat.replace(f" {whose} say that ", f" {whose} are that ")
    return flat.replace(" i said ", " ")


def _word_before(flat: str, phrase: str) -> str:
    words = flat[: flat.find(phrase)].rsplit(None, 1)
    return words[-1] if words else ""
