"""Finds the words that name a fact to take back: `forget the rule about X`, X 那条规则作废.

`forget that we prefer tabs` names a fact by all that it says, and 忘掉 X by a word of it. Must not
take an order about code (`remove the X rule from the config`, 删掉 X 那条命令), a question, or a
condition for a request.
"""

from __future__ import annotations

from memory_store.facts import statement
from memory_store.language import handed, script, sentences
from memory_store.store import expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_ENDS = " \t,;:.!，；：。！"
_THING = "(?:规则|规定|规矩|约定|要求|偏好|记忆)"
_THIS = "(?:(?:那|这|刚才那|之前那|以前那|原来那)一?[条个])"
_OF = f"(?:{_THIS}|关于)?(?P<name>.+?)的?"
_VOID = (
    "(?:就|可以|可|都|已经|已|现在|从今天起)*"
    "(?:作废|废除|废止|取消|撤销|撤回|不算数|不算|不用遵守|(?:不用|不必|别)再?记|不再适用|不再有效|不要了)[了吧啦]*"
)
_FORGET = "(?:忘掉|忘了|忘记)[了吧]*"
_REVOKE = "(?:忘掉|忘了|忘记|撤回|撤销|取消|作废|废除|废止|删掉|删了)[了吧掉]*"
_CHINESE = (
    f"{_OF}{_THIS}的?{_THING}?{_VOID}",
    f"(?:{_THIS}|关于)(?P<name>.+?)的?{_THING}{_VOID}",
    f"(?P<name>.+?)(?:的|这个|那个){_THING}{_VOID}",
    f"[把将]?{_OF}{_THIS}的?{_THING}?{_FORGET}",
    f"[把将]{_OF}{_THIS}?的?{_THING}{_REVOKE}",
    f"{_FORGET}{_OF}{_THIS}的?{_THING}?[了吧]*",
    f"{_FORGET}(?:{_THIS}|关于)(?P<name>.+?)的?{_THING}[了吧]*",
    f"{_REVOKE}{_OF}{_THIS}的?{_THING}[了吧]*",
    f"{_REVOKE}(?:{_THIS}|关于)(?P<name>.+?)的?{_THING}[了吧]*",
)
_ENGLISH_THING = "(?:rule|convention|preference|requirement|instruction|guideline|fact|memory)"
_OPENER = "(?:ok(?:ay)?,? |please,? |now,? |actually,? |so,? |let's |let us |you can |we can )*"
_TAKE = "(?:forget|drop|retract|scrap|discard|withdraw|revoke|abandon|get rid of|never ?mind)"
_OUR = "(?:the|that|our|my|your)"
_LEAD = "(?:about|on|for|of|to|that says(?: to)?|saying(?: to)?|which says(?: to)?|that|with)"
_OVER = (
    "(?:no longer (?:holds|applies|counts|stands)|is (?:void|obsolete|off|gone|cancel+ed|dropped)"
    "|doesn't (?:hold|apply) (?:any ?more|any longer)|does not (?:hold|apply) any ?more)"
)
_ENGLISH = (
    f"{_OPENER}{_TAKE} {_OUR} {_ENGLISH_THING} {_LEAD} (?P<name>.+?)(?:,? please| again)?",
    f"{_OPENER}{_TAKE} {_OUR} (?P<name>.+?) {_ENGLISH_THING}(?:,? please)?",
    f"{_OPENER}the {_ENGLISH_THING} {_LEAD} (?P<name>.+?) {_OVER}(?: now)?",
    f"{_OPENER}{_OUR} (?P<name>.+?) {_ENGLISH_THING} {_OVER}(?: now)?",
    f"{_OPENER}you no longer (?:need|have) to (?P<name>.+?)",
)
_STATED = (
    rf"{_OPENER}forget (?:about the fact )?that (?P<name>"
    r"(?:(?:we|i|you|they|it|he|she|there|the|our|my|your|all|every|each|no)\b|[a-z]+[a-rt-z]s )"
    r"[^,;]+?)(?:,? please)?"
)
_BARE = "(?:(?:请|麻烦)(?:忘掉|忘了|忘记)|忘掉)(?P<name>[^，；,;]+?)[了吧啦]*"
_FORGETTING = (
    rf"{_OPENER}forget (?:that|about|what|the|our|my|your) [^,;]+?(?:,? please)?"
    "|[^，；,;]+(?:不用|不要|不必|别)再提[了吧啦]*"
)
_UNSAID = r"(?:不要|别|不能|不该|没)?[让把将]|怎么|为什么|是不是|能不能|写个|做个|加个|实现"
_ELSEWHERE = r"\b(?:from|in|into|inside) (?:(?:the|our|my|this) [\w./ -]+|[\w-]*[./][\w./-]*)$"
_CONDITION = r"如果|要是|假如|等到|的话|\b(?:if|when|once|unless|until)\b"
_JUST = "(?:刚[才刚]?(?:说|讲|记)?的?|上一?)"
_WORDS_JUST = "(?:[那这][条个句]话?|[条句]话?|话)"
_BACK = "(?:不算数?|不对|作废|取消|错了|撤销|撤回|收回|忘掉|忘了)"
_THAT = "(?:that(?: one)?|(?:the|my) last (?:one|message|rule|statement)|what i (?:just )?said)"
_LAST = (
    f"[把将]?{_JUST}{_WORDS_JUST}?{_BACK}[了吧啦]*"
    f"|(?:撤销|撤回|收回|取消|忘掉)(?:{_JUST}{_WORDS_JUST}?)?[了吧啦]*|当我没说"
    f"|{_OPENER}(?:scratch|scrap|strike|disregard|forget|cancel|undo|retract|ignore) {_THAT}"
    "|(?:i )?take that back"
    "|算了[，,]?(?:这[条个句])?(?:不用|别|不要|不必)记了?"
)
_LAST_OR_WORK = (
    "(?:撤销|撤回|收回|取消)[了吧啦]*"
    f"|{_OPENER}(?:cancel|undo|ignore) (?:that(?: one)?|(?:the|my) last one)"
)
_ME = (
    "i (?:was wrong|misspoke|made a mistake)|my (?:mistake|bad)|correction|(?:that was a )?typo"
    "|我?(?:刚才|刚刚|刚|前面|上面)?(?:说错|讲错|搞错|记错|写错|弄错|打错)了|口误|手误|更正(?:一下)?"
    "|(?:scratch|scrap|strike|disregard|forget) that|i take that back|收回刚才的?话?|当我没说"
)
_WRONG = "(?:that'?s |that was )?(?:wrong|incorrect|not right)|不对|不是的|错了|算了"
_SLIP = "oh|oops|no|nope|ok(?:ay)?|sorry|actually|wait|hm+|啊|哦|等等|抱歉|不好意思|不"
_TAKES_BACK = (
    rf"(?:(?P<me>{_ME})|(?P<wrong>{_WRONG})) ?[,，;；:：.。!！—-]+"
    rf"|(?P<slip>{_SLIP})[,，;；:：.。!！ —-]+"
    "|(?P<meant>i meant(?: to say)?|i mean|我是说|我的意思是)[,:：， ]*"
    "|(?P<to_be>should (?:be|have been) |make (?:it|that) |应该是 ?|应为 ?)"
)
_FRAGMENT = (
    "(?P<is>it'?s |it is |应该是|应该用|应为|应该叫|是|叫|改成|换成)?(?P<value>[^，,；;]+?)"
    "(?:[,，;；]? ?(?:\\bnot|instead of|rather than|而?不是) ?(?P<was>[^，,；;]+))?"
)
_FEW_WORDS, _MOST_VALUE = 3, 40
_IN_NAMES = "0123456789._/:@-"


