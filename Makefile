# Every target brings the environment up to what it needs, then runs one command in it.
#
#   make test ARGS="-k bus"                            pass arguments on to the command
#   make test PYTHON=python3.12 VENV=.venv-3.12        another interpreter, another environment

VENV ?= .venv
ARGS ?=
PYTHON ?=
BIN = $(VENV)/bin
# The library's tests, and what order they are shuffled into where they are.
LIBRARY = tests/eventcore tests/properties tests/examples
SEED ?= 1
# What plays the whole game for minutes, for all else to be done beside it; with PART=2 half of each
# of its games, and half as many.
ORDER = tests/bidden/test_equal_priorities.py
PART ?= 1
# Compiled once, kept: the tests start many processes, and each would compile everything again.
export PYTHONDONTWRITEBYTECODE =

.DEFAULT_GOAL := help
.PHONY: help play demo test deep snapshots pythons endurance balance pictures order coverage mutation bench lint types imports docs check format clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s  %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: $(VENV)/.play ## set up what the game needs, and open its title
	@$(BIN)/bidden $(ARGS)

demo: $(VENV)/.play ## watch a bot play the game
	@$(BIN)/bidden demo $(ARGS)

test: $(VENV)/.dev ## run the tests that take no more than a second each
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow" --snapshot-warn-unused $(ARGS)

deep: $(VENV)/.dev ## run the slow tests: whole games, processes, browsers, other Pythons
	@$(BIN)/python -m pytest -n auto --dist worksteal -m slow --snapshot-warn-unused --ignore=$(ORDER) $(ARGS)

snapshots: $(VENV)/.dev ## rewrite all that the tests compare sentences and screens with
	@$(BIN)/python -m pytest -q -n auto --dist worksteal --snapshot-update --ignore=$(ORDER) $(ARGS)

pythons: $(VENV)/.dev ## set up the other Pythons there are, for tests of the game and the tutorial on them
	@$(BIN)/python -m tests.determinism.pythons $(ARGS)

endurance: $(VENV)/.dev ## try all that the tests sample, for half an hour, and write docs/endurance.md
	@$(BIN)/python -m tests.endurance $(ARGS)

balance: $(VENV)/.dev ## play whole runs with bots, and write docs/balance.md and docs/batches.md
	@$(BIN)/python -m tests.balance $(ARGS)
	@$(BIN)/python -m tests.costs

pictures: $(VENV)/.dev ## draw every screen into docs/pictures, for docs/screens.md
	@$(BIN)/python -m tests.pictures $(ARGS)

order: $(VENV)/.dev ## play the whole game for handlers of equal priority that hang on who runs first
	@ENDURANCE=$(PART) $(BIN)/python -m pytest -q $(ORDER) $(ARGS)

coverage: $(VENV)/.dev ## branch coverage of the library by its own tests, shuffled
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -q -n auto --dist worksteal --shuffle $(SEED) --snapshot-warn-unused $(LIBRARY) $(ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

mutation: $(VENV)/.dev ## plant faults, and check that the tests notice each
	@$(BIN)/python -m tests.mutation $(ARGS)

bench: $(VENV)/.bench ## measure against other libraries
	@$(BIN)/python -m benchmarks $(ARGS)

lint: $(VENV)/.dev ## ruff: rules and formatting
	@$(BIN)/ruff check $(ARGS)
	@$(BIN)/ruff format --check

types: $(VENV)/.dev ## mypy: types
	@$(BIN)/mypy $(ARGS)

imports: $(VENV)/.dev ## import-linter: which module may know which
	@$(BIN)/lint-imports $(ARGS)

docs: $(VENV)/.dev ## build the documentation, with the reference, into build/site
	@$(BIN)/python .ci/check_docs.py
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict $(ARGS)

check: test deep order coverage lint types imports docs ## all of the above checks

format: $(VENV)/.dev ## let ruff rewrite what it can
	@$(BIN)/ruff check --fix $(ARGS)
	@$(BIN)/ruff format

clean: ## remove the environments and all that the tools made
	@rm -rf .venv .venv-* build dist htmlcov .coverage .coverage.* coverage.xml
	@rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache *.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# What each of these needs is installed anew whenever a project file has changed.
$(VENV)/.play $(VENV)/.kit $(VENV)/.dev $(VENV)/.bench: $(VENV)/.%: pyproject.toml game/pyproject.toml .ci/constraints.txt
	@.ci/install $(VENV) $* $(PYTHON)
