"""The marsh in words."""

from __future__ import annotations

from bidden.messages.witness import Teller
from bidden.state import name_of, the_thing
from bidden_marsh.rules import Dazzle


class MarshWords(Teller):
    """Messages about lights that dazzle."""

    def listen(self) -> None:
        """Register the message of the event."""
        self._tell(Dazzle, self._tell_dazzling)

    def _tell_dazzling(self, dazzle: Dazzle) -> None:
        if dazzle.target is self._player:
            self._add(
                dazzle, f"{the_thing(name_of(dazzle.enactor)).capitalize()} flares up.", "harm"
            )
        elif self._sees(dazzle.target):
            self._add(dazzle, f"The light dazzles {the_thing(name_of(dazzle.target))}.", "good")
