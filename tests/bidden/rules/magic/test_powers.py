"""Powers: the targets of each selector, and scrolls defined by data alone.

Lightning strikes the closest foe in view within 5 for 20; confusion takes a chosen
creature within 8 for 10 turns; a fireball burns everyone within 3 of a chosen tile for 12,
including the thrower, and walls shield.
"""

import pytest

from bidden.components.things.pack import Pack
from bidden.events.effects import Affect, what_is
from bidden.intents import Wait
from eventcore.time import Timers
from tests.bidden.doing import read
from tests.bidden.scenes import STOUT, MakeSession, creature, hp


def test_lightning_strikes_the_closest_foe_in_view_for_twenty(make_session: MakeSession) -> None:
    session = make_session("#@.z.z#", zombie=STOUT)
    assert read(session, "scroll of lightning") == "done"
    assert [hp(creature(session, x)) for x in (3, 5)] == [10, 30]
    assert session.player[Pack].things == {}


def test_range_is_euclidean(make_session: MakeSession) -> None:
    session = make_session("@....\n.....\n.....\n...z.", zombie=STOUT)  # distance 4.24
    assert read(session, "scroll of lightning") == "done"
    session = make_session("@.....\n......\n......\n......\n...z..", zombie=STOUT)  # distance 5
    assert read(session, "scroll of lightning") == "done"
    session = make_session("@.....\n......\n......\n......\n....z.", zombie=STOUT)  # distance 5.66
    assert read(session, "scroll of lightning") == "nobody near"


@pytest.mark.parametrize("known", [True, False])
def test_useless_known_scroll_is_refused(make_session: MakeSession, known: bool) -> None:
    session = make_session("#@.z.z#", zombie=STOUT)
    for x in (3, 5):
        session.world.publish(Affect(creature(session, x), creature(session, x), "free action"))
    assert read(session, "scroll of sleep", known=known) == ("nothing" if known else "done")


def test_scroll_of_confusion_affects_only_its_target_for_ten_turns(
    make_session: MakeSession,
) -> None:
    session = make_session("#@.z.z#", zombie=STOUT)
    assert read(session, "scroll of confusion", 5, 0) == "done"
    far, near = creature(session, 5), creature(session, 3)
    assert not session.world.root[Timers].of(near)
    lasted = 0
    while what_is(session.world, far, "confused"):
        session.perform(Wait())
        lasted += 1
    assert lasted == 9  # the turn of reading is the tenth


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
def test_targeted_creature_must_exist_in_view_and_in_range(
    make_session: MakeSession, drawing: str, x: int, reason: str
) -> None:
    session = make_session(drawing, zombie=STOUT, you={"Memory": {"radius": 12}})
    assert read(session, "scroll of confusion", x, 0 if x >= 0 else -1) == reason
    assert session.world.turn == (reason == "done")
    assert len(session.player[Pack].things) == (reason != "done")


def test_fireball_burns_everything_within_three_tiles_unless_walls_block_it(
    make_session: MakeSession,
) -> None:
    session = make_session("#@..z...z#z#", zombie=STOUT)
    assert read(session, "scroll of fireball", 5, 0) == "done"
    assert [hp(creature(session, x)) for x in (4, 8, 10)] == [18, 18, 30]
    assert hp(session.player) == 40  # four tiles from its centre


def test_scroll_reaches_all_around_but_not_the_reader(make_session: MakeSession) -> None:
    session = make_session("z@z.#z", zombie=STOUT)
    assert read(session, "scroll of sleep") == "done"
    asleep = [what_is(session.world, creature(session, x), "paralysed") for x in (0, 1, 2, 5)]
    assert asleep == [1, 0, 1, 0]


# Unknown powers
