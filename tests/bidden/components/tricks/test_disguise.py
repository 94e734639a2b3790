"""Disguised creatures look like items until they are touched, searched or passed."""

from bidden import intents
from bidden.components.tricks.disguise import Disguise
from bidden.components.tricks.renown import Renown
from bidden.events.combat import Attack
from bidden.events.tricks import BecomeChampion, Unmask
from bidden.events.turns import TakeTurn
from bidden.going.known.finding import sights_on
from bidden.state import Look, name_of
from tests.bidden.scenes import MakeSession, hp, map_of, place, said, wait
from tests.bidden.tricksters import heard, of_kind, put


def test_mimic_looks_like_a_chest_and_keeps_still(make_session: MakeSession) -> None:
    session = make_session("#@...#")
    mimic = put(session, "mimic", 3)
    view = session.view()
    assert map_of(view) == "#@.=.#"
    assert (view.tiles[0][3].name, view.foes, view.foes_at) == ("a chest", 0, ())
    assert "a chest" in [sight.name for sight in sights_on(session.chart(), view)]
    wait(session, 4)
    assert (place(mimic), hp(session.player)) == ((3, 0), 40)


def test_touched_mimic_reveals_itself_and_strikes(make_session: MakeSession) -> None:
    session = make_session("#@.#")
    mimic = put(session, "mimic", 2)
    ear = heard(session, Attack(session.player, mimic))
    (unmask,) = of_kind(ear, Unmask)
    assert (unmask.done, unmask.seemed) == (True, "chest")
    assert (name_of(mimic), mimic[Look].glyph, mimic[Disguise].worn) == ("mimic", "M", False)
    assert session.view().foes == 1
    assert len(of_kind(heard(session, TakeTurn(mimic)), Attack)) == 1
    assert not of_kind(heard(session, Attack(session.player, mimic)), Unmask)


def test_chest_is_announced_as_a_mimic_before_the_blow_that_names_it(
    make_session: MakeSession,
) -> None:
    session = make_session("#@.#")
    put(session, "mimic", 2)
    session.perform(intents.Move(1, 0))
    assert said(session)[0] == "The chest is a mimic!"
    assert said(session)[1].startswith("You hit the mimic")
    session = make_session("#@.#")
    put(session, "mimic", 2)
    session.perform(intents.Search())
    assert said(session)[0] == "The chest is a mimic!"
    assert "You find nothing." not in said(session)


def test_search_unmasks_a_near_mimic(make_session: MakeSession) -> None:
    session = make_session("#.@...#")
    near, far = put(session, "mimic", 3), put(session, "mimic", 5)
    session.perform(intents.Search())
    assert (near[Disguise].worn, far[Disguise].worn) == (False, True)
    assert session.world.publish(Unmask(near)).reason == "known"


def test_gargoyle_attacks_an_adjacent_player_but_ignores_one_two_tiles_away(
    make_session: MakeSession,
) -> None:
    session = make_session("#@....#\n#.....#")
    far, near = put(session, "gargoyle", 3), put(session, "gargoyle", 2, 1)
    assert session.view().foes == 0
    assert not of_kind(heard(session, TakeTurn(far)), Unmask)
    ear = heard(session, TakeTurn(near))
    assert len(of_kind(ear, Unmask)) == len(of_kind(ear, Attack)) == 1
    assert [name_of(one) for one in (far, near)] == ["statue", "gargoyle"]


def test_a_champion_keeps_its_title_when_it_is_discovered(make_session: MakeSession) -> None:
    session = make_session("#@.#")
    champion = put(session, "gargoyle", 2)
    session.world.attach(champion, Renown(percent=100))
    title = session.world.publish(BecomeChampion(session.world.root, champion)).title
    assert title.endswith(", gargoyle champion")
    assert name_of(champion) == "statue"
    session.perform(intents.Move(1, 0))
    assert said(session)[0] == f"The statue is {title}!"
    assert name_of(champion) == title
