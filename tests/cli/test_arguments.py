"""Invalid command lines print one line on stderr, exit with code 2 and write no file."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.cli.conftest import Refusal, Show

LINES = """
--nonsense
nonsense
verfy
title more
play --seed 1.5
play --seed 1_000
play --turns 3
play --frontend paper
play more
play --scenario frist
play --scenario run
play --options none.toml
play --view prose --frontend window
demo --turns 0
demo --turns 2.5
demo --turns
demo --seed inf
demo --seed ''
demo --journal
demo --journal -
demo --bot tiger
demo --bot monkey --scenario draughts
demo --scenario x
demo more
replay
replay -
replay game.jsonl --turn 21
verify
verify game.jsonl --jobs 0
verify game.jsonl --jobs many
chain Movv
explain game.jsonl
explain game.jsonl --turn 9999
explain game.jsonl --turn -1
explain game.jsonl --turn 2 --event Dye
explain game.jsonl --event Move --all
what-if game.jsonl
what-if game.jsonl --mute Guard.turn
what-if game.jsonl --set x
what-if game.jsonl --set a.b=1
what-if game.jsonl --set creatures=1
what-if game.jsonl --set creatures.zomby.Health.hp=3
what-if game.jsonl --set creatures.zombie=3
what-if game.jsonl --set creatures.zombie.Helth.hp=3
what-if game.jsonl --set creatures.zombie.Health.hp=x
what-if game.jsonl --set levels.first.creatures.zombie=9999
shrink game.jsonl --check true
shrink game.jsonl --check false
shrink game.jsonl --check ''
shrink game.jsonl --check /no/such/program
shrink game.jsonl
export game.jsonl --to a.txt
export game.jsonl --to a.png --turns 1-2
export game.jsonl --to a.cast --turn 1
export game.jsonl --to a.parquet --speed 1
export game.jsonl --to a.png --turn 21
export game.jsonl --to a.png --turn -1
export game.jsonl --to a.cast --turns 5
export game.jsonl --to a.cast --turns 5-4
export game.jsonl --to a.cast --turns 21-30
export game.jsonl --to a.cast --speed 0
export game.jsonl --to a.cast --speed nan
export game.jsonl --to none/a.png
export game.jsonl --to none/a.parquet
simulate --to runs.jsonl --seeds 5:5
simulate --to runs.jsonl --seeds a
simulate --to runs.jsonl --seeds -1
simulate --to runs.jsonl --seeds 1 --bot nobody
simulate --to runs.jsonl --seeds 1 --bot no.such:bot
simulate --to runs.jsonl --seeds 1 --bot os:getcwd
simulate --to runs.jsonl --seeds 1 --most 0
simulate --to runs.jsonl --seeds 1 --jobs 0
simulate --to runs.csv --seeds 1
report --to page.html
report none.jsonl --to page.html
report runs.jsonl --to runs.jsonl --force
serve --port 70000
serve --port -5
content check none
content schema weather
content schema palette --mod
""".strip().splitlines()


@pytest.mark.parametrize("line", LINES)
def test_impossible_command_is_refused_in_one_line(
    refusal: Refusal,
    front_end: Show,
    journal: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    snapshot: SnapshotAssertion,
) -> None:
    monkeypatch.chdir(tmp_path)
    front_end(lambda game: pytest.fail("something was shown"))
    said = re.sub(r"\.\d+\.part", ".N.part", refusal(*shlex.split(line)))  # the process's number
    assert said == snapshot
    assert [path.name for path in tmp_path.iterdir()] == [journal.name]


def test_error_messages_escape_control_characters_in_arguments(
    refusal: Refusal, tmp_path: Path
) -> None:
    for command in ("verify", "replay"):
        assert refusal(command, tmp_path / "\x1b[31mred\nline").isprintable()


@pytest.mark.parametrize(
    "line", ["", "title", "play --journal none/such/game.jsonl", "replay game.jsonl"]
)
def test_without_a_terminal_nothing_is_shown(
    refusal: Refusal,
    journal: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    snapshot: SnapshotAssertion,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refusal(*line.split()) == snapshot
    assert [path.name for path in tmp_path.iterdir()] == [journal.name]
