"""Resting: where a bot lets hit points come back."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from bidden.bots import explorer, fighter
from bidden.bots.knacks.resting import rest
from bidden.intents import Wait
from bidden.view import Bond, View
from tests.bidden.bots.views import view_on

HURT = {"hp": 19, "max_hp": 40}
BOND = Bond("Doctor Mirk", "seek", "seek a lamp", "there", 900, False, 4, 1000, 2)


def seen(bond: Bond | None = BOND, **changes: Any) -> View:
    """What somebody sees who is hurt and bound, with all to be explored and nobody about."""
    return attrs.evolve(view_on("######\n#.@.. \n######"), bond=bond, **{**HURT, **changes})


def test_who_is_hurt_waits_where_nobody_is() -> None:
    assert rest(seen()) == Wait()
    assert explorer.choose(seen()) == fighter.choose(seen()) == Wait()
    assert explorer.choose(seen(hp=40)) != Wait()
    assert fighter.choose(seen(hp=40)) != Wait()


@pytest.mark.parametrize(
    ("why", "view"),
    [
        ("half of it is left", seen(hp=20)),
        ("somebody is in view", seen(foes=1)),
        ("it would starve", seen(hunger="weak")),
        ("it would burn", seen(harm_at=((2, 1),))),
        ("half of the term is over", seen(attrs.evolve(BOND, left=600))),
        ("what it was bound to is done", seen(attrs.evolve(BOND, fulfilled=True))),
        ("nothing tells how long it may", seen(None)),
    ],
)
def test_it_does_not_where_that_would_cost_something(why: str, view: View) -> None:
    assert rest(view) is None, why
