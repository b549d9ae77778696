"""Keys of many issuers, made at run time from the templates in keys.jsonl.

For each kind: keys that must go, and texts near it that must stay. No key stands in the files.
"""

from __future__ import annotations

import base64
import json
import random
import re
import string
from pathlib import Path
from typing import NamedTuple

_RANDOM = random.Random(4)
_ALPHABETS = {
    "": string.ascii_letters + string.digits,
    "base32": string.ascii_uppercase + "234567",
    "base64": string.ascii_letters + string.digits + "+/",
    "bech32": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
    "digits": "123456789",
    "hex": "0123456789abcdef",
    "letters": string.ascii_letters,
    "lower": string.ascii_lowercase + string.digits,
    "small": string.ascii_lowercase,
    "upper": string.ascii_uppercase + string.digits,
    "url64": string.ascii_letters + string.digits + "-_",
}
_WORDS = "abandon ability banner cactus dinner eagle fabric gadget hammer idea jacket kitchen"
_PART = re.compile("⟨([^⟩]*)⟩")
_CODED = re.compile(r"⟪(\d*)\|([^⟪⟫]*)⟫")


class Kind(NamedTuple):
    """The templates of one kind of key."""

    keys: list[str]
    near: list[str]


def random_text(count: int, alphabet: str = "") -> str:
    """Random characters; letters and a digit come first where the alphabet has both."""
    chars = _ALPHABETS[alphabet]
    text = "".join(_RANDOM.choices(chars, k=count))
    begin = next((first for first in ("aZ7", "a7", "A7") if set(first) <= set(chars)), "")
    return begin[:count] + text[len(begin) :]


def expand(template: str) -> str:
    """A text with random parts: `⟨36⟩`, `⟨16 base32⟩`, `⟨pem RSA PRIVATE KEY 6⟩`, `⟪76|…⟫`.

    `⟪76|…⟫` is the Base64 of what stands in it, on lines of 76 characters, or on one line.
    """
    text = _PART.sub(lambda part: _part(part[1]), template)
    while "⟪" in text:
        text = _CODED.sub(lambda part: _base64(part[2], int(part[1] or 0)), text)
    return text


def _part(words: str) -> str:
    first, _, rest = words.partition(" ")
    if first.startswith("pem"):
        return _pem(first, *rest.rsplit(" ", 1))
    if first.startswith("words"):
        separator = first.removeprefix("words") + " "
        return separator.join(_RANDOM.choices(_WORDS.split(), k=int(rest)))
    if first == "basic":  # a name and a password as HTTP's Basic scheme writes them (RFC 7617)
        return _base64(f"{random_text(int(rest))}:{random_text(12)}")
    if first == "uuid":
        return "-".join(random_text(count, "hex") for count in (8, 4, 4, 4, 12))
    return random_text(int(first), rest)


def _pem(form: str, name: str, lines: str) -> str:
    body = "\n".join(random_text(64, "base64") for _ in range(int(lines)))
    end = "" if form == "pem-open" else f"\n-----END {name}-----"
    text = f"-----BEGIN {name}-----\n{body}{end}"
    return text.replace("\n", "\\n") if form == "pem-escaped" else text


def _base64(text: str, width: int = 0) -> str:
    coded = base64.b64encode(text.encode()).decode()
    return "\n".join(re.findall(f".{{1,{width or len(coded)}}}", coded))


def _read() -> dict[str, Kind]:
    lines = Path(__file__).with_suffix(".jsonl").read_text("utf-8").splitlines()
    return {row["kind"]: Kind(row["keys"], row["near"]) for row in map(json.loads, lines)}


KINDS = _read()
