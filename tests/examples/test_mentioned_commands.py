"""Every command that a sentence of the pages mentions can be parsed. The commands are not run."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import pytest
from cyclopts import App
from cyclopts.exceptions import CycloptsError, MissingArgumentError

import bidden.cli
import eventcore.cli
import eventcore.cli.commands
from bidden.cli.scenarios import known_scenario
from tests.examples.printed import ROOT, mentioned

PROGRAMS: Final[dict[str, Callable[[], App]]] = {
    "bidden": bidden.cli.make_app,
    "eventcore": eventcore.cli.commands.make_app,
}

STANDS_FOR: Final = {
    "package.module:callable": "caravan:Caravan",
    "bidden COMMAND": "bidden play",
    "chain EVENT": "chain Move",
    "--scenario PLACE": "--scenario tower",
    "--scenario NAME": "--scenario tower",
    "chain Dazzle": "chain Move",  # an event of the mod in docs/content.md
    "--scenario orchard": "--scenario tower",  # the place that docs/how-to.md adds
}
"""Placeholders in sentences, and existing names to put in their place."""

TARGET: Final = re.compile(r"^([a-z]+):.*## .*(?:\n\t@.*? -m (\S+))?", re.MULTILINE)
TARGETS: Final = dict(TARGET.findall((ROOT / "Makefile").read_text("utf-8")))
"""The targets of make, and the module that each target runs, if any."""


def beginning(*words: str) -> list[str]:
    return sorted({said for _, said in mentioned() if f"{said} ".startswith(words)})


COMMANDS: Final = beginning("bidden ", "eventcore ")
MADE: Final = [said for said in beginning("make ") if said != "make"]
MODULES: Final = beginning("python -m ")


class ParsedError(Exception):
    """Raised when a module has read its options, before the module does anything else."""


@pytest.fixture(autouse=True)
def reader(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the modules of the examples importable, and stop ``argparse`` after parsing."""
    for folder in ("examples", "examples/tutorial/step_7"):
        monkeypatch.syspath_prepend(str(ROOT / folder))

    def stop(parser: argparse.ArgumentParser, arguments: Sequence[str] | None = None) -> Any:
        _, left = known(parser, arguments)
        raise ParsedError(*left)

    known = argparse.ArgumentParser.parse_known_args
    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", stop)
    monkeypatch.setattr(argparse.ArgumentParser, "parse_known_args", stop)
    before = set(sys.modules)
    yield
    for name in sys.modules.keys() - before:
        if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(ROOT / "examples")):
            del sys.modules[name]  # other pages use the same name for another module


@pytest.mark.parametrize("line", COMMANDS)
def test_mentioned_command_can_be_parsed(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    for said, meant in STANDS_FOR.items():
        line = line.replace(said, meant)
    program, *words = shlex.split(line)
    app = PROGRAMS[program]()
    if program == "bidden":
        words = [*bidden.cli.with_command(words)]
    try:
        command, bound, *_ = app.parse_args(words, print_error=False, exit_on_error=False)
    except MissingArgumentError as error:
        # The sentence contains only the command's name, or an option that fits any argument.
        if any(not word.startswith("--") for word in words[len(error.command_chain or ()) :]):
            pytest.fail(f"{line}: {error}")
    except CycloptsError as error:
        pytest.fail(f"{line}: {error}")
    else:
        if scenario := bound.arguments.get("scenario"):
            known_scenario(scenario, ())
        if command.__name__ == "chain":  # only the command itself checks whether the event exists
            command(*bound.args, **bound.kwargs)
            assert capsys.readouterr().out != ""


@pytest.mark.parametrize("line", MADE)
def test_mentioned_target_of_make_exists(
    line: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, target, *given = shlex.split(line)
    assert target in TARGETS
    for word in given:
        name, _, value = word.partition("=")
        assert name in ("ARGS", "PYTHON", "VENV")
        if name == "ARGS":
            check_options(TARGETS[target], value.split(), request, monkeypatch)


@pytest.mark.parametrize("line", MODULES)
def test_mentioned_module_exists_and_takes_its_options(
    line: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, name, *words = shlex.split(line)
    found = find_spec(name)
    assert found is not None
    assert found.submodule_search_locations is None or find_spec(f"{name}.__main__")
    if any(word.startswith("--") for word in words):
        check_options(name, words, request, monkeypatch)


def check_options(
    name: str, words: Sequence[str], request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that a module can parse options. Pytest has already parsed its own options."""
    if name == "pytest":
        option = words[0].removeprefix("--")
        assert request.config.getoption(option, default=name) != name
        return
    spec = find_spec(name)
    assert spec is not None
    module = import_module(f"{name}.__main__" if spec.submodule_search_locations else name)
    monkeypatch.setattr("sys.argv", [name, *words])
    with pytest.raises(ParsedError) as parsed:
        module.main()
    assert parsed.value.args == ()


def test_every_known_placeholder_occurs_in_a_documented_command() -> None:
    assert min(len(COMMANDS) - 50, len(MADE) - 15, len(MODULES) - 5) > 0
    assert [said for said in STANDS_FOR if not any(said in line for line in COMMANDS)] == []
