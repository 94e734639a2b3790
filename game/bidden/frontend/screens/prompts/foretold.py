"""What is foretold of an intent, as a question before it harms oneself."""

from __future__ import annotations

from bidden.frontend.asking import question_of, told_of
from bidden.frontend.screens.prompts.confirm import Confirm
from bidden.frontend.screens.screen import Consider, Perform, Push, Steps
from bidden.frontend.theme import Theme
from bidden.intents import Intent
from bidden.perception.foretold.forecast import Forecast


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
    question = question_of(forecast, theme.options, unseen=unseen)
    if not question:
        return (Perform(intent),)
    return (Push(Confirm(theme, question, told_of(forecast), (Perform(intent),), deaf=key)),)
