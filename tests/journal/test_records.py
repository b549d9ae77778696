from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from memory_store import clock, codec, errors
from memory_store.journal import append, read, records, schema, stored
from memory_store.text import clean, mark

if TYPE_CHECKING:
    from memory_store.store import layout

SOURCE: dict[str, object] = {"host": "cursor", "session_id": "c1", "via": "agent"}
KEY = "ghp_" + "a1B2c3D4e5F6" * 3
HIDDEN = "a\u200bb\u202ec\ud800d\x1b[31me\ufeff"
TEXT = st.text(st.characters(exclude_categories=()))


def published(name: str) -> Draft202012Validator:
    path = Path(schema._DIRECTORY, f"{name}.schema.json")
    return Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))


def a_fact(content: str = "Use uv, never pip.", **fields: Any) -> dict[str, object]:
    return records.fact(content, **{"source": SOURCE, **fields})[0]


def test_a_fact_is_as_the_published_schema_has_it() -> None:
    made = a_fact(kind="O", entities=["uv", "pip"], confidence=1, supersedes="f_1")

    assert published("fact").is_valid(made)
    assert made["content"] == "Use uv, never pip."
    assert (made["type"], made["entities"], made["confidence"]) == ("O", ["uv", "pip"], 1)
    assert (made["source"], made["evidence"], made["supersedes"]) == (SOURCE, [], "f_1")
    assert made["created_at"] == made["updated_at"]
    assert abs((clock.parse(made["created_at"]) or 0) - clock.now()) < 10


def test_a_summary_is_as_the_published_schema_has_it() -> None:
    made, _ = records.summary(
        "c1",
        topic=" Release ",
        text="We tagged 1.0.\nAll green.",
        decisions=["tag first", "", " \n"],
        todos=["announce"],
        source=SOURCE,
        origin="agent",
    )

    assert published("summary").is_valid(made)
    assert (made["topic"], made["summary"]) == ("Release", "We tagged 1.0. All green.")
    assert (made["decisions"], made["todos"]) == (["tag first"], ["announce"])


def test_an_event_is_as_the_published_schema_has_it_and_has_only_what_was_given() -> None:
    made = records.event("prompt", "c1", "cursor", text="你好\nworld", turn_id=None)

    assert published("event").is_valid(made)
    assert set(made) == {"id", "type", "timestamp", "session_id", "host", "text"}
    assert made["text"] == "你好\nworld"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [("", "empty"), (" \n\t", "empty"), ("\u200b\ufeff", "empty"), ("x" * 2_001, "2001")],
)
def test_a_content_that_is_none_or_too_long_is_the_callers_mistake(
    content: str, complaint: str
) -> None:
    with pytest.raises(errors.UsageError, match=complaint) as raised:
        a_fact(content)

    assert raised.value.hint
    assert a_fact("x" * 2_000)["content"] == "x" * 2_000


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "X"),
        ("confidence", 1.1),
        ("confidence", -0.1),
        ("confidence", float("nan")),
        ("confidence", float("inf")),
        ("confidence", True),
        ("supersedes", "f"),
        ("source", {}),
        ("source", {"via": "somebody"}),
        ("evidence", [""]),
    ],
)
def test_a_field_that_is_not_as_the_schema_has_it_is_told_by_name(field: str, value: Any) -> None:
    with pytest.raises(errors.UsageError, match="type" if field == "kind" else field):
        a_fact(**{field: value})


def test_a_summary_without_topic_or_text_is_the_callers_mistake() -> None:
    for topic, text in (("", "x"), ("x", " \u200b")):
        with pytest.raises(errors.UsageError, match="empty"):
            records.summary(
                "c", topic=topic, text=text, decisions=[], todos=[], source=SOURCE, origin="agent"
            )


def _everything(text: str) -> list[dict[str, object]]:
    """A record of every kind, `text` in each of its fields that a host or an agent fills."""
    source: dict[str, object] = {"host": text, "session_id": text, "via": "agent"}
    fact, _ = records.fact(f"a {text}", entities=[f"b {text}"], source=source)
    summary, _ = records.summary(
        text,
        topic=f"a {text}",
        text=f"b {text}",
        decisions=[text],
        todos=[text],
        source=source,
        origin="agent",
    )
    event = records.event("prompt", text, "cursor", text=text, turn_id=text, reason=text)
    return [fact, summary, event]


def test_no_secret_gets_past_any_text_of_a_record() -> None:
    for one in _everything(f"https://ci:{KEY}@git.acme.test/api"):
        one.pop("session_id", None)
        one.pop("source", None)  # ids of hosts are not looked into
        assert KEY not in codec.render(one)
    assert records.fact(f"it is at https://ci:{KEY}@git.acme.test/", source=SOURCE)[1] != []
    assert records.event("prompt", "c", "cursor", text=KEY, reason="x")["redacted"] != []
    assert records.event("prompt", "c", "cursor", text="x", reason=KEY)["redacted"] != []
    assert "redacted" not in records.event("prompt", "c", "cursor", text="x", reason="y")


