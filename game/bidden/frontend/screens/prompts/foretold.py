"""What is foretold of an intent: in words, and as a question before it harms oneself."""

from __future__ import annotations

from bidden.frontend.screens.prompts.confirm import Confirm
from bidden.frontend.screens.screen import Consider, Perform, Push, Steps
from bidden.frontend.theme import Theme
from bidden.intents import Intent
from bidden.perception.forecast import YOU, Forecast


def told_of(forecast: Forecast) -> str:
    """Say what would come of it, and before all else whom of one's own side it harms."""
    own = [*forecast.own]
    if forecast.harms_you and YOU not in own:
        own.append(YOU)
    return f"it harms {' and '.join(own)}! {forecast}" if own else str(forecast)


def odds_told(forecast: Forecast) -> str:
    """Say how likely one would die of it."""
    sure = forecast.death == 100
    return "You would die of it" if sure else f"You would die of it in {forecast.death} % of cases"


def perform(theme: Theme, intent: Intent, key: str = "", *, unseen: bool = False) -> Steps:
    """Have an intent performed; ask first where by what is known it harms oneself.

    Args:
        theme: The keymap and the palette.
        intent: The intent.
        key: The key that was pressed last; held down, it is not to say yes.
        unseen: Whether it is aimed, and nobody was shown at whom: then harm to one's own side is
            asked about as well.
    """

    def decide(forecast: Forecast) -> Steps:
        return perform_foretold(theme, intent, forecast, key, unseen=unseen)

    return (Consider(intent, decide),)


def perform_foretold(
    theme: Theme, intent: Intent, forecast: Forecast, key: str = "", *, unseen: bool = False
) -> Steps:
    """Do the same with an intent of which it is known what would come of it."""
    harms = forecast.harms_you or (unseen and forecast.own)
    asks = forecast.trap or theme.options.ask_before_harm == "any"
    if forecast.refusal or not (forecast.death or (harms and asks)):
        return (Perform(intent),)
    why = "It would harm you. " if forecast.harms_you else ""
    why = f"{odds_told(forecast)}. " if forecast.death else why
    question = f"{why}Do it all the same?"
    return (Push(Confirm(theme, question, told_of(forecast), (Perform(intent),), deaf=key)),)