class Correction:
    """What a prompt says in the place of what was said just before it.

    Attributes:
        rest: the words behind those that take it back.
        value: the same where they are a value alone, as `Postgres` of `I meant Postgres.`; or "".
        was: what it is not: `I meant 9007, not 8007`; or "".
        is_mere: whether only a word opens it that may as well answer a question: no, actually.
        is_own: whether a person says that it was their own mistake, or what they meant.
        is_slip: whether they say that they misspoke or mistyped.
    """

    __slots__ = ("is_mere", "is_own", "is_slip", "rest", "value", "was")

    def __init__(self, rest: str, value: str, was: str, said: set[str | None]) -> None:
        self.rest = rest
        self.value = value
        self.was = was
        self.is_mere = said <= {"slip", "to_be"}
        self.is_own = bool({"me", "meant"} & said)
        self.is_slip = "me" in said


def correction(text: str) -> Correction | None:
    """How a prompt corrects the one before it: `wrong, we use Postgres`; None if it does not.

    `Sorry, db2.local` corrects by a value alone.
    """
    rest = text.strip()
    if "\n" in rest or rest.endswith(("?", "？", "吗")):
        return None
    said: set[str | None] = set()
    while found := _pattern(_TAKES_BACK).match(rest):
        said.add(found.lastgroup)
        rest = rest[found.end() :].strip()
    if not (said and rest):
        return None
    fragment = _pattern(_FRAGMENT).fullmatch(rest.strip(_ENDS))
    value = fragment["value"].strip() if fragment else ""
    is_told = fragment and (fragment["is"] or fragment["was"] or "meant" in said)
    is_short = len(value.split()) <= _FEW_WORDS and len(value) <= _MOST_VALUE
    if not (is_short and (is_told or is_value(value))):
        value = ""
    was = (fragment["was"] or "").strip() if fragment and value else ""
    made = Correction(rest, value, was, said)
    return None if made.is_mere and not is_value(value) else made


