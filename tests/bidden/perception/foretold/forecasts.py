"""Forecasts and their actual outcomes."""

from __future__ import annotations

from bidden.actions import action_of
from bidden.components.body.health import Health
from bidden.events.combat import TakeDamage
from bidden.intents import Intent
from bidden.perception.foretold.forecast import Forecast
from bidden.session import Session
from bidden.state import name_of
from bidden.worldgen.plan import Placement
from eventcore import Entity
from tests.bidden.scenes import catalogue, hp, put


def forecast_of(session: Session, intent: Intent) -> Forecast:
    """Return a forecast, and check that it changed nothing."""
    before = session.save()
    forecast = session.forecast(intent)
    assert session.save() == before
    return forecast


def cost_of(session: Session, intent: Intent, *, seed: int) -> dict[str, int]:
    """Return the hit points each creature loses to an intent, in a copy with another seed."""
    copy = Session.restore(session.save(), catalogue=catalogue())
    for _ in range(seed):
        copy.world.stream("combat").roll(1, 2)
    before = {one: hp(one) for one in copy.world.having(Health)}
    copy.world.publish(action_of(intent, copy.player, copy.world))
    return {
        "you" if one is copy.player else f"the {name_of(one)}": was - hp(one) if one.alive else was
        for one, was in before.items()
    }


def nearly_dead(session: Session, what: str, x: int) -> Entity:
    """Spawn a creature on a level with one hit point left."""
    one = put(session, Placement(what, x, 0))
    hp = session.catalogue.make(what)
    most = next(part.hp for part in hp if type(part).__name__ == "Health")  # type: ignore[attr-defined]
    session.world.publish(TakeDamage(session.world.root, one, most - 1, sure=True))
    return one
