"""Effects in words: how they begin, wane and end, and what bodies gain."""

from __future__ import annotations

from typing import Final

from bidden.components.body.stomach import Stomach
from bidden.components.tricks.disguise import is_disguised
from bidden.events.body import Feed, Gain, Heal, Live, Mend
from bidden.events.effects import Affect, EffectMoment
from bidden.events.run import Fulfil
from bidden.events.things import Release
from bidden.messages.refusals import refusal_of
from bidden.messages.witness import Teller
from bidden.rules.body.maiming import Maiming
from bidden.rules.magic.effects import Effects
from eventcore import Entity, Event
from eventcore.time import ExtendTimer, StartTimer

_HUNGER: Final = {
    "hungry": ("You are hungry.", "news"),
    "weak": ("You are weak with hunger: eat, or you starve.", "harm"),
}
"""What is told as one comes to feel so, and in which tone."""


class EffectWords(Teller):
    """Tells of effects, by the words of their tables."""

    _in_vain = 0  # the number of what was told last to have been in vain

    def listen(self) -> None:
        """Register the tellers of the events it puts into words."""
        self._tell(Affect, self._tell_draught, self._tell_no_effect)
        self._tell(StartTimer, self._tell_lengthening)
        self._tell(ExtendTimer, self._tell_lengthening)
        self._tell(EffectMoment, self._tell_effect)
        self._tell(Gain, self._tell_gain)

    def _tell_draught(self, affect: Affect) -> None:
        if affect.applied and not affect.turns:
            self._tell_moment(affect, affect.target, affect.effect, "start")
        elif not affect.applied:
            self._tell_of_nothing(affect)

    def _tell_no_effect(self, affect: Affect) -> None:
        if affect.reason in ("nothing", "unhandled"):
            self._tell_of_nothing(affect)
        self._tell_immunity(affect, affect.target, affect.effect)

    def _tell_of_nothing(self, affect: Affect) -> None:
        """Tell that nothing comes of it: for oneself, or of what one let out of a thing in vain.

        That is told once, of all whom it reaches and of each of its effects.
        """
        use = affect.cause
        if affect.target is self._player:
            self._add(affect, refusal_of("nothing"), "refusal")
        elif isinstance(use, Release) and use.enactor is self._player and not use.worked:
            if use.sequence != self._in_vain:
                self._add(affect, refusal_of("nothing seen"), "refusal")
            self._in_vain = use.sequence

    def _tell_effect(self, feel: EffectMoment) -> None:
        risen = feel.timer is not None and feel.timer.risen
        self._tell_moment(feel, feel.enactor, feel.effect, feel.moment, risen)

    def _tell_lengthening(self, start: StartTimer | ExtendTimer) -> None:
        began = isinstance(start, StartTimer) and start.began
        if not began and start.kind in self._world.root[Effects].kinds:
            self._tell_moment(start, start.target, start.kind, "longer")

    def _tell_moment(
        self, event: Event, who: Entity, effect: str, moment: str, risen: bool = False
    ) -> None:
        kind = self._world.root[Effects].kinds[effect]
        if who is self._player:
            text = kind.told.at(moment, risen)
            closes = kind.each.get("health", 0) if moment == "start" else 0
            if text and closes > 0 and kind.every == 1 and kind.each_percent == 100:
                text = f"{text.rstrip('.')}: {closes} hit point{'' if closes == 1 else 's'} a turn."
            self._add(event, text, "news")
        else:
            text = kind.seen.at(moment, risen).replace("{who}", self._object(who))
            if text and self._sees(who) and not is_disguised(who):
                self._add(event, text[0].upper() + text[1:], "plain")

    def _tell_hunger(self, feed: Feed) -> None:
        stomach = self._player.get(Stomach)
        if stomach is None or feed.gained >= 0:
            return
        now = stomach.feeling
        if now in _HUNGER and now != stomach.feeling_at(stomach.food - feed.gained):
            self._add(feed, *_HUNGER[now])

    def _tell_gain(self, gain: Gain) -> None:
        if gain.target is not self._player:
            heals = type(gain) is Heal and isinstance(gain.cause, Live)
            if heals and gain.target.alive and self._sees(gain.target):
                self._add(gain, f"The wounds of {self._object(gain.target)} close.", "plain")
            return
        if isinstance(gain, Feed):
            self._tell_hunger(gain)
        if isinstance(gain, Feed) and gain.overate:
            self._add(gain, "You have eaten more than you can hold.", "harm")
        elif isinstance(gain, Feed) and gain.amount < 0 and gain.source:
            if not isinstance(gain.cause, EffectMoment):  # which is not told each turn
                self._add(gain, "Gross!", "harm")
        elif isinstance(gain, Mend):
            kinds = self._world.root[Maiming].kinds
            rewards = isinstance(gain.cause, Fulfil)
            for name in gain.closed:
                self._add(gain, kinds[name].closed, "good", loud=rewards)
        elif isinstance(gain, Heal) and gain.source:
            self._add(gain, f"You heal {gain.gained} HP.", "good")
