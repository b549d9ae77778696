"""What git's settings say of the user and of a project's origin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.trust import git_settings
from tests.world import git

if TYPE_CHECKING:
    from pathlib import Path


def test_the_author_is_who_git_says_that_commits(project: Path, machine: Path) -> None:
    git(project, "init")
    (machine / "home" / ".gitconfig").write_text('[user]\n\tname = Wei\n\temail = "w@x.cn"\n')

    assert git_settings.author(str(project)) == "Wei <w@x.cn>"

    git(project, "config", "user.email", "wei@work.cn")

    assert git_settings.author(str(project)) == "Wei <wei@work.cn>"


def test_the_environment_names_another_author(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Robot")

    assert git_settings.author(str(project)) == "Robot"


def test_without_a_word_to_git_there_is_no_author(project: Path) -> None:
    assert git_settings.author(str(project)) == ""


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("git@GitHub.com:acme/api.git", "github.com/acme/api"),
        ("https://github.com/acme/api", "github.com/acme/api"),
        ("https://me:token@github.com/acme/api.git/", "github.com/acme/api"),
        ("ssh://git@github.com:22/acme/api.git", "github.com/acme/api"),
        ("/srv/git/api.git", "srv/git/api"),
    ],
)
def test_a_project_has_one_origin_however_it_is_reached(
    url: str, told: str, project: Path
) -> None:
    git(project, "init")
    git(project, "remote", "add", "origin", url)

    assert git_settings.origin(str(project)) == told
