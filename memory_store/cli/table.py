"""The commands as a table: a row is a command's name, flags, words in both languages, and work.

A row stands in the module of its family, above the function that does the work. Help, the
overview, completion, the pages in docs, refusals and the tools of `mcp` follow from it. Must not
import more than the family that is meant.
"""

from __future__ import annotations

import os

from memory_store import errors
from memory_store.cli import flags, terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from memory_store import config, model, place
    from memory_store.index import questions
    from memory_store.store import layout

    Work = Callable[["Call"], model.Answer]
    Words = dict[str, str]
    """A text in each language, by its name: en, zh."""

FAMILIES = (
    "find", "look", "looking_back", "decide", "keep", "erase",
    "together", "carry", "upkeep", "setup", "serve",
)  # fmt: skip
"""The modules that hold rows, in the order of the overview."""

_DECLARED = (b"\ndef %s(", b"\ndef %s_(")
_COMMANDS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "commands")

ID_HELP = (
    "a number of the last list, an id, or its beginning",
    "上一次列表中的编号、ID，或 ID 的开头",
)
ID = flags.Flag("id", *ID_HELP, metavar="ID")
IDS = flags.Flag("ids", *ID_HELP, metavar="ID", nargs="+")
SCOPE = flags.Flag("--scope", "which memory", "哪一份记忆", choices=("project", "user"))
SINCE = flags.Flag(
    "--since", "3 days ago, 上周, a date", "三天前、上周，或日期", metavar="WHEN", default=""
)
UNTIL = flags.Flag(
    "--until", "yesterday, 昨天, a date", "昨天、yesterday，或日期", metavar="WHEN", default=""
)
PROJECT = flags.Flag(
    "--project",
    "the project (default: found from here)",
    "项目（默认从当前目录查找）",
    metavar="DIR",
)


class Call(flags.Values):
    """A call of a command: the values of its flags, and the place where it works."""

    def __init__(
        self, values: flags.Values, where: place.Place, section: str = "steering"
    ) -> None:
        """Keep them; `section` is where `say` finds the command's sentences."""
        super().__init__(vars(values))
        self.where = where
        self._section = section

    @property
    def settings(self) -> config.Config:
        """The settings that hold here."""
        return self.where.config

    @property
    def stores(self) -> list[layout.Store]:
        """The memories that it works on; UsageError where the project's is not trusted."""
        return terminal.stores_of(self.where, getattr(self, "scope", None))

    @property
    def store(self) -> layout.Store:
        """The memory that it writes to; errors as `terminal.store_of`."""
        return terminal.store_of(self.where, getattr(self, "scope", None))

    @property
    def records(self) -> list[questions.Records]:
        """The records of these memories."""
        from memory_store.index import questions  # a save needs none

        return [questions.Records(store) for store in self.stores]

    @property
    def made(self) -> layout.Store:
        """The memory that it writes to, as `store`; UsageError where there is none yet."""
        store = self.store
        if not store.exists():
            raise errors.UsageError(
                "there is no memory in {path}", "memory-store init", path=store.path
            )
        return store

    @property
    def spoken(self) -> str:
        """The person's language."""
        return terminal.spoken(self.settings)

    def say(self, name: str, /, **values: object) -> str:
        """A sentence of its section, or one by its whole name, in the person's language."""
        return terminal.say(self.settings, name, self._section, **values)

    def nothing(self) -> str:
        """What is told where nothing is found: also that a memory is empty, or not there."""
        from memory_store.journal import read  # most find something

        project = self.where.project
        missing = "steering.none"
        if not any(map(read.holds_records, self.stores)):
            is_made = project is not None and project.exists()
            missing = "steering.nothing_yet" if is_made else "setup.no_memory"
        return self.say(missing)

    def tell(self, lines: Iterable[str]) -> str:
        """Lines of a text, messages among them, in the person's language."""
        from memory_store.language import wording  # agents are answered in JSON

        return wording.text(self.spoken, lines)


