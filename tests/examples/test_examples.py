"""Each example runs and prints what it should, and the pages show the examples as they are."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import replay
from eventcore.journal import read_journal
from eventcore.tools import Simulations, check
from examples import caravan
from tests.examples.printed import ROOT, blocks, read

EXAMPLES = ROOT / "examples"
NAMES = sorted(path.name for path in EXAMPLES.glob("*.py"))


def run(name: str, capsys: pytest.CaptureFixture[str]) -> str:
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


@pytest.mark.parametrize("name", NAMES)
def test_an_example_prints_what_it_should(
    name: str, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    assert run(name, capsys) == snapshot


@pytest.mark.parametrize("page", ["README.md", "docs/index.md"])
def test_front_pages_show_the_first_program_and_its_output(
    page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    program = blocks(page, "python")[0]
    assert program == (EXAMPLES / "first_program.py").read_text("utf-8")
    assert run("first_program.py", capsys) in blocks(page, "text")


def test_front_page_of_the_docs_shows_the_chain_of_the_first_program() -> None:
    shown = "Move  (" + read("docs/index.md").partition("\nMove  (")[2].partition("```")[0]
    command = [sys.executable, "-m", "eventcore", "chain", "first_program:world", "Move"]
    done = subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True, check=True)
    assert shown.split() == done.stdout.partition("\n")[2].split()


def test_example_of_the_order_checker_prints_what_is_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    exec(blocks("docs/ordering.md", "python")[0], {"__name__": "__main__"})
    assert capsys.readouterr().out == blocks("docs/ordering.md", "text")[0]


@pytest.mark.parametrize("name", NAMES)
def test_example_imports_public_names_only(name: str) -> None:
    text = (EXAMPLES / name).read_text("utf-8")
    imported = re.findall(r"^(?:from|import) +(\S+)", text, re.MULTILINE)
    rooms = {"eventcore", "eventcore.journal", "eventcore.replay", "eventcore.time"}
    rooms |= {"eventcore.resources"}
    library = {module for module in imported if module.startswith("eventcore")}
    assert library <= rooms


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("docs/building.md", ["caravan.py"]),
        ("docs/agenda.md", ["bank.py", "machine_shop.py"]),
        ("docs/resources.md", ["bank.py"]),
    ],
)
def test_page_shows_an_example_as_it_is(page: str, names: list[str]) -> None:
    texts = ((EXAMPLES / name).read_text("utf-8") for name in names)
    program = "".join("".join(texts).split())
    shown = [part for part in blocks(page, "python") if "".join(part.split()) in program]
    assert len(shown) >= 2


def test_caravan_is_recorded_with_its_events_as_the_page_shows(tmp_path: Path) -> None:
    page = read("docs/building.md").split("### Recorded with its events", 1)[1]
    code = page.split("```")[1].partition("\n")[2]
    path, week = tmp_path / "week.jsonl", caravan.Caravan(4)
    names = {"caravan": week, "path": path, "attrs": attrs, **vars(replay), **vars(caravan)}
    exec(code, names)
    names["recorder"].perform(caravan.Go(20))
    names["recorder"].close()
    simulations = Simulations(caravan.source_for, "caravan:source_for")
    assert check(simulations, path).code == 0
    assert sum(map(len, read_journal(path, events=True).events)) == 1
