"""Promises of the text rules, for any text."""

from __future__ import annotations

import random
import re
import string

from hypothesis import example, given
from hypothesis import strategies as st

from memory_store import model
from memory_store.capture import changing, explicit, pipeline
from memory_store.facts import retraction_request
from memory_store.journal import stored
from memory_store.text import clean, redact

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60)  # lone surrogates too
# Characters that the rules treat apart, thrown together often.
ODD = st.text(
    st.sampled_from("\x1b\x9b[]0m;\x07\\\r\n\u0085\u2028\u200b\u200c\u200d\ufe0f\ufe0e\u202e\ud800"
                    "\U000e0041\u094d\u0915می❤🔥1#ab <>/|😀\u3000 "),
    max_size=24,
)  # fmt: skip
TEXTS = ANY_TEXT | ODD | st.lists(ANY_TEXT | ODD, max_size=4).map("".join)
FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b"
    "\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufe00-\ufe0e\ufeff\uffa0"
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    "|[\u200c\u200d]{2}|\ufe0f\ufe0f|[a-z][\u200c\u200d](?:[a-z]|$)|^[\u200c\u200d\ufe0f]"
)
ROLE = re.compile(r"(?i)<[\s/\\]*(?:memory|system|user|assistant|human|tool|function|\|)")
PERSIAN = "ابپتثجچحخدذرزسشصضطظعغفقکگلمنوهی"
DEVANAGARI = "कखगघचछजझटठडढतथदधनपफबभमयरलवशषसह"
SYLLABLES = st.builds(
    lambda one, joint, two, vowel: one + joint + two + vowel,
    st.sampled_from(DEVANAGARI),
    st.sampled_from(["", "्", "्\u200d", "्\u200c"]),
    st.sampled_from(DEVANAGARI),
    st.sampled_from(["", "ा", "ि", "ं"]),
)
PERSIAN_WORDS = st.lists(st.text(PERSIAN, min_size=1, max_size=5), min_size=1, max_size=3).map(
    "\u200c".join
)
EMOJI = st.lists(
    st.sampled_from(["👩", "👩🏽", "💻", "❤️", "🔥", "🏳️", "🌈", "👨", "👧", "♂️", "⚕️"]),
    min_size=1,
    max_size=4,
).map("\u200d".join)
CHINESE = st.text("用户偏好使用中文，提交前运行测试。：「」　", min_size=1, max_size=8)
KEYCAPS = st.sampled_from(["1️⃣", "#️⃣", "⚠️", "©️"])
WRITTEN = st.lists(
    st.lists(SYLLABLES, min_size=1, max_size=4).map("".join)
    | PERSIAN_WORDS
    | EMOJI
    | CHINESE
    | KEYCAPS
    | st.sampled_from(["plain English", "a < b", "\n", "\t"]),
    max_size=6,
).map(" ".join)

PROMPTS = st.lists(
    st.sampled_from(
        [*": ：#->●@!).|“”\"' \n\n\n", "---", "```", "1. ", "feat(x)!: y", "From now on use pnpm",
         "以后用中文。", "no, ", "I meant ", "translate this", "润色一下", "cancel that",
         "Bob wrote", "取消"]
    ),
    max_size=14,
).map("".join)  # fmt: skip

ALNUM = string.ascii_letters + string.digits
SHAPES = {
    "ghp_{}": 36,
    "glpat-{}": 20,
    "sk-ant-api03-{}": 90,
    "AIza{}": 35,
    "npm_{}": 36,
    "hvs.{}": 60,
    "LTAI{}": 20,
    "sk_live_{}": 24,
    "ATATT3{}": 100,
    "Authorization: Bearer {}": 40,
    "https://bob:{}@git.corp/x": 16,
    "password={}": 16,
    "数据库密码：{}": 14,
    "the root password is {}": 14,
    'client_secret: "{}"': 32,
    "<private>{}</private>": 12,
    "curl -u admin:{} https://x": 12,
    "mysql -u root -p{} shop": 12,
    "sshpass -p '{}' ssh x": 12,
    "docker login -p {}": 20,
    "tool --password {}": 12,
    'password="my {} phrase"': 12,
    "password=Todo{}!": 12,
    "\\nghp_{}": 36,
    "%3Dnpm_{}": 36,
    "aws_secret_access_key {}": 40,
}
LIMITS = st.integers(min_value=0, max_value=30)


