"""The page in a real Chromium: without violations of axe, by keyboard, narrow, and up to date."""

from __future__ import annotations

import re
import shutil
import time
from typing import TYPE_CHECKING

import pytest

from memory_store.journal import stored
from tests import given
from tests.view import conftest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from memory_store.store import layout

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
PAGES = ("now", "inbox", "facts", "sessions", "search?q=postgres", "stats", "stores", "settings")

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="no chromium: apt-get install chromium")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def address(store: layout.Store) -> Iterator[str]:
    """The address that the command prints, while it serves."""
    given.fact(store, "never push to main", kind="O")
    given.fact(store, "billing uses Postgres 16", entities=["billing"])
    for text in ("the CLI is slow on Windows", "李雷负责支付模块"):
        given.fact(
            store, text, status=stored.CANDIDATE, source={"via": "capture", "session_id": "s-1"}
        )
    given.event(store, "prompt", "s-1", text="以后一律用 pnpm")
    with conftest.served(store) as printed:
        yield printed


@pytest.fixture
def page(chromium: Browser, address: str) -> Iterator[Page]:
    context = chromium.new_context(locale="en-US")
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    opened.goto(address)
    opened.wait_for_url("**/now")
    yield opened
    context.close()
    assert faults == []


def root(page: Page) -> str:
    return page.url.rsplit("/", 1)[0]


@pytest.mark.long
def test_the_printed_address_opens_it_and_the_token_does_not_stay_in_it(page: Page) -> None:
    assert "#" not in page.url
    assert "never push to main" in page.inner_text("main")


@pytest.mark.long
def test_a_screen_reader_finds_no_fault_on_any_page(page: Page) -> None:
    from axe_playwright_python.sync_playwright import Axe

    for name in PAGES:
        page.goto(f"{root(page)}/{name}")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            found = Axe().run(page)
            assert found.violations_count == 0, f"{name}: {found.generate_report()}"
    page.evaluate("document.querySelector('main').innerHTML = '<img><input>'")
    assert Axe().run(page).violations_count > 0  # the control: it does look


