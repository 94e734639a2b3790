"""The rule of witnesses: who sees what a thing does knows it, and so do their fellows."""

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.magic.magic import Magic
from bidden.components.things.pack import Pack
from bidden.events.things import Quaff
from bidden.intents import Throw
from tests.bidden.ai.test_goblins import act, goblin
from tests.bidden.components.magic.test_magic import give, said
from tests.bidden.perception.test_hidden_information import DARK, orc
from tests.bidden.rules.magic.test_powers import STOUT, read
from tests.bidden.scenes import MakeSession


def test_what_works_is_known_from_then_on(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=STOUT)
    read(session, "scroll of lightning", known=False)
    assert said(session)[-1] == "That was a scroll of lightning."
    give(session, "scroll of lightning", known=False)
    assert session.view().pack[0].name == "a scroll of lightning"


def test_from_the_dead_nothing_is_learned(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie={"Mind": None})
    read(session, "scroll of lightning", known=False)
    give(session, "scroll of lightning", known=False)
    assert not session.view().pack[0].known


def test_of_what_is_not_seen_nothing_is_learned(make_session: MakeSession) -> None:
    session = make_session("#@.........#", you=DARK)
    orc(session, 7)
    give(session, "potion of poison", known=False)
    session.perform(Throw("a", 3, 0))
    give(session, "potion of poison", known=False)
    assert not session.view().pack[0].known


def test_all_who_see_a_potion_work_know_it(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=STOUT)
    give(session, "potion of poison", known=False)
    session.perform(Throw("a", 3, 0))
    give(session, "potion of poison", known=False)
    assert session.view().pack[0].known


def test_a_goblin_tells_its_fellows_what_it_learned_but_not_its_foes(
    make_session: MakeSession,
) -> None:
    session = make_session("#@#...+...#")
    one, fellow = goblin(session, 4, 0, "potion of poison"), goblin(session, 8)
    act(session, one)
    assert fellow[ItemKnowledge].known == ["potion of poison"]
    assert session.player[ItemKnowledge].known == []


def test_who_sees_a_goblin_drink_learns_as_well(make_session: MakeSession) -> None:
    session = make_session("#@.....#")
    one = goblin(session, 4, 0, "potion of speed")
    potion = one[Pack].things["a"]
    assert Magic in potion
    session.world.publish(Quaff(one, potion))
    assert session.player[ItemKnowledge].known == ["potion of speed"]
