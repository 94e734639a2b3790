"""When neither exploring nor fighting can continue, the player gets advice."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from bidden import intents
from bidden.components.movement.position import Position
from bidden.events.effects import Affect
from bidden.events.movement import Arrive
from bidden.frontend.preferences.options import Options
from bidden.going.commands.explore import Explore
from bidden.going.commands.fighting import fight
from bidden.going.commands.stay import Rest
from bidden.going.commands.travel import TakeStairs, Travel
from bidden.going.going import Stop, into_nobody
from bidden.going.known.notes import Notes
from bidden.going.ways_out import WayOut
from bidden.intents import Move
from bidden.view import Held, Peril, Seen, View
from tests.bidden.going.walking import OPTIONS, level
from tests.bidden.playing import played
from tests.bidden.rules.ground.acting import at, pour
from tests.bidden.scenes import MINDLESS, MakeSession

_NEWS = 3
"""How often exploring may stop for news on the spot before it continues or refuses."""
_CAREFUL = Options(hurt_below=90)


def explores(view: View, notes: Notes, options: Options) -> bool | set[WayOut]:
    """Return whether exploring continues, or else the advice it gives."""
    for _ in range(_NEWS):
        answer = Explore(notes, options)(view)
        if not isinstance(answer, Stop):
            return True
        if answer.hints:
            return {hint.way for hint in answer.hints}
    return False


@pytest.mark.parametrize("options", [OPTIONS, _CAREFUL])
@pytest.mark.parametrize("level", ["run", "traps", "dark"])
def test_explore_or_fight_names_a_way_out_if_both_refuse(level: str, options: Options) -> None:
    notes, refused = Notes(), 0
    for game, _ in played(level, seed=2, steps=60):
        view = game.observe()
        notes.see(view)
        goes_on = explores(view, notes, options)
        answer = fight(view, notes, options.hurt_below)
        if goes_on is not True and isinstance(answer, Stop):
            refused += 1
            assert goes_on or answer.hints, (view.turn, answer.reason)
    assert refused or level != "run"


ROUND_THE_CORNER = """
    ###########
    #@......#z#
    #.#####.###
    #.#####.###
    ###########
