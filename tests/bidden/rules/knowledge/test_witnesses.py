"""Witnesses learn what an item does, and tell their fellows."""

import pytest

from bidden.ai.wits import Wits
from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.things.pack import Pack
from bidden.events.combat import Die
from bidden.events.knowledge import Learn, Show, Tell
from bidden.events.minds import Noise
from bidden.intents import Throw
from bidden.rules.knowledge.appearances import Appearances
from bidden.session import Session
from eventcore import Entity
from tests.bidden.doing import DARK, act, goblin, orc, read
from tests.bidden.scenes import STOUT, MakeSession, creature, give, listening


def thing(session: Session, name: str) -> Entity:
    return session.world.spawn(*session.catalogue.make(name))


def test_working_scroll_is_learned(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=STOUT)
    read(session, "scroll of lightning", known=False)
    give(session, "scroll of lightning", known=False)
    assert session.view().pack[0].name == "a scroll of lightning"


def test_killing_a_creature_identifies_the_scroll_for_its_reader_only(
    make_session: MakeSession,
) -> None:
    session = make_session("#@...z#", zombie={"Mind": None})
    one, scroll = goblin(session, 3), thing(session, "scroll of lightning")
    died = creature(session, 5)
    session.world.publish(Die(session.player, died, "lightning"))
    session.world.publish(Show(session.player, scroll, [died]))
    assert one[ItemKnowledge].known == []
    assert session.player[ItemKnowledge].known == ["scroll of lightning"]


def test_unseen_effect_teaches_nothing(make_session: MakeSession) -> None:
    session = make_session("#@.........#", you=DARK)
    orc(session, 7)
    give(session, "potion of poison", known=False)
    session.perform(Throw("a", 3, 0))
    give(session, "potion of poison", known=False)
    assert not session.view().pack[0].known


def test_witnesses_learn_a_thrown_potion(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=STOUT)
    give(session, "potion of poison", known=False)
    session.perform(Throw("a", 3, 0))
    give(session, "potion of poison", known=False)
    assert session.view().pack[0].known


def test_goblin_tells_fellows_what_it_learned(make_session: MakeSession) -> None:
    session = make_session("#@#...+...#")
    one, fellow = goblin(session, 4, 0, "potion of poison"), goblin(session, 8)
    act(session, one)
    assert fellow[ItemKnowledge].known == ["potion of poison"]
    assert session.player[ItemKnowledge].known == []


def test_orc_that_drinks_an_unknown_potion_tells_the_orcs_near_it(
    make_session: MakeSession,
) -> None:
    session = make_session("#@#...+...#")
    drinker = goblin(session, 4, 0, "potion of poison", creature="orc")
    fellow = orc(session, 8)
    act(session, drinker)
    assert fellow[ItemKnowledge].known == ["potion of poison"]


@pytest.mark.parametrize(("x", "told"), [(10, True), (11, True), (12, False)])
def test_cry_is_heard_within_seven_tiles(make_session: MakeSession, x: int, told: bool) -> None:
    session = make_session("#@#....#######.#")
    one, fellow = goblin(session, 4, 0, "potion of poison"), goblin(session, x)
    act(session, one)
    assert fellow[ItemKnowledge].known == (["potion of poison"] if told else [])


def test_cry_teaches_fellows_and_makes_noise(make_session: MakeSession) -> None:
    session = make_session("#@....#")
    one = goblin(session, 4, 0, "potion of speed")
    fellow = goblin(session, 5)
    session.world.attach(one, Wits())
    session.world.publish(Learn(one, one, "potion of speed"))
    ear = listening(session)
    session.world.publish(Tell(one, one[Pack].things["a"]))
    kinds = [type(event).__name__ for event in ear.events]
    assert kinds == ["Tell", "Learn", "Noise"]
    noise = ear.events[-1]
    assert isinstance(noise, Noise)
    assert noise.loudness == 7
    session.world.root[Appearances].looks["potion of speed"]
    assert fellow[ItemKnowledge].known == ["potion of speed"]
