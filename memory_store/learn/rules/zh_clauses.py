"""Parts a Chinese sentence into the clauses that may state something and those that do not.

What is asked, ordered, of the moment, reported, guessed or about trouble does not count. Must not
say what kind of statement the rest is.
"""

from __future__ import annotations

from memory_store.learn.rules import shape, steps, zh_lasting, zh_left, zh_passing, zh_said
from memory_store.learn.rules.tables import has

_OPENING_CHARS = 16
_SPEAKER_CHARS = 6


def own(sentence: str) -> list[str]:
    """The clauses of a sentence that are not asked, ordered, of the moment, or mere steps.

    Empty where the whole sentence is a question, a thought, somebody else's word or a joke.
    """
    sentence = _without_tags(sentence)
    if is_void(sentence, shape.chinese(sentence)):
        return []
    kept: list[str] = []
    framed = False
    for part in shape.clauses(sentence):
        clause = shape.chinese(part)
        lasting = has(clause, zh_lasting.FUTURE) or has(clause, zh_said.DONE_LASTING)
        lasting = lasting or is_time_off(clause)
        if has(clause, zh_left.SPANS) and not lasting:
            break  # what follows is of the moment as well
        step = framed and steps.begins_steps(part)
        framed = step or lasting or clause.startswith(zh_left.FRAMES)
        if step or _is_lasting(clause) or not _is_noise(clause):
            kept.append(part)
    return kept


def is_aside(part: str) -> bool:
    """Whether a clause only tells of trouble or a guess: a reason, beside what is stated."""
    clause = shape.chinese(part)
    tables = (zh_left.ORDERS, zh_left.MOMENTS, zh_left.STEPS, zh_left.SPANS, zh_left.CHAT)
    return not any(has(clause, one) for one in tables)


def opens(text: str) -> bool:
    """Whether a sentence does no more than to call something wrong: 这信息旧了。."""
    return len(text) <= _OPENING_CHARS and has(shape.chinese(text), zh_said.MISTAKEN)


def is_named(flat: str) -> bool:
    """Whether it names a thing of a project or somebody's part in it."""
    return has(flat, zh_lasting.NOUNS) or has(flat, zh_said.WHO)


def is_practice(flat: str) -> bool:
    """Whether it is about how people work: 提交信息不用英文, not 代码在 shared."""
    for word in zh_lasting.PLACED:
        flat = flat.replace(word, "某")
    norm = has(flat, zh_lasting.PRACTICES) and has(flat, zh_lasting.NORMS)
    return norm and not has(flat, zh_lasting.WORLDLY)


def is_time_off(flat: str) -> bool:
    """Whether it tells when nothing is ever released: 周五下午三点以后不发版."""
    off = has(flat, zh_said.WHEN_NOT) and has(flat, zh_said.NOT_DONE)
    return off and not has(flat, zh_said.THIS_TIME) and not flat.rstrip(",").endswith("了")


def is_confirmed(flat: str) -> bool:
    """Whether a plan is told to be agreed on with somebody: 已经跟架构组确认了."""
    clauses = (one for one in flat.split(",") if one.endswith(zh_said.CONFIRMED))
    return any(has(one, ("跟", "和", "与", "经")) for one in clauses)


def states(flat: str) -> bool:
    """Whether it has a verb of state, as a plain statement has: 是, 在, 用的是."""
    at = flat.find("存在")
    if at >= 0 and flat[at + 2 : at + 3].isascii():  # 存在 MinIO: kept there, not existing
        flat = flat.replace("存在", "存放")
    for word in zh_lasting.NO_STATIVES:
        flat = flat.replace(word, "某")
    return has(flat, zh_lasting.STATIVES)


def _without_tags(sentence: str) -> str:
    """A sentence without 知道吗, 看到没 and the like, which ask nothing."""
    for tag in zh_left.TAGS:
        for sign in "?？，,。":
            instead = sign if sign in "，,。" else "。"
            sentence = sentence.replace(f"，{tag}{sign}", instead)
    return sentence


def is_void(sentence: str, flat: str) -> bool:
    """Whether nothing of a sentence counts."""
    for doubted in zh_left.DOUBTED:
        flat = flat.replace(doubted, "某些")
    asked = sentence.rstrip(' "”」)）*').endswith(("?", "？")) or has(flat, zh_left.QUESTIONS)
    if asked or has(flat, zh_left.JOKES) or has(flat, zh_left.REPORTS) or _is_report(flat):
        return True
    if zh_passing.is_passing(flat) or any(map(_asks_which, flat.split(","))):
        return True
    if has(flat, zh_left.CONDITIONS) and has(flat, zh_left.DEMANDS):
        return False
    firm = (zh_said.STRONG_DECIDED, zh_lasting.HARD, zh_said.LIKES)
    thought = has(flat.replace("可能性", "").replace("不可能", ""), zh_left.THOUGHTS)
    passing = has(flat, zh_lasting.NOT_FUTURE) and not is_time_off(flat)
    settled = any(has(flat, one) for one in firm) or is_confirmed(flat)
    return passing or (thought and not settled)


def _asks_which(clause: str) -> bool:
    """Whether 还是 stands between two of a choice: 用驼峰还是下划线, not 我们还是用 Kafka."""
    head, either, other = clause.partition("还是")
    if head and head.isascii() and other:  # a name: Redis 还是本地缓存
        return head not in zh_left.NAMED_ROLES
    verb = next((one for one in zh_left.CHOOSING if one in head), "")
    if not (either and other and verb) or head.endswith(zh_left.BEFORE_STILL):
        return False
    return not other.startswith(zh_left.CHOOSING) or other.startswith(verb)


def _is_report(flat: str) -> bool:
    """Whether the first clauses give somebody else's word: 实习生说……."""
    for clause in flat.split(",")[1:3]:
        head, said, rest = clause.partition("说")
        told = said and 0 < len(head) <= _SPEAKER_CHARS
        if told and not f"说{rest}".startswith(zh_left.NO_SAYING):
            return not any(one in head for one in zh_left.SPEAKERS)
    return False


def _is_lasting(clause: str) -> bool:
    """Whether a clause says of itself that it holds for longer."""
    if has(clause, zh_left.MOMENTS):
        return False
    firm = (zh_lasting.HARD, zh_lasting.FUTURE, zh_said.STRONG_DECIDED, zh_said.LIKES)
    if any(has(clause, one) for one in (*firm, zh_said.MANNERS, ("本来就", "设计如此"))):
        return True
    done = has(clause, zh_said.WAS_DONE)
    return done and not has(clause, zh_left.ORDERS) and not has(clause, zh_left.GUESSES)


def _is_noise(clause: str) -> bool:
    if has(clause, zh_left.ORDERS) or has(clause, zh_left.CHAT) or has(clause, zh_left.MOMENTS):
        return True
    if has(clause, zh_left.STEPS) and "年" not in clause:  # 我写了十年 Java is no step
        return True
    for thing in zh_left.THINGS:
        clause = clause.replace(thing, "信息")
    for wish in ("要出现", "别出现", "能出现", "得出现", "许出现"):
        clause = clause.replace(wish, "写")
    return has(clause, zh_left.TROUBLE) or has(clause, zh_left.GUESSES)
