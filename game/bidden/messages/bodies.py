"""Bodies of several parts in words: what comes off them, what it costs them, how they fall."""

from __future__ import annotations

from bidden.events.bodies import LiveOn, Sever, Suffer, Topple
from bidden.messages.witness import Teller
from bidden.state import a_thing, name_of


class Bodies(Teller):
    """Tells of bodies of several parts."""

    def listen(self) -> None:
        """Register the tellers of the events it puts into words."""
        self._tell(Suffer, self._tell_suffering)
        self._tell(Sever, self._tell_coming_off)
        self._tell(LiveOn, self._tell_living_on)
        self._tell(Topple, self._tell_toppling)

    def _tell_suffering(self, harm: Suffer) -> None:
        if self._sees(harm.target):
            tone = "good" if harm.enactor is self._player else "plain"
            self._add(harm, f"{self._subject(harm.target)} suffers {harm.dealt} by it.", tone)

    def _tell_coming_off(self, cut: Sever) -> None:
        if cut.enactor is cut.body:
            return  # of what comes off with another, that one's line tells
        more = ", and with it all that hangs on it" if cut.beyond else ""
        if cut.enactor is self._player:
            self._add(cut, f"You cut off {self._object(cut.target)}{more}.", "good")
        elif self._sees(cut.target):
            self._add(cut, f"{self._subject(cut.target)} comes off{more}.", "news")

    def _tell_living_on(self, living: LiveOn) -> None:
        if living.come is not None and self._sees(living.come):
            name = a_thing(name_of(living.come))
            self._add(living, f"What came off raises a head, and is {name} of its own!", "harm")

    def _tell_toppling(self, fall: Topple) -> None:
        if self._sees(fall.enactor):
            self._add(fall, f"{self._subject(fall.enactor)} falls, and stays down.", "good")
