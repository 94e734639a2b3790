"""Type checkers accept a simulation and know the types of all public names."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

ROOT = Path(__file__).resolve().parents[2]

SNIPPET = """
from eventcore import (
    APPLY, Action, Change, Component, Notice, Query, World, component, event, handles
)

@event
class Arrive(Action):
    at: int = 0

@event
class Depart(Change):
    at: int = 0

@event
class HowFar(Query):
    tiles: int = 0

@component
class Station(Component):
    @handles(Arrive, APPLY)
    @handles(Depart, APPLY)
    def note(self, passing: Arrive | Depart, world: World) -> None:
        reveal_type(world.publish(Arrive(self.entity)))

    @handles(Arrive)  # wrong
    def short(self, passing: Arrive) -> None: ...

reveal_type(Station.note)

def everything(world: World, some: Action | Change | Notice) -> None:
    world.publish(some)
    world.publish(HowFar(world.root))  # wrong
    world.defer(HowFar(world.root))  # wrong
    world.publish(Arrive)  # wrong
    world.ask(Arrive(world.root))  # wrong
    reveal_type(world.ask(HowFar(world.root)).tiles)
"""


def lines_of(*texts: str) -> list[int]:
    """Return the numbers of the lines that contain these texts, in order."""
    return [
        number
        for number, line in enumerate(SNIPPET.splitlines(), 1)
        if any(text in line for text in texts)
    ]


@pytest.mark.slow
def test_mypy_accepts_valid_code_and_rejects_wrong_code(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    api = pytest.importorskip("mypy.api")
    path = tmp_path / "station.py"
    path.write_text(SNIPPET)
    said, _, _ = api.run(["--strict", "--config-file=", f"--cache-dir={tmp_path}", str(path)])
    found = [line.partition("station.py:")[2].split(": ", 2) for line in said.splitlines()]
    lines = [int(number) for number, kind, _ in found[:-1] if kind == "error"]
    assert lines == lines_of("# wrong"), said
    assert [what for _, kind, what in found[:-1] if kind == "note"] == snapshot


# The parts of the game that other programs may use.
OF_THE_GAME = (
    *("bidden.COMPONENTS", "bidden.batches", "bidden.gym", "bidden.headless"),
    *("bidden.intents", "bidden.modding", "bidden.shown", "bidden.view"),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("package", "folder", "public"),
    [("eventcore", ROOT, ("eventcore",)), ("bidden", ROOT / "game", OF_THE_GAME)],
    ids=["library", "game"],
)
def test_every_public_name_has_a_known_type(
    package: str, folder: Path, public: tuple[str, ...]
) -> None:
    pytest.importorskip("basedpyright")
    asked = ["--verifytypes", package, "--ignoreexternal", "--outputjson"]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [sys.executable, "-m", "basedpyright", *asked],
        cwd=folder,
        env=os.environ | {"PATH": path},  # it asks the first Python on PATH where packages are
        capture_output=True,
        text=True,
        check=False,
    )
    found = json.loads(done.stdout)["typeCompleteness"]
    assert Path(found["packageRootDirectory"]) == folder / package
    asked_of = [symbol for symbol in found["symbols"] if symbol["name"].startswith(public)]
    seen = [name for name in public if any(one["name"].startswith(name) for one in asked_of)]
    assert seen == list(public)
    guessed = [
        f"{symbol['name']}: {'; '.join(said['message'] for said in symbol['diagnostics'])}"
        for symbol in asked_of
        if not symbol["isTypeKnown"] or symbol["isTypeAmbiguous"]
    ]
    assert guessed == []
