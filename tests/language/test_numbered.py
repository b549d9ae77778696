"""The numbers of a list within a line are told from every other number."""

from __future__ import annotations

import pytest

from memory_store.language import numbered
from tests import growth


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("两点：1. 用分；2. 用 UTC", ("两点：", ["用分；", "用 UTC"], "")),
        ("两点：1.用分 2.用秒。好", ("两点：", ["用分", "用秒。"], "好")),
        ("Two: 1. a b. 2. c d. Bye", ("Two:", ["a b.", "c d."], "Bye")),
        ("1、甲；2、乙", ("", ["甲；", "乙"], "")),
        ("约定：一、甲；二、乙", ("约定：", ["甲；", "乙"], "")),
        ("（1）甲（2）乙", ("", ["甲", "乙"], "")),
        ("① 甲 ② 乙", ("", ["甲", "乙"], "")),
        (
            "因：1. 甲；2. 乙。剩：1. 丙 2. 丁 3. 戊",
            ("因：", ["甲；", "乙。"], "剩：1. 丙 2. 丁 3. 戊"),
        ),
        ("so: 1. v2.0.1. 2. it", ("so:", ["v2.0.1.", "it"], "")),
        ("第一，甲；第二，乙", ("", ["甲；", "乙"], "")),
        ("1) a 2) b", ("", ["a", "b"], "")),
        ("one point: 1. a", ("one point:", ["a"], "")),
        (
            "十项：" + "；".join(f"{n}. 甲" for n in range(1, 12)),
            ("十项：", ["甲；"] * 10 + ["甲"], ""),
        ),
    ],
)
def test_a_list_is_parted_into_its_points(line: str, parts: tuple[str, list[str], str]) -> None:
    assert numbered.parted(line) == parts


@pytest.mark.parametrize(
    "line",
    [
        "Version 1.2.3 is out, 2.0 is next",
        "a: 1.5 b 2.5",
        "set it to 1. Then run it",
        "Ports are 80 and 443.",
        "f(1) is x(2)",
        "2024. 2025.",
        "一、二线城市",
        "第一个；第二个",
        "so: 2. b; 3. c",
        "in v1. 2. is next",
        "",
    ],
)
def test_versions_decimals_and_years_are_no_list(line: str) -> None:
    assert numbered.parted(line) == ("", [], line)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("12. a", "a"),
        ("3、第三", "第三"),
        ("(4) d", "d"),
        ("⑤ 五", "五"),
        ("十二、甲", "甲"),
        ("2.5 seconds", "2.5 seconds"),
        ("1.x is old", "1.x is old"),
        ("2024. was good", "2024. was good"),
        ("一个人", "一个人"),
    ],
)
def test_the_number_in_front_of_a_point_goes(line: str, told: str) -> None:
    assert numbered.without(line) == told


@pytest.mark.parametrize("unit", ["1. ", "1", "一", "(1)", "：1. 2. ", "1      "])
def test_no_line_takes_more_than_linear_time(unit: str) -> None:
    def made(size: int) -> str:
        return unit * (size // len(unit))

    assert growth.of(numbered.points, made, 25_000) < growth.MOST
