"""Every command that a page prints in a block is run: here, or by a test that is named here."""

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
from tests.cli.process import ROOT, env, run_warm_in
from tests.examples.printed import Script, scripts
from tests.terminal import Terminal

FOLLOWED: Final = {
    "docs/hunting.md": "tests/examples/test_hunting.py",
    "docs/tutorial/": "tests/examples/test_tutorial.py",
}
"""Pages whose blocks are followed from the first to the last, and by which test."""

_WHEELS = "tests/packaging/test_wheels.py: it builds what is installed, and noxfile.py installs it"
_STRANGER = "tests/packaging/test_wheels.py: beside a wheel that stands in for the other project"
_UV = "tests/packaging/test_uv.py: in the environment that there is, for all that it fetches"
_MUTATION = ".ci/run: a part of the faults, and all of them by hand"
_CLUSTER = "tests/cli/batches/test_cluster.py: the block as it stands, of fewer runs"

_SCHEDULER = "tcp://127.0.0.1:8786"
_SEEDS = "--seeds 0:2000"
_CRASH = "tests/cli/journals/test_shrink.py: rules of the game are changed there for to fail"

ELSEWHERE: Final = {
    "make play": "tests/cli/games/test_title.py: it sets up an environment, and opens the title",
    "make test": ".ci/run: it is the suite that this is a part of",
    "make check": ".ci/run: the checks that this is a part of",
    "make format": ".ci/run: it checks the formatting, which this would change",
    "make docs": ".ci/run: it builds them as a check of its own",
    "pip install '.[cli]'": _WHEELS,
    "pip install '.[cli]' ./game": _WHEELS,
    "pip install . ./game && bidden": _WHEELS,
    "uv run --package bidden bidden": _UV,
    "uv run --all-packages pytest": _UV,
    "pip install . ./game": _WHEELS,
    "pip uninstall --yes eventcore": _STRANGER,
    "pip install --force-reinstall --no-deps .": _STRANGER,
    "dask scheduler --port 8786 &": _CLUSTER,
    f"dask worker {_SCHEDULER} --nworkers 2 --nthreads 1 &": _CLUSTER,
    f"bidden simulate {_SEEDS} --bot fighter --cluster {_SCHEDULER} --to runs.jsonl": _CLUSTER,
    "bidden shrink crashed.jsonl": _CRASH,
    "bidden shrink odd.jsonl --check 'bidden verify'": _CRASH,
    "pytest --regenerate-journals-with-events": (
        "tests/examples/test_golden_journals.py: in a project as that page has it"
    ),
    "python -m examples.agents.learner": (
        "tests/examples/test_learner.py: fewer episodes of it, as each is a game"
    ),
    "make mutation": _MUTATION,
    'make mutation ARGS="--only timers"': _MUTATION,
    'make mutation ARGS="--part 8"': _MUTATION,
    "make mutation ARGS=--write": _MUTATION,
}
"""What is not run here: where that is done instead, and why."""

ON_SCREEN: Final = {
    "bidden": "new game",
    "bidden play": "? help",
    "bidden replay": "? help",
    "bidden inspect": "turn 0 of",
    "eventcore inspect": "turn 0 of",
}
"""What opens a screen, by how its line begins, and what that shows; it is ended by a signal."""

SERVES: Final = ("bidden serve", "bidden inspect mine.jsonl --serve")
"""What serves a page until it is interrupted."""

STANDS_FOR: Final = {
    _SEEDS: "--seeds 0:1 --most 20",
    "package.module:callable": "bidden.recording.playing:source_for",
    "--port 8000": "--port 0",
    "--turn 129": "--turn {turn}",
    "--event 1859": "--event {number}",
}
"""What a page says, and what is done here: less, or of a journal that is here."""

CODES: Final = {"bidden diff mine.jsonl yours.jsonl": 1}
"""With what those end that do not end with 0: of two games it says where they part."""

DUCKDB: Final = "import duckdb, sys; print(duckdb.sql(sys.argv[2]))"
"""The command line of DuckDB as far as pages use it: its package has none."""
JQ: Final = """
import jq, pathlib, sys
option, query, file = sys.argv[1:]
assert option == "-r"
for found in jq.compile(query).input_text(pathlib.Path(file).read_text()):
    print(found)
"""
"""That of jq."""


def printed() -> list[str]:
    return [command for script in scripts() for command in script.commands]


