# Every target first installs what it needs into an environment, then runs one command there.
#
#   make test ARGS="-k bus"                            pass arguments to the command
#   make test PYTHON=python3.12 VENV=.venv-3.12        use another Python and another environment

VENV ?= .venv
ARGS ?=
PYTHON ?=
BIN = $(VENV)/bin
# The tests of the library, and the seed for shuffling them.
LIBRARY = tests/eventcore tests/properties tests/examples
SEED ?= 1
# This test plays whole games for minutes, so CI runs it beside the other checks. With PART=2, it
# plays half as many games, each half as long.
ORDER = tests/bidden/test_equal_priorities.py
PART ?= 1
# Keep compiled files: the tests start many processes, and each would compile all sources again.
export PYTHONDONTWRITEBYTECODE =

.DEFAULT_GOAL := help
.PHONY: help play demo test deep snapshots pythons endurance balance pictures order coverage mutation bench lint types imports docs check format clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s  %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: $(VENV)/.play ## install the game and open its title screen
	@$(BIN)/bidden $(ARGS)

demo: $(VENV)/.play ## watch a bot play the game
	@$(BIN)/bidden demo $(ARGS)

test: $(VENV)/.dev ## run the tests that take no more than a second each
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow" --snapshot-warn-unused $(ARGS)

deep: $(VENV)/.dev ## run the slow tests: whole games, processes, browsers, other Python versions
	@$(BIN)/python -m pytest -n auto --dist worksteal -m slow --snapshot-warn-unused --ignore=$(ORDER) $(ARGS)

snapshots: $(VENV)/.dev ## update the snapshots that tests compare messages and screens with
	@$(BIN)/python -m pytest -q -n auto --dist worksteal --snapshot-update --ignore=$(ORDER) $(ARGS)

pythons: $(VENV)/.dev ## install environments for the other Python versions, for tests that use them
	@$(BIN)/python -m tests.determinism.pythons $(ARGS)

endurance: $(VENV)/.dev ## run the sampling tests for half an hour with all their cases, and write docs/endurance.md
	@$(BIN)/python -m tests.endurance $(ARGS)

balance: $(VENV)/.dev ## play whole runs with bots, and write docs/balance.md and docs/batches.md
	@$(BIN)/python -m tests.balance $(ARGS)
	@$(BIN)/python -m tests.costs

pictures: $(VENV)/.dev ## draw every screen of docs/screens.md into docs/pictures
	@$(BIN)/python -m tests.pictures $(ARGS)

order: $(VENV)/.dev ## play whole games to find handlers of equal priority whose order matters
	@ENDURANCE=$(PART) $(BIN)/python -m pytest -q $(ORDER) $(ARGS)

coverage: $(VENV)/.dev ## run the library's tests in shuffled order, and measure their branch coverage
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -q -n auto --dist worksteal --shuffle $(SEED) --snapshot-warn-unused $(LIBRARY) $(ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

mutation: $(VENV)/.dev ## plant faults, and check that the tests notice them
	@$(BIN)/python -m tests.mutation $(ARGS)

bench: $(VENV)/.bench ## run the benchmarks, including comparisons with other libraries
	@$(BIN)/python -m benchmarks $(ARGS)

lint: $(VENV)/.dev ## check style and formatting with ruff
	@$(BIN)/ruff check $(ARGS)
	@$(BIN)/ruff format --check

types: $(VENV)/.dev ## check types with mypy
	@$(BIN)/mypy $(ARGS)

imports: $(VENV)/.dev ## check with import-linter which modules import which
	@$(BIN)/lint-imports $(ARGS)

docs: $(VENV)/.dev ## build the documentation and the API reference into build/site
	@$(BIN)/python .ci/check_docs.py
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict $(ARGS)

check: test deep order coverage lint types imports docs ## run all of the above checks

format: $(VENV)/.dev ## format the code with ruff, and fix what it can
	@$(BIN)/ruff check --fix $(ARGS)
	@$(BIN)/ruff format

clean: ## remove the environments and all generated files
	@rm -rf .venv .venv-* build dist htmlcov .coverage .coverage.* coverage.xml
	@rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache *.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Install again whenever a project file has changed.
$(VENV)/.play $(VENV)/.kit $(VENV)/.dev $(VENV)/.bench: $(VENV)/.%: pyproject.toml game/pyproject.toml .ci/constraints.txt
	@.ci/install $(VENV) $* $(PYTHON)
