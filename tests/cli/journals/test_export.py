"""``bidden export`` writes a table, a cast or pictures, depending on the suffix of the target."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import duckdb
import numpy as np
import pyte
import pytest
from PIL import Image
from syrupy.assertion import SnapshotAssertion

from bidden.bots.explorer import choose
from bidden.components.movement.collision import Collision
from bidden.events.movement import Move as Step
from bidden.frontend.drawing.canvas import new_console, put
from bidden.frontend.drawing.pictures.cast import cast_lines
from bidden.frontend.drawing.pictures.render import drawn, pixels_of, text
from bidden.recording import playing
from bidden.session import Session
from eventcore import World
from eventcore.journal import Journal
from tests.cli.conftest import Command, Refusal, numbers
from tests.cli.forgeries import write
from tests.cli.process import run_warm
from tests.journals import seal

TURNS = 30


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """Return a bot's journal with events, and the first screen of each turn."""
    path = tmp_path_factory.mktemp("played") / "game.jsonl"
    game = playing.begin(8, path, events=True)
    screens: list[str] = []
    while game.session.world.turn < TURNS:
        turn, screen = game.session.world.turn, text(game.view())
        if len(screens) <= turn:
            screens[len(screens) :] = [screen]
        game.perform(choose(game.view()))
    game.close()
    screens[TURNS:] = [text(game.view())]
    return path, screens


def screens_of(cast: Path, columns: int = 80) -> dict[float, str]:
    """Return what a terminal shows after each timestamp of a cast."""
    header, *events = map(json.loads, cast.read_text("utf-8").splitlines())
    assert (header["version"], header["width"], header["height"]) == (2, 80, 24)
    screen = pyte.Screen(columns, 24)
    stream = pyte.Stream(screen)
    shown = {}
    for time, code, data in events:
        assert code == "o"
        stream.feed(data)
        shown[time] = "\n".join(row.rstrip() for row in screen.display)
    return shown


def test_cast_shows_the_screen_of_each_turn_at_its_time(
    played: tuple[Path, list[str]], bidden: Command, tmp_path: Path
) -> None:
    path, screens = played
    assert bidden("export", path, "--to", tmp_path / "a.cast", "--speed", "8").code == 0
    shown = screens_of(tmp_path / "a.cast")
    assert shown.popitem() == ((TURNS + 1) / 8, screens[TURNS])  # the last screen stays for a turn
    before = 0.0
    for turn, screen in enumerate(screens):
        before = turn / 8 if turn / 8 in shown else before
        assert shown[before] == screen
    assert list(shown) == sorted(shown)


def test_cast_of_some_turns_begins_at_once(
    played: tuple[Path, list[str]], bidden: Command, tmp_path: Path
) -> None:
    path, screens = played
    bidden("export", path, "--to", tmp_path / "a.cast", "--turns", "13-15", "--speed", "1")
    shown = screens_of(tmp_path / "a.cast")
    assert [shown[time] for time in (0.0, 1.0, 2.0)] == screens[13:16]


def test_exported_cast_contains_no_terminal_control_characters() -> None:
    console = new_console()
    put(console, 0, 0, "plain", (1, 2, 3), (4, 5, 6))
    console.rgb["ch"][1, :7] = list(map(ord, "\x1b]0;\x07\x9b\x85"))
    console.rgb["ch"][2, :3] = list(map(ord, "\u202e\u0301\n"))
    lines = list(cast_lines([(0.0, console)], title="a\x1b[2Jb", hold=1))
    assert json.loads(lines[0])["title"] == "a?[2Jb"
    for line in lines[1:]:
        sent = json.loads(line)[2]
        own = r"\x1b\[(\?25[lh]|2J|0m|\d+;\d+H|38;2;\d+;\d+;\d+;48;2;\d+;\d+;\d+m)"
        assert re.sub(own, "", sent).isprintable()
    assert "?]0;???" in json.loads(lines[1])[2]


def test_picture_shows_the_beginning_of_its_turn(
    played: tuple[Path, list[str]], bidden: Command, tmp_path: Path
) -> None:
    for turn in (0, 14, TURNS):
        path = tmp_path / f"{turn}.png"
        assert bidden("export", played[0], "--to", path, "--turn", turn).code == 0
        timeline = playing.timeline_of(played[0], playing.load(played[0]))
        timeline.seek(timeline.position_of_turn(turn))
        view = cast(Session, timeline.simulation).view(weighs=True)
        assert (view.turn, text(view)) == (turn, played[1][turn])
        with Image.open(path) as picture:
            assert np.array_equal(np.asarray(picture), pixels_of(drawn(view)))


