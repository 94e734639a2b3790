"""Powers: whom each selector reaches, and what a scroll comes to by its data alone.

The numbers: lightning strikes the closest foe in view within 5 for 20; confusion takes a chosen
creature within 8 for 10 turns; a fireball burns everyone within 3 of a chosen tile for 12, who
threw it too, and walls shield.
"""

import pytest

from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.events.combat import Die
from bidden.events.effects import Affect, what_is
from bidden.events.minds import side_of
from bidden.intents import Quaff, Read, Wait
from bidden.session import Session
from bidden.state import Fighter
from bidden.view import Aiming, Shape
from eventcore import Entity
from eventcore.time import Timers
from tests.bidden.components.magic.test_magic import give, said
from tests.bidden.scenes import Changes, MakeSession, hp

STOUT: Changes = {"Health": {"hp": 30, "most": 30}, "Mind": None, "Resistances": None}
"""What stays, and does not die of what it is tried with."""


def creature(session: Session, x: int, y: int = 0) -> Entity:
    """Whoever stands on a tile."""
    return next(
        one
        for one in session.world.having(Fighter, Position)
        if (one[Position].x, one[Position].y) == (x, y)
    )


def read(session: Session, name: str, x: int = -1, y: int = -1, *, known: bool = True) -> str:
    """Read a scroll; give why it was refused, or how."""
    give(session, name, known=known)
    action = session.perform(Read("a", x, y))
    return action.reason or action.outcome.name.lower()


def test_lightning_strikes_the_closest_foe_in_view_for_twenty(make_session: MakeSession) -> None:
    session = make_session("#@.z.z#", zombie=STOUT)
    assert read(session, "scroll of lightning") == "done"
    assert [hp(creature(session, x)) for x in (3, 5)] == [10, 30]
    assert session.player[Pack].things == {}
    assert said(session) == [
        "You read the scroll of lightning.",
        "A bolt leaps from your hand!",
        "Lightning strikes the zombie!",
        "Lightning hurts the zombie for 20.",
    ]


@pytest.mark.parametrize(
    ("drawing", "reason"),
    [("#@....z#", "done"), ("#@.....z#", "nobody near"), ("#@.+z#", "nobody near")],
)
def test_lightning_reaches_five_tiles_and_no_farther(
    make_session: MakeSession, drawing: str, reason: str
) -> None:
    session = make_session(drawing, zombie=STOUT)
    assert read(session, "scroll of lightning") == reason
    assert len(session.player[Pack].things) == (reason != "done")
    assert session.world.turn == (reason == "done")


def test_range_is_euclidean(make_session: MakeSession) -> None:
    session = make_session("@....\n.....\n.....\n...z.", zombie=STOUT)  # 3, 3: 4.24 away
    assert read(session, "scroll of lightning") == "done"
    session = make_session("@.....\n......\n......\n......\n...z..", zombie=STOUT)  # 3, 4: 5
    assert read(session, "scroll of lightning") == "done"
    session = make_session("@.....\n......\n......\n......\n....z.", zombie=STOUT)  # 4, 4: 5.66
    assert read(session, "scroll of lightning") == "nobody near"
    assert said(session) == ["No enemy is close enough."]


@pytest.mark.parametrize("known", [True, False])
def test_a_scroll_that_does_nothing_to_whom_it_reaches_says_so(
    make_session: MakeSession, known: bool
) -> None:
    session = make_session("#@.z.z#", zombie=STOUT)
    for x in (3, 5):
        session.world.publish(Affect(creature(session, x), creature(session, x), "free action"))
    assert read(session, "scroll of sleep", known=known) == ("nothing" if known else "done")
    told = [line for line in said(session) if not line.startswith("You read the scroll")]
    assert told == ["Nothing happens." if known else "Nothing that you can see happens."]
    assert session.view().lines[-1].count == 1


