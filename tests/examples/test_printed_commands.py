"""Every command in a code block of the pages is run, either here or by a test named here."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from bidden.bots.roster import BOTS
from bidden.recording import playing
from examples import caravan
from tests.cli.process import ROOT, env, run_warm_in
from tests.examples.printed import Script, scripts
from tests.terminal import Terminal

FOLLOWED: Final = {
    "docs/how-to.md": "tests/examples/test_how_to.py",
    "docs/hunting.md": "tests/examples/test_hunting.py",
    "docs/tracing.md": "tests/examples/test_tracing.py",
    "docs/tutorial/": "tests/examples/test_tutorial.py",
}
"""Pages whose blocks are run from first to last, and the tests that do so."""

_WHEELS = "tests/packaging/test_wheels.py: it builds the wheels, and noxfile.py installs them"
_STRANGER = "tests/packaging/test_wheels.py: beside a wheel that stands in for the other project"
_UV = "tests/packaging/test_uv.py: in the existing environment, because uv would download packages"

ELSEWHERE: Final = {
    "pip install '.[cli]'": _WHEELS,
    "pip install '.[cli]' ./game": _WHEELS,
    "pip install . ./game && bidden": _WHEELS,
    "uv run --package bidden bidden": _UV,
    "uv run --all-packages pytest": _UV,
    "pip install . ./game": _WHEELS,
    "pip uninstall --yes eventcore": _STRANGER,
    "pip install --force-reinstall --no-deps .": _STRANGER,
    "python -m examples.mmc": "tests/examples/test_queueing.py: it compares what is printed",
    "python -m examples.agents.learner": (
        "tests/examples/test_learner.py: it plays fewer episodes, because each episode is a game"
    ),
}
"""Commands that do not run here, where they run, and why; CI runs the targets of make."""

ON_SCREEN: Final = {
    "bidden": "new run",
    "bidden play": "? help",
    "bidden replay": "? help",
    "bidden inspect": "turn 0 of",
    "eventcore inspect": "turn 0 of",
}
"""Beginnings of commands that open a screen, and text on that screen; a signal ends them."""

SERVES: Final = ("bidden serve", "bidden inspect mine.jsonl --serve")
"""Commands that serve a page until they are interrupted."""

STANDS_FOR: Final = {
    "--seeds 0:2000": "--seeds 0:1 --most 20",
    "package.module:callable": "bidden.session:Session",
    "--port 8000": "--port 0",
    "--turn 129": "--turn {turn}",
}
"""Parts of commands and their replacements: less work, or a journal that exists here."""

DUCKDB: Final = "import duckdb, sys; print(duckdb.sql(sys.argv[2]))"
"""The part of DuckDB's command line that the pages use, because the package has no command."""
JQ: Final = """
import jq, pathlib, sys
option, query, file = sys.argv[1:]
assert option == "-r"
for found in jq.compile(query).input_text(pathlib.Path(file).read_text()):
    print(found)
"""
"""The part of jq's command line that the pages use."""


def to_be_run() -> Iterator[Script]:
    """Yield the commands to run here, each game command only once. Split long lists of commands."""
    seen = set(ELSEWHERE)
    for script in scripts():
        if script.page.startswith(tuple(FOLLOWED)):
            continue
        left = [one for one in script.commands if one not in seen and not one.startswith("make ")]
        seen |= {command for command in left if command.startswith("bidden ")}
        if len(left) > 6:
            yield from (Script(script.page, (command,)) for command in left)
        elif left:
            yield Script(script.page, tuple(left))


def test_tables_name_commands_that_are_printed_and_tests_that_exist() -> None:
    printed = {command for script in scripts() for command in script.commands}
    run = [command for script in to_be_run() for command in script.commands]
    assert len(printed) > 80
    assert [command for command in ELSEWHERE if command not in printed] == []
    files = [entry.partition(": ")[0] for entry in (*ELSEWHERE.values(), *FOLLOWED.values())]
    assert [file for file in files if not (ROOT / file).is_file()] == []
    used = (*STANDS_FOR, *ON_SCREEN, *SERVES)
    assert [text for text in used if not any(text in command for command in run)] == []


