"""Each example prints the expected output, and the pages show the examples unchanged."""

import re
import runpy
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.examples.printed import ROOT, blocks, read

EXAMPLES = ROOT / "examples"
NAMES = sorted(path.name for path in EXAMPLES.glob("*.py"))


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


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
    shown = "Move\n" + read("docs/index.md").partition("\nMove\n")[2].partition("```")[0]
    command = [sys.executable, "-m", "eventcore", "chain", "first_program:Walk", "Move"]
    done = subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True, check=True)
    assert shown.split() == done.stdout.split()


@pytest.mark.parametrize("page", ["docs/dispatch.md", "docs/ordering.md", "docs/timers.md"])
def test_first_program_of_a_page_prints_what_is_shown(
    page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(blocks(page, "python")[0], {"__name__": "__main__"})
    assert capsys.readouterr().out == blocks(page, "text")[0]


def test_order_checker_example_raises_the_error_shown_in_the_docs() -> None:
    program = blocks("docs/ordering.md", "python")[0].replace(
        "price //= 2", "price -= randrange(99)"
    )
    numbers = count(10)
    with pytest.raises(ValueError) as error:
        exec(program, {"__name__": "__main__", "randrange": lambda stop: next(numbers)})
    assert f"{error.value}\n" == blocks("docs/ordering.md", "text")[1]


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
def test_code_blocks_on_the_page_match_the_example(page: str, names: list[str]) -> None:
    texts = ((EXAMPLES / name).read_text("utf-8") for name in names)
    program = "".join("".join(texts).split())
    shown = [part for part in blocks(page, "python") if "".join(part.split()) in program]
    assert len(shown) >= 2
