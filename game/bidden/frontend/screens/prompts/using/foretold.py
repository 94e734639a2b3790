"""The question before an intent that harms the player or uses up something valuable."""

from __future__ import annotations

from bidden.frontend.asking import question_of, told_of
from bidden.frontend.port import Known
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.screen import Ask, Perform, Push, Steps
from bidden.frontend.theme import Theme
from bidden.intents import Intent
from bidden.perception.foretold.forecast import Forecast
from bidden.view import View


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
    return (Push(Confirm(theme, question, told_of(forecast), (Perform(intent),), deaf=key)),)
