"""Answers about a game beside its view. Asking is neither recorded nor performed."""

from __future__ import annotations

from bidden.intents import Intent
from bidden.perception.cards.card import Card, Subject
from bidden.perception.foretold.forecast import Forecast
from bidden.session import Session
from bidden.view import Character, Chart


class Told:
    """Tells of a session that a subclass has."""

    @property
    def session(self) -> Session:
        """The game, where it is."""
        raise NotImplementedError

    def character(self) -> Character:
        """Return the character sheet."""
        return self.session.character()

    def about(self, x: int, y: int) -> str:
        """Return the description of what is on a tile."""
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
