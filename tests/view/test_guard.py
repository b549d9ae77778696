"""Who gets in: nobody without the token, and no change but from a form of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import given
from tests.view.conftest import HOST, PORT, Browser

if TYPE_CHECKING:
    from memory_store.store import layout

CHANGE = "/do/undo"


@pytest.mark.parametrize("address", ["/now", "/facts/f_1", "/stamp", "/sessions/a/b", "/settings"])
def test_without_the_cookie_nothing_is_shown(store: layout.Store, address: str) -> None:
    given.fact(store, "the port is 8080")
    browser = Browser(store)

    assert browser.client.get(address).status_code == 403
    assert browser.enter().client.get(address).status_code in (200, 404)  # the control


@pytest.mark.parametrize(
    ("headers", "english", "chinese"),
    [
        ({}, "no entry: open the address", "请打开 memory-store view 打印的地址"),
        ({"host": "evil.example"}, "its own address", "它自己的地址"),
        ({"origin": "http://evil.example"}, "another site", "其他网站"),
    ],
)
def test_who_is_turned_away_is_told_why_in_their_language(
    store: layout.Store, headers: dict[str, str], english: str, chinese: str
) -> None:
    for accepted, told in (("en", english), ("zh-CN,zh;q=0.9", chinese), ("fr", english)):
        client = Browser(store, accepted).client
        assert told in client.post(CHANGE, headers=headers).text
    chosen = {"cookie": "language=zh", **headers}
    assert chinese in Browser(store).client.post(CHANGE, headers=chosen).text


@pytest.mark.parametrize("token", ["", "x", "0" * 43, "\u00e9"])
def test_a_wrong_token_opens_nothing(store: layout.Store, token: str) -> None:
    browser = Browser(store)

    answer = browser.client.post("/enter", data={"token": token})

    assert (answer.status_code, answer.cookies.get(f"memory_store_{PORT}")) == (403, None)
    assert browser.client.get("/now").status_code == 403


@pytest.mark.parametrize("name", ["token", "handed"])
def test_a_token_opens_it_once_and_leaves_the_other_token_alone(
    store: layout.Store, name: str
) -> None:
    browser = Browser(store)
    tokens = {"token": browser.keys.token, "handed": browser.keys.handed}
    other = tokens["handed" if name == "token" else "token"]

    def entered(token: str) -> int:
        return browser.client.post("/enter", data={"token": token}).status_code

    assert entered(tokens[name]) == 200
    browser.client.cookies.clear()
    assert entered(tokens[name]) == 403
    assert browser.client.get("/now").status_code == 403
    assert entered(other) == 200


def test_a_form_of_no_site_enters_with_the_token_and_without_it_does_not(
    store: layout.Store,
) -> None:
    """As the form of a file of this machine is sent."""
    browser = Browser(store)
    headers = {"origin": "null", "sec-fetch-site": "cross-site"}

    refused = browser.client.post("/enter", data={"token": "x"}, headers=headers)
    answer = browser.client.post("/enter", data={"token": browser.keys.handed}, headers=headers)

    assert (refused.status_code, answer.status_code) == (403, 200)
    assert browser.client.get("/now").status_code == 200


def test_the_cookie_of_another_run_opens_nothing(store: layout.Store) -> None:
    one, other = Browser(store).enter(), Browser(store)
    other.client.cookies = one.client.cookies

    assert other.client.get("/now").status_code == 403


@pytest.mark.parametrize(
    "host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", "127.0.0.1:1", "", "[::1]:8123"]
)
def test_a_name_that_is_bound_to_this_machine_by_another_gets_nothing(
    browser: Browser, host: str
) -> None:
    assert browser.client.get("/now", headers={"host": host}).status_code == 403
    assert browser.client.get("/now", headers={"host": f"localhost:{PORT}"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": f"http://127.0.0.1:{PORT + 1}"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_form_of_another_site_changes_nothing(browser: Browser, headers: dict[str, str]) -> None:
    fields = {"form_key": browser.keys.form}

    assert browser.client.post(CHANGE, data=fields, headers=headers).status_code == 403
    ours = {"origin": HOST, "sec-fetch-site": "same-origin"}
    assert browser.client.post(CHANGE, data=fields, headers=ours).status_code == 200


@pytest.mark.parametrize("form_key", ["", "x", None])
@pytest.mark.parametrize("address", ["/do/retract", "/choose"])
def test_a_change_without_the_forms_key_is_refused(
    browser: Browser, store: layout.Store, address: str, form_key: str | None
) -> None:
    fact = given.fact(store, "the port is 8080")
    fields = {"id": fact["id"]} | ({} if form_key is None else {"form_key": form_key})

    assert browser.client.post(address, data=fields).status_code == 403
    assert len(given.living(store)) == 1


def test_nothing_changes_by_an_address_alone(browser: Browser, store: layout.Store) -> None:
    fact = given.fact(store, "the port is 8080")

    answer = browser.client.get("/do/retract", params={"id": fact.id})

    assert answer.status_code == 405
    assert len(given.living(store)) == 1


@pytest.mark.parametrize(
    "address",
    ["/static/../app.py", "/static/..%2fapp.py", "/static/%2e%2e/guard.py", "/static/..\\app.py"],
)
def test_no_address_leads_out_of_the_folder_of_style_and_script(
    browser: Browser, address: str
) -> None:
    answer = browser.client.get(address)

    assert answer.status_code in (403, 404)
    assert browser.client.get("/static/view.css").status_code == 200


@pytest.mark.parametrize("back", ["//evil.example", "http://evil.example", "/\\evil.example", "x"])
def test_no_form_leads_to_another_site(browser: Browser, back: str) -> None:
    fields = {"form_key": browser.keys.form, "back": back}

    answer = browser.client.post(CHANGE, data=fields, follow_redirects=False)

    assert answer.headers["location"].startswith("/now?")


@pytest.mark.parametrize("address", ["/", "/now", "/static/view.js", "/nothing"])
def test_each_answer_forbids_scripts_of_others_frames_and_copies(
    browser: Browser, address: str
) -> None:
    headers = browser.client.get(address).headers

    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"


def test_the_cookie_is_for_this_site_and_no_script(store: layout.Store) -> None:
    browser = Browser(store)

    answer = browser.client.post(
        "/enter", data={"token": browser.keys.token}, follow_redirects=False
    )

    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_stored_text_is_shown_and_never_run(browser: Browser, store: layout.Store) -> None:
    given.fact(store, "<script>alert(1)</script><img src=x onerror=alert(1)>")

    raw = browser.client.get("/facts").text

    assert "<script>alert" not in raw
    assert "&lt;script&gt;alert" in raw


@pytest.mark.parametrize(
    "other", ['seen={"a":1}', "flag", "a b=c", '"x', "[x]=1", "=;;", 'a="', "\u00e9=1"]
)
def test_cookies_of_other_pages_of_this_machine_do_not_shut_the_person_out(
    store: layout.Store, other: str
) -> None:
    browser = Browser(store)
    name = f"memory_store_{PORT}"

    def status(value: str) -> int:
        cookies = f"{other}; {name}={value}".encode()
        return browser.client.get("/now", headers={b"cookie": cookies}).status_code

    assert status(browser.keys.cookie) == 200
    assert status("x") == 403  # the control
