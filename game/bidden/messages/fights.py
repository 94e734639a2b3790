"""Fights in words: harm, wounds, deaths, and what is learned from them."""

from __future__ import annotations

from typing import Final

from bidden.components.body.wounds import Wounds
from bidden.events.body import Earn, Improve
from bidden.events.combat import Block, Breathe, Die, Inhale, Shoot, TakeDamage, Wound
from bidden.events.effects import EffectMoment
from bidden.events.run import BurnTheBound
from bidden.events.things import Break, Crack
from bidden.messages.epitaphs import COUNTED, epitaph_of, harm_named, slayer_of
from bidden.messages.witness import Teller
from bidden.rules.body.maiming import Maiming
from bidden.state import name_of

_MANY: Final = frozenset({"coils", "jaws", "quills"})
"""Those that are more than one."""


class Fights(Teller):
    """Tells of fights."""

    def listen(self) -> None:
        """Register the tellers of the events it puts into words."""
        self._tell(TakeDamage, self._tell_damage, self._tell_no_damage)
        self._tell(Block, self._tell_block)
        self._tell(Wound, self._tell_wound)
        self._tell(Die, self._tell_death)
        self._tell(Crack, self._tell_cracking)
        self._tell(Break, self._tell_breaking)
        self._tell(Earn, self._tell_earning)
        self._tell(Improve, self._tell_improving)
        self._tell(Shoot, self._tell_shot)
        self._tell(Inhale, self._tell_breath)
        self._tell(Breathe, self._tell_breath)

    def _tell_damage(self, damage: TakeDamage) -> None:
        by, to = damage.enactor, damage.target
        if isinstance(damage.cause, BurnTheBound):
            return  # the bond is told of by itself
        if damage.source:
            # What lasts on others, and costs them something each turn, is not told each turn.
            if to is self._player or (
                self._sees(to) and not isinstance(damage.cause, EffectMoment)
            ):
                text = f"{_hurting(damage.source)} {self._object(to)} for {damage.dealt}."
                tone = "harm" if to is self._player else "good" if by is self._player else "plain"
                self._add(damage, text, tone)
        elif to is self._player:
            text = f"{self._whoever(by)} hits you for {damage.dealt}."
            self._add(damage, text, "harm")
        elif by is self._player:
            self._add(damage, f"You hit {self._whomever(to)} for {damage.dealt}.", "good")
        elif self._sees(to):
            self._add(
                damage, f"{self._whoever(by)} hits {self._object(to)} for {damage.dealt}.", "plain"
            )

    def _tell_block(self, block: Block) -> None:
        if not block.stopped:
            return
        if block.target is self._player:
            self._add(block, f"You block {self._object(block.enactor)}.", "good")
        elif self._sees(block.target):
            by = "you" if block.enactor is self._player else self._object(block.enactor)
            self._add(block, f"{self._subject(block.target)} blocks {by}.", "plain")

    def _tell_no_damage(self, damage: TakeDamage) -> None:
        self._tell_immunity(damage, damage.target, damage.kind)

    def _tell_wound(self, wound: Wound) -> None:
        to = wound.target
        if to is self._player:
            kind = self._world.root[Maiming].kinds[wound.kind]
            told = kind.told if kind.told[-1] in ".!?" else f"{kind.told}!"
            # A wound that kills takes nothing besides.
            takes = "" if wound.deadly else f": {kind.about}"
            text = f"{told} WOUND {wound.wounds}/{to[Wounds].most}{takes}."
            self._add(wound, text, "harm", loud=True)
        elif self._sees(to):
            self._add(wound, f"{self._subject(to)} is wounded.", "plain")

    def _tell_cracking(self, crack: Crack) -> None:
        if crack.target is self._player:
            self._add(crack, f"Your {name_of(crack.item)} cracks!", "harm", loud=True)

    def _tell_breaking(self, breaking: Break) -> None:
        holder, name = breaking.target, name_of(breaking.item)
        if holder is self._player:
            self._add(breaking, f"Your {name} BREAKS!", "harm", loud=True)
        elif self._sees(holder):
            self._add(breaking, f"The {name} of {self._object(holder)} breaks.", "plain")

    def _tell_shot(self, shot: Shoot) -> None:
        if shot.enactor is not self._player and self._sees(shot.enactor):
            self._add(shot, f"{self._subject(shot.enactor)} shoots.", "plain")

    def _tell_breath(self, breath: Inhale | Breathe) -> None:
        if breath.enactor is not self._player and self._sees(breath.enactor):
            does = "draws breath" if isinstance(breath, Inhale) else "breathes"
            self._add(breath, f"{self._subject(breath.enactor)} {does}.", "news")

    def _tell_death(self, die: Die) -> None:
        if die.target is self._player:
            killer = slayer_of(die.enactor, die.source)
            self._witness.epitaph = epitaph_of(killer, self._world.turn)
            self._witness.death = die.sequence
            self._add(die, "You die.", "harm")
        elif die.enactor is self._player:
            self._add(die, f"You put {self._whomever(die.target)} to rest.", "good")
        elif self._sees(die.target):
            fate = f"dies of {harm_named(die.source)}" if die.source else "falls"
            self._add(die, f"{self._subject(die.target)} {fate}.", "news")

    def _tell_earning(self, learn: Earn) -> None:
        if learn.levels and learn.target is self._player:
            gained = "a level" if learn.levels == 1 else f"{learn.levels} levels"
            self._add(learn, f"You gain {gained}! (I to choose)", "good", loud=True)

    def _tell_improving(self, improve: Improve) -> None:
        who = improve.enactor
        if who is self._player:
            better = "hit points" if improve.option == "hp" else improve.option
            self._add(improve, f"You improve your {better}.", "good")
        elif self._sees(who):
            self._add(improve, f"{self._subject(who)} looks more experienced.", "plain")


def _hurting(source: str) -> str:
    """Tell that something harms, as in "A dart hits" and "Fire hurts"."""
    name = harm_named(source)
    does = "hits" if source in COUNTED else "hurt" if source in _MANY else "hurts"
    return f"{name[0].upper()}{name[1:]} {does}"
