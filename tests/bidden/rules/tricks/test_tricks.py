"""Alarms, raising the dead, throws over edges, and resistances."""

import pytest

from bidden.ai.mind import Mind
from bidden.components.movement.position import Position
from bidden.events.combat import TakeDamage
from bidden.events.effects import Affect, CanAffect
from bidden.events.magic import Alarm, RaiseDead
from bidden.events.places import Fall
from bidden.events.tricks import UseKnack
from bidden.events.turns import TakeTurn
from bidden.state import Side, name_of
from tests.bidden.scenes import MakeLevels, MakeSession, place
from tests.bidden.tricksters import heard, hurt, of_kind, put

HALLS = "###########\n#@....#...#\n#.....#...#\n###########"


def test_an_alarm_tells_fellows_where_the_foe_is(make_session: MakeSession) -> None:
    session = make_session(HALLS)
    watcher, fellow, other = (
        put(session, name, x, 1) for name, x in (("lamplighter", 4), ("harpy", 8), ("wolf", 9))
    )
    assert not session.world.ask(CanAffect(watcher, "alarm")).would  # it has seen no foe yet
    (alarm,) = of_kind(heard(session, TakeTurn(watcher)), Alarm)
    assert alarm.heard == [fellow]
    assert (fellow[Mind].goal_x, fellow[Mind].goal_y) == (1, 1)
    assert other[Mind].goal_x == -1
    assert session.world.publish(UseKnack(watcher, 1, 1)).failed  # the knack is resting
    assert place(watcher) == (4, 1)
    session.world.publish(TakeTurn(watcher))
    assert place(watcher)[0] == 5  # it keeps its distance


def test_king_raises_the_nearest_corpse_that_it_sees(make_session: MakeSession) -> None:
    session = make_session(HALLS)
    king = put(session, "barrow king", 4, 1)
    assert session.world.publish(UseKnack(king, 1, 1)).reason == "nothing"
    for x, name in ((2, "orc"), (5, "orc"), (8, "orc")):
        hurt(session, put(session, name, x, 2), 10)
    (raising,) = of_kind(heard(session, UseKnack(king, 1, 1)), RaiseDead)
    risen = raising.come
    assert risen is not None
    assert (name_of(risen), place(risen), risen[Side].name) == ("risen", (5, 2), "ancient")
    lying = [place(one) for one in session.world.having(Position) if name_of(one) == "orc corpse"]
    assert lying == [(2, 2), (8, 2)]


def test_creature_thrown_over_an_edge_falls(make_levels: MakeLevels) -> None:
    session = make_levels("#.:@..>#", "#.....<#")
    spirit = put(session, "gale spirit", 4)
    ear = heard(session, Affect(spirit, session.player, "gale"))
    (fall,) = of_kind(ear, Fall)
    assert (fall.done, session.player[Position].level) == (True, 2)


@pytest.mark.parametrize(
    ("name", "kind", "strength", "dealt"),
    [
        ("shade", "blow", 8, 2),
        ("shade", "missile", 8, 0),
        ("shade", "fire", 4, 6),
        ("basalt golem", "missile", 8, 0),
        ("basalt golem", "lightning", 4, 6),
        ("wild troll", "fire", 4, 6),
        ("mummy", "fire", 4, 6),
    ],
)
def test_creatures_resist_some_harm_and_suffer_other(
    make_session: MakeSession, name: str, kind: str, strength: int, dealt: int
) -> None:
    session = make_session("#@...#")
    one = put(session, name, 3)
    harm = TakeDamage(session.player, one, strength, sure=True, kind=kind)
    assert session.world.publish(harm).dealt == dealt
    assert harm.reason == (None if dealt else "immune")