def test_what_is_private_does_not_reach_a_record() -> None:
    for one in _everything("https://<private>canary</private>@after"):
        one.pop("session_id", None)
        one.pop("source", None)
        assert "canary" not in codec.render(one)


def test_nothing_hidden_gets_into_any_field_of_a_record() -> None:
    for one in _everything(HIDDEN):
        written = codec.render(one)
        assert written.isprintable()
        assert written.encode("utf-8")


@pytest.mark.long
@given(TEXT)
def test_any_text_makes_records_that_can_be_written_and_read(text: str) -> None:
    for made in _everything(text[:300]):
        line = codec.render(made).encode("utf-8")
        assert read.parse_line(line) == [made]


@given(TEXT, st.integers(10, 200))
def test_a_text_is_cut_with_a_mark_and_never_over_its_limit(text: str, limit: int) -> None:
    cut = records.cut(text, limit)

    assert len(cut) <= limit
    assert cut == text if len(text) <= limit else cut.endswith(records.CUT_MARK)


def test_a_long_prompt_is_cut_at_8000_characters_with_a_mark() -> None:
    made = records.event("prompt", "c1", "cursor", text="话" * 20_000)

    assert len(str(made["text"])) <= 8_000
    assert str(made["text"]).endswith(records.CUT_MARK)


SECRETS = {
    "a key": ("", KEY),
    "an assignment": ("DEPLOY_PASSWORD=", "correct1horse2battery"),
    "an address": ("postgres://app:", "Xk9vQ2mT7pLw@db.example.com/app"),
    "a cookie": ("Cookie: sid=", "4f9aB27cD1e8F0a3b5C6d7E8f9A0b1C2"),
    "a passphrase": ('password: "', 'correct horse battery staple"'),
}


def kept(name: str, secret: str, halved_at: int) -> str:
    """What is kept of a long text that is cut within a secret, where most before it is private."""
    limit = records._READ_TIMES * records.TEXT_CHARS + records._LONGEST_SECRET
    private = "<private>" + "a word " * 3_200 + "</private> "
    before = private + "plain words " * 50
    head = before.ljust(limit - halved_at - len(name), ".") + name
    text = head + secret + " and more" * 9_000
    return str(records.event("response", "c1", "cursor", text=text)["text"])


@pytest.mark.long
@pytest.mark.parametrize(("name", "secret"), SECRETS.values(), ids=SECRETS.keys())
def test_where_reading_ends_within_a_secret_no_half_of_it_is_kept(name: str, secret: str) -> None:
    for halved_at in range(4, len(secret)):
        text = kept(name, secret, halved_at)

        assert secret[:4] not in text
        assert text.startswith("[redacted:private] plain words")
        assert text.endswith(records.CUT_MARK)


