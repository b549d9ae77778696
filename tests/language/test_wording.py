"""One table has every sentence, in Chinese and in English."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import errors
from memory_store.language import wording

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(errors.__file__).parent
PLACES = re.compile(r"{(\w+)}")
SENTENCES = {
    name: (name, found) if isinstance(found, str) else tuple(found)
    for table in wording.TABLES
    for name, found in wording.table(table).items()
}
HAN = "[\u3400-\u9fff]"
CLUMSY = re.compile(f"{HAN} (?={HAN})|[。？！；][。？！；，]")
"""A blank within Chinese, and two stops in a row."""
COMMAND = re.compile("memory-store |--[a-z]")
"""Between whose words a blank stands."""
CARRIERS = re.compile(
    r"Message$|refuse$|leave$|cannot$|(Store|Usage|Locked|Request|Outdated|Model|Permission)Error$|Unusable$|not_installed$"
)


def test_a_sentence_has_its_twin_with_the_same_places() -> None:
    different = {
        name: pair
        for name, pair in SENTENCES.items()
        if not all(pair) or len(pair) != len(wording.LANGUAGES) or len(set(map(places, pair))) > 1
    }

    assert different == {}


def places(sentence: str) -> frozenset[str]:
    """The places of a sentence, without the endings of English plurals."""
    return frozenset(one for one in PLACES.findall(sentence) if not one.endswith(("_s", "_ies")))


def test_no_table_has_a_sentence_of_another() -> None:
    hooks, people = (wording.table(name).keys() for name in wording.TABLES)

    assert hooks & people == set()


@pytest.mark.long
def test_every_message_has_its_sentence() -> None:
    unknown = [
        f"{path.relative_to(PACKAGE)}:{line} {template}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for line, template in messages(ast.parse(path.read_text("utf-8")))
        if template and template not in SENTENCES
    ]

    assert unknown == []


def messages(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The templates of the messages and errors that a module makes, and where it does.

    A text that is put together beforehand, which nobody can translate, is one too.
    """
    named = {
        target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for call in ast.walk(tree):
        name = ast.unparse(call.func) if isinstance(call, ast.Call) else ""
        if isinstance(call, ast.Call) and CARRIERS.search(name):
            hints = [one.value for one in call.keywords if one.arg == "hint"]
            said = call.args[-1:] if name.endswith(("refuse", "leave")) else call.args[:2]
            said = call.args[:1] if name.endswith("not_installed") else said
            if name.endswith("cannot"):
                yield call.lineno, f"cannot {ast.literal_eval(call.args[0])} {{path}}: {{reason}}"
                said = call.args[3:]
            for argument in [*said, *hints]:
                meant = (
                    named.get(argument.id, argument)
                    if isinstance(argument, ast.Name)
                    else argument
                )
                both = [meant.body, meant.orelse] if isinstance(meant, ast.IfExp) else [meant]
                for one in both:
                    if isinstance(one, ast.Constant) and isinstance(one.value, str):
                        yield call.lineno, one.value
                    elif isinstance(one, ast.BinOp) or (
                        isinstance(one, ast.JoinedStr) and "{" not in _constant(one)
                    ):  # what has places is a template, put together of others
                        yield call.lineno, ast.unparse(one)


def _constant(text: ast.JoinedStr) -> str:
    return "".join(str(one.value) for one in text.values if isinstance(one, ast.Constant))


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('UsageError("{a} is lost", f"see {b}")', ["{a} is lost", "f'see {b}'"]),
        (
            'told = "x"\nerrors.StoreError(told, "y" if a else told + "z")',
            ["x", "y", "told + 'z'"],
        ),
        ("UsageError(error.message, hint=errors.remedy(error, path))", []),
    ],
)
def test_messages_are_found_where_they_are_made(source: str, found: list[str]) -> None:
    assert [template for _, template in messages(ast.parse(source))] == found


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "cannot write ~: No space left on device; the disk of ~ is full: make room there"),
        ("zh", "无法写入 ~：磁盘空间不足；~ 所在磁盘已满：请清理空间"),
    ],
)
def test_a_message_in_a_message_is_told_in_the_same_language(language: str, said: str) -> None:
    full = OSError(28, "No space left on device")
    told = errors.StoreError("cannot write {path}: {reason}", path="~", reason=full)

    assert wording.told(language, (told, errors.remedy(full, "~"))) == said


def test_no_chinese_sentence_has_a_blank_within_it_or_two_stops() -> None:
    clumsy = {
        name: chinese
        for name, (_, chinese) in SENTENCES.items()
        if CLUMSY.search(chinese) and not COMMAND.search(chinese)
    }

    assert clumsy == {}


@pytest.mark.parametrize(
    ("template", "values", "told"),
    [
        (
            "{what} needs {name}, which is not installed",
            {"what": errors.Message("the page"), "name": "uvicorn"},
            "浏览器页面需要 uvicorn，但没有安装",
        ),
        (
            "{what} needs {name}, which is not installed",
            {"what": "MCP", "name": "mcp"},
            "MCP 需要 mcp，但没有安装",
        ),
        (
            "{fault}. To mend it: {cure}",
            {
                "fault": errors.Message(
                    "{where}: unknown setting {name}: did you mean {near}?",
                    where="x",
                    name="'recal'",
                    near="recall",
                ),
                "cure": "y",
            },
            "x：没有 'recal' 这项设置，是否想写 recall？修复：y",
        ),
    ],
)
def test_the_signs_of_a_chinese_sentence_fit_its_values(
    template: str, values: dict[str, object], told: str
) -> None:
    assert wording.say("zh", template, **values) == told


def test_what_an_import_leaves_out_is_a_message() -> None:
    modules = [*(PACKAGE / "importing").glob("*.py"), PACKAGE / "commands" / "import.py"]
    plain = [
        ast.unparse(one)
        for path in modules
        for one in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(one, ast.Subscript)
        and ast.unparse(one.value).endswith("left_out")
        and isinstance(one.slice, ast.Constant | ast.JoinedStr)
    ]

    assert plain == []
