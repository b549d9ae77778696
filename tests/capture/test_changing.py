"""A sentence that changes what is known takes its place, where its words say so plainly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.capture import changing, pipeline
from memory_store.journal import stored
from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout

PAIRS = [
    ("We style with Tailwind", "Let's drop Tailwind, use UnoCSS"),
    ("The API listens on port 8080", "The API port changed to 9090"),
    ("包管理用 npm", "换成 pnpm 吧"),
    ("部署前先跑 make smoke", "部署前不用跑 make smoke 了，CI 会跑"),
    ("数据库用 MySQL", "刚才说的不算，数据库用 PostgreSQL"),
    ("以后提交信息用中文", "提交信息还是用英文吧"),
    ("以后回答都用英文吧", "还是用中文回答吧"),
    ("包管理用 pnpm", "改回 npm"),
    ("We use pnpm", "stick with npm after all"),
    ("The billing service listens on port 8081", "billing is on 9090 now, fix the file"),
    ("网关服务本地端口是 7001", "网关端口换成 7100 了"),
    ("线上是 4 个副本", "线上现在 6 个副本"),
]


@pytest.mark.parametrize(("older", "newer"), PAIRS)
def test_what_takes_the_place_of_a_fact_is_kept_whole_and_stands(
    store: layout.Store, older: str, newer: str
) -> None:
    given.fact(store, older, kind="O")
    given.fact(store, "We log in UTC")

    assert pipeline.keep(given.where(store), [given.event(store, "prompt", text=newer)]) == 2

    kept = next(one for one in given.living(store) if one["content"] == newer)
    assert older not in [one["content"] for one in given.living(store)]
    assert (kept["status"], kept["type"]) == ("standing", "O")


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("We style with Tailwind", "Should we drop Tailwind?"),
        (
            "The file server runs in Docker",
            "Okay, the file server has now started.",
        ),
        ("Do not install any UI libraries", "Do NOT change the layout of the UI"),
        ("The mobile app uses Flutter", "The web app uses React"),
        ("测试环境端口 8080", "生产环境端口改成 9090"),
        ("The API listens on port 8080", "Change the colour of the button to red"),
        ("The users table has a username column", "drop the username column from the users table"),
        ("We style with Tailwind", "please remove Tailwind"),
        ("按钮颜色用红色", "把按钮颜色改成蓝色"),
        ("样式用 Tailwind", "把 Tailwind 删掉，再跑一遍"),
    ],
)
def test_reports_questions_orders_and_other_things_change_nothing(
    store: layout.Store, known: str, said: str
) -> None:
    given.fact(store, known)

    assert pipeline.keep(given.where(store), [given.event(store, "prompt", text=said)]) == 0


@pytest.mark.parametrize("newer", ["别叫我阿林了，叫我林工", "以后叫我老林"])
def test_a_person_goes_by_the_newest_name_alone(store: layout.Store, newer: str) -> None:
    for said in ("请叫我阿林", newer):
        pipeline.keep(given.where(store), [given.event(store, "prompt", text=said)])

    assert [one["content"] for one in given.living(store)] == [newer]


def test_what_takes_the_place_of_a_request_is_a_request(store: layout.Store) -> None:
    for said in ("记住：发版只在周二做", "说错了，发版改到周四"):
        pipeline.keep(given.where(store), [given.event(store, "prompt", text=said)])

    (kept,) = given.living(store)

    assert kept["content"] == "说错了，发版改到周四"
    assert (kept.source["how"], kept["confidence"]) == ("asked", 1.0)


def test_what_changes_a_candidate_is_one() -> None:
    fact = stored.Fact(id="f_1", type="W", content="包管理用 npm", status="candidate")

    (kept,) = changing.statements("换成 pnpm 吧", [fact])

    assert (kept.content, kept.status) == ("换成 pnpm 吧", "candidate")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("记住 v2.0 的 deadline 是 6 月 18 号", "v2.0 延期了 定到7/5 重新排一下任务"),
        ("记一下，我的 conda 环境叫 seg39", "环境重装了，现在叫 seg311，老的 seg39 已经删掉"),
        ("remember we use yarn in this repo", "ok so we're on pnpm as of this week"),
        ("note: the staging db is on port 5433", "staging moved behind pgbouncer, its 6432 now"),
    ],
)
def test_what_changes_a_fact_in_words_of_its_own_is_put_to_the_agent(
    older: str, newer: str
) -> None:
    known = [stored.Fact(id="f_1", type="W", content=older, status="standing")]

    assert changing.touched(["add a test", newer], known) == (newer, known[0])


@pytest.mark.parametrize(
    "newer",
    [
        "add a test for the parser",
        "把按钮改成蓝色",
        "the page moved to the left",
        "把 README 更新一下，安装改用 pipx",
    ],
)
def test_what_speaks_of_nothing_that_is_known_is_not(newer: str) -> None:
    known = [stored.Fact(id="f_1", type="W", content="staging is on port 5433")]

    assert changing.touched([newer], known) is None
