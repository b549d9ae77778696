from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.index import database, filters, indexer, query, tokens, translations
from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout


def translations_of(text: str) -> dict[str, tuple[str, ...]]:
    """The translations that a question asks for, and what each stands for."""
    question = tokens.question(text)
    translations.add(question, text)
    return {term.phrase: term.stands_for for term in question.terms if term.stands_for}


def pieces_found(index: database.Index, text: str) -> list[int]:
    question = tokens.question(text)
    translations.add(question, text)
    retriever = query.by_words(index.db, question, 10, filters.Filters(now=clock.now()))
    return list(retriever.scores)


def test_a_chinese_word_is_asked_for_in_english() -> None:
    assert translations_of("数据库怎么备份") == {
        '"database"': ('"数据"', '"据库"'),
        '"db"': ('"数据"', '"据库"'),
        '"backup"': ('"备份"',),
        '"back up"': ('"备份"',),
    }


@pytest.mark.parametrize(
    ("text", "present", "absent"),
    [
        ("内存泄漏", '"memory leak"', '"memory"'),
        ("Where was the memory leak?", '"内存 存泄 泄漏"', '"内存"'),
        *(
            (f"Is it {word}?", '"缓存"', '"是"')
            for word in "cache caches cached caching CACHE".split()
        ),
    ],
)
def test_the_longest_name_is_translated_whatever_its_ending(
    text: str, present: str, absent: str
) -> None:
    assert present in translations_of(text)
    assert absent not in translations_of(text)


def test_a_translation_stands_for_the_pairs_that_only_join_words_too() -> None:
    assert translations_of("部署缓存")['"cache"'] == ('"署缓"', '"缓存"')


@pytest.mark.parametrize("text", ["grafana kubectl 张三丰", "为什么可以", ""])
def test_names_stop_words_and_words_that_nobody_translates_stay_as_they_are(text: str) -> None:
    assert translations_of(text) == {}


def test_a_long_question_asks_for_a_bounded_number_of_translations() -> None:
    words = (
        "部署 缓存 数据库 网关 端口 测试 日志 告警 权限 角色 订单 支付 退款 库存"
        " 合同 邮件 会议 客户 价格 图片 视频 颜色 字体"
    )

    assert len(translations_of(words)) == translations.MOST


@pytest.mark.long
def test_of_the_lines_that_are_looked_up_a_question_asks_what_it_asks_of_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    english, chinese = translations.read()
    names, phrases = list(english)[::20], list(chinese)[::20]
    asking = [
        *names,
        *phrases,
        *(f"{one}s are {other}ing" for one, other in itertools.pairwise(phrases)),
    ]

    looked_up = [translations_of(one) for one in asking]
    monkeypatch.setattr(translations, "_LOOKED_FOR", 0)

    assert looked_up == [translations_of(one) for one in asking]
    assert all(map(translations_of, names))


def test_a_question_finds_what_was_written_in_the_other_language_and_its_own(
    store: layout.Store,
) -> None:
    """A keyword in code is no answer to a question about the thing."""
    english = given.fact(store, "We deploy the gateway with Argo CD")
    chinese = given.fact(store, "订单数据库每天凌晨备份")
    given.fact(store, "如果返回值是 list 就直接打印出来，别的什么都不用做")
    lists = given.fact(store, "列表按创建时间倒序展示给所有的人看，不再分页")

    with indexer.bring_up(store)[0] as index:
        named = {row[1]: row[0] for row in index.db.execute("SELECT id, record FROM piece")}

        assert pieces_found(index, "网关用什么部署") == [named[english["id"]]]
        assert pieces_found(index, "When is the order database backed up?") == [
            named[chinese["id"]]
        ]
        assert pieces_found(index, "列表") == [named[lists["id"]]]


def test_every_line_of_the_glossary_can_be_found_both_ways() -> None:
    english, chinese = translations.read()

    assert len(english) > 800
    for name, phrases in english.items():
        assert 2 <= len(name) <= translations._LONGEST_RUN, name
        for phrase in phrases:
            assert phrase == phrase.casefold().strip(), phrase
            assert 1 <= len(phrase.split()) <= translations._LONGEST_PHRASE, phrase
            assert name in chinese[phrase]
