"""The questions before an intent that would harm the player, for every front end."""

from __future__ import annotations

from bidden.frontend.preferences.options import Options
from bidden.intents import Intent, Move, UseBoon
from bidden.perception.foretold.forecast import YOU, Forecast
from bidden.text import capitalised, numbered
from bidden.view import View


def left_told(view: View) -> str:
    """Return the message when the player leaves a game. One without an action is not kept."""
    if not view.turn:
        return "A new game is saved only after your first action."
    return "The game is saved: you can continue later."


def told_of(forecast: Forecast) -> str:
    """Describe what would happen, the harm to the player's own side first, and a trap last."""
    (yours, others), trap = forecast.told, f"trigger the {forecast.trap}" if forecast.trap else ""
    own = [name for name in forecast.own if name != YOU]
    own = [YOU, *own] if forecast.lingers and yours in ([], [forecast.falls_short]) else own
    own = [f"this hurts {' and '.join(own)}"] if own else []
    first = " ".join(f"{capitalised(text)}!" for text in [*own, *yours])
    if trap and forecast.shifts and others[-1:] == [str(forecast.shifts[-1])]:
        others[-1] += f" and {trap}"  # you, who move last, trigger it
    elif trap:
        others.append(f"you {trap}")
    told = forecast.refusal or " ".join(f"{capitalised(text)}." for text in others)
    return f"{first} {told}".strip()


def odds_told(forecast: Forecast) -> str:
    """Return the probability of death in words, or of starvation."""
    if forecast.starves:
        return "You will starve unless you eat first"
    sure = forecast.death == 100
    return "This would kill you" if sure else f"This has a {forecast.death}% chance to kill you"


def _why_idle(intent: Intent, view: View) -> str:
    """Return how an intent wastes an unaimed boon: no foe is in view, or its effect lasts."""
    boon = next(iter(view.boons), None)
    uses = isinstance(intent, UseBoon) and boon is not None and boon.uses and not boon.aimed
    lasts = [one for one in view.lasting if uses and boon is not None and boon.power in one[0]]
    up = [f"Your {name} is still up ({numbered('turn', left)}). " for name, left in lasts]
    return "".join(up) or ("No enemy is in view. " if uses and not view.foes_at else "")


def question_of(
    intent: Intent, forecast: Forecast, view: View, options: Options, *, unseen: bool = False
) -> str:
    """Return the question to ask before anything but a step, or "".

    ``unseen`` asks about harm to the player's own side too, for an intent aimed at no visible foe.
    """
    idle, blocked = _why_idle(intent, view), forecast.short and not forecast.targets
    harms = forecast.harms_you or (unseen and forecast.own)
    asks = forecast.trap or options.ask_before_harm == "any"
    if forecast.refusal or not (idle or blocked or forecast.death or (harms and asks)):
        return ""
    # The forecast says that something blocks it.
    why = "This would hurt you. " if forecast.harms_you else idle
    why = f"{odds_told(forecast)}. " if forecast.death else why
    return f"{why}Do it anyway?"


def question_of_step(
    move: Move, forecast: Forecast, view: View, options: Options
) -> tuple[str, str] | None:
    """Return the question to ask before a step, with details, or None."""
    if forecast.trap:
        return f"Step onto the {forecast.trap}?", "It will trigger."
    harm = next((one for one in forecast.targets if one.name == YOU and one.most), None)
    spot = (view.here[0] + move.dx, view.here[1] + move.dy)  # a long weapon reaches farther
    foe = next((f" {one.name}" for one in forecast.targets if one.name != YOU), "")
    question = f"Attack{foe} anyway?" if foe or spot in view.foes_at else "Step there anyway?"
    asks = options.ask_before_harm == "any" and view.here not in view.harm_at
    hurts = forecast.spills or (harm is not None and spot not in view.foes_at)
    told = told_of(forecast)
    dies = harm is not None and harm.death  # which its forecast says
    told = f"{odds_told(forecast)}. {told}" if forecast.death and not dies else told
    hazy = view.tiles[spot[1]][spot[0]].kind == "haze" and "confusion" not in dict(view.lasting)
    if asks and hazy and not (hurts or dies or forecast.death):
        return "Step into the haze?", "It will confuse you."
    return (question, told) if dies or forecast.death or (asks and hurts) else None
