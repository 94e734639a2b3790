"""The player reads why an action was refused, and nothing about others' refusals."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.events.combat import Attack
from bidden.events.movement import Move, Open, Wait
from bidden.intents import Move as Step
from bidden.intents import Read
from bidden.perception.foretold.forecasting import forecast
from bidden.state import Levels
from tests.bidden.narration.telling import told
from tests.bidden.scenes import MakeScene, MakeSession, Scene, give


def test_refusal_is_told_with_its_reason(
    make_scene: MakeScene, snapshot: SnapshotAssertion
) -> None:
    lines = dict[str, list[str]]()
    for drawing, dx in (("#@#", 1), ("#@h#", 1), ("#@..#", 2)):
        scene = make_scene(drawing)
        lines[f"step {dx} in {drawing}"] = told(scene, Move(scene["@"], dx, 0))
    for drawing, dx in (("#@.#", 1), ("#@+#", 1), ("#@.'#", 2)):
        scene = make_scene(drawing)
        lines[f"close {dx} in {drawing}"] = told(scene, scene.closing(scene["@"], dx, 0))
    scene = make_scene("#'@.z#")
    lines["open an open door"] = told(scene, Open(scene["@"], scene["'"]))
    lines["strike from afar"] = told(scene, Attack(scene["@"], scene["z"]))
    scene = make_scene("#.@+#", you={"UsesDoors": None, "Waiting": None})
    lines["bump into a shut door"] = told(scene, Move(scene["@"], 1, 0))
    lines["wait without waiting"] = told(scene, Wait(scene["@"]))
    assert all(line.startswith("refusal: ") for (line,) in lines.values())
    assert lines == snapshot


def test_step_with_no_direction_shows_no_message(make_scene: MakeScene) -> None:
    scene = make_scene("#@#")
    assert told(scene, Move(scene["@"], 0, 0)) == []


def test_refusals_of_other_creatures_write_no_message(make_scene: MakeScene) -> None:
    scene = make_scene("#@.z#")
    assert told(scene, Move(scene["z"], 1, 0), Attack(scene["z"], scene["@"])) == []


@pytest.mark.parametrize("place", ["valley", "cave", "tower"])
def test_wall_is_named_as_its_place_draws_it(place: str, snapshot: SnapshotAssertion) -> None:
    scene = Scene("#@#", debug=False)  # a level's place is fixed during a game
    scene.world.root[Levels].at(1).place = place
    refusal = forecast(Step(1, 0), scene["@"], scene.world).refusal
    assert told(scene, Move(scene["@"], 1, 0)) == [f"refusal: {refusal}"]
    assert refusal == snapshot


def test_power_without_an_enemy_nearby_tells_its_range(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie={"Mind": None})
    give(session, "scroll of lightning")
    said = "No enemy within 5 tiles."
    assert session.forecast(Read("a")).refusal == said
    assert not session.perform(Read("a")).done
    assert session.view().lines[-1].text == said
