"""Knacks: powers that replace a blow and then need to rest."""

import pytest

from bidden.components.tricks.knack import Knack
from bidden.events.combat import TakeDamage
from bidden.events.magic import Cast
from bidden.events.places import Spawn
from bidden.events.things import Read
from bidden.events.tricks import UseKnack
from bidden.events.turns import TakeTurn
from bidden.session import Session
from eventcore.time import Timers
from tests.bidden.scenes import MakeSession, hp, place
from tests.bidden.tricksters import heard, hurt, of_kind, put


def lasting(session: Session) -> list[str]:
    return [timer.kind for timer in session.world.root[Timers].of(session.player)]


def test_creature_uses_its_knack_only_after_it_has_rested(make_session: MakeSession) -> None:
    session = make_session("#@.......#")
    caller = put(session, "storm caller", 5)
    turns = [heard(session, TakeTurn(caller)) for _ in range(4)]
    uses = [[use.done for use in of_kind(ear, UseKnack)] for ear in turns]
    assert uses == [[True], [], [True], []]
    (harm,) = of_kind(turns[0], TakeDamage)
    assert (harm.strength, harm.sure, harm.kind) == (5, True, "lightning")
    assert hp(session.player) == 40 - 2 * 5
    assert caller[Knack].rests == 2
    assert place(caller) == (3, 0)  # while the knack rests it comes closer


def test_missing_or_resting_knack_is_refused(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    assert session.world.publish(UseKnack(session.player, 2, 0)).failed
    caller = put(session, "storm caller", 3)
    assert session.world.publish(UseKnack(caller, 1, 0)).done
    assert session.world.publish(UseKnack(caller, 1, 0)).reason == "no knack"


def test_an_acolyte_heals_its_fellows_and_nobody_else(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    acolyte, judge = put(session, "acolyte", 4), put(session, "judge", 5)
    assert session.world.publish(UseKnack(acolyte, 1, 0)).reason == "nothing"  # nobody takes damage
    for one in (acolyte, judge, session.player):
        hurt(session, one, hp(one) - 1)
    assert session.world.publish(UseKnack(acolyte, 1, 0)).done
    assert (hp(acolyte), hp(judge), hp(session.player)) == (1, 7, 1)


def test_judge_drags_the_player_until_something_blocks_the_way(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    judge = put(session, "judge", 6)
    assert session.world.publish(UseKnack(judge, 1, 0)).done
    assert place(session.player) == (5, 0)
    other = put(session, "judge", 7)
    assert session.world.publish(UseKnack(other, 5, 0)).done
    assert place(session.player) == (5, 0)  # an adjacent target cannot be dragged


def test_a_hierophant_forbids_spells_and_reading(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    world, you = session.world, session.player
    hierophant = put(session, "hierophant", 4)
    scroll = world.publish(Spawn(you, you, "scroll of lightning")).made
    assert world.publish(Cast(you, "blink")).reason == "no spell"
    assert world.publish(UseKnack(hierophant, 1, 0)).done
    spell, reading = world.publish(Cast(you, "blink")), world.publish(Read(you, scroll))
    assert [(one.reason, one.cost) for one in (spell, reading)] == [("silenced", 100)] * 2


@pytest.mark.parametrize(
    ("name", "effect"),
    [("howler", "howl"), ("idol", "stare"), ("web spider", "web"), ("hierophant", "silence")],
)
def test_knacks_bring_lasting_effects(make_session: MakeSession, name: str, effect: str) -> None:
    session = make_session("#@......#")
    one = put(session, name, 4)
    assert session.world.publish(UseKnack(one, 1, 0)).done
    assert lasting(session) == [effect]
