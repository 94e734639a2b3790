"""Performing intents: questions before harm or waste, and new aim at a foe that moved."""

from __future__ import annotations

from typing import Final

import attrs

from bidden.frontend.asking import question_of, told_of
from bidden.frontend.port import Known
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.screen import Ask, Perform, Push, Steps
from bidden.frontend.theme import Theme
from bidden.intents import Cast, Intent, Shoot, UseAt
from bidden.perception.foretold.forecast import YOU, Forecast
from bidden.text import capitalised
from bidden.view import Spot, View
from bidden.words import phrase

_AIMED: Final = (Shoot, UseAt, Cast)
"""Intents with an optional target tile; (-1, -1) for none."""


def perform(
    theme: Theme, intent: Intent, view: View, key: str = "", *, unseen: bool = False
) -> Steps:
    """Perform an intent, but ask first if it would harm the player or waste something.

    The last key does not confirm while it is held. For an ``unseen`` target, ask about harm to the
    player's own side too.
    """

    def decide(game: Known) -> Steps:
        forecast = game.forecast(intent)
        return perform_foretold(theme, intent, forecast, view, key, unseen=unseen)

    return (Ask(decide),)


def perform_foretold(
    theme: Theme,
    intent: Intent,
    forecast: Forecast,
    view: View,
    key: str = "",
    *,
    unseen: bool = False,
) -> Steps:
    """Do the same with an intent whose forecast is known."""
    question = question_of(intent, forecast, view, theme.options, unseen=unseen)
    if not question:
        return (Perform(intent),)
    hurts = capitalised(phrase("harm foretold", "hurts", names=YOU))
    told = told_of(forecast).removeprefix(f"{hurts}! ")  # the question says so
    return (Push(Confirm(theme, question, told, (Perform(intent),), deaf=key)),)


def is_aimed(intent: Intent) -> bool:
    """Return whether an intent is aimed at a tile."""
    return isinstance(intent, _AIMED) and (intent.x, intent.y) != (-1, -1)


def at_a_foe(intent: Intent, view: View) -> bool:
    """Return whether an intent is aimed at the tile of a visible foe."""
    return isinstance(intent, _AIMED) and (intent.x, intent.y) in view.foes_at


def aimed_anew(intent: Intent, view: View) -> Intent | None:
    """Aim an intent at the foe nearest to its old target, or return None."""
    if not isinstance(intent, _AIMED):
        return intent

    def distance(spot: Spot) -> tuple[int, Spot]:
        return (spot[0] - intent.x) ** 2 + (spot[1] - intent.y) ** 2, spot

    near = min(view.foes_at, key=distance, default=None)
    return None if near is None else attrs.evolve(intent, x=near[0], y=near[1])
