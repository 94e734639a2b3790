"""Answers about a game, besides its view. Questions are not recorded."""

from __future__ import annotations

from bidden.intents import Intent
from bidden.perception.cards.card import Card, Subject
from bidden.perception.foretold.forecast import Forecast
from bidden.session import Session
from bidden.view import Character, Chart
from eventcore.replay import Timeline


class Told:
    """Answers questions about the session of a subclass."""

    @property
    def session(self) -> Session:
        """The game."""
        raise NotImplementedError

    def timeline_to_explain(self) -> Timeline:
        """Return a timeline that may be moved."""
        raise NotImplementedError

    def why(
        self, turn: int, sequence: int, *, brief: bool = False, plain: bool = False
    ) -> tuple[str, ...]:
        """Explain an event of a turn."""
        # Imported here: it is rarely needed, and loads a third of the library.
        from bidden.recording.explain import why

        return why(self.timeline_to_explain, turn, sequence, brief=brief, plain=plain)

    def why_it_ended(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the causes of the player's death, as events and as sentences."""
        view = self.session.view()
        if not view.death:
            return (), ()
        return (
            self.why(view.turn, view.death, brief=True),
            self.why(view.turn, view.death, brief=True, plain=True),
        )

    def character(self) -> Character:
        """Return the character sheet."""
        return self.session.character()

    def about(self, x: int, y: int) -> str:
        """Return the description of a tile."""
        return self.session.about(x, y)

    def tile(self, x: int, y: int) -> str:
        """Describe creatures, items and ground on a tile; empty if unknown."""
        return self.session.tile(x, y)

    def card(self, subject: Subject) -> Card | None:
        """Return the card of a subject, or None."""
        return self.session.card(subject)

    def chart(self) -> Chart:
        """Return the remembered rooms, locks, keys and ways."""
        return self.session.chart()

    def forecast(self, intent: Intent) -> Forecast:
        """Return the forecast of an intent."""
        return self.session.forecast(intent)