def is_value(text: str) -> bool:
    """Whether a text is a name or a number alone, and no words: it, the other file."""
    is_plain = text.isascii() and text.islower() and not any(map(_IN_NAMES.count, text))
    return text.isascii() and len(text.split()) == 1 and not is_plain


def behind(sentence: str) -> str:
    """What a sentence states behind words that take something back, itself without such words."""
    found = correction(sentence)
    if found is not None:
        return "" if found.value else found.rest
    if not asked(sentence):
        return sentence
    clauses = [one.strip(_ENDS) for one in statement.clauses(sentence)]
    last = max((at for at, one in enumerate(clauses) if _name(one)), default=len(clauses))
    return ", ".join(filter(None, clauses[last + 1 :]))


def means_last(text: str) -> bool:
    """Whether a prompt only takes back the words before it: scratch that."""
    return bool(_whole(_LAST, script.simplified(text)))


def may_mean_work(text: str) -> bool:
    """Whether such a prompt may as well mean what was ordered before it: undo that, 取消."""
    return bool(_whole(_LAST_OR_WORK, script.simplified(text)))


def is_request(sentence: str) -> bool:
    """Whether a sentence only asks to forget something, also where no fact can be told by it."""
    return bool(_whole(_FORGETTING, script.simplified(sentence)) or asked(sentence))


def asked(text: str) -> list[str]:
    """The names of the facts that a prompt asks to take back, one for each request."""
    return [
        name
        for sentence in handed.parted(script.simplified(text))[0]
        if not sentence.rstrip().endswith(("?", "？", "吗", "么"))
        for name in _of_sentence(sentence)
    ]


def is_bare(text: str, name: str) -> bool:
    """Whether a prompt says only 忘掉 before a name, which may be of no fact."""
    matches = [_whole(_BARE, one) for one in sentences.own(script.simplified(text))]
    return any(one["name"].strip(_ENDS) == name for one in matches if one)


def _of_sentence(sentence: str) -> list[str]:
    stated = _whole(_STATED, sentence)
    if stated and not _pattern(_CONDITION).search(sentence):
        return [stated["name"]]
    named = []
    for clause in statement.clauses(sentence):
        if _pattern(_CONDITION).search(clause):
            break
        named.append(_name(clause))
    bare = _whole(_BARE, sentence)
    return [one for one in named if one] or ([bare["name"].strip(_ENDS)] if bare else [])


def _name(clause: str) -> str:
    """The name of the fact that a clause takes back; "" if it takes nothing back."""
    matches = (_whole(f"(?:请|麻烦)?{one}", clause) for one in (*_CHINESE, *_ENGLISH))
    name = next((match["name"].strip(_ENDS) for match in matches if match), "")
    is_code = _pattern(_UNSAID).match(name) or _pattern(_ELSEWHERE).search(name)
    return "" if is_code else name


def _whole(pattern: str, text: str) -> re.Match[str] | None:
    return _pattern(pattern).fullmatch(text.strip(_ENDS))


def _pattern(text: str) -> re.Pattern[str]:
    return expressions.compiled(text, expressions.IGNORECASE)
