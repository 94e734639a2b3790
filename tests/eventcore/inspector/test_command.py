"""The ``inspect`` command needs a terminal or a browser, and reports errors on exit."""

import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import Entity, World
from eventcore.cli import main
from eventcore.inspector.app import InspectorApp
from tests.cli.process import run
from tests.eventcore.tools import caravans


def inspect(*arguments: str | Path) -> int:
    return main(["inspect", caravans.PLACE, *map(str, arguments)])


def be_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)


@pytest.mark.parametrize(
    "arguments",
    [
        ["{folder}/none.jsonl"],
        ["{folder}/text.jsonl"],
        ["{folder}/none.jsonl", "--serve"],
        ["-"],
        [],
    ],
    ids=" ".join,
)
def test_inspector_reports_unusable_arguments_in_one_line(
    week: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    snapshot: SnapshotAssertion,
) -> None:
    be_in_a_terminal(monkeypatch)
    (week.parent / "text.jsonl").write_text("no journal\n")
    assert inspect(*(one.format(week=week, folder=week.parent) for one in arguments)) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err == snapshot


def test_without_a_terminal_another_command_is_suggested(
    week: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert inspect(week) == 2
    assert f"eventcore explain {caravans.PLACE} {week} --turn 1" in capsys.readouterr().err


@pytest.mark.slow
def test_missing_extras_are_named(week: Path, snapshot: SnapshotAssertion) -> None:
    for package, options in (("textual", ()), ("textual_serve", ("--serve",))):
        command = ("-m", "tests.cli.without", "eventcore", package, "inspect", caravans.PLACE)
        done = run(*command, week, *options)
        assert (done.code, done.out) == (2, "")
        assert done.err == snapshot


def test_inspector_reports_faults_after_it_exits(
    week: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    be_in_a_terminal(monkeypatch)

    def leave(app: object) -> None:
        app.inspection.player.faults[3] = "differs"  # type: ignore[attr-defined]

    monkeypatch.setattr("eventcore.inspector.app.InspectorApp.run", leave)
    assert inspect(week) == 1
    assert capsys.readouterr().err == f"eventcore: {week}: differs\n"
    monkeypatch.setattr("eventcore.inspector.app.InspectorApp.run", lambda app: None)
    assert inspect(week) == 0


def test_torn_journal_is_reported_by_the_exit_code(
    week: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    be_in_a_terminal(monkeypatch)
    week.write_bytes(week.read_bytes()[:-40])
    monkeypatch.setattr("eventcore.inspector.app.InspectorApp.run", lambda app: None)
    assert inspect(week) == 1
    assert "line 9 is torn" in capsys.readouterr().err


def test_error_in_name_ends_the_inspector_with_one_line(
    week: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def name(entity: Entity, world: World) -> str:
        raise IndexError(f"no name for [{entity.id}]")

    be_in_a_terminal(monkeypatch)
    monkeypatch.setattr(caravans.Caravan, "name", staticmethod(name))
    run_app = InspectorApp.run
    monkeypatch.setattr(InspectorApp, "run", lambda app: run_app(app, headless=True))
    assert inspect(week) == 2
    line = capsys.readouterr().err
    said = "name() of Entity(2) raises IndexError: no name for [2] at "
    assert line.startswith(f"eventcore: {said}tests/eventcore/inspector/test_command.py:")
    assert line.count("\n") == 1


@pytest.mark.slow
def test_help_does_not_import_textual() -> None:
    program = "import sys; from eventcore.cli import main; main(['inspect', '--help']); "
    assert run("-c", program + "print('textual' in sys.modules)").out.endswith("False\n")
