"""What a stack of screens shows: a game, a playback, or neither."""

from __future__ import annotations

import attrs

from bidden.frontend.port import Game, Known, Playback
from bidden.frontend.screens.outside.title import nowhere
from bidden.frontend.screens.screen import (
    NOTHING,
    AskAbout,
    AskCard,
    AskChart,
    AskForecast,
    AskTile,
    Consider,
    Explain,
    Push,
    ShowCharacter,
    Step,
    Steps,
)
from bidden.view import View

_NO_REASON = ("There is no game to explain.",)


@attrs.frozen
class Shown:
    """A game or a playback; neither where there is only the title."""

    game: Game | None = None
    playback: Playback | None = None

    def __bool__(self) -> bool:
        """Return whether there is either."""
        return self._known is not None

    @property
    def _known(self) -> Known | None:
        return self.playback if self.game is None else self.game

    def view(self) -> View:
        """Show what the player knows."""
        return nowhere() if self._known is None else self._known.view()

    def answer(self, step: Step) -> Steps:
        """Ask what a step asks, and give what is to be done then; nothing for any other step."""
        known = self._known
        match step:
            case Explain(turn, sequence, make, brief, plain):
                if known is None:
                    return (Push(make(_NO_REASON)),)
                return (Push(make(known.why(turn, sequence, brief=brief, plain=plain))),)
            case AskForecast(intent, then) if known is not None:
                then(known.forecast(intent))
            case Consider(intent, decide) if known is not None:
                return decide(known.forecast(intent))
            case AskAbout(x, y, take) if known is not None:
                take(known.about(x, y))
            case AskTile(x, y, take) if known is not None:
                take(known.tile(x, y))
            case AskCard(subject, show) if known is not None:
                return show(known.card(subject))
            case AskChart(chart) if known is not None:
                return chart(known.chart())
            case ShowCharacter(make_page) if known is not None:
                return (Push(make_page(known.character())),)
        return NOTHING
