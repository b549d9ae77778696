"""Settings: environment before the project's file before the user's file before the default.

The published schema is the only list of settings. A project's file may arrive with a clone. Must
not let it set a model or another `user_only` setting.
"""

from __future__ import annotations

import os

from memory_store import codec, errors
from memory_store.store import files, layout

_PREFIX = "MEMORY_STORE_"
_OTHER_VARIABLES = {"MEMORY_STORE_DISABLE"}
_WORDS = {"on": "true", "off": "false", "yes": "true", "no": "false"}
_NOT_DISABLED = ("", "0", "false", "off", "no")
SCHEMA = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "schemas", "settings.schema.json"
)
MAX_BYTES = 65_536
_OFF = (False, "none")

_schema: dict[str, dict[str, object]] = {}


class Config:
    """The settings, and the faults of their files.

    Attributes:
        values: every setting by name.
        origins: where each value comes from: default, user, project, environment, or closed.
        problems: one line for each unknown key and bad value, which were passed over.
        unreadable: those of them that tell of a file, or of a switch, that can't be read.
        misspelt: the others that tell of a key which is near to a setting's name.
    """

    __slots__ = ("misspelt", "origins", "problems", "unreadable", "values")

    def __init__(self) -> None:
        self.values: dict[str, object] = {}
        self.origins: dict[str, str] = {}
        self.problems: list[str] = []
        self.unreadable: list[str] = []
        self.misspelt: list[str] = []

    def report(self, template: str, **values: object) -> None:
        """Note a problem."""
        self.problems.append(errors.Message(template, **values))

    def number(self, name: str) -> float:
        """A numeric setting."""
        value = self.values[name]
        assert isinstance(value, int | float), name  # noqa: S101  the schema was applied
        return value

    def count(self, name: str) -> int:
        """A numeric setting, as a whole number."""
        return int(self.number(name))

    def switch(self, name: str) -> bool:
        """A setting that is on or off."""
        return self.values[name] is True

    def is_off(self, name: str, rule: dict[str, object]) -> bool:
        """Whether the user's own file turned a setting off: no project's turns it on again."""
        return self.origins[name] == "user" and self.values[name] == rule.get("off", ...)

    def word(self, name: str) -> str:
        """A setting that is a word."""
        return str(self.values[name])


def schema() -> dict[str, dict[str, object]]:
    """The properties of the published settings schema, by name; read once a process."""
    if not _schema:
        with open(SCHEMA, encoding="utf-8") as file:
            whole = codec.parse(file.read())
        assert isinstance(whole, dict)  # noqa: S101  our own file
        _schema.update(whole["properties"])
    return _schema


def explained(rule: dict[str, object], language: str) -> str:
    """What a setting is for, in a language."""
    return str(rule["description_zh" if language == "zh" else "description"])


def resolve(project: layout.Store | None = None) -> Config:
    """The settings for `project`; None means the user's alone.

    A project store's file is read whether trusted or not only by callers that checked trust.
    """
    config = Config()
    known = schema()
    for name, rule in known.items():
        config.values[name] = rule["default"]
        config.origins[name] = "default"
    _apply_file(config, known, layout.user_store(), "user")
    if project is not None and project.scope == "project":
        _apply_file(config, known, project, "project")
    _apply_environment(config, known)
    if config.unreadable:
        _close(config, known)
    return config


def _close(config: Config, known: dict[str, dict[str, object]]) -> None:
    """Apply the safe values of a settings file that can't be read."""
    for name, rule in known.items():
        among = rule.get("network", [config.values[name]])
        assert isinstance(among, list)  # noqa: S101  our own file
        if "closed" in rule and config.values[name] in among:
            config.values[name] = rule["closed"]
            config.origins[name] = "closed"


def _apply_file(
    config: Config, known: dict[str, dict[str, object]], store: layout.Store, origin: str
) -> None:
    path = os.path.join(store.path, layout.SETTINGS)
    settings, fault = written(store)
    if fault:
        config.report("{path}: {reason}", path=path, reason=fault)
        config.unreadable.append(config.problems[-1])
    for name, value in settings.items():
        _apply(config, known, name, value, origin, path)


