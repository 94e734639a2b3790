"""The bootstrap does what is needed and nothing more, on a machine made up for each test."""

import ast
import fcntl
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

import pytest

from tests.packaging.scripts import ROOT, load

bootstrap = load("bootstrap")


class Machine:
    """A checkout in a temporary folder, and commands that only leave the traces of real ones."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root / "checkout"
        self.path = root / "path"
        self.path.mkdir()
        (self.root / ".ci").mkdir(parents=True)
        (self.root / "pyproject.toml").write_text("one")
        (self.root / ".ci" / "constraints.txt").write_text("one")
        self.ensurepip = True
        self.other_pip: tuple[int, int] | None = None
        self.commands: list[str] = []
        self.outcome: int | BaseException = 0
        monkeypatch.setenv("PATH", str(self.path))
        monkeypatch.setattr(bootstrap.Steps, "call", self.call)
        monkeypatch.setattr(bootstrap, "pip_version", self.pip_version)

    @property
    def venv(self) -> Path:
        return self.root / ".venv"

    def put_on_path(self, name: str, script: str = "exit 0") -> Path:
        program = self.path / name
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        return program

    def pip_version(self, pip: Sequence[str]) -> tuple[int, int] | None:
        if pip[0].startswith(str(self.root)):
            return (24, 0) if (Path(pip[0]).parent / "pip").exists() else None
        return self.other_pip

    def call(self, command: Sequence[str], log: IO[str]) -> int:
        words = " ".join(command)
        self.commands.append(words)
        if "install" in command:
            log.write("the package client said this\n")
            if isinstance(self.outcome, BaseException):
                raise self.outcome
            return self.outcome
        makes_pip = "virtualenv" in words or ("-m venv" in words and "--without-pip" not in words)
        if command[0] in ("uv", "virtualenv") and not (self.path / command[0]).exists():
            raise FileNotFoundError(command[0])
        if makes_pip and "-m venv" in words and not self.ensurepip:
            return 1
        if "-m virtualenv" in words:
            return 1
        self.make_environment(Path(command[-1]), pip=makes_pip)
        return 0

    def make_environment(self, venv: Path, *, pip: bool) -> None:
        bin_folder = venv / "bin"
        bin_folder.mkdir(parents=True, exist_ok=True)
        (bin_folder / "python").unlink(missing_ok=True)
        (bin_folder / "python").symlink_to(sys.executable)
        if pip:
            (bin_folder / "pip").touch()

    def run(self, *arguments: str) -> list[str]:
        """Run the bootstrap; the commands that it gave, each by what it does."""
        assert self.exit_code(*arguments) == 0
        return self.deeds()

    def exit_code(self, *arguments: str) -> int:
        self.commands.clear()
        code: int = bootstrap.main(arguments, self.root)
        return code

    def deeds(self) -> list[str]:
        return [
            "install " + command.rpartition(" ")[2] if " install " in command else "make"
            for command in self.commands
        ]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path.resolve(), monkeypatch)


# --- When nothing, when something, when everything ----------------------------------------------


def test_a_first_run_makes_an_environment_and_installs_the_extras(machine: Machine) -> None:
    assert machine.run("--extras", "game,dev") == ["make", "install .[dev,game]"]


def test_installing_holds_to_the_constraints(machine: Machine) -> None:
    machine.run("--extras", "game")
    assert " -c .ci/constraints.txt " in machine.commands[-1]


def test_a_second_run_installs_nothing(machine: Machine) -> None:
    machine.run()
    assert machine.run() == []


def test_a_second_run_starts_no_process(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    machine.run()
    capfd.readouterr()
    monkeypatch.delattr(bootstrap.subprocess, "run")
    assert machine.exit_code() == 0
    assert capfd.readouterr() == ("", "")


def test_fewer_extras_than_are_there_change_nothing(machine: Machine) -> None:
    machine.run("--extras", "game,dev")
    assert machine.run("--extras", "game") == []


def test_a_further_extra_is_installed_beside_those_of_before(machine: Machine) -> None:
    machine.run("--extras", "game")
    assert machine.run("--extras", "dev") == ["install .[dev,game]"]
    assert machine.run("--extras", "game,dev") == []


@pytest.mark.parametrize("name", ["pyproject.toml", ".ci/constraints.txt"])
def test_a_change_of_what_is_asked_for_installs_again(machine: Machine, name: str) -> None:
    machine.run("--extras", "game,dev")
    (machine.root / name).write_text("two")
    assert machine.run("--extras", "game") == ["install .[dev,game]"]


def test_a_run_that_was_cut_off_is_begun_anew(machine: Machine) -> None:
    machine.outcome = KeyboardInterrupt()
    assert machine.exit_code("--extras", "game") == 130
    machine.outcome = 0
    assert machine.run("--extras", "game") == ["make", "install .[game]"]


def test_an_update_that_was_cut_off_is_not_trusted_either(machine: Machine) -> None:
    machine.run("--extras", "game")
    (machine.root / "pyproject.toml").write_text("two")
    machine.outcome = KeyboardInterrupt()
    assert machine.exit_code("--extras", "game") == 130
    machine.outcome = 0
    assert machine.run("--extras", "game") == ["make", "install .[game]"]


@pytest.mark.parametrize("stamp", ["", "[]", '{"state": "rea', '{"state": "ready"}'])
def test_a_stamp_that_makes_no_sense_is_not_believed(machine: Machine, stamp: str) -> None:
    machine.run("--extras", "game")
    (machine.venv / bootstrap.STAMP).write_text(stamp)
    assert machine.run("--extras", "game") == ["make", "install .[game]"]


def test_an_environment_that_was_moved_is_made_anew(machine: Machine) -> None:
    machine.run("--extras", "game")
    machine.venv.rename(machine.root / ".venv-moved")
    assert machine.run(".venv-moved", "--extras", "game") == ["make", "install .[game]"]


def test_an_environment_whose_python_vanished_is_made_anew(machine: Machine) -> None:
    machine.run("--extras", "game")
    (machine.venv / "bin" / "python").unlink()
    (machine.venv / "bin" / "python").symlink_to(machine.root / "no-such-python")
    assert machine.run("--extras", "game") == ["make", "install .[game]"]


def test_an_environment_made_by_hand_is_kept_and_filled(machine: Machine) -> None:
    machine.make_environment(machine.venv, pip=True)
    (machine.venv / "mine").touch()
    assert machine.run("--extras", "game") == ["install .[game]"]
    assert (machine.venv / "mine").exists()


def test_nothing_of_an_environment_is_left_in_one_made_anew(machine: Machine) -> None:
    machine.venv.mkdir()
    (machine.venv / "half-made").touch()
    machine.run("--extras", "game")
    assert not (machine.venv / "half-made").exists()


@pytest.mark.parametrize("name", ["docs", "README.md"])
def test_what_is_no_environment_is_left_alone(
    machine: Machine, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (machine.root / "docs").mkdir()
    (machine.root / "docs" / "a.md").touch()
    (machine.root / "README.md").touch()
    before = sorted(machine.root.rglob("*"))
    assert machine.exit_code(name) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert sorted(machine.root.rglob("*")) == before


# --- Failing ------------------------------------------------------------------------------------


def test_a_failed_install_shows_the_end_of_its_log(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.outcome = 1
    assert machine.exit_code() == 1
    shown = capsys.readouterr()
    assert "the package client said this" in shown.err
    assert str(machine.venv / bootstrap.LOG) in shown.err
    assert "the package client" not in shown.out


def test_after_a_failed_install_only_the_installing_is_tried_again(machine: Machine) -> None:
    machine.outcome = 1
    assert machine.exit_code("--extras", "game") == 1
    machine.outcome = 0
    assert machine.run("--extras", "game") == ["install .[game]"]


def test_an_extra_that_failed_is_in_nobody_elses_way(machine: Machine) -> None:
    machine.run("--extras", "game")
    machine.outcome = 1
    assert machine.exit_code("--extras", "bench") == 1
    machine.outcome = 0
    assert machine.run("--extras", "game") == ["install .[game]"]


# --- Machines with no ensurepip -----------------------------------------------------------------


def test_without_ensurepip_a_pip_from_elsewhere_is_used(machine: Machine) -> None:
    machine.ensurepip = False
    machine.other_pip = (22, 3)
    machine.run()
    assert f" -m pip --python {machine.venv}/bin/python install " in machine.commands[-1]


def test_a_pip_from_elsewhere_that_is_too_old_is_not_used(machine: Machine) -> None:
    machine.ensurepip = False
    machine.other_pip = (22, 2)
    assert machine.exit_code() == 2


def test_without_any_pip_uv_is_used(machine: Machine) -> None:
    machine.ensurepip = False
    machine.put_on_path("uv")
    machine.run()
    assert machine.commands[-1].startswith(f"uv pip install --python {machine.venv}/bin/python ")


def test_without_pip_and_uv_virtualenv_is_used(machine: Machine) -> None:
    machine.ensurepip = False
    machine.put_on_path("virtualenv")
    machine.run()
    assert machine.commands[-2].startswith("virtualenv --python ")
    assert machine.commands[-1].startswith(f"{machine.venv}/bin/python -m pip install ")


def test_with_none_of_these_one_line_says_what_to_install(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.ensurepip = False
    assert machine.exit_code() == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "apt install python3-venv" in said
    assert "uv" in said


def test_what_was_missing_is_used_once_it_is_there(machine: Machine) -> None:
    machine.ensurepip = False
    assert machine.exit_code("--extras", "game") == 2
    machine.ensurepip = True
    assert machine.run("--extras", "game") == ["make", "install .[game]"]


# --- Choosing an interpreter --------------------------------------------------------------------


def test_the_python_that_starts_it_is_taken_when_new_enough(machine: Machine) -> None:
    machine.put_on_path("python3.13", "echo cpython 3.13.0")
    assert bootstrap.choose_python(None) == bootstrap.own_interpreter()


def test_from_within_an_environment_its_base_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", "/some/.venv")
    monkeypatch.setattr(sys, "_base_executable", "/usr/bin/python3.12", raising=False)
    assert bootstrap.own_interpreter() == "/usr/bin/python3.12"


def test_an_old_python_finds_a_newer_one_on_path(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "OLDEST", (3, 99))
    machine.put_on_path("python3.13", "exit 127")  # a version manager's stand-in
    machine.put_on_path("python3.12", "echo cpython 3.98.0")
    found = machine.put_on_path("python3.11", "echo cpython 3.99.0")
    assert bootstrap.choose_python(None) == str(found)


def test_no_python_that_is_new_enough_is_one_line(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "OLDEST", (3, 99))
    assert machine.exit_code() == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "Python 3.99 or newer is needed" in said
    assert machine.commands == []


@pytest.mark.parametrize("script", ["echo cpython 3.10.13", "exit 1", "echo what"])
def test_a_named_python_that_will_not_do_is_refused(
    machine: Machine, script: str, capsys: pytest.CaptureFixture[str]
) -> None:
    python = machine.put_on_path("some-python", script)
    assert machine.exit_code("--python", str(python)) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not machine.venv.exists()


def test_a_named_python_makes_the_environment(machine: Machine) -> None:
    python = machine.put_on_path("some-python", "echo cpython 3.42.0")
    machine.run("--python", "some-python")
    assert machine.commands[0].startswith(f"{python} -m venv ")


def state(**changes: Any) -> str:
    """What there is to do in an environment that is as it should be, but for the changes."""
    stamp = {
        "state": "ready",
        "place": ["root", "venv"],
        "inputs": "inputs",
        "python": "cpython 3.12.1",
        "extras": ["game"],
    }
    now = {key: stamp[key] for key in ("place", "inputs", "python")}
    asked = changes.pop("asked", None)
    decision: str = bootstrap.decide(stamp, {"game"}, {**now, **changes}, asked)
    return decision


def test_an_environment_of_another_python_than_runs_this_is_kept() -> None:
    assert state() == "nothing"


def test_naming_the_environments_own_python_changes_nothing() -> None:
    assert state(asked="cpython 3.12.1") == "nothing"


@pytest.mark.parametrize("asked", ["cpython 3.13.0", "cpython 3.12.1t", "pypy 3.12.1"])
def test_naming_another_python_rebuilds(asked: str) -> None:
    assert state(asked=asked) == "rebuild"


@pytest.mark.parametrize("python", [None, "cpython 3.10.13", "cpython 3.12.2"])
def test_a_python_that_is_not_the_recorded_one_rebuilds(python: str | None) -> None:
    assert state(python=python) == "rebuild"


# --- Two at once, and any python3 ---------------------------------------------------------------


def test_a_run_waits_for_another_in_the_same_environment(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    codes: list[int] = []
    with open(f"{machine.venv}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        other = threading.Thread(target=lambda: codes.append(machine.exit_code()))
        other.start()
        other.join(0.1)
        assert other.is_alive()
        assert machine.commands == []
    other.join(30)
    assert codes == [0]
    assert "waiting for another run" in capsys.readouterr().out


def test_a_lock_that_was_removed_is_taken_again(machine: Machine) -> None:
    name = Path(f"{machine.venv}.lock")
    with name.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        other = threading.Thread(target=machine.exit_code)
        other.start()
        other.join(0.1)
        name.unlink()
    other.join(30)
    assert name.exists()


def test_two_environments_do_not_wait_for_each_other(machine: Machine) -> None:
    with open(f"{machine.venv}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert machine.run(".venv-other", "--extras", "game") == ["make", "install .[game]"]


def test_an_old_python3_can_read_the_script() -> None:
    source = (ROOT / ".ci" / "bootstrap.py").read_text("utf-8")
    ast.parse(source, feature_version=(3, 8))
