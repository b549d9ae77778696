"""Tells whether a line goes on with the sentence of the line before it, which has no stop."""

from __future__ import annotations

from memory_store.language import addressed, phrases, script

_PHRASES = phrases.beside(__file__)
_WIDE = 48  # characters of a line that an editor may have broken
_MOST = 400  # of a sentence; what is longer was pasted
_END = 40  # of a line, in which its last word stands
_AROUND = ",.:;!?()\"'*_`"
_STOPS = ".!?;:。！？；：…"
_DENYING = ("不", "没")


def goes_on(before: str, line: str) -> bool:
    """Whether a line goes on: by its first word, by the last one before it, or by that's width."""
    if before[-1] in _STOPS or len(before) >= _MOST:
        return False
    low = script.simplified(line[:_MOST].lower())
    if low.split()[0].strip(_AROUND) in _PHRASES["goes on with"] and line[0].islower():
        return True
    if low.startswith(_PHRASES["goes on in Chinese"]):
        return True
    end = before[-_END:]
    if end.rsplit(None, 1)[-1].lower() in _PHRASES["open"]:
        return True
    is_wide = before[-1] == "," or (len(before) >= _WIDE and before.isascii())
    if not ((is_wide and line[0].islower()) or _is_open_in_chinese(end)):
        return False
    is_new = low.startswith(_PHRASES["begins anew"])
    return not (is_new or addressed.is_to_agent(line, strictly=False))


def _is_open_in_chinese(before: str) -> bool:
    """Whether a line ends in a comma or a word that something must follow: 地址是, 一律用."""
    bare = script.simplified(before)
    ends = [one for one in _PHRASES["open in Chinese"] if bare.endswith(one)]
    return any(not bare.removesuffix(one).endswith(_DENYING) for one in ends)
