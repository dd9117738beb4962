# Everything runs in the project's own environment in .venv; nothing is installed outside it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Test suites beside the fast one: whole, browser, postgres, load (comma-separated).
SUITES ?=
PYTEST_ARGS ?=

.PHONY: demo test check reference bench clean

demo: $(VENV)/.runtime  ## load the demo study and open the app on 127.0.0.1
	$(BIN)/countermark demo

# Tests that watch a browser or many processes run after the others and one at a time: neighbours would disturb them.
ALONE := $(findstring browser,$(SUITES))$(findstring load,$(SUITES))

test: $(VENV)/.dev  ## the fast tests; SUITES=whole,browser,postgres,load adds the others
	$(BIN)/pytest -n 2 $(if $(SUITES),--suites=$(SUITES)) $(if $(ALONE),-m "not browser and not load") $(PYTEST_ARGS)
	$(if $(ALONE),$(BIN)/pytest -n 0 --suites=$(SUITES) -m "browser or load" $(PYTEST_ARGS))

check: $(VENV)/.dev  ## style, types, import contract, documentation
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest tests/docs

reference: $(VENV)/.dev  ## write docs/commands.md anew from the commands themselves
	$(BIN)/typer annotate.cli utils docs --name countermark --output docs/commands.md

bench: $(VENV)/.dev  ## every benchmark, as ratios against a named peer in one run
	for file in benchmarks/bench_*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

clean:
	rm -rf $(VENV) build dist

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Countermark needs Python 3.11 or newer; call make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@ $(VENV)/.runtime
