"""Sleeping and waiting creatures notice foes."""

from __future__ import annotations

import attrs
import pytest

from bidden import intents
from bidden.ai.wits import Wits
from bidden.events.effects import Affect
from bidden.events.movement import Displace
from bidden.session import Session
from eventcore import Fixed
from tests.bidden.scenes import MakeSession, catalogue, other

EAST = intents.Move(1, 0)


def make_keen(by: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make keen sight change the sight radius by this many tiles."""
    own = catalogue()
    keen = attrs.evolve(own.effects["keen sight"], changes=Fixed({"sight": by}), waned=None)
    made = attrs.evolve(own, effects=Fixed({**own.effects, "keen sight": keen}))
    monkeypatch.setattr("tests.bidden.scenes.catalogue", lambda: made)


def sharpen(session: Session) -> None:
    """Give the zombie keen sight."""
    one = other(session)
    assert session.world.publish(Affect(one, one, "keen sight")).done


def wits(wakes: int) -> dict[str, dict[str, int]]:
    return {"Wits": {"asleep": 100, "wakes": wakes}}


@pytest.mark.parametrize(("drawing", "noticed"), [("#@...z#", True), ("#@....z#", False)])
def test_sleeper_notices_near_steps(make_session: MakeSession, drawing: str, noticed: bool) -> None:
    session = make_session(drawing, zombie=wits(100))  # which has a sight radius of 7
    session.perform(EAST)
    assert (other(session)[Wits].state == "hunting") is noticed


@pytest.mark.parametrize(("by", "sees"), [(0, 7), (3, 10), (-3, 4)])
@pytest.mark.parametrize("farther", [0, 1])
def test_waiting_creature_notices_within_sight(
    make_session: MakeSession, monkeypatch: pytest.MonkeyPatch, by: int, sees: int, farther: int
) -> None:
    make_keen(by, monkeypatch)
    session = make_session("#@............z#", zombie={"Wits": {"waits": True}})
    sharpen(session)
    session.world.publish(Displace(session.player, session.player, 14 - sees - farther, 0, 1))
    assert other(session)[Wits].waits is bool(farther)


@pytest.mark.parametrize("drawing", ["#@.#.z#", "#@.+.z#"])
def test_sleeper_notices_nobody_through_walls(make_session: MakeSession, drawing: str) -> None:
    session = make_session(drawing, zombie=wits(100))
    session.perform(EAST)
    assert other(session)[Wits].state == "asleep"
