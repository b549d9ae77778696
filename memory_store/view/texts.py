"""The page's texts in Chinese and English, and the choice by a browser's wish."""

from __future__ import annotations

import json
import os
import time

LANGUAGES = ("zh", "en")

_PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "texts.json")
with open(_PATH, encoding="utf-8") as _file:
    TEXTS: dict[str, list[str]] = json.load(_file)
"""Each text by its name: English, Chinese."""


def say(language: str, name: str, /, **values: object) -> str:
    """The text `name` in a language, its places filled; `{days_s}` is the s of several days."""
    endings = {f"{place}_s": "" if value == 1 else "s" for place, value in values.items()}
    return TEXTS[name][language == "zh"].format(**values, **endings)


def chosen(cookie: str, accepted: str) -> str:
    """The language that the person chose, else the first of the browser's that there is."""
    if cookie in LANGUAGES:
        return cookie
    wanted = (one.strip().lower() for one in accepted.split(","))
    return next((one[:2] for one in wanted if one[:2] in LANGUAGES), "en")


def moment(seconds: float) -> str:
    """A moment of this machine's local time: 2026-11-23 14:05."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
