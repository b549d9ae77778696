"""Reads the files of one reviewed release of a package without running its code.

The publishers are single persons, so each file is compared with its digest. Must not know the
files' content.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
from typing import NamedTuple

from memory_store import errors, place


class Release(NamedTuple):
    """A release of a package.

    Attributes:
        model: what a person is told the model is called.
        module: the package's name as Python imports it.
        requirement: the release as pip knows it.
        folder: where in the package its files lie.
        digests: SHA-256 of each file by its name.
        more_pip: further options of pip.
    """

    model: str
    module: str
    requirement: str
    folder: str
    digests: dict[str, str]
    more_pip: str = ""

    def directory(self) -> str | None:
        """The directory of the files; None if the package is not installed."""
        try:
            spec = importlib.util.find_spec(self.module)
        except ValueError:  # somebody has put a module without a specification in its place
            return None
        if spec is None or not spec.submodule_search_locations:
            return None
        return os.path.join(spec.submodule_search_locations[0], self.folder)

    def read(self) -> dict[str, bytes]:
        """The files by name.

        Raises:
            StoreError: the package is absent or incomplete, or a file is another one.
        """
        directory = self.directory()
        if directory is None:
            raise self._error("{model} is not installed", model=errors.Message(self.model))
        return {name: self._read_file(directory, name) for name in self.digests}

    def _read_file(self, directory: str, name: str) -> bytes:
        try:
            with open(os.path.join(directory, name), "rb") as stream:
                content = stream.read()
        except OSError as error:
            raise self._error(
                "cannot read the model's {name}: {reason}", name=name, reason=error
            ) from error
        if hashlib.sha256(content).hexdigest() != self.digests[name]:
            raise self._error(
                "the model's {name} is not the one of {release}, so it was not loaded",
                name=name,
                release=self.requirement,
            )
        return content

    def _error(self, template: str, **values: object) -> errors.StoreError:
        """A failure with the command that helps against all of them."""
        words = ["--force-reinstall", self.more_pip, self.requirement]
        return errors.StoreError(
            template, place.to_install(" ".join(filter(None, words))), **values
        )
