"""Texts in other encodings than UTF-8, as Windows and hosts save and send them."""

from __future__ import annotations

import pytest

from memory_store.text import encoding

NOTE = "# 发布流程\r\n\r\n发布窗口是每周二下午三点，负责人是平台组。\r\n"
PROMPTS = (
    "记住，测试环境每周日晚上重建",
    "以后都用中文回答。",
    "把 README 里的端口改成 8443，然后跑一遍测试。\n记住：生产环境在法兰克福。",
    "导出按钮点了没反应",
)


@pytest.mark.parametrize(
    "codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gb18030", "gbk"]
)
def test_a_note_is_read_in_whatever_encoding_an_editor_saved_it(codec: str) -> None:
    assert encoding.decoded(NOTE.encode(codec)) == NOTE


@pytest.mark.parametrize("codec", ["utf-8", "gb18030"])
@pytest.mark.parametrize("missing", [1, 2, 3])
def test_the_end_of_a_part_may_cut_a_character(codec: str, missing: int) -> None:
    raw = NOTE.rstrip().encode(codec)[:-missing]

    assert NOTE.startswith(encoding.decoded(raw))
    assert len(encoding.decoded(raw)) >= len(NOTE.rstrip()) - 2


@pytest.mark.parametrize(
    "raw", ["café à la crème, déjà vu\n".encode("latin-1"), bytes(range(256))]
)
def test_what_is_no_text_of_these_is_refused(raw: bytes) -> None:
    with pytest.raises(ValueError, match=r"UTF-8|UTF-16|no text"):
        encoding.decoded(raw)


def test_a_damaged_character_is_left_out() -> None:
    raw = ("always answer in short sentences\n" * 9).encode() + "发".encode()[:2] + b"\nend\n"

    assert encoding.decoded(raw) == "always answer in short sentences\n" * 9 + "\nend\n"


@pytest.mark.parametrize("text", PROMPTS)
@pytest.mark.parametrize("page", ["gbk", "gb18030"])
def test_a_prompt_that_was_read_as_code_page_936_comes_back(text: str, page: str) -> None:
    misread = text.encode().decode(page, "replace")

    back = encoding.restored(misread)

    assert "\ufffd" not in back
    assert len(set(text) - set(back)) <= max(1, misread.count("\ufffd"))
    assert back != misread


@pytest.mark.parametrize("text", ["记住，端口是 8443", "le café est fermé", "naïve Überprüfung"])
def test_a_prompt_that_was_read_as_code_page_1252_comes_back(text: str) -> None:
    raw = text.encode()
    misread = "".join(
        raw[at : at + 1].decode("cp1252", "ignore") or chr(raw[at]) for at in range(len(raw))
    )

    assert encoding.restored(misread) == text


@pytest.mark.parametrize(
    "text",
    [
        *PROMPTS,
        "remember: the port is 8443",
        "联通的接口一律走网关",
        "鍋爐的壓力閥",
        "涓涓细流，铏哥殑",
        "mañana señor, ça va? größer",
        "日本語のテキストです",
        "한국어 문장입니다",
        "Ça ira é è ê",
    ],
)
def test_any_other_prompt_stays_as_it_is(text: str) -> None:
    assert encoding.restored(text) == text
