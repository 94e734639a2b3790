"""The questions before an intent that would harm the player, for every front end."""

from __future__ import annotations

from bidden.frontend.preferences.options import Options
from bidden.intents import Intent, Move, UseBoon
from bidden.perception.foretold.forecast import YOU, Forecast
from bidden.text import capitalised, numbered
from bidden.view import View
from bidden.words import phrase


def left_told(view: View) -> str:
    """Return the message when the player leaves a game. One without an action is not kept."""
    return phrase("leaving", "saved" if view.turn else "unsaved")


def told_of(forecast: Forecast) -> str:
    """Describe what would happen, the harm to the player's own side first, and a trap last."""
    (yours, others), trap = forecast.told, forecast.trap
    own = [name for name in forecast.own if name != YOU]
    own = [YOU, *own] if forecast.lingers and yours in ([], [forecast.falls_short]) else own
    own = [phrase("harm foretold", "hurts", names=" and ".join(own))] if own else []
    first = " ".join(f"{capitalised(text)}!" for text in [*own, *yours])
    if trap and forecast.shifts and others[-1:] == [str(forecast.shifts[-1])]:  # you move last
        others[-1] = phrase("harm foretold", "moved into a trap", moved=others[-1], trap=trap)
    elif trap:
        others.append(phrase("harm foretold", "trap", trap=trap))
    told = forecast.refusal or " ".join(f"{capitalised(text)}." for text in others)
    return f"{first} {told}".strip()


def odds_told(forecast: Forecast) -> str:
    """Return the probability of death in words, or of starvation."""
    if forecast.starves:
        return phrase("harm asked", "starve")
    return phrase("harm asked", "die" if forecast.death == 100 else "may die", odds=forecast.death)


def _why_idle(intent: Intent, view: View) -> str:
    """Return how an intent wastes an unaimed boon: no foe is in view, or its effect lasts."""
    boon = next(iter(view.boons), None)
    uses = isinstance(intent, UseBoon) and boon is not None and boon.uses and not boon.aimed
    lasts = [one for one in view.lasting if uses and boon is not None and boon.power in one[0]]
    up = [phrase("waste", "still up", name=one, turns=numbered("turn", n)) for one, n in lasts]
    return " ".join(up) or (phrase("waste", "no enemy") if uses and not view.foes_at else "")


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
    why = phrase("harm asked", "hurt") if forecast.harms_you else idle
    why = odds_told(forecast) if forecast.death else why
    return f"{why} {phrase('harm asked', 'anyway')}".strip()


def question_of_step(
    move: Move, forecast: Forecast, view: View, options: Options
) -> tuple[str, str] | None:
    """Return the question to ask before a step, with details, or None."""
    if forecast.trap:
        return phrase("step", "trap", trap=forecast.trap), phrase("step", "about trap")
    harm = next((one for one in forecast.targets if one.name == YOU and one.most), None)
    spot = (view.here[0] + move.dx, view.here[1] + move.dy)  # a long weapon reaches farther
    foe = next((one.name for one in forecast.targets if one.name != YOU), "")
    asks = options.ask_before_harm == "any" and view.here not in view.harm_at
    hurts = forecast.spills or (harm is not None and spot not in view.foes_at)
    told = told_of(forecast)
    dies = harm is not None and harm.death  # which its forecast says
    told = f"{odds_told(forecast)} {told}" if forecast.death and not dies else told
    hazy = view.tiles[spot[1]][spot[0]].kind == "haze" and "confusion" not in dict(view.lasting)
    if asks and hazy and not (hurts or dies or forecast.death):
        return phrase("step", "haze"), phrase("step", "about haze")
    question = phrase("step", "attack" if spot in view.foes_at else "anyway")
    question = phrase("step", "attack enemy", name=foe) if foe else question
    return (question, told) if dies or forecast.death or (asks and hurts) else None
