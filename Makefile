# Every target brings the environment up to what it needs, then runs one command in it.
#
#   make test ARGS="-k bus"                            pass arguments on to the command
#   make test PYTHON=python3.12 VENV=.venv-3.12        another interpreter, another environment

VENV ?= .venv
ARGS ?=
# Set PYTHON to choose the environment's interpreter; any python3 may start the bootstrap.
PYTHON ?=
START = $(or $(PYTHON),$(shell command -v python3 || command -v python3.13 || \
	command -v python3.12 || command -v python3.11 || echo python3))
BOOTSTRAP = @$(START) .ci/bootstrap.py $(if $(PYTHON),--python $(PYTHON)) $(VENV) --extras
BIN = $(VENV)/bin
# The library's tests, and what order they are shuffled into where they are.
LIBRARY = tests/eventcore tests/properties tests/examples
SEED ?= 1
# Compiled once, kept: the tests start many processes, and each would compile everything again.
export PYTHONDONTWRITEBYTECODE =

.DEFAULT_GOAL := help
.PHONY: help play demo test pythons endurance order coverage bench lint types imports docs check format clean env-game env-dev env-bench

help: ## print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s  %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: env-game ## set up what the game needs, and play it
	@$(BIN)/bidden play $(ARGS)

demo: env-game ## watch a bot play the game
	@$(BIN)/bidden demo $(ARGS)

test: env-dev ## run the tests
	@$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

pythons: env-dev ## set up the other Pythons there are, for tests that play the same games on them
	@$(BIN)/python -m tests.determinism.pythons $(ARGS)

endurance: env-dev ## try all that the tests sample, for half an hour, and write docs/endurance.md
	@$(BIN)/python -m tests.endurance $(ARGS)

order: env-dev ## play the whole game for handlers of equal priority that hang on who runs first
	@ENDURANCE=1 $(BIN)/python -m pytest -q tests/game/test_equal_priorities.py $(ARGS)

coverage: env-dev ## branch coverage of the library by its own tests, shuffled
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -q -n auto --dist worksteal --shuffle $(SEED) $(LIBRARY) $(ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

bench: env-bench ## measure against other libraries
	@$(BIN)/python -m benchmarks $(ARGS)

lint: env-dev ## ruff: rules and formatting
	@$(BIN)/ruff check $(ARGS)
	@$(BIN)/ruff format --check

types: env-dev ## mypy: types
	@$(BIN)/mypy $(ARGS)

imports: env-dev ## import-linter: which module may know which
	@$(BIN)/lint-imports $(ARGS)

docs: env-dev ## links, anchors and code in the documentation
	@$(BIN)/python .ci/check_docs.py $(ARGS)

check: test order coverage lint types imports docs ## all of the above checks

format: env-dev ## let ruff rewrite what it can
	@$(BIN)/ruff check --fix $(ARGS)
	@$(BIN)/ruff format

clean: ## remove the environments and all that the tools made
	@rm -rf .venv .venv-* .venv.lock build dist htmlcov .coverage .coverage.* coverage.xml
	@rm -rf mutants .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache *.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The environments a target may ask for; one that has more than is asked for is left as it is.
env-game:
	$(BOOTSTRAP) game

env-dev:
	$(BOOTSTRAP) game,dev

env-bench:
	$(BOOTSTRAP) game,dev,bench
