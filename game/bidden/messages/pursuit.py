"""Pursuit in words: the feeling of being watched, and who comes then."""

from __future__ import annotations

from bidden.events.pursuit import ComeAfter, FeelWatched
from bidden.messages.witness import Teller
from bidden.state import a_thing, name_of


class PursuitWords(Teller):
    """Tells of pursuit."""

    def listen(self) -> None:
        """Register the tellers of the events it puts into words."""
        self._tell(FeelWatched, self._tell_feeling)
        self._tell(ComeAfter, self._tell_coming)

    def _tell_feeling(self, watched: FeelWatched) -> None:
        if watched.enactor is self._player:
            self._add(watched, "You feel watched.", "news")

    def _tell_coming(self, coming: ComeAfter) -> None:
        hunter = coming.come
        if hunter is not None and hunter.alive and self._sees(hunter):
            name = a_thing(name_of(hunter))
            sent = f", sent by the {coming.sender}" if coming.sender else ""
            self._add(coming, f"{name[0].upper()}{name[1:]} comes after you{sent}!", "harm")
