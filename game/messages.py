"""The message log: settled events in words, as the player witnesses them.

An observer of the world and nothing more: it changes nothing, and a game
without it goes the same way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

import attrs

from eventcore import Action, Entity, Event, World
from eventcore.time import ExtendTimer, StartTimer
from game.components.gear import Gear
from game.components.memory import Memory
from game.components.pack import things_at
from game.components.vigour import Vigour
from game.events.asking import WhatIsInView
from game.events.body import Feed, Gain, Heal
from game.events.combat import Die, TakeDamage, Wound
from game.events.effects import Affect, Feel, what_is
from game.events.growth import Improve, Learn
from game.events.movement import Move, Open, Shut
from game.events.stairs import Climb
from game.events.things import Break, Eat, Equip, LetGo, PickUp, Quaff, TakeOff, Use
from game.rules.effects import Effects
from game.state import Place, a_thing, enumerated, name_of
from game.view import Line

__all__ = ["Chronicle"]

E = TypeVar("E", bound=Event)

_KEPT: Final = 500
"""How many lines are kept; older ones can be had from the journal."""

_REFUSALS: Final = {
    "wall": "There is a wall in the way.",
    "door": "The door is shut.",
    "occupied": "Something is in the way.",
    "no door": "There is no door.",
    "shut": "The door is shut already.",
    "open": "The door is open already.",
    "far": "That is out of reach.",
    "nothing": "Nothing happens.",
    "paralysed": "You cannot move.",
    "blocked": "The stair is blocked.",
    "no thing": "You hold no such thing.",
    "nothing here": "There is nothing here to take.",
    "held": "Somebody holds that.",
    "full pack": "You cannot hold any more.",
    "worn": "You wear that already.",
    "not worn": "You do not wear that.",
    "not due": "You have yet to learn more.",
    "no such option": "You cannot become better at that.",
}
"""What the player is told of a refusal, by reason code; of others, nothing."""


_VERBS: Final[Mapping[type[Use], str]] = {
    Quaff: "quaff",
    Eat: "eat",
    Equip: "put on",
    TakeOff: "take off",
}
_WITH_A_WEAPON: Final[Mapping[type[Use], str]] = {Equip: "wield", TakeOff: "put away"}


class Chronicle:
    """What the player was told.

    Attributes:
        epitaph: How the player died, in a sentence; empty while alive.
        death: The number of the event the player died in; 0 while alive.
    """

    def __init__(
        self,
        world: World,
        player: Entity,
        lines: Iterable[Line] = (),
        epitaph: str = "",
        death: int = 0,
    ) -> None:
        """Begin to listen, or go on after what was told before."""
        self.epitaph = epitaph
        self.death = death
        self._world = world
        self._player = player
        self._lines: deque[Line] = deque(lines, maxlen=_KEPT)
        if player.alive:
            world.observe(Action, self._tell_refusal, entity=player)
            world.observe(Affect, self._tell_of_nothing, role="target", entity=player)
            world.observe(Climb, self._tell_climbing, entity=player)
        self._tell(TakeDamage, self._tell_damage)
        self._tell(Wound, self._tell_wound)
        self._tell(Die, self._tell_death)
        self._tell(Break, self._tell_breaking)
        self._tell(Learn, self._tell_learning)
        self._tell(Improve, self._tell_improving)
        world.observe(TakeDamage, self._tell_immunity)
        world.observe(Affect, self._tell_immunity)
        self._tell(Open, self._tell_opening)
        self._tell(Shut, self._tell_shutting)
        self._tell(Affect, self._tell_draught)
        self._tell(StartTimer, self._tell_lengthening)
        self._tell(ExtendTimer, self._tell_lengthening)
        self._tell(Feel, self._tell_effect)
        self._tell(Gain, self._tell_gain)
        self._tell(PickUp, self._tell_taking)
        self._tell(LetGo, self._tell_letting_go)
        self._tell(Use, self._tell_using)
        self._tell(Move, self._tell_what_lies_there)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines kept, oldest first."""
        return tuple(self._lines)

    def _tell(self, kind: type[E], teller: Callable[[E], None]) -> None:
        def tell_if_done(event: E) -> None:
            if event.done:
                teller(event)

        self._world.observe(kind, tell_if_done)

    def _tell_refusal(self, action: Action) -> None:
        # A blow that took a step's place has its refusal adopted, and told, by the step.
        stands_in = action.cause is not None and action.cause.replacement is action
        text = _REFUSALS.get(action.reason or "")
        if text is not None and not stands_in:
            self._add(action, text, "refusal")

    def _tell_climbing(self, climb: Climb) -> None:
        if climb.done:
            way = "up" if climb.to_level < climb.from_level else "down"
            self._add(climb, f"You go {way} to level {climb.to_level}.", "news")
        else:
            self._add(climb, _REFUSALS.get(climb.reason or "", ""), "refusal")

    def _tell_damage(self, damage: TakeDamage) -> None:
        by, to = damage.enactor, damage.target
        if damage.of:
            # What lasts on others, and costs them something each turn, is not told each turn.
            if to is self._player or (self._sees(to) and not isinstance(damage.cause, Feel)):
                text = f"{damage.of.capitalize()} costs {self._object(to)} {damage.dealt}."
                tone = "harm" if to is self._player else "good" if by is self._player else "plain"
                self._add(damage, text, tone)
        elif to is self._player:
            text = f"{self._subject(by)} hits you for {damage.dealt}."
            self._add(damage, text, "harm")
        elif by is self._player:
            self._add(damage, f"You hit {self._object(to)} for {damage.dealt}.", "good")
        elif self._sees(to):
            self._add(
                damage, f"{self._subject(by)} hits {self._object(to)} for {damage.dealt}.", "plain"
            )

    def _tell_immunity(self, harm: TakeDamage | Affect) -> None:
        if harm.reason != "immune" or isinstance(harm.cause, Feel):
            return
        kind = harm.kind if isinstance(harm, TakeDamage) else harm.effect
        if harm.target is self._player or self._sees(harm.target):
            text = f"{kind.capitalize()} does not harm {self._object(harm.target)}."
            self._add(harm, text, "plain")

    def _tell_wound(self, wound: Wound) -> None:
        to = wound.target
        if to is self._player:
            text = f"You are wounded ({wound.wounds} of {to[Vigour].most})."
            self._add(wound, text, "harm")
        elif self._sees(to):
            self._add(wound, f"{self._subject(to)} is wounded.", "plain")

    def _tell_breaking(self, breaking: Break) -> None:
        holder, name = breaking.target, name_of(breaking.item)
        if holder is self._player:
            self._add(breaking, f"Your {name} breaks!", "harm")
        elif self._sees(holder):
            self._add(breaking, f"The {name} of {self._object(holder)} breaks.", "plain")

    def _tell_learning(self, learn: Learn) -> None:
        if learn.levels and learn.target is self._player:
            self._add(learn, "You have learned from your fights, and can improve.", "news")

    def _tell_improving(self, improve: Improve) -> None:
        who = improve.enactor
        if who is self._player:
            self._add(improve, f"You improve: {improve.option}.", "good")
        elif self._sees(who):
            self._add(improve, f"{self._subject(who)} looks more experienced.", "plain")

    def _tell_death(self, die: Die) -> None:
        if die.target is self._player:
            killer = die.of or a_thing(name_of(die.enactor))
            self.epitaph = f"Killed by {killer} on turn {self._world.turn}."
            self.death = die.sequence
            self._add(die, "You die.", "harm")
        elif die.enactor is self._player:
            self._add(die, f"You put {self._object(die.target)} to rest.", "good")
        elif self._sees(die.target):
            fate = f"dies of {die.of}" if die.of else "falls"
            self._add(die, f"{self._subject(die.target)} {fate}.", "news")

    def _tell_effect(self, feel: Feel) -> None:
        risen = feel.timer is not None and feel.timer.risen
        self._tell_moment(feel, feel.enactor, feel.effect, feel.moment, risen)

    def _tell_draught(self, affect: Affect) -> None:
        if affect.applied and not affect.turns:
            self._tell_moment(affect, affect.target, affect.effect, "start")
        elif not affect.applied and affect.target is self._player:
            self._add(affect, _REFUSALS["nothing"], "refusal")

    def _tell_lengthening(self, start: StartTimer | ExtendTimer) -> None:
        began = isinstance(start, StartTimer) and start.began
        if not began and start.kind in self._world.root[Effects].kinds:
            self._tell_moment(start, start.target, start.kind, "longer")

    def _tell_moment(
        self, event: Event, who: Entity, effect: str, moment: str, risen: bool = False
    ) -> None:
        kind = self._world.root[Effects].kinds[effect]
        if who is self._player:
            self._add(event, kind.told.at(moment, risen), "news")
        else:
            text = kind.seen.at(moment, risen).replace("{who}", self._object(who))
            if text and self._sees(who):
                self._add(event, text[0].upper() + text[1:], "plain")

    def _tell_of_nothing(self, affect: Affect) -> None:
        if affect.reason == "nothing":
            self._add(affect, _REFUSALS["nothing"], "refusal")

    def _tell_gain(self, gain: Gain) -> None:
        if gain.target is not self._player:
            return
        if isinstance(gain, Feed) and gain.overate:
            self._add(gain, "You have eaten more than you can hold.", "harm")
        elif isinstance(gain, Feed) and gain.amount < 0 and gain.of:
            self._add(gain, "Gross!", "harm")
        elif isinstance(gain, Heal) and gain.of:
            self._add(gain, f"You regain {gain.gained}.", "good")

    def _tell_opening(self, opening: Open) -> None:
        self._tell_of_door(opening, opening.door, "open")

    def _tell_shutting(self, shutting: Shut) -> None:
        self._tell_of_door(shutting, shutting.door, "close")

    def _tell_of_door(self, event: Event, door: Entity, verb: str) -> None:
        if event.enactor is self._player:
            self._add(event, f"You {verb} the door.", "plain")
        elif self._sees(door):
            self._add(event, f"{self._subject(event.enactor)} {verb}s the door.", "plain")

    def _tell_taking(self, taking: PickUp) -> None:
        name = name_of(taking.item)
        if taking.enactor is self._player:
            self._add(taking, f"You take {a_thing(name)} ({taking.slot}).", "plain")
        elif self._sees(taking.enactor):
            self._add(taking, f"{self._subject(taking.enactor)} takes {a_thing(name)}.", "plain")

    def _tell_what_lies_there(self, move: Move) -> None:
        if move.enactor is self._player and self._player.alive:
            lying = [a_thing(name_of(one)) for one in things_at(self._player[Place], self._world)]
            if lying:
                self._add(move, f"You see here {enumerated(lying)}.", "plain")

    def _tell_letting_go(self, letting: LetGo) -> None:
        holder, name = letting.target, name_of(letting.item)
        if holder is self._player:
            self._add(letting, f"You drop the {name}.", "plain")
        elif self._sees(holder):
            self._add(letting, f"{self._subject(holder)} drops {a_thing(name)}.", "plain")

    def _tell_using(self, use: Use) -> None:
        if use.item is None:
            return
        who, name = use.enactor, name_of(use.item)
        gear = use.item.get(Gear)
        verbs = _VERBS if gear is None or not gear.is_weapon else {**_VERBS, **_WITH_A_WEAPON}
        verb = verbs[type(use)]
        if who is self._player:
            self._add(use, f"You {verb} the {name}.", "plain")
        elif self._sees(who):
            verb, *rest = verb.split()
            said = " ".join([f"{verb}s", *rest])
            self._add(use, f"{self._subject(who)} {said} {a_thing(name)}.", "plain")

    def _sees(self, thing: Entity) -> bool:
        here, there = self._player[Place], thing[Place]
        if here.level != there.level:
            return False
        nature = self._player[Memory].radius
        radius = max(0, what_is(self._world, self._player, "sight", nature))
        question = WhatIsInView(self._world.root, here.x, here.y, radius, here.level)
        return (there.x, there.y) in self._world.ask(question).tiles

    def _subject(self, entity: Entity) -> str:
        return "You" if entity is self._player else f"The {name_of(entity)}"

    def _object(self, entity: Entity) -> str:
        return "you" if entity is self._player else f"the {name_of(entity)}"

    def _add(self, event: Event, text: str, tone: str) -> None:
        if not text:
            return
        line = Line(text, tone, self._world.turn, event.sequence)
        last = self._lines[-1] if self._lines else None
        if last is not None and (last.text, last.tone) == (text, tone):
            self._lines[-1] = attrs.evolve(line, count=last.count + 1)
        else:
            self._lines.append(line)
