"""What a project's files declare, beside what a statement says of scripts and versions.

Pure. Where a file's scripts can't be told, since it includes others, it may have any.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from memory_store.codebase import mentions, versions

if TYPE_CHECKING:
    from memory_store.codebase.manifests import Declared
    from memory_store.codebase.mentions import Mention

_KINDS = {"makefile": mentions.MAKE, "gnumakefile": mentions.MAKE, "justfile": mentions.JUST}


class Declarations(NamedTuple):
    """What files declare, by path; `base` is the project's directory in its repository."""

    base: str
    by_path: dict[str, Declared]

    def packages(self) -> set[str]:
        """The names of all packages."""
        return {name for one in self.by_path.values() for name in one.packages}

    def having(self, claim: Mention) -> list[str]:
        """The files that have a script, or a package."""
        if claim.kind != mentions.SCRIPT:
            return [path for path, one in self.by_path.items() if claim.name in one.packages]
        return [
            path
            for path in self.listing(claim)
            if self._is_own(path)
            if (scripts := self.by_path[path].scripts) is None or claim.name in scripts
        ] or [
            path
            for path in self.listing(claim)
            if claim.name in (self.by_path[path].scripts or ())
        ]

    def listing(self, claim: Mention) -> list[str]:
        """The files that would list a script."""
        return [path for path in self.by_path if _kind_of(path) == claim.detail]

    def specs(self, claim: Mention) -> list[tuple[str, str]]:
        """The files that name a package's version, and that; the project's own where they do."""
        found = [(path, one.packages.get(claim.name, "")) for path, one in self.by_path.items()]
        found = [(path, spec) for path, spec in found if spec]
        return [one for one in found if self._is_own(one[0])] or found

    def bear(self, claim: Mention) -> bool:
        """Whether they say what a statement does."""
        if claim.kind == mentions.VERSION:
            return any(versions.allows(spec, claim.detail) for _, spec in self.specs(claim))
        return bool(self.having(claim))

    def _is_own(self, path: str) -> bool:
        return os.path.dirname(path) in ("", self.base.rstrip("/"))


def against(
    claims: list[Mention], then: list[Declarations], now: Declarations
) -> list[tuple[Mention, str, str]]:
    """The claims that files do not bear now, but did; with the file, and the version it names.

    Args:
        claims: what a statement says.
        then: what files declared when it was said, and after each change since; none where
            nobody knows.
        now: what they declare.
    """
    same: dict[tuple[str, str], list[Mention]] = {}
    for claim in claims:
        same.setdefault((claim.kind, claim.name), []).append(claim)
    found = []
    for said in same.values():
        if any(map(now.bear, said)):
            continue
        claim = said[0]
        if claim.kind == mentions.VERSION:
            specs = now.specs(claim)
            is_new = not then or any(not one.specs(claim) or one.bear(claim) for one in then)
            found += [(claim, *specs[0])] if specs and is_new else []
            continue
        files = [path for one in then for path in one.having(claim)]
        if not then and claim.kind == mentions.SCRIPT and " run " in claim.shown:
            files = now.listing(claim)
        found += [(claim, files[0], "")] if files else []
    return found


def _kind_of(path: str) -> str:
    """The kind of a file's scripts, as a mention names it."""
    name = os.path.basename(path)
    return _KINDS.get(name.lower().lstrip("."), name)