@pytest.mark.long
def test_everything_fits_a_narrow_screen(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    for name in PAGES:
        page.goto(f"{root(page)}/{name}")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 360, name


@pytest.mark.long
def test_candidates_are_decided_by_one_key_each_and_undone(
    page: Page, store: layout.Store
) -> None:
    page.keyboard.press("g")
    page.keyboard.press("i")
    page.wait_for_url("**/inbox")
    assert page.locator("[data-row]").count() == 2

    page.keyboard.press("j")
    page.keyboard.press("a")
    page.wait_for_selector("text=stands now")
    assert page.locator("[data-row]").count() == 1
    page.keyboard.press("r")
    page.wait_for_selector("text=Nothing waits")
    assert sum(one.stands for one in given.living(store)) == 3

    page.keyboard.press("u")
    page.wait_for_selector("[data-row]")


@pytest.mark.long
def test_facts_are_filtered_as_one_types(page: Page) -> None:
    from playwright.sync_api import expect

    page.goto(f"{root(page)}/facts")
    page.keyboard.press("/")
    page.keyboard.type("postgres")

    expect(page.locator("[data-row]")).to_have_count(1)
    assert "billing uses Postgres 16" in page.inner_text("#found")
    assert page.evaluate("document.activeElement.name") == "text"


@pytest.mark.long
def test_what_a_session_learns_appears_by_itself_however_early(
    page: Page, store: layout.Store
) -> None:
    page.route("**/stamp", lambda route: route.fulfill(body=""))  # it has not looked
    page.reload()

    given.fact(store, "staging runs in Frankfurt")
    page.unroute("**/stamp")

    page.wait_for_selector("main >> text=staging runs in Frankfurt", timeout=15_000)


@pytest.mark.long
def test_the_end_of_the_server_is_told(chromium: Browser, store: layout.Store) -> None:
    context = chromium.new_context(locale="en-US")
    page = context.new_page()
    with conftest.served(store) as address:
        page.goto(address)
        page.wait_for_url("**/now")
        assert page.locator("#ended").is_hidden()

    page.wait_for_selector("text=The page has ended", timeout=15_000)
    context.close()


@pytest.mark.long
@pytest.mark.parametrize("size", [(1280, 800), (360, 740)])
def test_a_screen_shows_fifteen_facts_and_the_first_rule_of_the_next_session(
    page: Page, store: layout.Store, size: tuple[int, int]
) -> None:
    for at in range(30):
        given.fact(store, f"service {at} listens on a port that nobody else takes, " * 3)
    page.set_viewport_size({"width": size[0], "height": size[1]})

    def seen(address: str) -> int:
        page.goto(f"{root(page)}/{address}")
        boxes = [one.bounding_box() for one in page.locator("main [data-row]").all()]
        return sum(box is not None and box["y"] + box["height"] <= size[1] for box in boxes)

    assert seen("facts") >= 15
    assert seen("now") >= 1
    assert page.locator("main [data-row]").first.inner_text().startswith("never push to main")
    assert page.locator(".instructions pre").is_hidden()


@pytest.mark.long
def test_keys_and_commands_open_and_leave_by_the_keyboard(page: Page) -> None:
    page.keyboard.press("?")
    page.wait_for_selector("#keys:popover-open")
    page.keyboard.press("Escape")
    page.wait_for_selector("#keys", state="hidden")

    page.keyboard.press("Control+k")
    page.keyboard.type("sett")
    page.keyboard.press("Enter")
    page.wait_for_url("**/settings")
    page.keyboard.press("Control+k")
    page.keyboard.type("postgres")
    page.keyboard.press("Enter")
    page.wait_for_url("**/facts?text=postgres")

    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url("**/facts/f_*")
    page.keyboard.press("Escape")
    page.wait_for_url("**/facts")


@pytest.mark.long
def test_a_setting_is_kept_as_soon_as_it_is_chosen_and_stays_the_chosen_one(page: Page) -> None:
    page.goto(page.url.replace("/now", "/settings"))
    limit = page.get_by_label("Value of facts_limit")

    limit.fill("7")
    limit.press("Enter")
    page.wait_for_selector("#facts_limit .set")
    assert page.evaluate("document.activeElement.value") == "7"
    page.get_by_label("Value of language").select_option("zh")

    page.wait_for_selector("#language .set")


@pytest.mark.long
def test_pages_of_facts_turn_forth_and_back(page: Page, store: layout.Store) -> None:
    for at in range(60):
        given.fact(store, f"service {at} listens on port {8000 + at}")
    page.goto(f"{root(page)}/facts")

    for key, at in (("]", 2), ("[", 1), ("]", 2)):
        page.keyboard.press(key)
        page.wait_for_url(f"**/facts?page={at}")
    page.go_back()
    page.wait_for_selector("text=Page 1 of 2")


@pytest.mark.long
def test_nothing_is_done_to_all_without_asking_and_the_word_on_it_undoes_it(
    page: Page, store: layout.Store
) -> None:
    page.goto(f"{root(page)}/inbox")
    accept = page.locator("button", has_text="Accept these 2")
    assert accept.is_hidden()

    page.locator("summary", has_text="All").click()
    accept.click()
    page.wait_for_selector("text=Nothing waits")
    assert sum(one.stands for one in given.living(store)) == 4

    page.locator("#said button", has_text="Undo").click()
    page.wait_for_selector("main [data-row]")
    assert sum(one.stands for one in given.living(store)) == 2


@pytest.mark.long
def test_without_scripts_the_key_is_pasted_and_buttons_work(
    chromium: Browser, address: str
) -> None:
    context = chromium.new_context(java_script_enabled=False, locale="en-US")
    page = context.new_page()
    page.goto(address)
    page.fill("input[name=token]", re.sub(".*#", "", address))
    page.click("button")
    page.goto(f"{root(page)}/inbox")
    page.locator("button", has_text=re.compile("^Accept a")).first.click()

    assert "stands now" in page.inner_text("#said")
    context.close()


@pytest.mark.long
def test_the_file_that_is_handed_over_opens_it_once_and_no_argument_holds_a_token(
    chromium: Browser, store: layout.Store, tmp_path: Path
) -> None:
    given.fact(store, "never push to main", kind="O")
    words = tmp_path / "words"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$*" > {words}.part; mv {words}.part {words}\n')
    browser.chmod(0o700)
    with conftest.served(store, BROWSER=f"{browser} %s") as address:
        deadline = time.monotonic() + 60
        while not words.exists():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        opened = words.read_text()
        context = chromium.new_context(locale="en-US")
        page = context.new_page()
        page.goto(opened)
        page.wait_for_url("**/now")

        assert opened.startswith("file://")
        assert address.partition("#")[2] not in opened
        assert "never push to main" in page.inner_text("main")
        context.close()
        context = chromium.new_context(locale="en-US")
        page = context.new_page()
        page.goto(opened)
        page.wait_for_url("**/enter")
        assert "was used" in page.inner_text("body")
        context.close()


@pytest.mark.long
def test_a_key_acts_on_no_line_that_nobody_chose(page: Page) -> None:
    page.goto(f"{root(page)}/inbox")
    page.wait_for_selector("main [data-row]")

    page.keyboard.press("a")
    page.wait_for_timeout(300)

    assert page.locator("main [data-row]").count() == 2
    page.keyboard.press("j")  # the control
    page.keyboard.press("a")
    page.wait_for_selector("text=stands now")


@pytest.mark.long
def test_the_chosen_line_stays_the_chosen_one_when_others_come(
    page: Page, store: layout.Store
) -> None:
    page.goto(f"{root(page)}/facts")
    page.keyboard.press("j")
    chosen = "document.activeElement.dataset.href"
    before = page.evaluate(chosen)
    assert before

    given.fact(store, "a hook kept this above all others")
    page.wait_for_selector("main :text('a hook kept this above all others')")

    assert page.evaluate(chosen) == before
