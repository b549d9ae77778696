"""Finds the real requests of a session, each with the answers and the work that it led to.

A small order (`go ahead`) belongs to the request before it. Must not say what became of a request.
"""

from __future__ import annotations

from memory_store.sessions import orders, prose, rounds
from memory_store.text import clean, retold

TOPIC_CHARS = 120

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry
    from memory_store.sessions import evidence

_TURNS = 200  # the last ones of a session: a start may wait for them
_ANSWERS = 6  # the last ones to a request
_CANNED = 2  # prompts; what more of them say in the same words, a host or a command put there
_TEMPLATE, _TEMPLATE_END = "--- Cursor Command: ", "--- End Command ---"
_LONG = 25  # sentences
_PASTED_LINES, _PASTED_SHARE = 12, 4  # lines of a prompt, a fourth of which are sentences
_SAYING = 12  # words of a request that says enough
_FIRST = 2.0  # times as much as another request: people open with their subject
_CALL_CHARS, _FILE_CHARS, _ANSWER_CHARS = 200, 1_500, 2_000  # that work counts
_LEAST_WORTH, _EXPONENT = 0.25, 0.5  # of a share of the work
_DOUBTED = 0.5  # a long prompt may be a command's text, and without an order a paste


class Request:
    """A request of the person, with what followed until the next one.

    Attributes:
        asked: the sentences of the prompt that the person wrote; empty where there are none.
        answers: the agent's answers, also to small orders that followed, oldest first.
        words: the subject of the prompt.
        files: what is known to have been written under it, as the project names it.
        work: how much the agent did under it, in characters.
    """

    __slots__ = ("_order", "answers", "asked", "files", "words", "work")

    def __init__(self, asked: list[str], answers: list[str], files: list[str], calls: int) -> None:
        self.asked = asked
        self.answers = answers
        self.files = files
        self._order = ""
        self.words = prose.telling(" ".join(asked))
        self.work = (
            sum(min(len(one), _ANSWER_CHARS) for one in answers)
            + calls * _CALL_CHARS
            + len(files) * _FILE_CHARS
        )

    def is_real(self) -> bool:
        """Whether it asks for something by itself, as `go ahead` and `继续` do not."""
        return prose.tells(" ".join(self.asked))

    def is_long(self) -> bool:
        """Whether it has more sentences than anybody types: it was pasted, or a command's text."""
        return len(self.asked) > _LONG

    def take(self, other: Request) -> None:
        """Take in the work of a small order, and the answers where it lets the work go on."""
        if orders.goes_on(other.asked) or not self.answers:
            self.answers = [*self.answers, *other.answers][-_ANSWERS:]
            self._order = other.asked[0] if other.words else self._order
        self.files = list(dict.fromkeys([*self.files, *other.files]))
        self.work += other.work

    def short(self, limit: int) -> str:
        """The sentences of it that ask, in `limit`, with the last order that went on."""
        said = orders.main(self.asked, limit)
        longer = f"{said} … {self._order}"
        return longer if self._order and len(longer) <= limit else said


def read(
    events: list[Entry],
    gone: retold.Gone = retold.NOTHING,
    proof: evidence.Evidence | None = None,
) -> list[Request]:
    """The requests of journal events, oldest first; small orders alone where there are no others.

    A small question is a request of its own, since its answer says something else.

    A prompt that was sent before in the same words, as hosts do, asks for nothing new, nor does
    one that the next prompt begins with, or a sentence that stands in several. Sentences that say
    what was taken back are left out, and lines that begin with a picture: a program printed them.
    """
    turns = _turns(events, gone, proof)
    has_real = any(one.is_real() for one in turns)
    requests: list[Request] = []
    for turn in turns:
        stands_alone = turn.is_real() if has_real else bool(turn.asked)
        follows = bool(requests and turn.asked) and orders.follows(turn.asked)
        if (stands_alone or orders.is_question(turn.asked)) and not follows:
            requests.append(turn)
        elif requests:
            requests[-1].take(turn)
        elif not (has_real and turn.asked):
            requests.append(turn)
    return requests


