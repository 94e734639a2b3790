"""The question before an intent that harms the player or uses up something valuable."""

from __future__ import annotations

from bidden.frontend.asking import question_of, told_of
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.screen import Consider, Perform, Push, Steps
from bidden.frontend.theme import Theme
from bidden.intents import Intent
from bidden.perception.foretold.forecast import Forecast
from bidden.view import View


def perform(
    theme: Theme, intent: Intent, view: View, key: str = "", *, unseen: bool = False
) -> Steps:
    """Perform an intent, but ask first if it is known to harm the player.

    Also ask if it uses something that the player wants to be asked about.

    Args:
        theme: The keymap and the palette.
        intent: The intent.
        view: The view.
        key: The last key. While it is held, it does not confirm.
        unseen: Whether it is aimed at no visible creature. Harm to the player's own side is then
            asked about too.
    """

    def decide(forecast: Forecast) -> Steps:
        return perform_foretold(theme, intent, forecast, view, key, unseen=unseen)

    return (Consider(intent, decide),)


def perform_foretold(
    theme: Theme,
    intent: Intent,
    forecast: Forecast,
    view: View,
    key: str = "",
    *,
    unseen: bool = False,
) -> Steps:
    """Do the same with an intent of which it is known what would come of it."""
    question = question_of(intent, forecast, view, theme.options, unseen=unseen)
    if not question:
        return (Perform(intent),)
    return (Push(Confirm(theme, question, told_of(forecast), (Perform(intent),), deaf=key)),)
