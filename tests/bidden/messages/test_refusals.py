"""Refusals in words: the player is told why not, and of nobody else's refusals."""

import pytest

from bidden.events.combat import Attack
from bidden.events.movement import Move, Open, Wait
from bidden.intents import Move as Step
from bidden.perception.foretold.forecasting import forecast
from bidden.state import Levels
from eventcore import VALIDATE, Component, World, component, handles
from tests.bidden.messages.telling import told
from tests.bidden.scenes import MakeScene, Scene


@pytest.mark.parametrize(
    ("drawing", "dx", "text"),
    [
        ("#@#", 1, "There is a wall in the way."),
        ("#@h#", 1, "Something is in the way."),
        ("#@..#", 2, "That is out of reach."),
    ],
)
def test_a_refused_step_is_told_with_its_reason(
    make_scene: MakeScene, drawing: str, dx: int, text: str
) -> None:
    scene = make_scene(drawing)
    assert told(scene, Move(scene["@"], dx, 0)) == [f"refusal: {text}"]


@pytest.mark.parametrize(
    ("drawing", "dx", "text"),
    [
        ("#@.#", 1, "There is no door."),
        ("#@+#", 1, "The door is shut already."),
        ("#@.'#", 2, "That is out of reach."),
    ],
)
def test_a_door_that_cannot_be_closed_is_told_with_its_reason(
    make_scene: MakeScene, drawing: str, dx: int, text: str
) -> None:
    scene = make_scene(drawing)
    assert told(scene, scene.closing(scene["@"], dx, 0)) == [f"refusal: {text}"]


def test_a_door_that_is_held_open_is_told(make_scene: MakeScene) -> None:
    scene = make_scene("#@'z#")
    scene.world.publish(Move(scene["z"], -1, 0))
    assert told(scene, scene.closing(scene["@"], 1, 0)) == ["refusal: Something is in the way."]


def test_a_door_opened_already_and_one_shut_are_told(make_scene: MakeScene) -> None:
    scene = make_scene("#'@.#")
    assert told(scene, Open(scene["@"], scene["'"])) == ["refusal: The door is open already."]
    scene = make_scene("#.@+#", you={"UsesDoors": None})
    assert told(scene, Move(scene["@"], 1, 0)) == ["refusal: The door is shut."]


def test_what_the_player_cannot_do_is_told(make_scene: MakeScene) -> None:
    scene = make_scene("#@#", you={"Waiting": None})
    assert told(scene, Wait(scene["@"])) == ["refusal: Nothing happens."]


def test_a_blow_out_of_reach_is_told(make_scene: MakeScene) -> None:
    scene = make_scene("#@.z#")
    assert told(scene, Attack(scene["@"], scene["z"])) == ["refusal: That is out of reach."]


def test_standing_still_is_refused_without_a_word(make_scene: MakeScene) -> None:
    scene = make_scene("#@#")
    assert told(scene, Move(scene["@"], 0, 0)) == []


def test_the_refusals_of_others_are_not_told(make_scene: MakeScene) -> None:
    scene = make_scene("#@.z#")
    assert told(scene, Move(scene["z"], 1, 0), Attack(scene["z"], scene["@"])) == []


@component
class Stall(Component):
    """Makes its entity one that cannot be struck."""

    @handles(Attack, VALIDATE, role="target")
    def ward_off(self, attack: Attack, world: World) -> None:
        attack.fail("occupied")


def test_a_bump_whose_blow_is_refused_is_told_once(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", extra=(Stall,), zombie={"Stall": {}})
    assert told(scene, Move(scene["@"], 1, 0)) == ["refusal: Something is in the way."]
    assert scene.kinds == ["Move", "Attack"]


@pytest.mark.parametrize(
    ("place", "walls"), [("valley", "a tree"), ("cave", "rock"), ("tower", "a wall")]
)
def test_what_bars_a_step_is_called_as_the_place_draws_it(place: str, walls: str) -> None:
    scene = Scene("#@#", debug=False)  # the place is no change that happens in a game
    scene.world.root[Levels].at(1).place = place
    refusal = f"There is {walls} in the way."
    assert forecast(Step(1, 0), scene["@"], scene.world).refusal == refusal
    assert told(scene, Move(scene["@"], 1, 0)) == [f"refusal: {refusal}"]
