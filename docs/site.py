"""Gives the documentation's site the pages and files that lie beside docs/ (mkdocs.yml names this).

Links are written as they hold in the repository; here they are rewritten for the site, where the
repository's root and docs/ are one directory.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
PAGES = (
    "README.md",
    "README.zh-CN.md",
    "CONTRIBUTING.md",
    "CODE_OF_CONDUCT.md",
    "SECURITY.md",
    "CHANGELOG.md",
)
_LINK = re.compile(r"(\]\()([^)#:]+)(#[^)]*)?(\))")


def on_files(files: Files, config: Any) -> Files:  # noqa: ANN401  mkdocs' own
    """Add the pages at the root, and every file that a page links to outside docs/."""
    linked = {target for page in (ROOT / "docs").rglob("*.md") for target in _outside(page)}
    linked |= {target for name in PAGES for target in _outside(ROOT / name)}
    for name in sorted(linked.union(PAGES)):
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:  # noqa: ANN401  mkdocs' own
    """Rewrite the links of a page."""
    source = Path(page.file.abs_src_path)
    here = os.path.dirname(page.file.src_uri)

    def rewritten(link: re.Match[str]) -> str:
        opening, target, anchor, closing = link.groups()
        if (path := _in_repository(source, target)) is None:
            return link[0]
        moved = path.removeprefix("docs/")
        if (ROOT / path).is_dir():
            moved = f"{moved}/README.md"
        return opening + os.path.relpath(moved, here or ".") + (anchor or "") + closing

    return _LINK.sub(rewritten, markdown)


def _outside(page: Path) -> set[str]:
    """The files of the repository outside docs/ that a page links to."""
    targets = (link[2] for link in _LINK.finditer(page.read_text("utf-8")))
    paths = (_in_repository(page, target) for target in targets)
    return {path for path in paths if path and not path.startswith("docs/")}


def _in_repository(page: Path, target: str) -> str | None:
    """Where a link leads, from the root; None where it leads to nothing that lies there."""
    path = Path(os.path.normpath(page.parent / target))
    return path.relative_to(ROOT).as_posix() if path.exists() and ROOT in path.parents else None
