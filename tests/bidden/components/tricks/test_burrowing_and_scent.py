"""Burrowing through walls, and tracking by scent."""

from bidden.ai.mind import Mind
from bidden.events.combat import Attack
from bidden.events.movement import Move
from bidden.events.turns import TakeTurn
from tests.bidden.scenes import MakeSession, place
from tests.bidden.tricksters import heard, of_kind, put

WALLS = "#########\n#@.###..#\n#..###..#\n#########"


def test_a_worm_comes_through_walls_and_strikes(make_session: MakeSession) -> None:
    session = make_session(WALLS)
    worm = put(session, "grave worm", 6, 1)
    spots, struck = [], 0
    for _ in range(5):
        struck += len(of_kind(heard(session, TakeTurn(worm)), Attack))
        spots.append(place(worm))
    assert spots == [(5, 1), (4, 1), (3, 1), (2, 1), (2, 1)]
    assert struck == 1
    assert session.view().foes == 1


def test_burrower_stays_on_the_level(make_session: MakeSession) -> None:
    session = make_session(WALLS)
    worm, other = put(session, "grave worm", 6, 1), put(session, "mummy", 7, 1)
    assert session.world.publish(Move(worm, 0, -1)).reason == "wall"
    assert session.world.publish(Move(worm, 1, 0)).reason == "occupied"
    assert session.world.publish(Move(worm, 0, 1)).done
    assert session.world.publish(Move(worm, 0, 1)).reason == "wall"
    assert place(other) == (7, 1)


def test_hound_smells_a_player_behind_walls_and_a_wolf_does_not(make_session: MakeSession) -> None:
    session = make_session(WALLS)
    hound, wolf = put(session, "bloodhound", 7, 2), put(session, "wolf", 7, 1)
    for one in (hound, wolf):
        session.world.publish(TakeTurn(one))
    assert [(one[Mind].goal_x, one[Mind].goal_y) for one in (hound, wolf)] == [(1, 1), (-1, -1)]
