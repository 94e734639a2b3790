"""Recovery: hit points and mana that come back with time."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from bidden.components.body.health import Health
from bidden.components.body.metabolism import Recovery, Stomach
from bidden.components.magic.casting import Mana
from bidden.events.combat import TakeDamage
from bidden.events.places import Spawn
from bidden.intents import Move, Wait
from bidden.session import Session
from tests.bidden.scenes import MakeLevels, MakeSession, wait


def lived(session: Session, turns: int) -> list[tuple[int, int, int]]:
    """Return hit points, mana and food after each turn."""
    you, rows = session.player, []
    for _ in range(turns):
        session.perform(Wait())
        rows.append((you[Health].hp, you[Mana].mana, you[Stomach].food))
    return rows


@pytest.mark.parametrize(
    ("parts", "turns"),
    [({"Recovery": {"health": 10}}, [101, 201]), ({}, [26, 51])],  # overridden, player's own
)
def test_hit_points_regenerate_at_intervals_and_use_food(
    make_session: MakeSession, parts: dict[str, Any], turns: list[int]
) -> None:
    session = make_session("#@.z#", you={"Health": {"hp": 38}, **parts}, zombie={"Mind": None})
    rows = lived(session, 210)
    changes = [turn for turn, (one, two) in enumerate(pairwise(rows), 2) if one != two]
    assert changes == turns
    assert rows[-1] == (40, 8, 664)


def test_mana_comes_back_and_each_point_takes_food(make_session: MakeSession) -> None:
    session = make_session("#@.z#", you={"Mana": {"mana": 0}, "Recovery": {"mana": 500}})
    session.world.agenda.cancel(
        next(o for o in session.world.having(Health) if o is not session.player)
    )
    assert [mana for _, mana, _ in lived(session, 7)] == [0, 0, 1, 1, 2, 2, 3]
    assert session.player[Stomach].food == 663


@pytest.mark.parametrize(("kind", "turns"), [("troll", 5), ("ooze", 4), ("orc", 0)])
def test_some_creatures_mend_quickly(make_session: MakeSession, kind: str, turns: int) -> None:
    session = make_session("#@....#")
    spawn = Spawn(session.world.root, None, kind, 5, 0, 1)
    one = session.world.publish(spawn).made
    assert one is not None
    session.world.agenda.cancel(one)
    most = one[Health].most
    session.world.publish(TakeDamage(session.player, one, 4, sure=True))
    rows = []
    for _ in range(30):
        session.perform(Wait())
        rows.append(one[Health].hp)
    assert rows[-1] == (most if turns else most - 4)
    if turns:
        assert rows[turns] == most - 3
        assert rows[turns - 1] == most - 4
        assert rows[2 * turns] == most - 2


def test_creature_on_another_level_heals_only_when_time_resumes_there(
    make_levels: MakeLevels,
) -> None:
    hurt = {"Health": {"hp": 3, "most": 20}, "Recovery": {"health": 500}, "Mind": None}
    session = make_levels("#z.@>#", "#<.#", zombie=hurt)
    left = next(one for one in session.world.having(Recovery) if one is not session.player)
    session.perform(Move(1, 0))
    before = left[Health].hp, left[Recovery].until_health
    wait(session, 20)
    assert (left[Health].hp, left[Recovery].until_health) == before
    session.perform(Move(1, 0))
    session.perform(Move(-1, 0))
    wait(session, 6)
    assert left[Health].hp > before[0]
