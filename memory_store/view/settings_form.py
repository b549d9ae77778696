"""The settings on the page, and the change of one setting in its file.

Accepts what the published schema accepts. Must not show or write a secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memory_store import codec, config, errors, place
from memory_store.commands import written_settings
from memory_store.store import layout

if TYPE_CHECKING:
    from collections.abc import Sequence


_BOTH = ("true", "false")


class Setting(NamedTuple):
    """A setting that the page can change.

    Attributes:
        name: as in config.json.
        description: what it does, in the page's language.
        kind: boolean, number or string.
        value: what holds now.
        origin: default, user, project, environment or closed.
        choices: the words that it may be; () for any.
    """

    name: str
    description: str
    kind: str
    value: object
    origin: str
    choices: tuple[str, ...]


def grouped(
    settings: config.Config, language: str, words: Sequence[str], scope: str
) -> dict[str, list[Setting]]:
    """The settings of a scope (user or project) that hold all of some words, by their groups.

    None that holds a secret, and for a project none that is the user's alone.
    """
    groups: dict[str, list[Setting]] = {}
    group = ""
    for name, rule in config.schema().items():
        group = str(rule.get("group", group))
        explained = config.explained(rule, language)
        held = f"{name} {name.replace('_', ' ')} {explained}".lower()
        is_hidden = rule.get("secret") or rule.get("address")
        if is_hidden or (scope != "user" and rule.get("user_only")):
            continue
        if not all(one in held for one in words):
            continue
        setting = Setting(
            name,
            explained,
            str(rule["type"]),
            codec.render(value) if isinstance(value := settings.values[name], bool) else value,
            settings.origins[name],
            _BOTH if rule["type"] == "boolean" else tuple(codec.texts(rule.get("enum"))),
        )
        groups.setdefault(group, []).append(setting)
    return groups


def save(where: place.Place, scope: str, name: str, text: str) -> None:
    """Write a setting into the user's file or the project's; "" takes it out of there.

    Raises:
        UsageError: there is no such setting, or it can't have this value, or not there.
        StoreError: the file can't be read or written.
    """
    rule = config.schema().get(name)
    if rule is None or rule.get("secret") or rule.get("address"):
        raise errors.UsageError(
            "the page does not set {name}", "memory-store config lists all", name=name
        )
    store = layout.user_store() if scope == "user" else where.project
    if store is None or (scope != "user" and rule.get("user_only")):
        raise errors.UsageError(
            "{name} is for the user's own settings only", "choose: user", name=name
        )
    value = None if text == "" else _value(name, rule, text)
    written_settings.change(store, {name: value})


def _value(name: str, rule: dict[str, object], text: str) -> object:
    value: object = text
    if rule["type"] != "string":
        try:
            value = codec.parse(text)
        except ValueError as error:
            raise errors.UsageError(
                "{name} must be a {type}",
                "not '{text}'",
                name=name,
                type=rule["type"],
                text=text,
            ) from error
    refused = config.refusal(rule, value)
    if refused:
        raise errors.UsageError(
            "{name} {refused}", "not '{text}'", name=name, refused=refused, text=text
        )
    return value
