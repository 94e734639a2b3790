"""Keys move through an inspection, and the panes show it, in a small terminal and a larger one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.pilot import Pilot

from bidden.recording.notes import BIDDEN
from eventcore.inspector.app import InspectorApp
from eventcore.inspector.inspection import Chain, Events, Inspection, State, open_inspection
from eventcore.inspector.pane import Rows
from tests.eventcore.inspector.conftest import CARAVANS, looked_at
from tests.eventcore.tools import caravans

SIZES = [(80, 24), (120, 40)]
GOLDEN = Path(__file__).resolve().parents[2] / "golden/journals/brawled.jsonl"

Steps = Callable[[Pilot[None], InspectorApp], Awaitable[None]]


def shown(app: InspectorApp, pane: str) -> list[str]:
    """Return the lines that a pane shows, without blanks at their ends."""
    rows = app.screen_stack[-1].query_one(f"#{pane}", Rows)
    return [line.rstrip() for line in str(rows.render()).rstrip().split("\n")]


def place(one: Inspection, app: InspectorApp) -> tuple[int, int]:
    row = app.query_one("#side0", Rows).row
    return one.turn, row.event if row else 0


async def settled(pilot: Pilot[None]) -> InspectorApp:
    app = pilot.app
    assert isinstance(app, InspectorApp)
    await pilot.pause()
    while app.busy:
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


async def press(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


@pytest.mark.parametrize("size", SIZES)
def test_keys_move_through_turns_and_open_events(
    one: Inspection, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    async def steps(pilot: Pilot[None], app: InspectorApp) -> None:
        await press(pilot, "down", "right", "down")
        assert one.turn == 3
        await press(pilot, "left")
        assert one.turn == 2
        await press(pilot, "end")
        assert one.turn == 7
        await press(pilot, "home", "right", "right", "right", "enter", "down", "down", "down")
        assert shown(app, "side0") == snapshot(name="turn 3")
        await press(pilot, "enter")
        assert looked_at(one) == Chain(5)
        await press(pilot, "up", "up", "enter")
        assert looked_at(one) == Chain(4)
        await press(pilot, "escape", "escape")
        assert looked_at(one) == Events()
        assert app.screen_stack[0].query_one("#side0", Rows).cursor == 3
        assert app.is_running

    drive(one, steps, size)


def test_entity_is_chosen_by_a_part_of_its_name(one: Inspection) -> None:
    async def steps(pilot: Pilot[None], app: InspectorApp) -> None:
        await press(pilot, "right", "right", "right", "e")
        assert shown(app, "choices")[1:5] == [" world", " wagon 2", " cargo 3", " cargo 4"]
        await press(pilot, *"arg", "down")
        assert shown(app, "choices")[1:] == [" cargo 3", " cargo 4"]
        await press(pilot, "enter")
        assert looked_at(one) == State(4, "cargo 4")
        assert "   Cargo.weight 40" in shown(app, "side0")
        await press(pilot, "e", *"wagon", "enter", "right")
        assert shown(app, "side0")[2:4] == ["   Wagon.silver 25", "≠  Wagon.miles 58"]
        await press(pilot, "e", "escape")
        assert looked_at(one) == State(2, "wagon 2")

    drive(one, steps)


def test_search_moves_the_cursor_and_escape_ends_it(one: Inspection) -> None:
    async def steps(pilot: Pilot[None], app: InspectorApp) -> None:
        await press(pilot, "slash", *"lose", "enter")
        assert place(one, app) == (2, 3)
        await press(pilot, "n")
        assert place(one, app) == (3, 5)
        await press(pilot, "n")
        assert place(one, app) == (3, 5)
        await press(pilot, "N")
        assert place(one, app) == (2, 3)
        await press(pilot, "slash", "escape")
        assert one.text == "lose"
        await press(pilot, "escape")
        assert one.text == ""
        await press(pilot, "n")  # to the next mark
        assert one.turn == 7

    drive(one, steps)


def test_two_journals_are_side_by_side_where_they_part(two: Inspection) -> None:
    async def steps(pilot: Pilot[None], app: InspectorApp) -> None:
        await press(pilot, "d")
        assert two.turn == 3
        await press(pilot, "right")
        width = app.query_one("#side0", Rows).size.width
        assert abs(width - app.query_one("#side1", Rows).size.width) <= 1
        assert all(shown(app, side)[1].startswith("≠Travel #6") for side in ("side0", "side1"))
        await press(pilot, "tab", "tab", "enter")
        assert app.number == 1
        assert "≠      miles 30 → 23" in shown(app, "side1")
        assert "≠      miles 23 → 16" in shown(app, "side0")

    drive(two, steps)


def test_help_opens_and_closes_and_a_turn_is_marked(
    one: Inspection, snapshot: SnapshotAssertion
) -> None:
    async def steps(pilot: Pilot[None], app: InspectorApp) -> None:
        await press(pilot, "question_mark")
        assert shown(app, "help") == snapshot
        await press(pilot, "escape", "right", "m")
        assert shown(app, "turns")[2] == " 1 * Go"

    drive(one, steps)


def test_long_list_scrolls_with_the_cursor(tmp_path: Path) -> None:
    path = caravans.record(tmp_path / "long.jsonl", *[20] * 60, events=False)

    async def steps(pilot: Pilot[None], app: InspectorApp) -> None:
        room = len(shown(app, "turns")) - 1
        await press(pilot, "end")
        assert shown(app, "turns")[-1] == " 60 ■"
        first = f" {61 - room}   Go"
        assert shown(app, "turns")[1] == first
        await press(pilot, "up", "up")
        assert shown(app, "turns")[1] == first
        await press(pilot, "pageup")
        assert shown(app, "turns")[1] == f" {58 - room}   Go"
        await press(pilot, "home")
        assert shown(app, "turns")[1] == "  0   Go"

    drive(open_inspection(CARAVANS, path), steps)


@pytest.mark.slow
def test_game_is_inspected_like_any_simulation() -> None:
    inspection = open_inspection(BIDDEN, GOLDEN)

    async def steps(pilot: Pilot[None], app: InspectorApp) -> None:
        await press(pilot, "slash", *"takedamage", "enter")
        rows = app.query_one("#side0", Rows)
        assert rows.row is not None
        assert "TakeDamage #" in rows.row.text
        await press(pilot, "enter")
        assert any("Health.lose_hit_points (APPLY " in line for line in shown(app, "side0"))
        await press(pilot, "e", *"player", "enter")
        assert any("Health.hp" in row.text for row in rows.rows)

    app = drive(inspection, steps)
    assert app.inspection.turn < app.inspection.last
    assert not app.inspection.faulty
