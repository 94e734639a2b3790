"""What an improvement would make of a stat is told in numbers, and it is so once it is chosen."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from bidden.components.body.recovery import Recovery
from bidden.components.magic.mana import Mana
from bidden.events.body import Earn
from bidden.events.combat import Wound
from bidden.intents import Improvable, Improve
from bidden.session import Session
from eventcore.time import StartTimer
from tests.bidden.components.things.test_gear import wear
from tests.bidden.scenes import MakeSession


def due(session: Session, points: int = 50) -> Session:
    session.world.publish(Earn(session.player, session.player, points, "ox"))
    return session


def told(session: Session) -> dict[str, str]:
    view = session.view()
    names = [option for option, _ in view.improvements]
    return dict(zip(names, view.improvements_told, strict=True))


def test_each_is_told_now_and_then(make_session: MakeSession) -> None:
    assert told(due(make_session("#@#"))) == {
        "hp": "Max HP 40 → 50",
        "attack": "Attack 5 → 6: 1–5 → 1–6 damage, minus their Defence",
        "defence": "Defence 1 → 2: less damage per hit, at least 1",
        "sight": "Sight 9 → 10 tiles",
        "regeneration": "Regeneration: 1 HP per 25 → 17 turns",
        "mana": "Max mana 8 → 13",
        "mana regeneration": "Mana regeneration: 1 MP per 100 → 67 turns",
    }


def test_nothing_is_told_where_none_is_due(make_session: MakeSession) -> None:
    assert make_session("#@#").view().improvements_told == ()


@pytest.mark.parametrize(
    ("most", "spells", "means"),
    [
        (8, ["major heal"], "Max mana 8 → 13"),
        (7, ["major heal"], "Max mana 7 → 12: enough for major heal"),
        (8, ["minor heal", "major heal"], "Max mana 8 → 13: minor heal 2 → 3 times"),
        (11, ["minor heal", "major heal"], "Max mana 11 → 16: major heal 1 → 2 times"),
    ],
)
def test_of_mana_it_is_told_what_it_pays(
    make_session: MakeSession, most: int, spells: list[str], means: str
) -> None:
    body: dict[str, dict[str, Any]] = {
        "Mana": {"mana": 1, "most": most},
        "Caster": {"spells": spells},
    }
    session = make_session("#@#", you=body)
    assert told(due(session))["mana"] == means


def test_gear_and_wounds_count(make_session: MakeSession) -> None:
    session = due(make_session("#@#"))
    wear(session, "sword")
    attack = "Attack 9 → 10: 1–9 → 1–10 damage, minus their Defence"
    assert told(session)["attack"] == attack
    for kind in ("hand", "heart"):
        session.world.publish(Wound(session.player, session.player, kind=kind))
    assert told(session)["attack"] == attack.replace("1–9 → 1–10", "1–7 → 1–8")
    assert told(session)["hp"] == "Max HP 30 → 40"


def test_what_something_stops_for_now_is_told_by_how_much_it_would_be(
    make_session: MakeSession,
) -> None:
    session = due(make_session("#@#"))
    you = session.player
    session.world.publish(StartTimer(you, you, "stopped regeneration", 9, 1))
    assert told(session)["regeneration"] == "Regeneration +20"


def test_of_who_has_no_such_part_it_is_told_by_how_much_it_would_be(
    make_session: MakeSession,
) -> None:
    session = due(make_session("#@#", you={"Mana": None, "Recovery": None}))
    assert Mana not in session.player
    assert Recovery not in session.player
    assert told(session)["mana"] == "Mana +5"
    assert told(session)["mana regeneration"] == "Mana regeneration +5"


@pytest.mark.parametrize("option", get_args(Improvable))
def test_what_is_told_is_so_then(make_session: MakeSession, option: Improvable) -> None:
    session = due(make_session("#@#"), 150)
    before = told(session)[option]
    session.perform(Improve(option))
    now = before.partition(" → ")[2].partition(":")[0].partition(" ")[0]
    assert f" {now} → " in told(session)[option]
