"""Disguises: what looks like a thing, until it is touched, looked at twice, or passed."""

import pytest

from bidden import intents
from bidden.ai.wits import Wits
from bidden.components.tricks.disguise import Disguise
from bidden.events.combat import Attack, Die
from bidden.events.effects import Affect
from bidden.events.minds import Rouse
from bidden.events.tricks import Unmask
from bidden.events.turns import TakeTurn
from bidden.state import Look, name_of
from tests.bidden.scenes import MakeSession, hp, map_of, place
from tests.bidden.tricksters import heard, of_kind, put


def test_a_mimic_is_a_chest_to_who_sees_it_and_keeps_still(make_session: MakeSession) -> None:
    session = make_session("#@...#")
    mimic = put(session, "mimic", 3)
    view = session.view()
    assert map_of(view) == "#@.=.#"
    assert (view.tiles[0][3].name, view.foes, view.foes_at) == ("a chest", 0, ())
    for _ in range(4):
        session.perform(intents.Wait())
    assert (place(mimic), hp(session.player)) == ((3, 0), 40)


@pytest.mark.parametrize("worn", [True, False])
def test_nobody_is_told_that_what_passes_for_a_thing_sleeps_or_wakes(
    make_session: MakeSession, worn: bool
) -> None:
    session = make_session("#@...#")
    mimic = put(session, "mimic", 3)
    if not worn:
        session.world.publish(Unmask(mimic))
    session.world.publish(Affect(session.player, mimic, "paralysis", 5))
    session.world.attach(mimic, Wits(state="asleep"))
    session.world.publish(Rouse(session.player, mimic, 1, 0))
    told = [line.text for line in session.messages.lines]
    assert (told == []) is worn
    assert ("The mimic wakes up." in told) is not worn
    assert ("The mimic stiffens." in told) is not worn


def test_touched_it_shows_itself_and_strikes(make_session: MakeSession) -> None:
    session = make_session("#@.#")
    mimic = put(session, "mimic", 2)
    ear = heard(session, Attack(session.player, mimic))
    (unmask,) = of_kind(ear, Unmask)
    assert (unmask.done, unmask.seemed) == (True, "chest")
    assert (name_of(mimic), mimic[Look].glyph, mimic[Disguise].worn) == ("mimic", "M", False)
    assert session.view().foes == 1
    assert "The chest is a mimic!" in [line.text for line in session.messages.lines]
    assert len(of_kind(heard(session, TakeTurn(mimic)), Attack)) == 1
    assert not of_kind(heard(session, Attack(session.player, mimic)), Unmask)


def test_who_searches_beside_it_finds_it_out_unhurt(make_session: MakeSession) -> None:
    session = make_session("#.@...#")
    near, far = put(session, "mimic", 3), put(session, "mimic", 5)
    session.perform(intents.Search())
    assert (near[Disguise].worn, far[Disguise].worn) == (False, True)
    assert session.world.publish(Unmask(near)).reason == "known"


def test_dead_at_the_first_blow_it_is_called_by_its_name(make_session: MakeSession) -> None:
    session = make_session(
        "#@.#", you={"Fighter": {"attack": 500}}, mimic={"Health": {"hp": 1, "most": 1}}
    )
    mimic = put(session, "mimic", 2)
    ear = heard(session, Attack(session.player, mimic))
    assert len(of_kind(ear, Die)) == 1
    assert session.view().tiles[0][2].name == "a mimic corpse"


def test_a_gargoyle_lets_one_pass_two_tiles_away_and_no_nearer(make_session: MakeSession) -> None:
    session = make_session("#@....#\n#.....#")
    far, near = put(session, "gargoyle", 3), put(session, "gargoyle", 2, 1)
    assert session.view().foes == 0
    assert not of_kind(heard(session, TakeTurn(far)), Unmask)
    ear = heard(session, TakeTurn(near))
    assert len(of_kind(ear, Unmask)) == len(of_kind(ear, Attack)) == 1
    assert [name_of(one) for one in (far, near)] == ["statue", "gargoyle"]


def test_no_forecast_gives_it_away(make_session: MakeSession) -> None:
    session = make_session("#@.#")
    mimic = put(session, "mimic", 2)
    east = intents.Move(1, 0)
    assert session.forecast(east).targets == ()
    session.world.publish(Unmask(mimic))
    (told,) = session.forecast(east).targets
    assert told.name == "the mimic"
