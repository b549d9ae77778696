"""Finds the requests of a session, each with the answers that followed it.

A small order (`go ahead`) belongs to the request before it. Must not say what became of a request.
"""

from __future__ import annotations

from memory_store import model, origin
from memory_store.language import mood
from memory_store.sessions import prose
from memory_store.text import retold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry

_ASKS = 1  # words that tell what a question is about
_TURNS = 200  # the last ones of a session: a start may wait for them
_TEMPLATE, _TEMPLATE_END = "--- Cursor Command: ", "--- End Command ---"
_DEVELOPER = "Developer: "


class Request(model.Value):
    """A request of the person, with the answers that came until the next one.

    Attributes:
        asked: the sentences of the prompt that the person wrote; empty where there are none.
        answers: the agent's, also to small orders that followed, oldest first.
    """

    asked: list[str]
    answers: list[str]


def read(events: list[Entry], gone: retold.Gone = retold.NOTHING) -> list[Request]:
    """The requests of journal events, oldest first; a small order alone where there is no other.

    A prompt that was sent before in the same words, as hosts do, asks for nothing new. Sentences
    that say what was taken back are left out.
    """
    sent: set[str] = set()
    requests: list[Request] = []
    for prompt, answers in _pairs(events)[-_TURNS:]:
        asked = [] if prompt in sent else [*dict.fromkeys(_asked(prompt, gone))]
        sent.add(prompt)
        if requests and not is_real(asked):
            requests[-1].answers += answers
        elif asked or any(map(str.strip, answers)):
            requests.append(Request(asked, answers))
    return [one for one in requests if is_real(one.asked)] or requests


def is_real(asked: list[str]) -> bool:
    """Whether a prompt asks for something by itself, as `go ahead` and `继续` do not.

    A question does in fewer words: its answer is not that to the request before it.
    """
    text = " ".join(asked)
    return prose.tells(text) or (mood.asks(text) and len(prose.telling(text)) >= _ASKS)


def _asked(prompt: str, gone: retold.Gone) -> list[str]:
    """The sentences of a prompt that the person wrote."""
    if origin.of_text(prompt) or prompt.lstrip().startswith(_DEVELOPER):
        return []
    before, template, rest = prompt.partition(_TEMPLATE)
    if template:
        prompt = before + rest.partition(_TEMPLATE_END)[2]
    if "\n" not in prompt.strip():
        prompt = prompt.lstrip("# ")  # no heading: nothing stands below it
    return prose.own_sentences(prompt, gone)


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
