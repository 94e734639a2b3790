"""Champions: a title, a second trick, more hit points and named gear."""

from collections import Counter

import pytest

from bidden.components.things.pack import Pack
from bidden.components.tricks.renown import Renown
from bidden.events.combat import Die
from bidden.events.tricks import BecomeChampion
from bidden.session import Session
from bidden.state import Inscribed, name_of
from eventcore import Entity
from tests.bidden.scenes import Ear, MakeSession
from tests.bidden.tricksters import put


def champions(seed: int) -> tuple[list[Entity], list[BecomeChampion]]:
    ear = Ear()
    session = Session(seed, level="champions", watch=lambda world: world.tap(ear))
    becoming = ear.of(BecomeChampion)
    return [*session.world.having(Renown)], becoming


@pytest.mark.parametrize("seed", range(4))
def test_champion_has_title_trick_and_named_gear(seed: int) -> None:
    found, becoming = champions(seed)
    assert len(found) == 6
    assert all(event.done and event.trick.startswith("trick of ") for event in becoming)
    for one, event in zip(found, becoming, strict=True):
        assert event.target is one
        assert name_of(one) == event.title
        (thing,) = one[Pack].things.values()
        assert thing[Inscribed].name == event.called
        assert thing.owner is one
    titles = [name_of(one).split()[0] for one in found]
    assert len({*titles}) == len({event.called for event in becoming}) == 6


def test_champion_gets_a_new_trick() -> None:
    drawn: Counter[tuple[str, str]] = Counter()
    for seed in range(16):
        _, becoming = champions(seed)
        drawn.update((event.title.split(", ")[1], event.trick) for event in becoming)
    assert {trick for kind, trick in drawn if kind == "troll champion"} >= {
        "trick of thorns",
        "trick of sparks",
    }
    assert ("penitent champion", "trick of elsewhere") not in drawn  # it has its own retort
    assert ("rust wight champion", "trick of winds") not in drawn
    assert ("glutton champion", "trick of blood") not in drawn


def test_champions_of_a_run_never_share_a_name(make_session: MakeSession) -> None:
    session = make_session("#@" + "." * 9 + "#", seed=3)
    titles = list[str]()
    for _ in range(30):
        champion = put(session, "troll champion", 5)
        titles.append(name_of(champion))
        session.world.publish(Die(session.player, champion, outright=True))
    assert len(set(titles)) == 30
    assert len({title.split()[0] for title in titles[:10]}) == 10  # from ten names
