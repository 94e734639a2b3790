"""Asking: what is asked before an intent is performed, whichever way it is played."""

from __future__ import annotations

from typing import Final

from bidden.frontend.preferences.options import Options
from bidden.intents import Intent, Move, UseBoon
from bidden.perception.foretold.forecast import YOU, Forecast
from bidden.view import View

SAVED: Final = "It is saved: you can continue later."
"""What is said of a game before it is left."""


def told_of(forecast: Forecast) -> str:
    """Say what would come of it, and before all else whom of one's own side it harms."""
    own = [*forecast.own]
    if forecast.harms_you and YOU not in own:
        own.append(YOU)
    return f"hurts {' and '.join(own)}! {forecast}" if own else str(forecast)


def odds_told(forecast: Forecast) -> str:
    """Say how likely one would die of it, or that it is of hunger."""
    if forecast.starves:
        return "You would starve, unless you eat first"
    sure = forecast.death == 100
    return "It would kill you" if sure else f"It has a {forecast.death}% chance to kill you"


def may_harm(forecast: Forecast) -> bool:
    """Say whether it may harm the player, or kill them."""
    return bool(forecast.harms_you or forecast.death)


def _is_idle(intent: Intent, view: View) -> bool:
    """Say whether it uses up a boon that is not aimed, as a ward, with no foe in view."""
    boon = next(iter(view.boons), None)
    uses = isinstance(intent, UseBoon) and boon is not None and boon.uses and not boon.aimed
    return bool(uses) and not view.foes_at


def question_of(
    intent: Intent, forecast: Forecast, view: View, options: Options, *, unseen: bool = False
) -> str:
    """Give what is asked before anything but a step; empty where it is done at once.

    Args:
        intent: What is meant.
        forecast: What would come of it.
        view: What there is to be used.
        options: Which harm is asked about, and what is whatever comes of it.
        unseen: Whether it is aimed, and nobody was shown at whom: then harm to one's own side is
            asked about as well.
    """
    idle = _is_idle(intent, view)
    harms = forecast.harms_you or (unseen and forecast.own)
    asks = forecast.trap or options.ask_before_harm == "any"
    if forecast.refusal or not (idle or forecast.death or (harms and asks)):
        return ""
    why = "No enemy is in view. " if idle else ""
    why = "It would hurt you. " if forecast.harms_you else why
    why = f"{odds_told(forecast)}. " if forecast.death else why
    return f"{why}Do it anyway?"


def question_of_step(
    move: Move, forecast: Forecast, view: View, options: Options
) -> tuple[str, str] | None:
    """Give what is asked before a step, and what there is to know; None for nothing."""
    if forecast.trap:
        return f"Step onto the {forecast.trap}?", "It will trigger."
    harm = next((one for one in forecast.targets if one.name == YOU and one.most), None)
    spot = (view.here[0] + move.dx, view.here[1] + move.dy)
    fights_on = spot in view.foes_at or view.here in view.harm_at
    question = "Attack anyway?" if spot in view.foes_at else "Step there anyway?"
    asks = options.ask_before_harm == "any" and not (fights_on or forecast.death)
    if harm is not None and (harm.death or asks):
        return question, str(harm)
    if forecast.death:
        return question, f"{odds_told(forecast)}: {forecast}."
    return None
