"""The table of words gives each concept one meaning."""

from __future__ import annotations

from memory_store.learn import concepts


def test_no_name_of_a_concept_stands_for_two_roles() -> None:
    roles: dict[str, set[str]] = {}
    with open(concepts._PATH, encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    for line in lines:
        made = concepts.Table({}, {}, {}, {}, {}, {}, 0, 0)
        concepts._take(made, line)
        for name, role in made.roles.items():
            roles.setdefault(name, set()).add(role + made.weights.get(name, ""))

    assert len(roles) > 500
    assert [name for name, told in roles.items() if len(told) > 1] == []