@given(TEXTS, LIMITS)
@example("\u0915\u094d\u200d\u200c\u0915", 3)
@example("a\x1b\x9b\x1b[1mb", 0)
def test_cleaning_twice_changes_nothing_more(value: str, limit: int) -> None:
    for rule in (clean.text, clean.line):
        once = rule(value, limit)
        assert rule(once, limit) == once
        assert not limit or len(once) <= limit
    assert clean.fenced(clean.fenced(value)) == clean.fenced(value)


@given(TEXTS)
def test_a_clean_text_has_no_hidden_character_and_no_role(value: str) -> None:
    text = clean.text(value)
    assert not FORBIDDEN.search(text)
    assert "\n" not in clean.line(value)
    assert not ROLE.search(clean.fenced(text))
    text.encode()  # what is left can be written


@given(WRITTEN)
def test_what_people_write_is_not_changed(value: str) -> None:
    assert clean.text(value) == value
    assert clean.text(value + "\u200b") == value


@given(TEXTS, st.lists(st.sampled_from([*SHAPES, "<private>", "password: ", "token=a1b2c3d4 "])))
def test_redacting_twice_changes_nothing_more(value: str, shapes: list[str]) -> None:
    rng = random.Random(len(value))
    keys = ["".join(rng.choices(ALNUM, k=SHAPES.get(one, 9))) for one in shapes]
    given = value.join(one.format(key) for one, key in zip(shapes, keys, strict=True)) + value
    text, kinds = redact.secrets(given)
    assert redact.secrets(text) == (text, [])
    assert kinds == sorted(set(kinds))
    assert (text == given) == (not kinds)


@given(
    st.text(st.sampled_from("0123456789abcdef-"), max_size=36)
    | st.text(st.characters().filter(str.isalpha), max_size=36)
)
def test_a_word_and_a_sessions_id_hold_no_secret(value: str) -> None:
    """What `journal.records` relies on, which loads no table for these."""
    assert redact.secrets(value) == (value, [])


@given(TEXTS)
def test_any_text_can_be_redacted(value: str) -> None:
    for whole in (value, f"password={value}", f"://a:{value}@b", f"-----BEGIN {value}"):
        text, _ = redact.secrets(whole)
        assert redact.secrets(text)[0] == text


@given(
    before=TEXTS.map(clean.text),
    after=TEXTS.map(clean.text),
    shape=st.sampled_from(sorted(SHAPES)),
    seed=st.integers(0, 10_000),
)
def test_no_secret_survives_between_any_two_texts(
    before: str, after: str, shape: str, seed: int
) -> None:
    """docs/interface.md 6: secrets never reach a file."""
    body = "a7Q" + "".join(random.Random(seed).choices(ALNUM, k=SHAPES[shape] - 3))
    text, kinds = redact.secrets(f"{before} {shape.format(body)} {after}")
    assert body not in text
    assert kinds


@given(PROMPTS | TEXTS)
@example(": see below\nAlways use pnpm")
def test_any_prompt_is_read_to_its_end(text: str) -> None:
    """A prompt that no reader is ready for would stop a memory's upkeep at its line for good."""
    event = stored.Entry(id="e_1", type=model.PROMPT, text=text)
    older = stored.Fact(id="f_1", type="W", content="we use yarn", evidence=["e_0"])

    pipeline.statements(event)
    explicit.unkept(text)
    retraction_request.asked(text)
    changing.statements(text, [older])