def test_half_of_a_secret_would_be_kept_if_all_that_was_read_were(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control."""
    monkeypatch.setattr(mark, "last_end", len)

    assert KEY[:20] in kept("", KEY, 20)


def test_a_sessions_id_is_the_same_in_all_records_however_long_it_is() -> None:
    name = "s" * 500
    fact, summary, event = _everything(name)

    short = records.session_name(name)
    assert len(short) == 200
    assert event["session_id"] == summary["session_id"] == short
    assert stored.Fact(fact).session_id == short


def test_an_id_has_its_kind_and_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = [0.0, 1.0, 1.001, 1_700_000_000.0, 1_700_000_000.001, 4_102_444_800.0]
    ids = [records.new_id("f", moment) for moment in moments]

    assert ids == sorted(ids)
    assert all(re.fullmatch("f_[0-9a-hjkmnp-tv-z]{26}", one) for one in ids)
    monkeypatch.setattr(clock, "now", lambda: moments[3])
    assert records.new_id("f")[:12] == ids[3][:12]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
STAMPS = st.sampled_from(["2026-11-21T22:54:01.123Z", "2026-11-21", "x" * 24, "\u202e" * 24, ""])
FIELDS = {
    "id": st.sampled_from(["f_1", "f_" + "0" * 26, "a" * 64]) | JSON,
    "type": st.sampled_from([*records.TYPES, "X"]) | JSON,
    "content": TEXT | JSON,
    "entities": st.lists(TEXT, max_size=3) | JSON,
    "confidence": st.floats() | JSON,
    "created_at": STAMPS | JSON,
    "updated_at": STAMPS | JSON,
    "source": st.fixed_dictionaries({}, optional={"via": TEXT, "host": JSON, "session_id": TEXT})
    | JSON,
    "evidence": st.lists(st.sampled_from(["f_1", "", "<b>", 7])) | JSON,
    "op": st.sampled_from(stored.OPS) | JSON,
    "supersedes": st.sampled_from(["f_1", ""]) | JSON,
    "valid_from": STAMPS | JSON,
    "valid_to": STAMPS | JSON,
    "of another version": JSON,
}


@pytest.mark.long
@given(st.fixed_dictionaries({}, optional=FIELDS))
def test_whatever_a_fact_in_a_file_holds_what_is_read_of_it_is_sound(
    raw: dict[str, object],
) -> None:
    found = records.as_fact(stored.Fact(raw))

    if found is None:
        return
    if all(len(str(found.get(name, "f_1"))) >= 3 for name in ("id", "supersedes")):
        assert schema.faults("fact", found) == []
    assert found.get("of another version") == raw.get("of another version")
    assert records.as_fact(found) == found
    source = found.pop("source")
    assert isinstance(source, dict)
    shown = [found.get(name) for name in FIELDS if name != "of another version"]
    shown += [source.get(name) for name in ("via", "host", "session_id")]
    written = codec.render(shown)
    assert clean.text(written) == written


def test_a_sound_fact_is_read_as_it_was_written() -> None:
    made = {**a_fact("用 uv\nnot pip", entities=["a b", "é"]), "op": "update", "new": [1]}

    assert records.as_fact(stored.Fact(made)) == made


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"id": "f_1"},
        {"content": "x"},
        {"id": "", "content": "x"},
        {"id": 7, "content": "x"},
        {"id": "f_1", "content": " \u200b"},
        {"id": "f_1", "content": ["x"]},
        {"id": "f_1\n</memory>", "content": "x"},
        {"id": "f" * 65, "content": "x"},
    ],
)
def test_of_a_record_without_a_sound_id_or_content_nothing_is_left(
    raw: dict[str, object],
) -> None:
    assert records.as_fact(stored.Fact(raw)) is None


def test_what_is_hidden_in_a_file_is_not_read() -> None:
    raw: dict[str, object] = {
        "id": "f_1",
        "content": HIDDEN,
        "entities": [HIDDEN, "\u200b", "one\ntwo"],
        "source": {"via": "agent", "host": HIDDEN, "session_id": "a\nb"},
    }
    found = records.as_fact(stored.Fact(raw))

    assert found is not None
    assert codec.render(found).isprintable()
    assert found["entities"] == [str(found["content"]), "one two"]


def test_written_and_read_again_a_record_is_the_same(store: layout.Store) -> None:
    made = _everything('用 uv，不用 pip 🚀 \\ " \t')
    append.append(store, "facts.jsonl", made)

    assert list(read.newest_first(store, "facts.jsonl"))[::-1] == made


@pytest.mark.parametrize(
    "content",
    [
        KEY,
        f"{KEY}.",
        "[redacted:github]",
        f"{KEY} ({KEY})!",
        "password=abcd1234efgh",
        "export DB_PASSWORD=abcd1234efgh",
        "STRIPE_SECRET: abcd1234efgh",
        'password="abcd1234efgh"',
        "the vault of billing holds the password=abcd1234efgh",
        f"the bot signs with {KEY} on weekdays",
    ],
)
def test_a_fact_that_has_lost_its_value_is_refused(content: str) -> None:
    with pytest.raises(errors.UsageError, match="not kept: it looks like a secret"):
        records.fact(content, source={})


@pytest.mark.parametrize(
    "content",
    ["orders are in postgres://app:abcd1234efgh@db/orders", "the password is asked for twice"],
)
def test_a_fact_that_says_something_beside_a_secret_is_made(content: str) -> None:
    made, _ = records.fact(content, source={"via": "agent", "host": "", "session_id": ""})

    assert "abcd1234efgh" not in str(made["content"])


def test_a_secret_in_a_sessions_id_is_never_kept() -> None:
    made, _ = records.fact("We deploy on Fridays", source={"session_id": KEY, "via": "agent"})

    assert made.source["session_id"] == "[redacted:github]"
    assert records.event("prompt", KEY, "cursor")["session_id"] == "[redacted:github]"


def test_a_fact_may_say_its_tier() -> None:
    source: codec.Record = {"via": "capture"}

    made, _ = records.fact("deploy on Fly.io", source=source, status="candidate")
    assert made["status"] == "candidate"
    with pytest.raises(errors.UsageError, match="status"):
        records.fact("deploy on Fly.io", source=source, status="sure")


def test_a_tier_that_nobody_knows_is_as_if_it_were_not_there() -> None:
    made, _ = records.fact("deploy on Fly.io", source={"via": "user"})
    raw = {**made, "status": "sure", "pinned": "yes", "related": ["f_1", 7]}

    read = records.as_fact(stored.Fact(raw))
    assert read == {**made, "related": ["f_1"]}
    assert schema.faults("fact", read) == []
