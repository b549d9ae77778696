"""Traditional characters are folded for matching."""

from __future__ import annotations

from pathlib import Path

from memory_store.language import script, traditional


def test_each_character_has_one_other_form_and_no_table_that_is_matched_has_the_first() -> None:
    package = Path(script.__file__).parents[1]
    names = ("facts/vocabulary.json", "index/glossary.txt", "recall/overlap.py")
    tables = "".join((package / one).read_text("utf-8") for one in names)
    forms, simplified = traditional.TRADITIONAL, traditional.SIMPLIFIED

    assert len(set(forms)) == len(forms) == len(simplified)
    assert not set(forms) & set(simplified + tables)
