"""Users navigate journals with keys, and read the results on the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import chain
from pathlib import Path
from time import sleep

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Static

from bidden.recording.notes import BIDDEN
from eventcore import Run
from eventcore.errors import DescriptionError
from eventcore.inspector.app import InspectorApp
from eventcore.inspector.inspection import Chain, Inspection, State
from eventcore.inspector.widgets import Picture, RowList
from eventcore.journal import Journal
from eventcore.tools import Simulations
from examples import emergency_room
from tests.eventcore.inspector.conftest import CARAVANS, looked_at
from tests.eventcore.tools import caravans

SIZES = [(80, 24), (120, 40)]
GOLDEN = Path(__file__).resolve().parents[2] / "golden/journals/brawled.jsonl"
BARE = f"{caravans.__name__}:bare"

Steps = Callable[[Pilot[DescriptionError], InspectorApp], Awaitable[None]]


def shown(app: InspectorApp, name: str) -> list[str]:
    """Return the lines that a widget shows, without trailing spaces."""
    widget = app.screen_stack[-1].query_one(f"#{name}", Widget)
    assert isinstance(widget, RowList | Static)
    return [line.rstrip() for line in str(widget.render()).rstrip().split("\n")]


def status(app: InspectorApp) -> str:
    return " ".join(shown(app, "status"))


def place(one: Inspection, app: InspectorApp) -> tuple[int, int]:
    row = app.query_one("#events", RowList).row
    return one.turn, row.event if row else 0


async def settled(pilot: Pilot[DescriptionError]) -> InspectorApp:
    app = pilot.app
    assert isinstance(app, InspectorApp)
    await pilot.pause()
    while app.playing:
        await pilot.pause(0.01)
    return app


def drive(inspection: Inspection, steps: Steps, size: tuple[int, int] = (80, 24)) -> InspectorApp:
    app = InspectorApp(inspection)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await steps(pilot, app)

    asyncio.run(run())
    return app


async def press(pilot: Pilot[DescriptionError], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


@pytest.mark.parametrize("size", SIZES)
def test_keys_move_through_turns_and_open_events(
    one: Inspection, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    async def steps(pilot: Pilot[DescriptionError], app: InspectorApp) -> None:
        await press(pilot, "down", "right", "down")
        assert one.turn == 3
        await press(pilot, "left")
        assert one.turn == 2
        await press(pilot, "end")
        assert one.turn == 7
        await press(pilot, "home", "right", "right", "right", "enter", *["down"] * 4)
        assert shown(app, "events") == snapshot(name="turn 3")
        assert shown(app, "turns") == snapshot(name="turns that were played say what happened")
        await press(pilot, "enter")
        assert looked_at(one) == Chain(5)
        await press(pilot, "up", "up", "enter")
        assert looked_at(one) == Chain(4)
        await press(pilot, "escape", "escape")
        assert looked_at(one) is None
        assert app.screen_stack[0].query_one("#events", RowList).cursor == 4
        await press(pilot, "e", "escape", "escape")
        assert status(app) == "press q to leave the inspector"
        assert app.is_running
        await press(pilot, "q")
        assert not app.is_running

    drive(one, steps, size)


def test_turn_is_chosen_by_its_number(one: Inspection) -> None:
    async def steps(pilot: Pilot[DescriptionError], app: InspectorApp) -> None:
        await press(pilot, "g", "5", "enter")
        assert one.turn == 5
        assert shown(app, "events")[0] == "turn 5"
        await press(pilot, "g", "9", "9", "enter")
        assert one.turn == 7
        await press(pilot, "g", "x", "enter")
        assert status(app) == "'x' is not a turn number"
        await press(pilot, "g", "2", "escape")
        assert one.turn == 7

    drive(one, steps)


def test_entity_is_chosen_by_a_part_of_its_name(one: Inspection) -> None:
    async def steps(pilot: Pilot[DescriptionError], app: InspectorApp) -> None:
        await press(pilot, "right", "right", "right", "e")
        assert shown(app, "choices")[1:5] == [" world", " wagon 2", " cargo 3", " cargo 4"]
        await press(pilot, *"arg", "down")
        assert shown(app, "choices")[1:] == [" cargo 3", " cargo 4"]
        await press(pilot, "enter")
        assert looked_at(one) == State(4, "cargo 4")
        assert "   Cargo.weight 40" in shown(app, "events")
        await press(pilot, "e", *"wagon", "enter", "right")
        assert shown(app, "events")[2:4] == ["   Wagon.silver 25", "≠  Wagon.miles 58"]
        await press(pilot, "e", "escape")
        assert looked_at(one) == State(2, "wagon 2")

    drive(one, steps)


def test_hidden_types_disappear_and_their_effects_move_up(one: Inspection) -> None:
    async def steps(pilot: Pilot[DescriptionError], app: InspectorApp) -> None:
        await press(pilot, "g", "3", "enter", "tab", "t", "enter", "escape")
        assert [line[:9] for line in shown(app, "events")[1:4]] == [
            " Lose #5 ",
            "   Wagon.",
            " 1 event ",
        ]
        assert status(app) == "turn 3 of 7 · hidden: Travel"
        await press(pilot, "t", "up", "enter", "escape")
        assert shown(app, "events")[1].startswith(" Travel")
        assert status(app) == "turn 3 of 7"

    drive(one, steps)


def test_types_are_hidden_from_a_list_and_events_limited_to_an_entity(one: Inspection) -> None:
    async def steps(pilot: Pilot[DescriptionError], app: InspectorApp) -> None:
        await press(pilot, "g", "3", "enter", "t")
        assert shown(app, "choices")[1:4] == [
            "        (events that change nothing)", "        Travel 1", "        Lose 1"
        ]  # fmt: skip
        await press(pilot, "enter")
        assert shown(app, "choices")[2] == " hidden Travel 1"
        await press(pilot, "enter", "up", "enter", "escape")
        assert status(app) == "turn 3 of 7 · hidden: (events that change nothing)"
        await press(pilot, "o", *"world", "enter")
        assert [line[:8] for line in shown(app, "events")[1:4:2]] == [" Lose #5", " 1 event"]
        await press(pilot, "o")
        assert shown(app, "events")[1].startswith(" Travel #4")

    drive(one, steps)


def test_inspector_filters_events_by_an_entity_that_existed_only_within_one_intent(
    tmp_path: Path,
) -> None:
    path = tmp_path / "day.jsonl"
    with emergency_room.Emergency.record(path, 42, patients=30) as emergency:
        emergency.run()

    async def steps(pilot: Pilot[DescriptionError], app: InspectorApp) -> None:
        for turn, event in (("109", "Join #45"), ("132", "Renege #48")):
            await press(pilot, "g", *turn, "enter", "o", *"patient 17", "enter")
            assert shown(app, "events")[1].startswith(f" {event} patient 17 → room 2: done")
            assert status(app).endswith("only patient 17")
            await press(pilot, "o")

    drive(Inspection(Simulations.of(emergency_room.Emergency), path), steps)


def test_picture_key_shows_the_picture_below_the_events_or_alone_or_hides_it(
    one: Inspection,
) -> None:
    async def steps(pilot: Pilot[DescriptionError], app: InspectorApp) -> None:
        await press(pilot, "g", "3", "enter")
        picture, events = app.query_one(Picture), app.query_one("#events", RowList)
        content = picture.query_one(Static).render()
        assert str(content) == "駱駝...@..............."
        assert picture.border_title == "picture at turn 4, time 400"
        assert picture.region.y > events.region.y
        assert picture.region.bottom == events.region.bottom + picture.region.height
        await press(pilot, "p")
        assert picture.region.x == 1
        assert not events.display or events.region.height == 0
        await press(pilot, "p")
        assert picture.region.height == 0
        assert events.region.height == app.query_one("#turns").region.height
        await press(pilot, "p", "right")
        assert str(picture.query_one(Static).render()) == "駱駝.....@............."

    drive(one, steps)


def test_inspector_hides_the_picture_panel_if_the_simulation_has_no_picture(week: Path) -> None:
    one = Inspection(Simulations.of(BARE), week)

    async def steps(pilot: Pilot[DescriptionError], app: InspectorApp) -> None:
        assert not app.query(Picture)
        await press(pilot, "p")
        assert "no picture" in status(app)

    drive(one, steps)


def test_pinned_field_is_shown_for_each_turn(one: Inspection, snapshot: SnapshotAssertion) -> None:
    async def steps(pilot: Pilot[DescriptionError], app: InspectorApp) -> None:
        await press(pilot, "f")
        assert (
            status(app)
            == "select a field: press e to show an entity's fields, and tab to go to them"
        )
        await press(pilot, "g", "2", "enter", "e", *"wagon", "enter", "tab", "down", "f", "right")
        assert shown(app, "turns") == snapshot
        assert shown(app, "pin") == ["wagon 2 Wagon.silver: 25 ██▄▁▁▁▁▁"]
        assert one.turn == 3
        await press(pilot, "f")
        assert not app.query_one("#pin").display

    drive(one, steps)


def test_selection_and_command_are_copied(one: Inspection) -> None:
    async def steps(pilot: Pilot[DescriptionError], app: InspectorApp) -> None:
        path = one.player.recording.path
        await press(pilot, "g", "3", "enter", "tab", "down", "y")
        assert app.clipboard == "Wagon.slow_down  miles 22 → 15"
        await press(pilot, "Y")
        assert app.clipboard.count("\n") == 5
        await press(pilot, "w")
        command = f"eventcore what-if {caravans.PLACE} {path}"
        assert app.clipboard == f"{command} --mute Wagon.slow_down"
        assert status(app) == f"copied (plays all turns): {app.clipboard}"
        await press(pilot, "up", "w")
        assert app.clipboard == f"{command} --set NAME=VALUE"
        assert status(app).endswith("; fill in NAME=VALUE")

    drive(one, steps)


def test_escape_stops_playing_and_help_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Inspection(CARAVANS, caravans.record(tmp_path / "long.jsonl", *[20] * 2000))
    act = caravans.Caravan.act

    def act_slowly(self: caravans.Caravan, intent: object) -> object:
        sleep(0.01)
        return act(self, intent)

    monkeypatch.setattr(caravans.Caravan, "act", act_slowly)

    async def steps(pilot: Pilot[DescriptionError], app: InspectorApp) -> None:
        await pilot.press("g", *"2000", "enter")
        await pilot.pause()
        assert app.playing
        assert "esc stops" in status(app)
        await pilot.press("question_mark", "escape")
        assert app.playing
        await press(pilot, "escape")
        assert not app.playing
        assert status(app) == "stopped"
        assert one.player.timeline.turn < 2000

    drive(one, steps)


def test_help_fits_a_small_terminal(one: Inspection, snapshot: SnapshotAssertion) -> None:
    async def steps(pilot: Pilot[DescriptionError], app: InspectorApp) -> None:
        await press(pilot, "question_mark")
        text = app.screen_stack[-1].query_one("#choices", RowList)
        assert shown(app, "choices") == snapshot
        assert max(map(len, shown(app, "choices"))) <= text.size.width
        assert len(shown(app, "choices")) == text.size.height <= 24
        await press(pilot, "escape")
        assert len(app.screen_stack) == 1

    drive(one, steps)


def test_long_list_scrolls_with_the_cursor(tmp_path: Path) -> None:
    path = caravans.record(tmp_path / "long.jsonl", *[20] * 60, events=False)

    async def steps(pilot: Pilot[DescriptionError], app: InspectorApp) -> None:
        room = len(shown(app, "turns")) - 1
        await press(pilot, "end")
        assert shown(app, "turns")[-1] == " 60 ■"
        first = f" {61 - room}   Go 20"
        assert shown(app, "turns")[1] == first
        await press(pilot, "up", "up")
        assert shown(app, "turns")[1].startswith(first)
        await press(pilot, "pageup")
        assert shown(app, "turns")[1].startswith(f" {59 - room}   Go 20")
        await press(pilot, "home")
        assert shown(app, "turns")[1].startswith("  0   Go 20")

    drive(Inspection(CARAVANS, path), steps)


def test_resized_and_tiny_terminals_are_drawn(one: Inspection) -> None:
    async def steps(pilot: Pilot[DescriptionError], app: InspectorApp) -> None:
        for size in ((10, 3), (1, 1), (200, 60)):
            await pilot.resize_terminal(*size)
            await press(pilot, "right", "question_mark", "escape", "e", "escape", "p")
        assert shown(app, "events")[0] == "turn 3"

    drive(one, steps)


@pytest.mark.slow
def test_game_is_inspected_like_any_simulation() -> None:
    inspection = Inspection(BIDDEN, GOLDEN)
    settled = chain.from_iterable(Journal.read(GOLDEN, events=True).events)
    hurt = next(event for event in settled if event.type == "TakeDamage")

    async def steps(pilot: Pilot[DescriptionError], app: InspectorApp) -> None:
        await press(pilot, "g", *str(hurt.turn), "enter", "enter")
        rows = app.query_one("#events", RowList)
        rows.point_at(next(n for n, row in enumerate(rows.rows) if row.event == hurt.seq))
        assert "TakeDamage #" in rows.rows[rows.cursor].text
        assert "@" in str(app.query_one("Picture Static", Static).render())
        await press(pilot, "enter")
        assert any("Health.lose_hit_points (APPLY " in row.text for row in rows.rows)
        await press(pilot, "e", *"player", "enter")
        assert any("Health.hp" in row.text for row in rows.rows)

    app = drive(inspection, steps)
    assert app.inspection.turn < app.inspection.last
    assert not app.inspection.player.faults


def test_last_turn_of_a_recording_that_was_not_closed_is_found_at_once(tmp_path: Path) -> None:
    path = tmp_path / "day.jsonl"
    with emergency_room.Emergency.record(path, patients=60) as emergency:
        emergency.perform(Run(emergency_room.MINUTE * 90))
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))  # keep the Run

    async def steps(pilot: Pilot[DescriptionError], app: InspectorApp) -> None:
        assert status(app).startswith("turn 0 of 90")

    drive(Inspection(Simulations.of(emergency_room.Emergency), path), steps)
