"""Bold marks go, identifiers stay as they are written."""

from __future__ import annotations

import pytest

from memory_store.text import emphasis


@pytest.mark.parametrize(
    "line",
    [
        "app/core/__init__.py must stay empty",
        "keep `app/core/__init__.py` and `app/__main__.py` empty",
        "sort __all__ and __slots__ by name",
        "__all__",
        "User.__tablename__ is the plural, Order.__tablename__ too",
        "V3__rename_tables.sql and V4__add_index.sql",
        "pass *args/**kwargs on",
        "f(*args, **kwargs) calls g(**kwargs), then h(*args,**kwargs)",
        "2**10 is less than 2**20",
        "src/**/*.ts and tests/**/*.ts",
        "**/*.ts, **/*.js",
        "`**kwargs` or `**options`",
        "self.__lock and self.__cache",
        "模块 app/core/__init__.py 里不要写逻辑，User.__tablename__ 用复数",
        "一个 ** 没有闭合",
        "rm *.o *.a, 2*3*4, a * b * c, a_b and c_d, _private and ~/x",
        "",
        "**",
        "****",
        "__",
    ],
)
def test_what_names_something_stays_as_it_is(line: str) -> None:
    assert emphasis.without(line) == emphasis.without(line, emphasis.ALL) == line


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("an **important** word", "an important word"),
        ("**Decision:** use `__slots__`", "Decision: use `__slots__`"),
        ("**`--force`** is forbidden", "`--force` is forbidden"),
        ("**a** and **b**", "a and b"),
        ("__Note:__ it is slow", "Note: it is slow"),
        ("中文里**加粗**的词", "中文里加粗的词"),
        ("__重要__：先备份", "重要：先备份"),
        ("**never** pass **kwargs on", "never pass **kwargs on"),
        ("***both***", "*both*"),
        ("use **`a__b`** for `c`", "use `a__b` for `c`"),
    ],
)
def test_the_marks_around_bold_words_go(line: str, plain: str) -> None:
    assert emphasis.without(line) == plain
    assert emphasis.without(plain) == plain


def test_the_marks_around_slanted_and_struck_words_go_where_asked() -> None:
    line = "***both*** _slanted_ ~~no~~ `*as it is*`"

    assert emphasis.without(line, emphasis.ALL) == "both slanted no `*as it is*`"


def test_a_line_of_nothing_but_marks_costs_no_more_than_its_length() -> None:
    line = "**a " * 20_000 + "__b " * 20_000

    assert emphasis.without(line) == line
