"""``eventcore chain`` prints chains; a mistake in any command prints one line, with exit code 2."""

import os
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore.cli import main
from tests.eventcore.worlds.duel import CLASSES, Arm, Witness

HERE = "tests.eventcore.cli.test_cli"
ORDER = (*CLASSES, Witness)
NUMBER = 7
MIXED = (Arm, int)
MODULE = """
from eventcore import APPLY, Action, Component, component, event, handles

@event
class Hop(Action):
    pass

@component
class Legs(Component):
    @handles(Hop, APPLY)
    def hop(self, hop, world):
        pass

COMPONENTS = [Legs]
"""


class Shelf:
    """A class that holds a chain as an attribute, as in ``module:Shelf.order``."""

    order = ORDER


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to an empty folder, and unload the modules that other tests imported."""
    monkeypatch.chdir(tmp_path)
    for name in ("hopping", "broken"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


def error_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Check that a command fails and prints one line on stderr only, and return this line."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


@pytest.mark.parametrize(
    "target",
    [f"{HERE}:ORDER", f"{HERE}:Shelf.order"],
    ids=["sequence", "path"],
)
def test_chain_is_printed_for_anything_that_names_an_order(
    capsys: pytest.CaptureFixture[str], target: str
) -> None:
    assert main(["chain", target, "Blow"]) == 0
    out, err = capsys.readouterr()
    rows = [line.split() for line in out.splitlines() if "duel.py:" in line]
    methods = ["watch", "refuse_the_light", "put_weight_behind_it", "turn_aside", "land", "tire",
               "be_dented", "count"]  # fmt: skip
    assert [name for row in rows for name in row if name in methods] == methods
    assert err == ""


def test_chain_leaves_out_event_types_of_the_library_without_handlers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["chain", "examples.emergency_room:Emergency"]) == 0
    listed = {line.split()[-1] for line in capsys.readouterr().out.splitlines()}
    assert {"Arrive", "Join", "Serve"} <= listed
    assert listed.isdisjoint({"Event", "Action", "Change", "Notice", "Query", "Tick"})


@pytest.mark.parametrize("target", [f"{HERE}:ORDER", "examples.clinic:Clinic"])
def test_chain_without_an_event_lists_the_event_types(
    capsys: pytest.CaptureFixture[str], target: str
) -> None:
    assert main(["chain", target]) == 0
    listed = {
        line.split()[-1]: int(line.split()[0]) for line in capsys.readouterr().out.splitlines()
    }
    assert listed.items() >= ({"Blow": 8}.items() if HERE in target else {"Leave": 2}.items())


@pytest.mark.parametrize("name", ["Clinic", "Clinic.source"])
def test_chain_command_accepts_the_name_of_a_simulation(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert main(["chain", f"examples.clinic:{name}", "Arrive"]) == 0
    assert "Ward" in capsys.readouterr().out


def test_module_in_the_working_folder_is_found(
    folder: Path, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    (folder / "hopping.py").write_text(MODULE)
    before = list(sys.path)
    assert main(["chain", "hopping", "Hop"]) == 0
    assert "hopping.py:10" in capsys.readouterr().out
    assert sys.path == before
    assert error_of(capsys, "chain", "hopping", "xyzzy") == snapshot


@pytest.mark.parametrize(
    "target",
    [
        "nowhere",
        "folder/nowhere.py:Order",
        "",
        ".relative",
        HERE,
        f"{HERE}:nothing",
        f"{HERE}:NUMBER",
        f"{HERE}:MIXED",
        f"{HERE}:Arm",
    ],
)
def test_chain_command_rejects_a_target_without_a_handler_order(
    capsys: pytest.CaptureFixture[str], target: str, snapshot: SnapshotAssertion
) -> None:
    assert error_of(capsys, "chain", target, "Blow") == snapshot


@pytest.mark.parametrize(
    "code",
    ["def (:", "import nowhere", "raise SystemExit(3)", "def __getattr__(name): 1 / 0"],
)
def test_module_that_raises_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    (folder / "broken.py").write_text(code)
    assert "broken cannot be imported" in error_of(capsys, "chain", "broken", "Blow")


def test_only_a_missing_top_module_hints_at_the_folder_that_contains_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.py").write_text("import nowhere")
    hint = "check the name, or run the command in the folder that contains er"
    assert f"No module named 'er'; {hint}\n" in error_of(capsys, "chain", "er.hospital:ER", "Blow")
    for place in ("broken", "eventcore.hospital:ER"):
        assert "folder that contains" not in error_of(capsys, "chain", place, "Blow")


@pytest.mark.parametrize(
    "line",
    [
        "frob",
        "verfy",
        "--frob",
        "chain",
        "verify examples.caravan:Caravan --no-twice",
        "verify --twcie examples.caravan:Caravan",
        "chain bidden Move more",
        "explain examples.caravan:Caravan",
        "verify examples.caravan:Caravan --jobs",
    ],
)
def test_usage_error_is_one_line_that_names_the_mistake(
    capsys: pytest.CaptureFixture[str], line: str, snapshot: SnapshotAssertion
) -> None:
    assert error_of(capsys, *line.split()) == snapshot


def test_command_exits_like_sigpipe_when_its_pipe_closes(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w", encoding="utf-8") as nobody:
        monkeypatch.setattr(sys, "stdout", nobody)
        assert main(["chain", "bidden", "Move"]) == 141
    assert capfd.readouterr().err == ""
