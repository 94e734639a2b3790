"""What is foretold of an intent, as a question before it harms oneself, or uses what is dear."""

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
    """Have an intent performed; ask first where by what is known it harms oneself.

    And where the player would be asked about what it uses.

    Args:
        theme: The keymap and the palette.
        intent: The intent.
        view: What there is to be used.
        key: The key that was pressed last; held down, it is not to say yes.
        unseen: Whether it is aimed, and nobody was shown at whom: then harm to one's own side is
            asked about as well.
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