def written(store: layout.Store) -> tuple[dict[str, object], str]:
    """The values of a store's settings file, and its fault; empty without a file.

    Where others changed the file, the values that it had before.
    """
    if layout.SETTINGS in store.withheld:
        return _values(store.approved_settings) if store.approved_settings else ({}, "")
    path = os.path.join(store.path, layout.SETTINGS)
    try:
        text = files.read(store.path, layout.SETTINGS, MAX_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return {}, errors.Message("not UTF-8, at byte {byte}", byte=error.start)
    except OSError as error:
        fault = errors.Message("not read: {reason}", reason=error)
        return {}, fault if os.path.lexists(path) else ""
    return _values(text)


def _values(text: str) -> tuple[dict[str, object], str]:
    """The values in the text of a settings file, and its fault."""
    try:
        settings = codec.parse(text)
    except ValueError as error:
        return {}, _place_of(text) or str(error)
    if not isinstance(settings, dict):
        return {}, errors.Message("not a JSON object")
    if any(text.count(f'"{one}"') > 1 for one in settings):
        return _unless_doubled(text, settings)
    return settings, ""


def _unless_doubled(text: str, settings: dict[str, object]) -> tuple[dict[str, object], str]:
    """The values, or none where a key stands twice: nobody knows which of the two is meant."""
    import json  # few files come so far

    keys: list[str] = []

    def noted(pairs: list[tuple[str, object]]) -> None:
        keys[:] = [key for key, _ in pairs]  # the outermost object comes last

    json.loads(text, object_pairs_hook=noted)
    doubled = next((one for one in keys if keys.count(one) > 1), "")
    fault = errors.Message("{name} stands there twice", name=repr(doubled))
    return ({}, fault) if doubled else (settings, "")


def _place_of(text: str) -> str:
    """Where a text stops being JSON, and why."""
    import json  # codec's words name no line, and most files are whole

    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return errors.Message(
            "line {line}, column {column}: {what}",
            line=error.lineno,
            column=error.colno,
            what=errors.Message(error.msg),
        )
    except RecursionError:
        pass
    return ""


def _apply_environment(config: Config, known: dict[str, dict[str, object]]) -> None:
    for variable, text in os.environ.items():
        if not variable.startswith(_PREFIX) or variable in _OTHER_VARIABLES or not text:
            continue
        name = variable[len(_PREFIX) :].lower()
        rule = known.get(name, {})
        value: object = text
        if rule.get("type") != "string":
            try:
                value = codec.parse(_WORDS.get(text.lower(), text.lower()))
            except ValueError:
                value = text
        if rule.get("type") == "boolean" and value in (0, 1):
            value = bool(value)
        _apply(config, known, name, value, "environment", variable)


def _apply(
    config: Config,
    known: dict[str, dict[str, object]],
    name: str,
    value: object,
    origin: str,
    where: str,
) -> None:
    """Apply a value, or report why not."""
    if name not in known:
        later = _later_name(known, name)
        if later is None:
            _pass_over(config, known, name, where)
        elif later and config.origins[later] != origin:
            _apply(config, known, later, value, origin, where)
        return
    said = {"where": where, "name": repr(name)}
    if origin == "project" and known[name].get("user_only"):
        config.report("{where}: {name} is for the user's own settings only", **said)
        return
    if origin == "project" and known[name].get("paths") and (bad := _outside(value)):
        config.report(
            "{where}: {name} must stay inside the project, not {path}", **said, path=f"{bad!r:.80}"
        )
        return
    if origin == "project" and config.is_off(name, known[name]) and value != known[name]["off"]:
        config.report("{where}: {name} is off in the user's own settings", **said)
        return
    fault = refusal(known[name], value)
    if fault:
        is_secret = known[name].get("secret")
        template = (
            "{where}: {name} {fault}" if is_secret else "{where}: {name} {fault}, not {value}"
        )
        config.report(template, **said, fault=fault, value=f"{value!r:.80}")
        if known[name].get("closed") is False:
            config.unreadable.append(config.problems[-1])  # who wrote "off" meant to close it
        return
    config.values[name] = value
    config.origins[name] = origin


def _later_name(known: dict[str, dict[str, object]], name: str) -> str | None:
    """The setting that took over one of an earlier release; "" for none, None for no setting."""
    for later, rule in known.items():
        retired = rule.get("retires", ())
        if name == rule.get("was"):
            return later
        if isinstance(retired, list) and name in retired:
            return ""
    return None


def _pass_over(config: Config, known: dict[str, dict[str, object]], name: str, where: str) -> None:
    """Report an unknown key; a misspelt safety setting applies its safe value."""
    near = errors.nearest(name, known)
    template = "{where}: unknown setting {name}"
    template = f"{template}: did you mean {{near}}?" if near else template
    config.report(template, where=where, name=repr(name), near=near)
    if near and known[near].get("closed") in _OFF:
        config.unreadable.append(config.problems[-1])
    elif near:
        config.misspelt.append(config.problems[-1])


def paths(text: str) -> list[str]:
    """The paths in a setting, one a line."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def _outside(value: object) -> str:
    """The first path of a setting that may lead out of the directory it is relative to, or ""."""
    for path in paths(value) if isinstance(value, str) else ():
        parts = path.replace("\\", "/").split("/")
        if parts[0] in ("", "~") or parts[0].startswith("~") or ".." in parts or ":" in parts[0]:
            return path
    return ""


def refusal(rule: dict[str, object], value: object) -> str:
    """Why the schema's `rule` refuses `value`; "" when it takes it."""
    kind = rule["type"]
    if kind == "boolean":
        return "" if isinstance(value, bool) else errors.Message("must be true or false")
    if kind == "number":
        low, high = rule["minimum"], rule["maximum"]
        assert isinstance(low, int | float)  # noqa: S101  our own file
        assert isinstance(high, int | float)  # noqa: S101
        fits = isinstance(value, int | float) and not isinstance(value, bool)
        fits = fits and isinstance(value, int | float) and low <= value <= high
        must = "must be a number from {low} to {high}"
        return "" if fits else errors.Message(must, low=low, high=high)
    choices = rule.get("enum")
    if isinstance(choices, list):
        listed = ", ".join(map(str, choices))
        return "" if value in choices else errors.Message("must be one of {listed}", listed=listed)
    return "" if isinstance(value, str) else errors.Message("must be a text")


def disabled(store: layout.Store | None) -> bool:
    """Whether everything is off: MEMORY_STORE_DISABLE=1, or a file `disabled` in a store."""
    if os.environ.get("MEMORY_STORE_DISABLE", "").lower() not in _NOT_DISABLED:
        return True
    stores = [layout.user_store(), store] if store else [layout.user_store()]
    return any(
        os.path.lexists(os.path.join(one.path, layout.DISABLED))
        and layout.DISABLED not in one.withheld
        for one in stores
    )
