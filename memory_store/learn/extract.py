"""Finds, by rules and at no cost, the few sentences of a turn that are worth keeping.

Takes what a person states outright (remember…, a preference, a decision) and what an agent wrote
as a retain line; leaves questions, code, orders of the moment. Must not guess.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_MAX_CHARS = 200
_MIN_CHARS = 4
_SENTENCE_END = re.compile(r"(?<=[。！？!?；;])\s*|(?<=[.])\s+|\n+")
_QUESTION = re.compile(
    r"[?？]\s*$|[吗呢么]\s*[。.]?\s*$|怎么办|为什么|怎么样|是不是|能不能|可不可以|要不要|是否|哪个|什么时候"
    r"|^(?:do|does|did|can|could|should|would|is|are|why|how|what|which|when)\s",
    re.IGNORECASE,
)
_CODE = re.compile(r"[{}<>`]|=>|==|\(\)|^\s*[$#>]|^\s*(?:import|def|class|const|let|var|return)\s")

_RETAIN = re.compile(
    r"^\s*(?:[-*]\s*)?(?P<kind>[WBOS])\s*(?:\(c\s*=\s*(?P<sure>[01](?:\.\d+)?)\))?"
    r"\s+@(?P<entity>[^:：\s]{1,60})\s*[:：]\s*(?P<said>.+?)\s*$"
)
_REMEMBER = re.compile(
    r"^(?:(?:please|pls|also|and|ok|okay|hi|hey)[,\s]+)*(?:remember|note that|keep in mind)"
    r"(?:\s*[:,]|\s+that|\s+this\s*[:,])?\s+(?P<said>.+)$"
    r"|^(?:请|麻烦|另外|还有|对了|帮我|你要|要|也|顺便|[，,])*(?:记住|记下来?|记一下|牢记)"
    r"(?:一下|(?:这一点|这个|这点)(?=\s*[:：,，]))?\s*[:：,，]?\s*(?P<said_zh>.+)$",
    re.IGNORECASE,
)
_PREFERENCE = re.compile(
    r"^(?:(?:and|also|but|so|please)[,\s]+)*"
    r"(?:(?:i|we)\s+(?:(?:always|never)\s+(?!get|see|had|saw|heard)|(?:strongly\s+)?prefer)\b"
    r"|(?:always|never)\s+(?!mind|got|get\b|gets|fails|returns|works)\w"
    r"|(?:from now on|going forward|in future)\b"
    r"|(?:(?:don't|do not|never|stop)\s+us(?:e|ing))\s+(?!this|that|it\b|the\b|these|those)\w)"
    r"|^(?:请|另外|还有|对了|而且|[，,])*(?:以后|今后|从现在起|往后)[，,]?"
    r"(?!再|可能|也许|或许|会|还|如果|要是|想|考虑|能|可以|怎么|的|就)"
    r"|^(?:我|我们|咱们|团队|用户)(?:都|更|比较|一般|通常|一直|还是)?"
    r"(?:喜欢|偏好|倾向于?|习惯用?|讨厌)(?!这|那|它|你|刚)"
    r"|^(?:请|我们|代码|项目|注释|提交|所有)*(?:总是|始终|永远|一律|统一)"
    r"(?:要|都|先|不要|不|使用|采用|用|写|按|走|放|把|以|在|保持|遵循|禁止)(?!一下)"
    r"|^(?:请|[，,])*(?:不要|别|禁止|不准)(?:再)?(?:使用|用)\s*(?!这|那|它|该)\w"
    r"|^(?:约定|规定|规则|规范|偏好|团队约定|编码规范)\s*(?:是|为)?\s*[:：]|^默认(?:使用|采用|用|走|是)",
    re.IGNORECASE,
)
_DECISION = re.compile(
    r"^(?:(?:ok|okay|and|so)[,\s]+)*(?:we|i)(?:'ve| have)?\s+"
    r"(?:decided|chose|chosen|agreed|settled|switched (?:from|to)|migrated (?:from|to))\b"
    r"|^(?:the\s+)?decision(?:\s+is)?\s*[:：]"
    r"|^(?:最终|最后|所以|那就|那么|[，,])*(?:我们|团队|咱们)?(?:最终|最后|已经)?"
    r"(?:决定|敲定|选定|改用|换成)(?:了|用|采用|使用|:|：)?(?!这|那|它)",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"\b(?:always|never|must|prefers?|from now on|don't|do not)\b"
    r"|总是|始终|永远|一律|统一|必须|禁止|不要|不许|偏好|喜欢|习惯|以后",
    re.IGNORECASE,
)


class Candidate:
    """A sentence worth keeping: its type, what it says, whom it is about, how sure it is."""

    __slots__ = ("confidence", "content", "entities", "kind")

    def __init__(self, kind: str, content: str, entities: list[str], confidence: float) -> None:
        self.kind = kind
        self.content = content
        self.entities = entities
        self.confidence = confidence


def from_prompt(text: str) -> list[Candidate]:
    """What a person's prompt states to be kept: remembered 1.0, preference 0.9, decision 0.85."""
    found = list(_retained(text))
    for sentence in _sentences(text):
        made = _explicit(sentence) or _stated(sentence)
        if made is not None:
            found.append(made)
    return found


def from_response(text: str) -> list[Candidate]:
    """What an agent's answer keeps by retain lines (`W @entity: …`, `O(c=0.9) @entity: …`)."""
    return list(_retained(text))


def _retained(text: str) -> Iterator[Candidate]:
    for line in _outside_code(text):
        match = _RETAIN.match(line)
        if match and len(match["said"]) >= _MIN_CHARS:
            sure = float(match["sure"]) if match["sure"] else 0.8
            yield Candidate(match["kind"], match["said"], [match["entity"]], min(1.0, sure))


def _sentences(text: str) -> Iterator[str]:
    for line in _outside_code(text):
        for raw in _SENTENCE_END.split(line):
            sentence = raw.strip(" \t-*•，,")
            if _MIN_CHARS <= len(sentence) <= _MAX_CHARS:
                yield sentence


def _outside_code(text: str) -> Iterator[str]:
    fenced = False
    for line in text.split("\n"):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced:
            yield line


def _explicit(sentence: str) -> Candidate | None:
    """What follows `remember` or 记住, whatever it is; a question after it asks, not tells."""
    match = _REMEMBER.match(sentence)
    if match is None or _QUESTION.search(sentence):
        return None
    said = (match["said"] or match["said_zh"]).strip(" :：，,")
    if len(said) < _MIN_CHARS or said.lower().startswith(("to ", "when ", "how ")):
        return None
    return Candidate("O" if _RULE.search(said) else "W", said, [], 1.0)


def _stated(sentence: str) -> Candidate | None:
    if _QUESTION.search(sentence) or _CODE.search(sentence):
        return None
    if _PREFERENCE.match(sentence):
        return Candidate("O", sentence, [], 0.9)
    if _DECISION.match(sentence):
        return Candidate("W", sentence, [], 0.85)
    return None
