"""Keys, tokens, passwords and private parts never pass; prose, code and placeholders do.

No secret stands in the files beside this one: keys are built at run time from templates (keys.py).
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.text import clean, redact, redact_keys, redact_rules
from tests import growth
from tests.text import keys

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
RULES = redact_keys.RULES + redact_rules.PLACES
MARKED = [
    json.loads(line) for line in HERE.joinpath("marked.jsonl").read_text("utf-8").split("\n")[:-1]
]
PLAIN = HERE.joinpath("plain.txt").read_text("utf-8").splitlines()
HOSTILE = [
    "".join(part if isinstance(part, str) else part[0] * part[1] for part in json.loads(line))
    for line in HERE.joinpath("hostile.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("kind", keys.KINDS)
def test_each_kind_of_key_is_replaced_and_what_looks_like_it_is_not(kind: str) -> None:
    for template in keys.KINDS[kind].keys:
        for around in ("{}", "uses {} for staging", "值是{}，完", '{{"x":"{}"}}', "a={}\nb"):
            given = around.format(key := keys.expand(template))
            text, kinds = redact.secrets(given)
            assert kinds == [kind], given
            for part in re.split(r"[\s:=@/\"'.]+|\\n", key):
                if len(part) >= 20 and any(char.isdigit() for char in part):
                    assert part not in text, given
    for template in keys.KINDS[kind].near:
        given = f"uses {keys.expand(template)} for staging"
        assert redact.secrets(given) == (given, [])


def test_every_rule_of_the_tables_has_its_cases() -> None:
    assert set(keys.KINDS) == {rule[0] for rule in (*RULES, *redact_keys.SHAPES)}


@pytest.mark.parametrize(("kind", "marked"), MARKED)
def test_a_secret_goes_and_the_text_around_it_stays(kind: str, marked: str) -> None:
    """A secret stands between `‹` and `›` in the table."""
    marked = keys.expand(marked)

    left = re.sub("‹.*?›", f"[redacted:{kind}]", marked, flags=re.DOTALL)
    assert redact.secrets(re.sub("[‹›]", "", marked)) == (left, [kind])


@pytest.mark.parametrize("template", PLAIN)
def test_prose_code_and_placeholders_stay(template: str) -> None:
    given = keys.expand(template)

    assert redact.secrets(given) == (given, [])


ESCAPES = (
    "foo\\n", "\\r", "\\t", "\\b", "\\f", "x\\u0022", "\\u003d", "\\x1b", "\\x1b[31m",
    "\\033[1;31m", "?x=a%3D", "%22", "%20", "\\\\n",
)  # fmt: skip


@pytest.mark.parametrize("before", ESCAPES)
def test_an_escape_written_out_before_a_key_does_not_hide_it(before: str) -> None:
    for kind, (templates, _) in keys.KINDS.items():
        text, kinds = redact.secrets(clean.text(before + (key := keys.expand(templates[0]))))
        assert kinds == [kind], (before, kind)
        assert text.startswith(before), text
        assert key not in text


@pytest.mark.parametrize(
    "word",
    "your example changeme change_me placeholder xxx none null true false undefined dummy sample "
    "todo replace os. env. process. getenv vault: arn: redacted: ${ $( { %( *** ... <".split(),
)
def test_a_placeholder_must_be_the_whole_value(word: str) -> None:
    for value in (keys.expand(f"{word}⟨6⟩!⟨6⟩@9"), keys.expand(f"{word.title()}4ever!⟨5⟩")):
        for line in (f"password is '{value}'", f'DB_PASSWORD="{value}"', f"PASSWORD={value}"):
            text, kinds = redact.secrets(line)
            assert (value in text, kinds) == (False, ["password"]), line


def test_a_key_in_full_width_characters_is_a_key() -> None:
    key = keys.expand("ghp_⟨36⟩")
    wide = "".join(chr(ord(char) + 0xFEE0) for char in key)

    assert redact.secrets(f"用：{wide}，好") == ("用：[redacted:github]，好", ["github"])
    assert redact.secrets(f"ｇｈｐ＿{key[4:]}")[1] == ["github"]
    assert redact.secrets("密码：ｈｕｎｔｅｒ２２") == ("密码：[redacted:password]", ["password"])


PAIRS = ("{} secret {}; publish", "{}/{}", "{} 和 {}", "{}\n{}\n", "{1} belongs to {0}")


@pytest.mark.parametrize("pair", PAIRS)
def test_forty_characters_beside_a_key_id_of_aws_are_its_secret(pair: str) -> None:
    key, secret, commit = keys.expand("AKIA⟨16 base32⟩ ⟨20⟩/⟨19⟩ ⟨40 hex⟩").split()

    text, _ = redact.secrets(keys.expand("my token is ghp_⟨36⟩ and ") + pair.format(key, secret))

    assert (key in text, secret in text) == (False, False)
    assert commit in redact.secrets(pair.format(key, commit).replace("secret", "commit"))[0]


TABLES = [
    "| field | password | notes |\n|---|---|---|\n| kind | string | argon2id |\n| is | must | - |",
    "def f(user,password,host2):\n    connect(user,password1,host2)",
    "| token | meaning |\n|---|---|\n| gpt-4o-mini | a model |",
    "| password | when |\n|---|---|\nthe next line ends the table: abc123def456",
]


@pytest.mark.parametrize("given", TABLES)
def test_a_table_that_only_speaks_of_passwords_stays(given: str) -> None:
    assert redact.secrets(given) == (given, [])


def test_what_is_a_secret_in_one_place_is_replaced_wherever_it_stands() -> None:
    one, two = keys.expand("⟨16⟩ ⟨12⟩").split()
    given = f"密码是 {one}。\n登录时我用了 {one}，也试过 `{one}`\nDB_PASSWORD={two}; echo {two}9"

    text, kinds = redact.secrets(given)

    assert kinds == ["password"]
    assert text == (
        "密码是 [redacted:password]。\n登录时我用了 [redacted:password]，"
        "也试过 `[redacted:password]`\n"
        f"DB_PASSWORD=[redacted:password]; echo {two}9"
    )


def test_a_word_that_is_private_once_stays_where_it_is_not() -> None:
    given = "<private>billing</private> and billing; token=[redacted:npm]"

    assert redact.secrets(given)[0] == "[redacted:private] and billing; token=[redacted:npm]"


def test_kinds_are_told_once_and_sorted() -> None:
    given = keys.expand("xapp-1-⟨40⟩ ghp_⟨36⟩ xapp-1-⟨40⟩ <private>x</private>")

    assert redact.secrets(given)[1] == ["github", "private", "slack"]


def stretched(given: str) -> Callable[[int], str]:
    """The first eighths of a text, and how it ends."""
    return lambda eighths: given[: len(given) * eighths // 8 - 80] + given[-80:]


@pytest.mark.parametrize("given", HOSTILE, ids=lambda given: ascii(given[:24]))
def test_twice_a_hostile_text_takes_at_most_twice_the_time(given: str) -> None:
    """The milliseconds are a matter of benchmarks/redaction.py."""
    assert growth.of(redact.secrets, stretched(given), 4) < growth.MOST


@pytest.mark.long
def test_no_single_pattern_takes_long_on_its_own_beginnings() -> None:
    """Each rule's literals, repeated and stretched, against its own pattern."""
    slow = []
    for _, literals, _, _, pattern in RULES:
        compiled = re.compile(pattern, re.ASCII)
        for literal in literals:
            for shape in (literal, f"{literal}a1", f" {literal}="):
                for given in (shape * 8192, shape + "a" * 8192, shape + "a1." * 8192):
                    if grows(compiled, given[:8192]):
                        slow.append((given[:40], pattern))
    assert slow == []


