"""Regular expressions, compiled once on a machine: what `re` made of them is kept in the cache.

To compile those by which statements are read costs a hook six bare starts, and to import `re` two
thirds of one. Must not be given an expression that somebody wrote.
"""

from __future__ import annotations

import _sre  # type: ignore[import-not-found]
import sys

from memory_store import codec
from memory_store.store import files, layout, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Any

IGNORECASE = 2
"""As `re` has it."""

NAME = f"expressions-{sys.hexversion:x}-{_sre.MAGIC}.json"
"""Of the file in the cache: the code of another engine is other code."""

_MOST = 1_000  # of all versions that ran here; with more they are collected anew
_MOST_BYTES = 1 << 24

_patterns: dict[str, re.Pattern[str]] = {}
_kept: dict[str, Any] = {}
_made: dict[str, Any] = {}


def compiled(text: str, flags: int = 0) -> re.Pattern[str]:
    """The pattern that `re.compile` gives for an expression of ours."""
    if not _patterns:
        _kept.update(_read())
    name = f"{flags} {text}"
    if name not in _patterns:
        _patterns[name] = _loaded(text, _kept.get(name)) or _compiled(text, flags, name)
    return _patterns[name]


def keep() -> None:
    """Keep what this process compiled, for those after it."""
    if not _made:
        return
    known = _read()
    content = codec.render(_made if len(known) > _MOST else known | _made)
    try:
        files.make_directory(layout.cache_root())
        files.replace(layout.cache_root(), NAME, content.encode())
    except OSError as error:
        log.write("cache", error)
    _made.clear()


def _read() -> dict[str, Any]:
    try:
        found = codec.parse(files.read(layout.cache_root(), NAME, _MOST_BYTES).decode())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _loaded(text: str, kept: Any) -> re.Pattern[str] | None:  # noqa: ANN401  of a file
    """The pattern by its kept code; None where there is none, or the engine refuses it."""
    try:
        flags, code, groups, numbers, names = kept
        words = memoryview(bytes.fromhex(code)).cast("I").tolist()
        made: re.Pattern[str] = _sre.compile(text, flags, words, groups, numbers, tuple(names))
    except (TypeError, ValueError, RuntimeError, OverflowError):
        return None
    return made


def _compiled(text: str, flags: int, name: str) -> re.Pattern[str]:
    """The pattern by the steps of `re.compile`, so that its code can be kept."""
    import re  # see above

    try:
        from re import _compiler, _parser  # type: ignore[attr-defined]

        parsed = _parser.parse(text, flags)
        words = _compiler._code(parsed, flags)  # noqa: SLF001  no public function gives it
    except (ImportError, AttributeError):  # another release may do it otherwise
        return re.compile(text, flags)
    code = b"".join(word.to_bytes(_sre.CODESIZE, sys.byteorder) for word in words)
    numbers = parsed.state.groupdict
    names = dict(zip(numbers.values(), numbers, strict=True))
    groups = [names.get(number) for number in range(parsed.state.groups)]
    flags |= int(parsed.state.flags)
    _made[name] = [flags, code.hex(), len(groups) - 1, numbers, groups]
    return _loaded(text, _made[name]) or re.compile(text, flags)