def test_a_scroll_that_does_something_to_one_of_several_does_not_say_that_nothing_happens(
    make_session: MakeSession,
) -> None:
    session = make_session("#@.z.z#", zombie=STOUT)
    session.world.publish(Affect(creature(session, 3), creature(session, 3), "free action"))
    read(session, "scroll of sleep", known=False)
    assert not [line for line in said(session) if line.startswith("Nothing")]


def test_lightning_does_not_strike_ones_own_side(make_session: MakeSession) -> None:
    session = make_session("#@hz#", zombie=STOUT)
    assert read(session, "scroll of lightning") == "done"
    assert [hp(creature(session, x)) for x in (2, 3)] == [5, 10]


def test_spells_are_not_lessened_by_armour(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie={**STOUT, "Fighter": {"attack": 4, "defence": 19}})
    read(session, "scroll of lightning")
    assert hp(creature(session, 3)) == 10


def test_whoever_dies_of_a_scroll_was_killed_by_its_reader(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie={"Mind": None})
    deaths: list[Die] = []
    session.world.observe(Die, deaths.append)
    read(session, "scroll of lightning")
    assert [(die.enactor, die.source) for die in deaths] == [(session.player, "lightning")]


def test_confusion_takes_whom_it_is_aimed_at_for_ten_turns(make_session: MakeSession) -> None:
    session = make_session("#@.z.z#", zombie=STOUT)
    assert read(session, "scroll of confusion", 5, 0) == "done"
    far, near = creature(session, 5), creature(session, 3)
    assert not session.world.root[Timers].of(near)
    lasted = 0
    while what_is(session.world, far, "confused"):
        session.perform(Wait())
        lasted += 1
    assert lasted == 9  # the turn it was read in is the tenth


@pytest.mark.parametrize(
    ("drawing", "x", "reason"),
    [
        ("#@.......z#", 9, "done"),
        ("#@........z#", 10, "out of range"),
        ("#@..#z#", 5, "out of sight"),
        ("#@...z#", 4, "nobody there"),
        ("#@...z#", -1, "no aim"),
    ],
)
def test_a_chosen_creature_must_be_there_in_view_and_in_range(
    make_session: MakeSession, drawing: str, x: int, reason: str
) -> None:
    session = make_session(drawing, zombie=STOUT, you={"Memory": {"radius": 12}})
    assert read(session, "scroll of confusion", x, 0 if x >= 0 else -1) == reason
    assert session.world.turn == (reason == "done")
    assert len(session.player[Pack].things) == (reason != "done")


def test_a_fireball_burns_all_within_three_and_walls_shield(make_session: MakeSession) -> None:
    session = make_session("#@..z...z#z#", zombie=STOUT)
    assert read(session, "scroll of fireball", 5, 0) == "done"
    assert [hp(creature(session, x)) for x in (4, 8, 10)] == [18, 18, 30]
    assert hp(session.player) == 40  # four tiles from its middle


def test_a_fireball_burns_who_threw_it(make_session: MakeSession) -> None:
    session = make_session("#@..z#", zombie=STOUT)
    assert read(session, "scroll of fireball", 2, 0) == "done"
    assert (hp(session.player), hp(creature(session, 4))) == (28, 18)


