"""The message log: settled events in words, as the player witnesses them."""

from __future__ import annotations

import pytest

from bidden import intents
from bidden.bots.explorer import choose
from bidden.events.body import Feed, Heal
from bidden.events.combat import Attack, Die, TakeDamage
from bidden.events.effects import Affect
from bidden.events.movement import Close, Move, Open, Wait
from bidden.events.turns import TakeTurn
from bidden.messages import MessageLog
from bidden.messages.witness import Teller
from bidden.session import Session
from bidden.view import Line
from eventcore import (
    VALIDATE,
    Action,
    Component,
    Entity,
    Event,
    RegistrationError,
    World,
    component,
    handles,
)
from tests.bidden.scenes import MakeScene, MakeSession, Scene, catalogue


def told(scene: Scene, *events: Event) -> list[str]:
    """What the player is told of events, each line with its tone."""
    messages = MessageLog(scene.world, scene["@"])
    for event in events:
        scene.world.publish(event)
    return [f"{line.tone}: {line}" for line in messages.lines]


# Blows


def test_the_players_own_blow_is_told_as_you(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    assert told(scene, TakeDamage(scene["@"], scene["z"], 1)) == ["good: You hit the zombie for 1."]


def test_a_blow_to_the_player_is_told_as_harm(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    assert told(scene, TakeDamage(scene["z"], scene["@"], 1)) == [
        "harm: The zombie hits you for 1."
    ]


def test_a_fight_of_others_is_told_when_it_is_seen(make_scene: MakeScene) -> None:
    scene = make_scene("#@.zh#")
    assert told(
        scene, TakeDamage(scene["z"], scene["h"], 1), TakeDamage(scene["h"], scene["z"], 1)
    ) == ["plain: The zombie hits the hound for 1.", "plain: The hound hits the zombie for 1."]


@pytest.mark.parametrize("drawing", ["#@.+zh#", "#@.#zh#", "#@.........zh#"])
def test_a_fight_out_of_sight_is_not_told(make_scene: MakeScene, drawing: str) -> None:
    scene = make_scene(drawing)
    assert told(scene, TakeDamage(scene["z"], scene["h"], 1), Die(scene["z"], scene["h"])) == []


def test_a_blow_tells_what_it_cost_in_truth(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", zombie={"Health": {"hp": 2}}, you={"Fighter": {"attack": 99}})
    assert told(scene, Move(scene["@"], 1, 0)) == [
        "good: You hit the zombie for 2.",
        "good: You put the zombie to rest.",
    ]


def test_a_blow_that_was_refused_is_not_told_as_one(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    scene.world.publish(Die(scene["@"], scene["z"]))
    assert told(scene, TakeDamage(scene["@"], scene["z"], 1), Die(scene["@"], scene["z"])) == []


# Deaths


def test_the_deaths_of_others_are_told_when_they_are_seen(make_scene: MakeScene) -> None:
    scene = make_scene("#@.zh#")
    assert told(scene, Die(scene["z"], scene["h"])) == ["news: The hound falls."]


def test_the_players_death_is_told_with_who_brought_it(make_session: MakeSession) -> None:
    session = make_session("#@z#", you={"Health": {"hp": 1}, "Wounds": None})
    assert session.messages.epitaph == ""
    session.perform(intents.Wait())
    assert [str(line) for line in session.messages.lines] == [
        "The zombie hits you for 1.",
        "You die.",
    ]
    assert session.messages.epitaph == "Killed by a zombie on turn 0."


def test_an_epitaph_knows_its_articles_and_its_turn(make_session: MakeSession) -> None:
    session = make_session(
        "#@..z#", you={"Health": {"hp": 1}, "Wounds": None}, zombie={"Title": {"name": "undead ox"}}
    )
    for _ in range(3):
        session.perform(intents.Wait())
    assert session.messages.epitaph == "Killed by an undead ox on turn 2."
    assert session.view().epitaph == "Killed by an undead ox on turn 2."


# Doors


def test_doors_are_told_by_who_moves_them(make_scene: MakeScene) -> None:
    scene = make_scene("#@+h#")
    door = scene["+"]
    assert told(
        scene,
        Open(scene["@"], door),
        Close(scene["@"], door),
        Open(scene["h"], door),
        Close(scene["h"], door),
    ) == [
        "plain: You open the door.",
        "plain: You close the door.",
        "plain: The hound opens the door.",
        "plain: The hound closes the door.",
    ]


def test_a_door_out_of_sight_is_not_told(make_scene: MakeScene) -> None:
    scene = make_scene("#@.+.+h#")
    _, far = scene.all("+")
    assert told(scene, Open(scene["h"], far), Close(scene["h"], far)) == []


def test_a_door_bumped_open_is_told_once(make_scene: MakeScene) -> None:
    scene = make_scene("#@+.#")
    assert told(scene, Move(scene["@"], 1, 0)) == ["plain: You open the door."]


def test_steps_and_waiting_are_not_told(make_scene: MakeScene) -> None:
    scene = make_scene("#@..z#")
    assert told(scene, Move(scene["@"], 1, 0), Wait(scene["@"]), Move(scene["z"], -1, 0)) == []


# Refusals


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
class Ward(Component):
    """Makes its entity one that cannot be struck."""

    @handles(Attack, VALIDATE, role="target")
    def ward_off(self, attack: Attack, world: World) -> None:
        attack.fail("occupied")


def test_what_does_nothing_to_the_player_is_told_and_what_does_nothing_to_others_is_not(
    make_scene: MakeScene,
) -> None:
    scene = make_scene("#@z#")
    affects = [Affect(scene["@"], scene[who], "healing") for who in "@z"]
    assert told(scene, *affects) == ["refusal: Nothing happens."]
    assert [affect.reason for affect in affects] == ["nothing", "nothing"]


def test_a_bump_whose_blow_is_refused_is_told_once(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", extra=(Ward,), zombie={"Ward": {}})
    assert told(scene, Move(scene["@"], 1, 0)) == ["refusal: Something is in the way."]
    assert scene.kinds == ["Move", "Attack"]


# The log


def test_what_is_told_again_at_once_is_counted(make_scene: MakeScene) -> None:
    scene = make_scene("#@#")
    messages = MessageLog(scene.world, scene["@"])
    for _ in range(3):
        last = scene.world.publish(Move(scene["@"], 1, 0))
    (line,) = messages.lines
    assert line == Line("There is a wall in the way.", "refusal", 0, last.sequence, 3)
    assert str(line) == "There is a wall in the way. (×3)"


def test_what_is_told_again_after_something_else_is_a_new_line(make_scene: MakeScene) -> None:
    scene = make_scene("#@..'#")
    moves: list[Event] = [
        Move(scene["@"], 0, 1),
        scene.closing(scene["@"], 1, 0),
        Move(scene["@"], 0, 1),
    ]
    assert told(scene, *moves) == [
        "refusal: There is a wall in the way.",
        "refusal: There is no door.",
        "refusal: There is a wall in the way.",
    ]


def test_a_line_knows_its_turn_and_its_event(make_session: MakeSession) -> None:
    session = make_session("#@+..z#")
    session.perform(intents.Wait())
    move = session.perform(intents.Move(1, 0))
    assert move.replacement is not None
    assert session.messages.lines == (
        Line("You open the door.", "plain", 1, move.replacement.sequence),
    )


def test_the_oldest_lines_make_room_for_new_ones(make_scene: MakeScene) -> None:
    scene = make_scene("#@'#")
    messages = MessageLog(scene.world, scene["@"])
    for _ in range(300):
        scene.world.publish(Close(scene["@"], scene["'"]))
        scene.world.publish(Open(scene["@"], scene["'"]))
    assert len(messages.lines) == 500
    assert messages.lines[-1].text == "You open the door."


def test_lines_once_given_stay_as_they_are(make_scene: MakeScene) -> None:
    scene = make_scene("#@#")
    messages = MessageLog(scene.world, scene["@"])
    scene.world.publish(Move(scene["@"], 1, 0))
    before = messages.lines
    scene.world.publish(Move(scene["@"], 1, 0))
    assert [line.count for line in before] == [1]
    assert [line.count for line in messages.lines] == [2]


# An event has one teller


def gossip(kind: type[Event]) -> type[Teller]:
    """A theme that tells of events of one type."""

    class Gossip(Teller):
        def listen(self) -> None:
            self._tell(kind, lambda event: self._add(event, "Have you heard?", "news"))

    return Gossip


def test_who_tells_of_a_subclass_tells_in_place_of_who_tells_of_the_class(
    make_scene: MakeScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bidden.messages.log.Learning", gossip(Feed))
    scene = make_scene("#@#", you={"Health": {"hp": 1}})
    assert told(
        scene,
        Feed(scene["@"], scene["@"], -1, source="cake"),
        Heal(scene["@"], scene["@"], 1, source="cake"),
    ) == ["news: Have you heard?", "good: You regain 1."]


@pytest.mark.parametrize("kind", [TakeDamage, Action])
def test_two_tellers_of_one_event_are_refused(
    kind: type[Event], make_scene: MakeScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bidden.messages.log.Learning", gossip(kind))
    with pytest.raises(RegistrationError, match=f"{kind.__name__} has a teller already"):
        told(make_scene("#@#"))


# An observer and nothing more


class Silence:
    """A messages that hears nothing."""

    epitaph = ""
    lines = ()

    def __init__(self, world: World, player: Entity) -> None:
        pass


@pytest.mark.parametrize("seed", [1, 2, 12])
def test_a_game_without_a_chronicle_goes_the_same_way(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    told_of = Session(seed, catalogue=catalogue())
    monkeypatch.setattr("bidden.session.MessageLog", Silence)
    untold = Session(seed, catalogue=catalogue())
    for _ in range(120):
        intent = choose(told_of.view())
        told_of.perform(intent)
        untold.perform(intent)
    assert told_of.messages.lines
    assert untold.messages.lines == ()
    assert untold.digest.seal() == told_of.digest.seal()
    assert untold.world.sequence == told_of.world.sequence


def test_it_tells_of_a_whole_fight(make_session: MakeSession) -> None:
    session = make_session("#@+.z#", seed=2)
    for _ in range(4):
        session.perform(intents.Move(1, 0))
    assert [f"{line.turn}: {line}" for line in session.view().lines] == [
        "0: You open the door.",
        "1: The zombie hits you for 2.",
        "2: You hit the zombie for 4.",
        "2: The zombie hits you for 1.",
        "3: You hit the zombie for 4.",
        "3: You put the zombie to rest.",
    ]


def test_a_turn_that_brings_nothing_is_not_told(make_scene: MakeScene) -> None:
    scene = make_scene("#@.+.z#")
    assert told(scene, TakeTurn(scene["z"])) == []