def record(path: Path, seed: int) -> None:
    """Record a short fight of a bot with the current rules."""
    game, bot = playing.begin(seed, path, level="cellar", events=True), BOTS["fighter"](seed)
    for _ in range(40):
        game.perform(bot(game.view()))
    game.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create the reader's folder with the files that the pages mention."""
    folder = tmp_path_factory.mktemp("reader")
    (folder / "journals").mkdir()
    games = {"mine": 4, "other": 5, "yours": 6, "journals/one": 7, "journals/two": 8}
    for name, seed in games.items():
        record(folder / f"{name}.jsonl", seed)
    shutil.copy(folder / "mine.jsonl", folder / "game.jsonl")
    for name in ("examples", "my_folder", "golden"):
        (folder / name).mkdir()
    for place in (folder, folder / "examples"):
        shutil.copy(ROOT / "examples" / "caravan.py", place)
    caravan.record(folder / "golden" / "old.jsonl", seed=4)
    ini = "[pytest]\nevent_source = caravan:Caravan\nevent_journals = golden\n"
    (folder / "pytest.ini").write_text(ini, "utf-8")
    ghoul = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("```toml\n")[2]
    (folder / "my_folder" / "creatures.toml").write_text(ghoul.partition("```")[0], "utf-8")
    rows = ("simulate", "--seeds", "0:1", "--most", "20", "--to", "runs.jsonl")
    assert run_warm_in(folder, "bidden", *rows).code == 0
    return folder


@pytest.fixture(scope="module")
def numbers(files: Path) -> Mapping[str, str]:
    """Return the turn and the sequence number of an attack in ``mine.jsonl``."""
    told = run_warm_in(files, "bidden", "explain", "mine.jsonl", "--event", "TakeDamage").out
    found = re.search(r"^turn (\d+)  TakeDamage #(\d+)", told, re.MULTILINE)
    assert found is not None, told
    return {"turn": found[1], "number": found[2]}


@pytest.fixture
def reader(files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the reader's folder, and use separate folders for the game's data and settings."""
    for name in ("DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    return Path(shutil.copytree(files, tmp_path / "reader"))


@pytest.mark.slow
@pytest.mark.parametrize("script", [*to_be_run()], ids=str)
def test_commands_of_a_block_succeed(
    script: Script, reader: Path, numbers: Mapping[str, str]
) -> None:
    folder = reader
    for command in script.commands:
        line = command
        for said, done in STANDS_FOR.items():
            line = line.replace(said, done.format_map(numbers))
        words = shlex.split(line)
        if words[0] == "cd":
            folder = folder / words[1]
        elif opens := shows(command):
            check_screen(words, folder, opens)
        elif command.startswith(SERVES):
            check_page(words, folder)
        else:
            code, said = finish(line, folder)
            assert code == 0, f"{script}: {line}\n{said}"
            assert "Traceback" not in said, f"{script}: {line}\n{said}"


def shows(command: str) -> str:
    """Return text of the screen that a command opens, or an empty string if it opens no screen."""
    if command in ON_SCREEN:
        return ON_SCREEN[command]
    prints = any(option in command for option in ("--view", "--list", "--serve"))
    begins = " ".join(command.split()[:2])
    return "" if prints else ON_SCREEN.get(begins, "")


def check_screen(words: list[str], folder: Path, shown: str) -> None:
    """Open the screen in a terminal, and stop it with SIGTERM."""
    with Terminal(words[0], *words[1:], cwd=folder) as terminal:
        terminal.wait_until(lambda: shown.lower() in terminal.text.lower())
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.wait_for_end() == 128 + signal.SIGTERM
        assert b"Traceback" not in terminal.output


def check_page(words: list[str], folder: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", *words],
        cwd=folder,
        env=env({}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert process.stdout is not None
        told = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", told)
        assert found is not None, told
        with urllib.request.urlopen(found[0]) as page:
            assert page.status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.communicate()


def finish(line: str, folder: Path) -> tuple[int, str]:
    """Run a command in a warm process, or in a shell if the command needs one."""
    words = shlex.split(line)
    if words[0] == "bidden" and not {"|", ">", "&&"} & {*words}:
        done = run_warm_in(folder, "bidden", *words[1:])
        return done.code, done.out + done.err
    for name, program in (("duckdb", DUCKDB), ("jq", JQ)):
        if words[0] == name:
            line = shlex.join([sys.executable, "-c", program, *words[1:]])
    beside = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    told = subprocess.run(
        line,
        shell=True,
        cwd=folder,
        env=env(beside),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return told.returncode, told.stdout
