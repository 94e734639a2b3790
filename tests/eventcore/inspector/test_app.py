"""Keys move on what is looked at, and the panes show it, in a small terminal and a larger one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from bidden.recording.notes import BIDDEN
from eventcore.inspector.app import InspectorApp
from eventcore.inspector.inspection import (
    Chain,
    Events,
    Inspection,
    State,
    Subject,
    open_inspection,
)
from eventcore.inspector.pane import Rows
from tests.eventcore.inspector.conftest import CARAVANS
from tests.eventcore.tools import caravans

SIZES = [(80, 24), (120, 40)]
GOLDEN = Path(__file__).resolve().parents[2] / "golden/journals/brawled.jsonl"


def shown(app: InspectorApp, pane: str) -> list[str]:
    """The lines that a pane shows, without blanks at their ends."""
    rows = app.screen_stack[-1].query_one(f"#{pane}", Rows)
    return [line.rstrip() for line in str(rows.render()).split("\n")]


def looked_at(inspection: Inspection) -> Subject:
    return inspection.subject


def said(app: InspectorApp) -> str:
    return str(app.screen_stack[0].query_one("#said", Static).render())


async def settled(pilot: Pilot[None]) -> InspectorApp:
    """Wait until nothing is played any more."""
    app = pilot.app
    assert isinstance(app, InspectorApp)
    await pilot.pause()
    while app.busy:
        await pilot.pause(0.01)
    return app


def drive(
    inspection: Inspection,
    steps: Callable[[Pilot[None], InspectorApp], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
) -> InspectorApp:
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
def test_turns_are_moved_through_and_an_events_chain_opened(
    one: Inspection, size: tuple[int, int]
) -> None:
    async def steps(pilot: Pilot[None], app: InspectorApp) -> None:
        assert shown(app, "turns")[:3] == ["turn", " 0   Go", " 1   Go"]
        assert shown(app, "side0") == ["turn 0", " nothing happened"]
        await press(pilot, "down", "right", "down")
        assert shown(app, "side0")[:2] == ["turn 3", " Travel #4 wagon: done · miles 22"]
        assert said(app) == "turn 3 of 7"
        await press(pilot, "left")
        assert shown(app, "side0")[0] == "turn 2"
        await press(pilot, "end")
        assert said(app) == "turn 7 of 7 · closed"
        await press(pilot, "home", "right", "right", "right", "enter", "down", "down", "down")
        await press(pilot, "enter")
        assert looked_at(one) == Chain(5)
        assert shown(app, "side0")[:3] == [
            "event #5",
            " came of",
            "   Travel #4 wagon: done · miles 22",
        ]
        await press(pilot, "up", "up", "enter")
        assert looked_at(one) == Chain(4)
        await press(pilot, "escape", "escape")
        assert looked_at(one) == Events()
        assert app.screen_stack[0].query_one("#side0", Rows).cursor == 3
        assert app.is_running

    drive(one, steps, size)


@pytest.mark.parametrize("size", SIZES)
def test_an_entity_is_chosen_by_a_part_of_its_name_and_shown_turn_by_turn(
    one: Inspection, size: tuple[int, int]
) -> None:
    async def steps(pilot: Pilot[None], app: InspectorApp) -> None:
        await press(pilot, "right", "right", "right", "e")
        assert shown(app, "choices")[1:5] == [" world", " wagon 2", " cargo 3", " cargo 4"]
        await press(pilot, *"arg", "down")
        assert shown(app, "choices") == ["who is there as turn 3 begins", " cargo 3", " cargo 4"]
        await press(pilot, "enter")
        assert one.subject == State(4, "cargo 4")
        assert shown(app, "side0") == ["cargo 4 as turn 3 begins", " cargo 4, owned by wagon 2",
                                       "   Cargo.weight 40"]  # fmt: skip
        await press(pilot, "e", *"wagon", "enter", "right")
        assert shown(app, "side0")[2:4] == ["   Wagon.silver 25", "≠  Wagon.miles 58"]
        await press(pilot, "e", "escape")
        assert one.subject == State(2, "wagon 2")

    drive(one, steps, size)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_searched_is_gone_to_and_escape_ends_the_search(
    one: Inspection, size: tuple[int, int]
) -> None:
    async def steps(pilot: Pilot[None], app: InspectorApp) -> None:
        rows = app.query_one("#side0", Rows)
        await press(pilot, "slash", *"lose", "enter")
        assert (one.turn, rows.row and rows.row.event) == (2, 3)
        assert said(app) == "turn 2 of 7 · searched: lose"
        await press(pilot, "n")
        assert (one.turn, rows.row and rows.row.event) == (3, 5)
        await press(pilot, "n")
        assert said(app) == "no 'lose' after here"
        assert (one.turn, rows.row and rows.row.event) == (3, 5)
        await press(pilot, "N")
        assert (one.turn, rows.row and rows.row.event) == (2, 3)
        await press(pilot, "N")
        assert said(app) == "no 'lose' before here"
        await press(pilot, "slash", "escape")
        assert one.text == "lose"
        await press(pilot, "escape")
        assert one.text == ""
        await press(pilot, "n")
        assert one.turn == 7
        await press(pilot, "n")
        assert said(app) == "there is no mark after turn 7"

    drive(one, steps, size)


@pytest.mark.parametrize("size", SIZES)
def test_two_are_side_by_side_at_their_divergence(two: Inspection, size: tuple[int, int]) -> None:
    async def steps(pilot: Pilot[None], app: InspectorApp) -> None:
        await press(pilot, "d")
        assert said(app).startswith("turn 3 of 7 · the two part here, at record 4: data ")
        await press(pilot, "right")
        width = app.query_one("#side0", Rows).size.width
        assert abs(width - app.query_one("#side1", Rows).size.width) <= 1
        assert shown(app, "side0")[0] == "week.jsonl: turn 4"
        assert shown(app, "side1")[0] == "other.jsonl: turn 4"
        assert all(shown(app, side)[1].startswith("≠Travel #6") for side in ("side0", "side1"))
        await press(pilot, "tab", "tab", "enter")
        assert app.number == 1
        assert "≠      miles 30 → 23" in shown(app, "side1")
        assert "≠      miles 23 → 16" in shown(app, "side0")

    drive(two, steps, size)


def test_a_row_that_is_cut_is_shown_whole_below(one: Inspection) -> None:
    async def steps(pilot: Pilot[None], app: InspectorApp) -> None:
        whole = app.query_one("#whole", Static)
        await press(pilot, "right", "right", "enter")
        assert not whole.display
        await press(pilot, "end")
        assert shown(app, "side0")[5].endswith("…")
        assert str(whole.render()).endswith('Wagon.log of wagon [] → ["day 2: 14 silver lost"]')

    drive(one, steps)


def test_help_opens_and_closes_and_a_turn_is_marked(one: Inspection) -> None:
    async def steps(pilot: Pilot[None], app: InspectorApp) -> None:
        await press(pilot, "question_mark")
        assert shown(app, "help")[0] == "Keys, and signs"
        await press(pilot, "escape", "right", "m")
        assert shown(app, "turns")[2] == " 1 * Go"
        assert said(app) == "turn 1 of 7 · marked"

    drive(one, steps)


@pytest.mark.parametrize("keys", [["q"], ["ctrl+c"], ["escape"], ["enter", "escape"]])
def test_leaving_ends_it(one: Inspection, keys: list[str]) -> None:
    async def steps(pilot: Pilot[None], app: InspectorApp) -> None:
        for key in keys:
            await pilot.press(key)
        await pilot.pause()
        assert not app.is_running

    assert drive(one, steps).return_code == 0


def test_a_long_list_is_scrolled_with_the_cursor_in_view(tmp_path: Path) -> None:
    path = caravans.record(tmp_path / "long.jsonl", *[20] * 60, events=False)

    async def steps(pilot: Pilot[None], app: InspectorApp) -> None:
        assert shown(app, "turns")[0].endswith(" 1/61")
        room = len(shown(app, "turns")) - 1
        await press(pilot, "end")
        assert shown(app, "turns")[-1] == " 60 ■"
        first = shown(app, "turns")[1]
        assert first == f" {61 - room}   Go"
        await press(pilot, "up", "up")
        assert shown(app, "turns")[1] == first
        await press(pilot, "pageup")
        assert shown(app, "turns")[1] == f" {58 - room}   Go"
        await press(pilot, "home")
        assert shown(app, "turns")[1] == "  0   Go"

    drive(open_inspection(CARAVANS, path), steps)


def test_a_click_chooses_a_turn(one: Inspection) -> None:
    async def steps(pilot: Pilot[None], app: InspectorApp) -> None:
        await pilot.click("#turns", offset=(3, 3))
        await settled(pilot)
        assert shown(app, "side0")[0] == "turn 2"

    drive(one, steps)


def test_keys_are_heard_while_a_long_way_is_played_and_escape_stops_it(
    one: Inspection, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps(pilot: Pilot[None], app: InspectorApp) -> None:
        monkeypatch.setattr("eventcore.inspector.app._SLICE", 0)
        monkeypatch.setattr("eventcore.inspector.app._BREATH", 60)
        await pilot.press("end")
        assert app.busy
        assert said(app) == "playing record 2 of 8 … esc stops"
        await pilot.press("escape")
        assert said(app) == "stopped"
        await pilot.press("home")
        await pilot.press("right")
        assert app.busy
        monkeypatch.undo()
        await press(pilot, "right")  # in place of what is being played still
        assert shown(app, "side0")[:2] == ["turn 2", " Travel #2 wagon: done · miles 21"]

    drive(one, steps)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_a_game_is_looked_at_as_any_simulation(size: tuple[int, int]) -> None:
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

    app = drive(inspection, steps, size)
    assert app.inspection.turn < app.inspection.last
    assert not app.inspection.faulty
