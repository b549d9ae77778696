"""What the table of installs makes of uv's words."""

from __future__ import annotations

import pytest

from benchmarks import installs


@pytest.mark.parametrize(
    ("said", "is_found", "cell"),
    [
        ("Would install 2 packages\n + apsw==3.54\n + numpy==2.4\n", True, "2"),
        ("Would install 1 package\n + numpy==2.4\n", True, "1, without apsw"),
        ("Because apsw>=3 has no wheels with a matching platform tag", False, "no: apsw"),
    ],
)
def test_a_cell_counts_what_is_installed_and_names_what_is_not(
    said: str, *, is_found: bool, cell: str
) -> None:
    assert installs.told(said, ["apsw", "numpy"], is_found=is_found) == cell
