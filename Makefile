# One word for all checks: `make check`. CI runs the same commands, and the tests once more in a
# folder and a locale of their own (.ci/run, .github/workflows).
BIN ?= .venv/bin/

.PHONY: help setup check lint test long coverage torture hosts pages site build

help:  ## list the words
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile

setup:  ## make .venv with everything that tests and documents need
	python3 -m venv .venv
	.venv/bin/pip install -q -e '.[test,docs]'

check: lint long  ## everything that CI asks of a change

lint:  ## style, types, layers
	$(BIN)ruff check .
	$(BIN)ruff format --check .
	$(BIN)mypy
	$(BIN)lint-imports

test:  ## the quick tests, about three minutes on two cores
	$(BIN)python -m pytest

long:  ## what CI runs: with whole lives as processes, kills, servers, a browser
	$(BIN)python -m pytest -m 'not torture and not hosts'

coverage:  ## the same, with branch coverage and its floor (pyproject.toml)
	$(BIN)python -m pytest -m 'not torture and not hosts' --cov

torture:  ## the long runs behind the published figures
	$(BIN)python -m pytest -m torture -n0

hosts:  ## install the hosts' real programs by npm, 2.4 GB, and run them
	$(BIN)python -m tests.real_hosts.programs
	$(BIN)python -m pytest -m hosts -n0

pages:  ## write docs/settings*.md, docs/cli*.md, the table of hosts and the READMEs' pictures again
	$(BIN)python docs/generate.py
	PYTHONPATH=. $(BIN)python docs/picture.py

site:  ## build the documentation into site/
	$(BIN)mkdocs build --strict

build:  ## build the wheel and the source archive into dist/
	$(BIN)python -m build