def _turns(
    events: list[Entry], gone: retold.Gone, proof: evidence.Evidence | None
) -> list[Request]:
    pairs = _pairs(events)[-_TURNS:]
    spoken = [
        [one for one in dict.fromkeys(_asked(prompt, gone)) if not _is_printed(one)]
        for prompt, _ in pairs
    ]
    times: dict[str, int] = {}
    for sentence in (one for said in spoken for one in set(said)):
        times[sentence] = times.get(sentence, 0) + 1
    known = proof.rounds if proof is not None else []
    followed = rounds.by_prompt(known, [prompt for prompt, _ in pairs])
    turns = []
    sent: set[str] = set()
    following = [*(prompt for prompt, _ in pairs[1:]), ""]
    for at, ((prompt, answers), said) in enumerate(zip(pairs, spoken, strict=True)):
        is_begun = not answers and following[at].startswith(prompt.strip())
        is_new = prompt not in sent and not is_begun
        if is_new:
            sent.add(prompt)
        asked = [one for one in said if is_new and times[one] <= _CANNED]
        if not at and not said:
            asked = _paste(prompt, gone)
        turns.append(Request(asked, answers[-_ANSWERS:], *followed[at]))
    return [one for one in turns if any(map(str.strip, (*one.asked, *one.answers)))]


def _asked(prompt: str, gone: retold.Gone) -> list[str]:
    """The sentences of a prompt; of one that is mostly pasted output, those at its two ends."""
    if orders.is_hosts(prompt):
        return []
    before, template, rest = prompt.partition(_TEMPLATE)
    if template:
        prompt = before + rest.partition(_TEMPLATE_END)[2]
    if "\n" not in prompt.strip():
        prompt = prompt.lstrip("# ")  # no heading: nothing stands below it
    asked = prose.own_sentences(prompt, gone)
    lines = [line for line in prompt.split("\n") if line.strip()]
    if len(lines) < _PASTED_LINES or len(asked) * _PASTED_SHARE >= len(lines):
        return asked
    return prose.own_sentences(f"{lines[0]}\n{lines[-1]}", gone)


def _paste(prompt: str, gone: retold.Gone) -> list[str]:
    """The beginning of a prompt in which a person says nothing beside a paste."""
    line = gone.without(clean.line(prompt, TOPIC_CHARS))
    is_paste = line and not orders.is_hosts(line) and not prose.own_sentences(prompt)
    return [prose.with_short_paths(line)] if is_paste else []


def _is_printed(sentence: str) -> bool:
    import unicodedata  # few starts read requests

    return unicodedata.category(sentence[0]) == "So"


def topic(requests: list[Request]) -> str:
    """The request of the main work, in `TOPIC_CHARS`; "" for none.

    It is the one that says much and led to much work; the first gains, since people open with
    their subject.
    """
    asked = [one for one in requests if one.asked]
    most = max((one.work for one in asked), default=0) or 1

    def weight(at: int) -> float:
        says = min(1.0, len(asked[at].words) / _SAYING)
        did = _LEAST_WORTH + float(asked[at].work / most) ** _EXPONENT
        is_sure = orders.has_any(asked[at].asked) and not asked[at].is_long()
        return float(says * did * (1.0 if is_sure else _DOUBTED) * (1.0 if at else _FIRST))

    main = max(range(len(asked)), key=weight, default=None)
    return "" if main is None else orders.main(asked[main].asked, TOPIC_CHARS)


def chosen(requests: list[Request], most: int) -> list[Request]:
    """At most so many requests, in order: those that say much and led to most work."""
    if len(requests) <= most:
        return requests
    work = max(one.work for one in requests) or 1
    weights = [
        one.work / work * (_LEAST_WORTH + min(1.0, len(one.words) / _SAYING)) for one in requests
    ]
    weights[0] += _LEAST_WORTH
    kept = sorted(range(len(requests)), key=lambda at: -weights[at])[:most]
    return [requests[at] for at in sorted(kept)]


def _pairs(events: list[Entry]) -> list[tuple[str, list[str]]]:
    """Each prompt with its answers; "" for a missing prompt."""
    turns: list[tuple[str, str, list[str]]] = []
    for event in events:
        text, turn = event.text, event.turn_id
        if event.type == "prompt":
            turns.append((turn, text, []))
        elif event.type == "response":
            last = turns[-1][0] if turns else ""
            if not turns or (last and turn and last != turn):
                turns.append((turn, "", []))
            elif not last:
                turns[-1] = (turn, *turns[-1][1:])
            turns[-1][2].append(text)
    return [(asked, answers) for _, asked, answers in turns]
