from __future__ import annotations

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_store.index import tokens

TEXTS = {
    1: "用户偏好使用数据库缓存，重试三次后报错 ERR_1234",
    2: "部署失败: see src/auth/token_cache.py line 42 getUserById raised HTTPError",
    3: "I prefer snake_case_names and tests first; 代码审查要严格",
    4: "会话记忆sync增量，索引重建 v1.2.3-beta",
    5: "数据分析与库存管理",
    6: "日本語のテスト検索 と カタカナ",
    7: "缓慢存储 retries exceeded E0502",
    8: "XMLHttpRequest in API网关 超时30秒",
}

FOUND = {
    "缓存": {1},
    "数据库": {1},
    "数据": {1, 5},
    "审查": {3},
    "库": {1, 5},
    "ERR_1234": {1},
    "err_1234": {1},
    "token_cache": {2},
    "token_cache.py": {2},
    "src/auth": {2},
    "getUserById": {2},
    "user": {2},
    "snake_case_names": {3},
    "snake": {3},
    "会话记忆": {4},
    "sync": {4},
    "增量 索引": {4},
    "v1.2.3": {4},
    "網關": {8},
    "API网关": {8},
    "网关": {8},
    "超时30秒": {8},
    "HttpRequest": {8},
    "検索": {6},
    "retry": {7},
    "三次": {1},
    "30": {8},
    "偏好 缓存": {1},
    "cache": {2},
}
"""Queries, and the texts that each must find."""


@pytest.fixture(scope="module")
def words() -> apsw.Connection:
    """The eight texts, indexed as the index does it."""
    db = apsw.Connection(":memory:")
    db.execute(
        "CREATE VIRTUAL TABLE words USING fts5 (body, content='', contentless_delete=1,"
        " tokenize='porter unicode61 remove_diacritics 2')"
    )
    for number, text in TEXTS.items():
        db.execute("INSERT INTO words (rowid, body) VALUES (?, ?)", (number, tokens.segment(text)))
    return db


def matches(db: apsw.Connection, expression: str) -> set[object]:
    sql = "SELECT rowid FROM words WHERE words MATCH ?"
    return {row[0] for row in db.execute(sql, (expression,))}


@pytest.mark.parametrize("question", FOUND)
def test_a_question_matches_the_texts_that_have_all_of_it(
    words: apsw.Connection, question: str
) -> None:
    asked = tokens.question(question)
    any_term = " OR ".join(term.phrase for term in asked.terms)

    assert matches(words, asked.strict) == FOUND[question]
    assert matches(words, any_term) >= FOUND[question]


@pytest.mark.parametrize(
    "question",
    [
        '"',
        "NEAR(a b",
        "a OR OR b",
        "-x",
        "a AND NOT",
        "body:x",
        "{body}: x",
        "x*",
        "^x",
        "a\0b",
        "'; DROP TABLE words; --",
        "((((",
        '""""',
        "\ud800 lone",
        "😀",
        "a" * 1_000_000,
        "库" * 1_000_000,
        "a b " * 250_000,
    ],
)
def test_no_question_is_an_error(words: apsw.Connection, question: str) -> None:
    asked = tokens.question(question)

    assert len(asked.terms) <= tokens.QUERY_TERMS
    for expression in [asked.strict, *(term.phrase for term in asked.terms)]:
        if expression:
            words.execute("SELECT rowid FROM words WHERE words MATCH ?", (expression,)).fetchall()


@settings(max_examples=100)
@given(st.text(max_size=60))
def test_no_text_makes_a_question_or_its_own_segments_an_error(
    words: apsw.Connection, text: str
) -> None:
    asked = tokens.question(text)

    for expression in [asked.strict, *(term.phrase for term in asked.terms)]:
        if expression:
            bound = expression.encode("utf-8", "replace").decode()
            words.execute("SELECT rowid FROM words WHERE words MATCH ?", (bound,)).fetchall()
    assert isinstance(tokens.segment(text), str)


def test_a_single_character_is_asked_as_a_prefix_of_little_weight() -> None:
    (term,) = tokens.question("库").terms

    assert (term.phrase, term.weight) == ('"库"*', tokens.CHARACTER_WEIGHT)


def test_an_identifier_is_asked_in_parts_and_as_a_whole_that_is_a_bonus() -> None:
    terms = {term.phrase: term.bonus for term in tokens.question("token_cache.py").terms}

    assert terms == {'"token"': False, '"cache"': False, '"py"': False, '"token cache py"': True}