def unfolded(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Return the records and events of a journal, each with its line number."""
    for number, line in enumerate(map(json.loads, path.read_bytes().splitlines()), 1):
        if line["kind"] != "events":
            yield number, line
            continue
        for type_, seq, turn, parent, *values in line["data"]["rows"]:
            names = line["data"]["fields"][type_]
            outcome, reason = values[len(names) :] or ("done", None)
            event = {"seq": seq, "turn": turn, "type": type_, "parent": parent, "v": 1}
            data = dict(zip(names, values, strict=False))
            yield (
                number,
                event | {"kind": "event", "outcome": outcome, "reason": reason, "data": data},
            )


def test_table_has_every_line_of_the_journal(
    played: tuple[Path, list[str]], bidden: Command, tmp_path: Path
) -> None:
    target = tmp_path / "a.parquet"
    assert bidden("export", played[0], "--to", target).code == 0
    rows = duckdb.execute(f"FROM '{target}'").fetchall()
    names = ("seq", "turn", "kind", "type", "v", "parent", "outcome", "reason")
    lines = list(unfolded(played[0]))
    lines[0][1]["data"]["names"] = Journal.read(played[0]).names  # with later entities
    assert len(rows) == len(lines)
    for row, (number, line) in zip(rows, lines, strict=True):
        assert row[:9] == (number, *(line.get(name) for name in names))
        assert json.loads(row[9]) == line["data"]
        assert row[10] == line.get("digest")
    assert {row[7] for row in rows} == {"done", "failed", "replaced", None}
    types = {
        name: kind for name, kind, *_ in duckdb.execute(f"DESCRIBE FROM '{target}'").fetchall()
    }
    assert (types["seq"], types["kind"], types["data"]) == ("BIGINT", "VARCHAR", "JSON")


def test_existing_target_is_replaced_only_if_forced(
    journal: Path, bidden: Command, refusal: Refusal, tmp_path: Path
) -> None:
    target = tmp_path / "a.png"
    target.write_bytes(b"mine")
    assert str(target) in refusal("export", journal, "--to", target)
    assert target.read_bytes() == b"mine"
    assert bidden("export", journal, "--to", target, "--force").code == 0
    assert target.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("suffix", ["png", "cast", "parquet"])
def test_torn_or_damaged_journal_is_exported_as_far_as_it_is_whole(
    journal: Path, bidden: Command, tmp_path: Path, suffix: str, snapshot: SnapshotAssertion
) -> None:
    whole = journal.read_bytes()
    short = tmp_path / f"short.{suffix}"
    journal.write_bytes(b"".join(whole.splitlines(True)[:7]))
    assert bidden("export", journal, "--to", short).code == 0
    torn = b"".join(whole.splitlines(True)[:8])[:-20]
    damaged = whole.replace(b'"turn":6,', b'"turn":5,', 1)
    for name, content in [("a", torn), ("b", damaged)]:
        journal.write_bytes(content)
        target = tmp_path / f"{name}.{suffix}"
        outcome = bidden("export", journal, "--to", target)
        assert (outcome.code, outcome.err.count("\n")) == (0, 1)
        assert 8 in numbers(outcome.err, journal)  # the line
        assert target.read_bytes() == short.read_bytes()


def test_journal_that_diverges_is_exported_and_exits_1(
    journal: Path, bidden: Command, tmp_path: Path
) -> None:
    lines = journal.read_bytes().replace(b'"dx":-1', b'"dx":1', 1).splitlines(keepends=True)
    journal.write_bytes(seal(lines))
    outcome = bidden("export", journal, "--to", tmp_path / "a.cast")
    assert (outcome.code, outcome.err.count("\n")) == (1, 1)
    assert 2 in numbers(outcome.err, journal)  # the turn
    assert (tmp_path / "a.cast").exists()


@pytest.mark.parametrize("suffix", ["png", "cast"])
def test_game_that_crashed_is_exported_up_to_the_crash(
    journal: Path, bidden: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    stop_at_walls = Collision.stop_at_walls

    def stumble(collision: Collision, move: Step, world: World) -> None:
        if world.turn == 12:
            raise ZeroDivisionError("a rule is broken")
        stop_at_walls(collision, move, world)

    lines = journal.read_bytes().splitlines(keepends=True)
    crashed = write(tmp_path / "crashed.jsonl", b"".join(lines[:14]))
    whole = write(tmp_path / "whole.jsonl", b"".join(lines[:13]))
    expected, target = tmp_path / f"whole.{suffix}", tmp_path / f"crashed.{suffix}"
    assert bidden("export", whole, "--to", expected).code == 0
    monkeypatch.setattr(Collision, "stop_at_walls", stumble)
    outcome = bidden("export", crashed, "--to", target)
    assert (outcome.code, outcome.err.count("\n")) == (1, 1)
    assert "ZeroDivisionError: a rule is broken" in outcome.err
    assert target.read_bytes() == expected.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "suffix"),
    [("duckdb", "parquet"), ("duckdb", "png"), ("duckdb", "cast")],
)
def test_missing_extra_is_named_where_it_is_needed(
    journal: Path, tmp_path: Path, module: str, suffix: str, snapshot: SnapshotAssertion
) -> None:
    target = tmp_path / f"a.{suffix}"
    done = run_warm("tests.cli.without", "bidden", module, "export", journal, "--to", target)
    assert (done.code, done.out, done.err) == snapshot
    assert target.exists() == (done.code == 0)
