"""Improvements state their numbers, and grant exactly those."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.components.body.metabolism import Recovery
from bidden.components.magic.casting import Mana
from bidden.events.body import Earn
from bidden.events.effects import Affect
from bidden.intents import Improvable, Improve
from bidden.session import Session
from tests.bidden.scenes import MakeSession


def due(session: Session, points: int = 50) -> Session:
    session.world.publish(Earn(session.player, session.player, points, "ox"))
    return session


def improvements(session: Session) -> dict[str, str]:
    view = session.view()
    names = [option for option, _ in view.improvements]
    return dict(zip(names, view.improvements_told, strict=True))


def test_improvements_are_told_with_their_numbers(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    assert improvements(due(make_session("#@#"))) == snapshot


@pytest.mark.parametrize(
    ("most", "spells"),
    [
        (8, ["major heal"]),
        (7, ["major heal"]),
        (8, ["minor heal", "major heal"]),
        (11, ["minor heal", "major heal"]),
    ],
)
def test_more_mana_is_told_with_the_spells_it_pays_for(
    make_session: MakeSession, most: int, spells: list[str], snapshot: SnapshotAssertion
) -> None:
    body: dict[str, dict[str, Any]] = {
        "Mana": {"mana": 1, "most": most},
        "Caster": {"spells": spells},
    }
    session = make_session("#@#", you=body)
    assert improvements(due(session))["mana"] == snapshot


def test_improvement_of_a_missing_stat_is_told_as_a_bonus(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = due(make_session("#@#", you={"Mana": None, "Recovery": None}))
    assert Mana not in session.player
    assert Recovery not in session.player
    assert [improvements(session)[one] for one in ("mana", "mana regeneration")] == snapshot


@pytest.mark.parametrize("effect", ["might", "combat mastery", "warrior", "keen sight"])
def test_improvements_are_told_without_effects_that_end(
    make_session: MakeSession, effect: str
) -> None:
    session = due(make_session("#@#"))
    told = improvements(session)
    assert session.world.publish(Affect(session.player, session.player, effect)).done
    assert improvements(session) == told


@pytest.mark.parametrize("option", get_args(Improvable))
def test_improvement_raises_the_stat_to_the_announced_number(
    make_session: MakeSession, option: Improvable
) -> None:
    session = due(make_session("#@#"), 150)
    before = improvements(session)[option]
    session.perform(Improve(option))
    now = before.partition(" → ")[2].partition(":")[0].partition(" ")[0]
    assert f" {now} → " in improvements(session)[option]