def to_be_run() -> Iterator[Script]:
    """What is run here: no command of the program twice; long lists of them one by one."""
    seen = set(ELSEWHERE)
    for script in scripts():
        if script.page.startswith(tuple(FOLLOWED)):
            continue
        left = [command for command in script.commands if command not in seen]
        seen |= {command for command in left if command.startswith("bidden ")}
        if len(left) > 6:
            yield from (Script(script.page, (command,)) for command in left)
        elif left:
            yield Script(script.page, tuple(left))


def known(entry: str) -> bool:
    """Say whether it begins with a file of the project, and says why after it."""
    path, _, reason = entry.partition(": ")
    return (ROOT / path).is_file() and len(reason) > 20


def test_a_command_that_is_run_elsewhere_is_printed_and_says_where_and_why() -> None:
    commands = printed()
    assert len(commands) > 100
    assert [command for command in ELSEWHERE if command not in commands] == []
    assert [command for command, entry in ELSEWHERE.items() if not known(entry)] == []
    for page, test in FOLLOWED.items():
        assert any(script.page.startswith(page) for script in scripts()), page
        assert (ROOT / test).is_file(), test


def test_what_the_tables_say_of_commands_is_of_some_that_are_run() -> None:
    run = [command for script in to_be_run() for command in script.commands]
    assert [text for text in STANDS_FOR if not any(text in command for command in run)] == []
    assert [one for one in (*ON_SCREEN, *SERVES) if not any(c.startswith(one) for c in run)] == []
    assert [one for one in CODES if one not in run] == []


def test_every_target_of_make_that_is_printed_is_there() -> None:
    targets = re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    asked = [command.split()[1] for command in printed() if command.startswith("make ")]
    assert {*asked} <= {*targets}


def record(path: Path, seed: int) -> None:
    """Let a bot fight a little: it is the game as it is now that is asked about."""
    game, bot = playing.begin(seed, path, level="cellar", events=True), BOTS["fighter"](seed)
    for _ in range(40):
        game.perform(bot(game.view()))
    game.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that readers are in, with the files that pages speak of."""
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
    ghoul = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("```toml\n")[2]
    (folder / "my_folder" / "creatures.toml").write_text(ghoul.partition("```")[0], "utf-8")
    rows = ("simulate", "--seeds", "0:1", "--most", "20", "--to", "runs.parquet")
    assert run_warm_in(folder, "bidden", *rows).code == 0
    return folder


@pytest.fixture(scope="module")
def numbers(files: Path) -> Mapping[str, str]:
    """Of a blow in ``mine.jsonl``: its turn, and the number it has."""
    told = run_warm_in(files, "bidden", "explain", "mine.jsonl", "--event", "TakeDamage").out
    found = re.search(r"^turn (\d+)  TakeDamage #(\d+)", told, re.MULTILINE)
    assert found is not None, told
    return {"turn": found[1], "number": found[2]}


@pytest.fixture
def reader(files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of them, and none of the files of whoever runs the tests."""
    for name in ("DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    return Path(shutil.copytree(files, tmp_path / "reader"))


@pytest.mark.slow
@pytest.mark.parametrize("script", [*to_be_run()], ids=str)
def test_it_does_what_the_page_says(
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
            assert code == CODES.get(command, 0), f"{script}: {line}\n{said}"
            assert "Traceback" not in said, f"{script}: {line}\n{said}"


def shows(command: str) -> str:
    """Give what the screen shows that a command opens; nothing for one that prints."""
    if command in ON_SCREEN:
        return ON_SCREEN[command]
    prints = any(option in command for option in ("--view", "--list", "--serve"))
    begins = " ".join(command.split()[:2])
    return "" if prints else ON_SCREEN.get(begins, "")


def check_screen(words: list[str], folder: Path, shown: str) -> None:
    """Open it in a terminal, and end it as whoever closes that would."""
    with Terminal(words[0], *words[1:], cwd=folder) as terminal:
        terminal.wait_until(lambda: shown.lower() in terminal.text.lower())
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.wait_for_end() == 128 + signal.SIGTERM
        assert b"Traceback" not in terminal.output


def check_page(words: list[str], folder: Path) -> None:
    """Visit the page, and interrupt who serves it."""
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
    """Run it to its end: in a process that has the game already, where no shell is asked for."""
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