@pytest.mark.long
def test_a_pattern_that_looks_back_and_forth_is_found_out() -> None:
    """The control."""
    assert grows(re.compile(r"a\w*b"), "a" * 4096)


def grows(pattern: re.Pattern[str], given: str) -> bool:
    """Whether a pattern's work grows faster than the text; most are done in no time at all."""

    def search(text: str) -> None:
        for _ in pattern.finditer(text):
            pass

    begun = time.process_time()
    search(given)
    if time.process_time() - begun < 0.005:  # a quadratic pattern takes a hundred milliseconds
        return False
    return growth.of(search, lambda size: given[:size], len(given) // 2) > growth.MOST


PROSE = [
    "The user prefers pnpm and asked to pass the basic tests; 用户偏好 tabs. " * 14,
    "see https://example.org/x and ask @me about the task-list",
    "fix the token refresh, the secret store and the bearer scheme",
    "Fix the token refresh: it is lost when a session is closed",
    "the password field of the login page; we identified the token by its name",
    "DEPLOY_TOKEN=[redacted:github] and 'secret': '[redacted:npm]'",
]


@pytest.mark.parametrize(
    ("texts", "needed"),
    [(PROSE, False), (["password: x1"], True), (["账号admin，密码letmein"], True)],
)
def test_prose_does_not_load_regular_expressions(texts: list[str], *, needed: bool) -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from memory_store.text import redact\n"
        "print([text for text in sys.argv[2:] if redact.secrets(text) and 're' in sys.modules])"
    )
    command = [sys.executable, "-I", "-S", "-X", "utf8", "-c", program, str(ROOT), *texts]
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert done.stdout.strip() == str(texts if needed else [])
