"""Draws docs/demo.svg and docs/demo.zh-CN.svg, two windows that share a memory: `python docs/picture.py`.

The hooks run as Cursor and Claude Code run them, in a throw-away project; what the right window
shows is what they answered, without the day before each line.
"""

from __future__ import annotations

import html
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path
from typing import NamedTuple

from memory_store import place

_DOCS = Path(__file__).parent
_CELL, _LEADING, _ROOM = 7.3, 20.0, 55  # units, units, and cells of a line
_WINDOW, _GAP, _HEIGHT = 430, 20, 250
_LOOP = 18.0  # seconds
TITLES = ("Cursor", "Claude Code")
_NEVER_FIRST = "，。、；：？！”’）》」"


class Story(NamedTuple):
    """What is typed, and the picture's own words around it."""

    language: str
    days: tuple[str, str]
    said: tuple[str, str]
    meanwhile: str
    asked: str
    begins: str
    comes: str


class Line(NamedTuple):
    """A line of a window, how it looks, and when it comes, in seconds."""

    window: int
    kind: str
    text: str
    at: float


STORIES = {
    "demo.svg": Story(
        language="en",
        days=("yesterday", "today, in another window"),
        said=(
            "Remember that we deploy with Argo CD, never with kubectl by hand.",
            "以后提交信息统一用英文写。",
        ),
        meanwhile="From now on the staging database is read-only.",
        asked="Please write the release script.",
        begins="today, before you type, the agent reads:",
        comes="beside your prompt, the agent reads:",
    ),
    "demo.zh-CN.svg": Story(
        language="zh",
        days=("昨天", "今天，另一个窗口"),
        said=(
            "记住：部署用 Argo CD，不要手工执行 kubectl。",
            "From now on write commit messages in English.",
        ),
        meanwhile="以后预发数据库一律只读。",
        asked="写一下发布脚本。",
        begins="今天，新会话。你还没输入，agent 已经读到：",
        comes="随这句话，agent 还读到：",
    ),
}


def main() -> None:
    """Run each story and draw it."""
    for name, story in STORIES.items():
        _DOCS.joinpath(name).write_text(drawn(played(story)), encoding="utf-8")


def played(story: Story) -> list[Line]:
    """A story's lines, the agent's from the hooks' answers."""
    with tempfile.TemporaryDirectory(
        ignore_cleanup_errors=True
    ) as scratch:  # upkeep may still run
        stage = _Stage(Path(scratch), story.language)
        for prompt in story.said:
            stage.cursor("one", prompt)
        start = stage.claude("load_memory", "SessionStart", source="startup")
        stage.cursor("two", story.meanwhile)
        news = stage.claude("recall_memory", "UserPromptSubmit", prompt=story.asked)
    lines = [Line(0, "note", story.days[0], 0.2)]
    lines += [Line(0, "typed", said, 0.5 + 2.5 * turn) for turn, said in enumerate(story.said)]
    lines += [Line(1, "note", story.begins, 6.0)]
    lines += [Line(1, "read", memory, 6.6 + 0.6 * row) for row, memory in enumerate(start)]
    lines += [Line(0, "note", story.days[1], 9.0), Line(0, "typed", story.meanwhile, 9.3)]
    lines += [Line(1, "typed", story.asked, 11.5)]
    lines += [Line(1, "note", story.comes, 13.5)]
    return lines + [Line(1, "read", memory, 14.0) for memory in news]


class _Stage:
    """A throw-away home and project, and how its hooks are run."""

    def __init__(self, root: Path, language: str) -> None:
        self._project = root / "shop"
        (self._project / ".git" / "info").mkdir(parents=True)
        own = {name: value for name, value in os.environ.items() if "MEMORY_STORE" not in name}
        own |= {f"XDG_{name}_HOME": str(root) for name in ("CONFIG", "CACHE", "STATE", "DATA")}
        own |= dict.fromkeys(("HOME", "USERPROFILE", "LOCALAPPDATA", "APPDATA"), str(root))
        self._env = {**own, "MEMORY_STORE_LANGUAGE": language}
        init = ["-m", "memory_store", "init", "--host", "claude", "--project", str(self._project)]
        self._run(init, "")

    def cursor(self, session: str, prompt: str) -> None:
        """Say something in a window of Cursor."""
        self._hook(
            "recall_memory",
            hook_event_name="beforeSubmitPrompt",
            conversation_id=session,
            generation_id=prompt,
            cursor_version="3.20.17",
            workspace_roots=[str(self._project)],
            prompt=prompt,
        )

    def claude(self, hook: str, event: str, **said: str) -> list[str]:
        """The memories that an event in Claude Code brings its agent."""
        answer = self._hook(
            hook, hook_event_name=event, session_id="three", cwd=str(self._project), **said
        )
        text = json.loads(answer)["hookSpecificOutput"]["additionalContext"]
        memories = re.findall(r"^- (\[[WOBS] .*)", text, re.MULTILINE)
        return [re.sub(r" \d{4}-\d\d-\d\d", "", memory, count=1) for memory in memories]

    def _hook(self, name: str, **payload: object) -> str:
        return self._run(["-I", place.hook(name)], json.dumps(payload))

    def _run(self, words: list[str], given: str) -> str:
        done = subprocess.run(
            [sys.executable, *words],
            input=given.encode(),
            capture_output=True,
            check=True,
            env=self._env,
            cwd=_DOCS.parent,
        )
        return done.stdout.decode("utf-8")


