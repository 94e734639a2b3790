"""What is told of a game beside its view: asked of it, and neither recorded nor performed."""

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
        """Tell what the player knows of itself."""
        return self.session.character()

    def about(self, x: int, y: int) -> str:
        """Tell what the player can make of what is on a tile."""
        return self.session.about(x, y)

    def tile(self, x: int, y: int) -> str:
        """Tell in words who stands on a tile, what lies there, and the ground; empty if unknown."""
        return self.session.tile(x, y)

    def card(self, subject: Subject) -> Card | None:
        """Tell what the player can know of something; None where that is nothing."""
        return self.session.card(subject)

    def chart(self) -> Chart:
        """Tell what the player remembers of rooms, locks, keys and ways."""
        return self.session.chart()

    def forecast(self, intent: Intent) -> Forecast:
        """Tell what an intent would come to."""
        return self.session.forecast(intent)