def test_a_fireball_is_spent_where_it_hits_nobody(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    assert read(session, "scroll of fireball", 7, 0) == "done"
    assert session.player[Pack].things == {}
    assert (session.world.turn, hp(session.player)) == (1, 40)


def test_a_fireball_is_not_thrown_where_nobody_sees(make_session: MakeSession) -> None:
    session = make_session("#@..#..#")
    assert read(session, "scroll of fireball", 6, 0) == "out of sight"
    assert session.world.turn == 0


def test_all_around_are_reached_but_not_who_reads(make_session: MakeSession) -> None:
    session = make_session("z@z.#z", zombie=STOUT)
    assert read(session, "scroll of sleep") == "done"
    asleep = [what_is(session.world, creature(session, x), "paralysed") for x in (0, 1, 2, 5)]
    assert asleep == [1, 0, 1, 0]


def test_only_the_living_are_reached(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie={"Mind": None})
    session.world.publish(Die(session.player, creature(session, 3)))
    assert read(session, "scroll of lightning") == "nobody near"


def test_what_is_kept_off_is_refused_and_kept_if_it_is_known(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie=STOUT)
    free = creature(session, 2)
    assert session.world.publish(Affect(free, free, "free action")).done
    assert read(session, "scroll of sleep") == "nothing"
    assert len(session.player[Pack].things) == 1
    assert session.world.turn == 0


# What is not known


def test_what_is_not_known_goes_by_its_look(make_session: MakeSession) -> None:
    session = make_session("#@#")
    give(session, "scroll of lightning", known=False)
    (held,) = session.view().pack
    assert held.name.startswith("a scroll titled ")
    assert (held.known, held.aimed) == (False, (("throw", Aiming(Shape.DIRECTION)),))


def test_a_thing_that_is_not_known_is_spent_in_vain_and_nothing_is_learned(
    make_session: MakeSession,
) -> None:
    session = make_session("#@#")
    thing = give(session, "scroll of lightning", known=False)
    assert session.perform(Read("a")).done
    assert (thing.alive, session.world.turn) == (False, 1)
    again = give(session, "scroll of lightning", known=False)
    assert again.alive
    assert not session.view().pack[0].known


def test_a_potion_that_is_not_known_is_drunk_up_though_it_does_nothing(
    make_session: MakeSession,
) -> None:
    session = make_session("#@#")
    thing = give(session, "potion of health", known=False)
    assert session.perform(Quaff("a")).done
    assert (thing.alive, session.world.turn) == (False, 1)


def test_an_area_that_is_not_aimed_for_not_being_known_is_where_one_stands(
    make_session: MakeSession,
) -> None:
    session = make_session("#@.z...z#", zombie=STOUT)
    assert read(session, "scroll of fireball", known=False) == "done"
    assert hp(session.player) == 28
    assert [hp(creature(session, x)) for x in (3, 7)] == [18, 30]


def test_what_is_known_and_lasting_is_saved_and_loaded(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=STOUT)
    read(session, "scroll of confusion", 3, 0)
    give(session, "potion of poison", known=False)
    loaded = Session.restore(session.save(), catalogue=session.catalogue)
    for one in (session, loaded):
        for _ in range(12):
            one.perform(Wait())
        one.perform(Quaff("a"))
        one.perform(Wait())
    assert loaded.save() == session.save()
    assert loaded.view() == session.view()


def test_who_burns_themselves_died_of_fire(make_session: MakeSession) -> None:
    session = make_session("#@.#", you={"Health": {"hp": 5, "most": 40}, "Wounds": None})
    read(session, "scroll of fireball", 2, 0)
    assert not session.player.alive
    assert session.view().epitaph == "Killed by fire on turn 0."


def test_whom_a_scroll_charms_fights_for_its_reader(make_session: MakeSession) -> None:
    session = make_session("#@.z.z#", zombie={**STOUT, "Mind": {"plan": ["hunt"], "radius": 7}})
    one, other = creature(session, 3), creature(session, 5)
    assert read(session, "scroll of charming", 3, 0) == "done"
    assert side_of(session.world, one) == "bidden"
    for _ in range(4):
        session.perform(Wait())
    assert hp(other) < 30
    assert hp(session.player) == 40


def test_whom_a_scroll_frightens_flees(make_session: MakeSession) -> None:
    session = make_session("#@.z......#", zombie={**STOUT, "Mind": {"plan": ["hunt"], "radius": 9}})
    one = creature(session, 3)
    assert read(session, "scroll of terror") == "done"
    for _ in range(4):
        session.perform(Wait())
    assert one[Position].x >= 7
