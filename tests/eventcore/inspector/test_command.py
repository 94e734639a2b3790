"""The command inspect: what it needs, and what it cannot show, is one line that says so."""

import sys
from pathlib import Path

import pytest

from bidden.cli import main as bidden
from eventcore.cli import main
from tests.cli.process import run
from tests.eventcore.tools import caravans


def inspect(*arguments: str | Path) -> int:
    return main(["inspect", caravans.PLACE, *map(str, arguments)])


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eventcore.cli.inspecting._has_terminal", lambda: True)


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["{folder}/none.jsonl"], "{folder}/none.jsonl: "),
        (["{week}", "{folder}/none.jsonl"], "{folder}/none.jsonl: "),
        (["{folder}/text.jsonl"], "{folder}/text.jsonl: "),
        (["-"], "standard input is for keys here: name a file to inspect"),
        (["{week}", "-"], "standard input is for keys here: name a file to inspect"),
        ([], "inspect: JOURNAL is missing (try 'eventcore inspect --help')"),
    ],
)
def test_what_cannot_be_shown_is_one_line(
    week: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    folder = week.parent
    (folder / "text.jsonl").write_text("no journal\n")
    code = inspect(*(one.format(week=week, folder=folder) for one in arguments))
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"eventcore: {said.format(folder=folder)}")


def test_without_a_terminal_it_says_what_else_there_is(
    week: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert inspect(week) == 2
    assert capsys.readouterr().err == (
        "eventcore: there is no terminal to inspect in; ask a journal with: "
        f"eventcore explain {caravans.PLACE} {week} --turn 1\n"
    )


def test_the_game_refuses_a_journal_of_another(
    week: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bidden(["inspect", str(week)]) == 2
    assert capsys.readouterr().err == (
        f"bidden: {week}: is a journal of 'caravan', not of bidden\n"
    )


@pytest.mark.slow
def test_without_its_extra_it_says_which_is_missing(week: Path) -> None:
    done = run(
        "-m", "tests.cli.without", "eventcore", "textual", "inspect", caravans.PLACE, str(week)
    )
    assert (done.code, done.out, done.err) == (
        2,
        "",
        "eventcore: inspecting needs textual, which the extra 'inspect' has: "
        "pip install '.[inspect]'\n",
    )


@pytest.mark.usefixtures("terminal")
def test_what_was_seen_to_be_wrong_is_told_afterwards(
    week: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def leave(app: object) -> None:
        app.inspection.sides[0].faults[3] = "differs first on turn 3"  # type: ignore[attr-defined]

    monkeypatch.setattr("eventcore.inspector.app.InspectorApp.run", leave)
    assert inspect(week) == 1
    assert capsys.readouterr().err == f"eventcore: {week}: differs first on turn 3\n"
    monkeypatch.setattr("eventcore.inspector.app.InspectorApp.run", lambda app: None)
    assert inspect(week) == 0


def test_help_imports_nothing_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    program = "import sys; from eventcore.cli import main; main(['inspect', '--help']); "
    done = run("-c", program + "print('textual' in sys.modules)")
    assert done.out.endswith("False\n")
    assert "shown side by side" in done.out
    assert sys.modules