"""


def test_gas_blocks_travel_only_while_it_is_in_view(
    make_session: MakeSession,
) -> None:
    session, notes = make_session(ROUND_THE_CORNER, zombie={"Mind": None}), Notes()
    pour(session, "poison gas", (5, 1), amount=20)
    barred = 0
    while at(session, "gases"):
        answer = Travel(notes, OPTIONS, (7, 1))(session.view())
        assert isinstance(answer, Stop)
        assert [hint.way for hint in answer.hints] == [WayOut.WAIT]
        barred += 1
        session.perform(intents.Wait())
        if not session.view().harm_at:
            break
    assert 0 < barred <= 20  # the gas thins by one a turn
    assert isinstance(Travel(notes, OPTIONS, (7, 1))(session.view()), Move)


def test_movement_commands_suggest_disarming_a_trap_that_blocks_the_only_way() -> None:
    view, notes = level("#####\n#@^>#\n#####"), Notes()
    notes.see(view)
    for command in (
        Explore(notes, OPTIONS),
        Travel(notes, OPTIONS, (3, 1)),
        TakeStairs(notes, OPTIONS, "down"),
    ):
        answer = command(view)
        assert isinstance(answer, Stop)
        assert WayOut.DISARM in {hint.way for hint in answer.hints}


def test_explore_and_fight_suggest_disarming_a_web_in_front_of_a_foe(
    make_session: MakeSession,
) -> None:
    session = make_session("#######\n#@..z.#\n#######", zombie={"Mind": None})
    web = session.world.spawn(Position(2, 1), *session.catalogue.make("web"))
    session.world.publish(Arrive(web))
    view, notes = session.view(), Notes()
    assert view.foes_at
    for answer in (Explore(notes, OPTIONS)(view), fight(view, notes, 50)):
        assert isinstance(answer, Stop)
        assert [hint.way for hint in answer.hints] == [WayOut.DISARM]


@pytest.mark.parametrize("turns", [3, 4])
def test_exploring_goes_on_once_a_web_is_torn(make_session: MakeSession, turns: int) -> None:
    session = make_session("#@......#z#", zombie={"Mind": None})
    session.world.publish(Affect(session.player, session.player, "web", turns))
    explore, answers = Explore(Notes(), OPTIONS), list[Any]()
    while not answers or not isinstance(answers[-1], Stop):
        answers.append(explore(session.view()))
        if not isinstance(answers[-1], Stop):
            session.perform(answers[-1])
    assert answers[-1].reason == "Level explored."


@pytest.mark.parametrize(("rooted", "way"), [({}, WayOut.EXPLORE), (None, WayOut.WAIT)])
def test_rooted_enemy_is_not_worth_the_wait(
    make_session: MakeSession, rooted: Any, way: WayOut
) -> None:
    parts: Any = MINDLESS if rooted is None else {**MINDLESS, "Rooted": rooted}
    stop = fight(make_session("#@:z#", zombie=parts).view(), Notes(), 50)
    assert isinstance(stop, Stop)
    assert [hint.way for hint in stop.hints] == [way]


@pytest.mark.parametrize(
    ("drawing", "to", "where"),
    [
        ("######\n#@.^>#\n######", (4, 1), "2 tiles east"),
        ("########\n#@^..###\n#....^>#\n########", (6, 2), "4 tiles east and 1 south"),
    ],
    ids=["the only one", "not one that the path avoids"],
)
def test_travel_names_a_trap_out_of_reach_and_does_not_offer_to_disarm_it(
    drawing: str, to: tuple[int, int], where: str
) -> None:
    view, notes = level(drawing), Notes()
    notes.see(view)
    answer = Travel(notes, OPTIONS, to)(view)
    assert answer == Stop(f"A trap ({where}) blocks the way.")


def test_refusal_with_a_foe_in_view_names_what_blocks_the_way_to_it(
    make_session: MakeSession,
) -> None:
    session = make_session("#######\n#@..z.#\n#######", zombie={"Mind": None})
    web = session.world.spawn(Position(2, 1), *session.catalogue.make("web"))
    session.world.publish(Arrive(web))
    answer = Rest(Notes(), OPTIONS)(session.view())
    assert isinstance(answer, Stop)
    assert answer.reason == "Can't rest with a zombie in view. A web blocks the way to the enemy."


@pytest.mark.parametrize(
    ("drawing", "reach", "attacks"),
    [
        ("######\n#@.z.>\n######", 1, True),
        ("######\n#@.z.>\n######", 0, False),
        ("######\n#@+z.>\n######", 1, False),
        ("######\n#@..z>\n######", 1, False),
    ],
)
def test_automatic_step_never_attacks_with_a_reach_weapon(
    drawing: str, reach: int, attacks: bool
) -> None:
    spear = Held("a", "a halberd", ("drop",), ")", "gear", worn=True, reach=reach)
    view = level(drawing, {"z": "a quill boar, asleep"}, pack=(spear,))
    answer = into_nobody(Move(1, 0), view)
    told = Stop("The next step would attack a quill boar.")
    assert answer == (told if attacks else Move(1, 0))


@pytest.mark.parametrize(
    ("perils", "told"),
    [
        ((Peril.DEADLY,), " The dragon outclasses you."),
        ((Peril.HARD, Peril.HARD), " Together they outclass you."),
        ((Peril.NONE,), ""),
    ],
)
def test_attacking_foes_that_outclass_the_player_is_not_advised(
    perils: tuple[Peril, ...], told: str
) -> None:
    view, notes = level("######\n#@.zz#\n######", {"z": "a dragon"}), Notes()
    seen = [Seen((3 + n, 1), "a dragon", "z", "", "", peril=one) for n, one in enumerate(perils)]
    view = attrs.evolve(view, foes_seen=(*seen,), peril=Peril.DEADLY if told else Peril.NONE)
    stop = Explore(notes, OPTIONS)(view)
    assert isinstance(stop, Stop)
    assert stop.reason == f"Can't explore with a dragon in view.{told}"
    assert [hint.way for hint in stop.hints] == ([] if told else [WayOut.ATTACK])
    notes.outmatched = 2  # the player has chosen to fight
    again = Explore(notes, OPTIONS)(view)
    assert isinstance(again, Stop)
    assert [hint.way for hint in again.hints] == [WayOut.ATTACK]