class Row:
    """A command.

    Attributes:
        name: as it is typed: `save-fact`.
        flags: its own; every command takes --project and --format too.
        line: what it does, for the overview.
        help: the same at length.
        changes: whether it may change what is stored, in derived files too.
        works_off: whether it works where memory is switched off.
        works_closed: whether it goes on where a file of the memory is closed, and tells it itself.
        answers_programs: whether a program is answered in JSON without asking for it.
        formats: of --format, beside text and json.
        section: where its sentences stand, where not in its family's.
    """

    def __init__(
        self,
        family: Family,
        work: Work,
        declared: tuple[flags.Flag, ...],
        *,
        changes: bool,
        name: str = "",
        en: str,
        zh: str,
        help_en: str = "",
        help_zh: str = "",
        works_off: bool = False,
        works_closed: bool = False,
        answers_programs: bool = False,
        formats: tuple[str, ...] = (),
        section: str = "",
    ) -> None:
        self.name = name or work.__name__.rstrip("_").replace("_", "-")
        self.family = family
        self.flags = declared
        self.changes = changes
        self.line: Words = {"en": en, "zh": zh}
        self.help: Words = {"en": help_en or en, "zh": help_zh or zh}
        self.works_off = works_off
        self.works_closed = works_closed or works_off
        self.answers_programs = answers_programs
        self.formats = formats
        self.section = section or family.section
        self._work = None if name else work

    def declared(self) -> list[flags.Flag]:
        """Its flags, and those of every command."""
        format_ = flags.Flag(
            "--format",
            "default: text; to a program, saving and searching answer json",
            "默认输出文本；供程序调用时，保存和搜索的命令输出 JSON",
            choices=("text", "json", *self.formats),
        )
        return [*self.flags, PROJECT, format_]

    def run(self, values: flags.Values, where: place.Place) -> model.Answer:
        """Do the work; errors as its function tells."""
        work = self._work or _module(self.name.replace("-", "_")).run
        answer: model.Answer = work(Call(values, where, self.section))
        return answer


class Family:
    """The commands of a module, and what a person wants who looks for one of them.

    Attributes:
        wish: the title of its part of the overview.
        section: what the names of its sentences begin with.
        rows: the commands by name, in the order of the overview.
    """

    def __init__(self, en: str, zh: str, section: str = "steering") -> None:
        self.wish: Words = {"en": en, "zh": zh}
        self.section = section
        self.rows: dict[str, Row] = {}

    def question(self, *declared: flags.Flag, **how: Any) -> Callable[[Work], Work]:  # noqa: ANN401
        """Declare a command that changes nothing: the function below, under its name.

        With `name` it is `run` of the module of that name.
        """
        return self._declared(declared, changes=False, **how)

    def change(self, *declared: flags.Flag, **how: Any) -> Callable[[Work], Work]:  # noqa: ANN401
        """Declare a command that may change what is stored."""
        return self._declared(declared, changes=True, **how)

    def _declared(self, flags_: tuple[flags.Flag, ...], **how: Any) -> Callable[[Work], Work]:  # noqa: ANN401
        def keep(work: Work) -> Work:
            row = Row(self, work, flags_, **how)
            self.rows[row.name] = row
            return work

        return keep(keep) if "name" in how else keep  # type: ignore[arg-type,return-value]


def row(name: str) -> Row | None:
    """The command of a name; None where there is none.

    Each family's text is searched for the row: to import all of them would take longer than most
    commands.
    """
    work = name.replace("-", "_").encode()
    for family in FAMILIES:
        with open(os.path.join(_COMMANDS, f"{family}.py"), "rb") as file:
            text = file.read()
        if any(one % work in text for one in _DECLARED) or b'name="%s"' % name.encode() in text:
            found = _family(family).rows.get(name)
            if found is not None:
                return found
    return None


def families() -> list[Family]:
    """All families, in the order of the overview."""
    return [_family(name) for name in FAMILIES]


def rows() -> dict[str, Row]:
    """All commands by name, in the order of the overview."""
    return {name: row for family in families() for name, row in family.rows.items()}


def _family(name: str) -> Family:
    family: Family = _module(name).FAMILY
    return family


def _module(name: str) -> Any:  # noqa: ANN401
    """A module of the commands: importlib.import_module without the import of importlib."""
    return __import__(f"memory_store.commands.{name}", fromlist=("run",))