def drawn(lines: list[Line]) -> str:
    """The moving picture, as SVG; where nothing moves, its last moment is seen."""
    wide = 2 * _WINDOW + _GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {_HEIGHT}" role="img">',
        "<title>Cursor → Claude Code</title>",
        f"<style>{_style(lines)}</style>",
    ]
    for window, title in enumerate(TITLES):
        left = window * (_WINDOW + _GAP)
        parts.append(
            f'<rect class="window" x="{left}" width="{_WINDOW}" height="{_HEIGHT}" rx="9"/>'
        )
        parts += [
            f'<circle cx="{left + 18 + 16 * dot}" cy="17" r="5" fill="{colour}"/>'
            for dot, colour in enumerate(("#ff5f57", "#febc2e", "#28c840"))
        ]
        parts.append(_runs(title, left + 72, 21, "title"))
        top = 54.0
        for number, line in enumerate(lines):
            if line.window != window:
                continue
            rows, top = _placed(line, left + 14, top)
            parts.append(f'<g class="at{number}">{"".join(rows)}</g>')
    return "\n".join([*parts, "</svg>", ""])


def _style(lines: list[Line]) -> str:
    """How things look, and when each line comes."""
    rules = [
        (
            "text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',"
            "'Noto Sans Mono CJK SC','PingFang SC','Microsoft YaHei',monospace;white-space:pre}"
        ),
        ".window{fill:#16181d}.title{fill:#8b929e}.typed{fill:#f2f4f8}.note{fill:#8b929e}",
        ".read{fill:#7ee2a8}.mark{fill:#6cb6ff}",
        "@media(prefers-reduced-motion:reduce){g{animation:none!important}}",
    ]
    for number, line in enumerate(lines):
        share = 100 * line.at / _LOOP
        rules.append(
            f".at{number}{{animation:at{number} {_LOOP:g}s infinite}}"
            f"@keyframes at{number}{{0%,{share:.1f}%{{opacity:0}}{share + 2:.1f}%,97%{{opacity:1}}"
            "100%{opacity:0}}"
        )
    return "".join(rules)


def _placed(line: Line, left: float, top: float) -> tuple[list[str], float]:
    """A line's rows of text, and where the next line begins."""
    indent = 2 * _CELL
    rows = [_runs("›", left, top, "mark")] if line.kind == "typed" else []
    for row in wrapped(line.text, _ROOM - 2):
        rows.append(_runs(row, left + indent, top, line.kind))
        top += _LEADING
    return rows, top + (0 if line.kind == "note" else 6)


def wrapped(text: str, room: int) -> list[str]:
    """A text in rows of at most so many cells, broken at blanks and between Chinese characters."""
    rows, row = [], ""
    wide = r"\u2e80-\uffef"
    for word in re.findall(rf"(?:[{wide}]|[^\s{wide}]+)[{_NEVER_FIRST}]*|\s+", text):
        if row and _cells(row + word) > room:
            rows.append(row.rstrip())
            row = word.lstrip()
        else:
            row += word
    return [*rows, row]


def _runs(text: str, left: float, top: float, kind: str) -> str:
    """A text in runs of equally wide characters, each as wide as its cells in any font."""
    parts = []
    for _, run in itertools.groupby(text, _cells):
        shown = "".join(run)
        width = _cells(shown) * _CELL
        parts.append(
            f'<text class="{kind}" x="{left:.1f}" y="{top:.1f}" textLength="{width:.1f}">'
            f"{html.escape(shown)}</text>"
        )
        left += width
    return "".join(parts)


def _cells(text: str) -> int:
    """How many cells of a terminal a text takes."""
    return sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text)


if __name__ == "__main__":
    main()
