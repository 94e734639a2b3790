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
from game.components.book import Book
from game.components.gear import Gear
from game.components.inscription import Inscription
from game.components.magic import Magic
from game.components.memory import Memory
from game.components.pack import things_at
from game.components.vigour import Vigour
from game.events.body import Feed, Gain, Heal
from game.events.breath import Breathe, Inhale
from game.events.combat import Die, TakeDamage, Wound
from game.events.effects import Affect, Feel
from game.events.growth import Earn, Improve
from game.events.lore import Learn
from game.events.magic import Cast, LearnSpell, Study
from game.events.missiles import Shoot, Throw
from game.events.movement import Move, Open, Shut
from game.events.stairs import Climb
from game.events.things import (
    Break,
    Eat,
    Equip,
    LetGo,
    PickUp,
    Quaff,
    Read,
    Release,
    TakeOff,
    Use,
)
from game.events.traps import Disarm, Find, Search, Spring
from game.lore import called
from game.rules.effects import Effects
from game.rules.spells import Spells
from game.seeing import in_view_of
from game.state import Place, a_thing, enumerated, name_of
from game.view import Line
from game.writing import written_at

__all__ = ["Chronicle", "refusal_of"]

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
    "nobody near": "No enemy is close enough.",
    "nobody there": "There is nobody there.",
    "no aim": "That has to be aimed at something.",
    "out of sight": "You cannot see that place.",
    "out of range": "That is too far away.",
    "no bow": "You wield nothing to shoot with.",
    "no trap": "There is no trap that you know of.",
    "web": "You are caught in a web.",
    "no breath": "You have no breath for that.",
    "no spell": "You know no such spell.",
    "no mana": "You have not enough mana.",
    "long": "That is no name, or too long a one.",
    "known": "You know what that is.",
    "not due": "You have yet to learn more.",
    "no such option": "You cannot become better at that.",
}
"""What the player is told of a refusal, by reason code; of others, nothing."""


_VERBS: Final[Mapping[type[Use], str]] = {
    Quaff: "quaff",
    Read: "read",
    Throw: "throw",
    Eat: "eat",
    Equip: "put on",
    TakeOff: "take off",
}
_WITH_A_WEAPON: Final[Mapping[type[Use], str]] = {Equip: "wield", TakeOff: "put away"}


def refusal_of(reason: str) -> str:
    """Give what the player is told of a refusal, by its reason code; empty for some."""
    return _REFUSALS.get(reason, "")


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
        self._tell(Earn, self._tell_earning)
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
        self._tell(Shoot, self._tell_shot)
        self._tell(Inhale, self._tell_breath)
        self._tell(Breathe, self._tell_breath)
        self._tell(Spring, self._tell_springing)
        self._tell(Search, self._tell_search)
        self._tell(Find, self._tell_finding)
        self._tell(Disarm, self._tell_disarming)
        self._tell(Cast, self._tell_casting)
        self._tell(Study, self._tell_page)
        self._tell(LearnSpell, self._tell_spell)
        self._tell(Learn, self._tell_learning)
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

    def _tell_earning(self, learn: Earn) -> None:
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
        name = self._called(taking.item)
        if taking.enactor is self._player:
            self._add(taking, f"You take {a_thing(name)} ({taking.slot}).", "plain")
        elif self._sees(taking.enactor):
            self._add(taking, f"{self._subject(taking.enactor)} takes {a_thing(name)}.", "plain")

    def _tell_what_lies_there(self, move: Move) -> None:
        if move.enactor is self._player and self._player.alive:
            here = self._player[Place]
            lying = [a_thing(self._called(one)) for one in things_at(here, self._world)]
            if lying:
                self._add(move, f"You see here {enumerated(lying)}.", "plain")
            for text in written_at(here, self._world):
                self._add(move, f'Here is engraved: "{text}"', "news")

    def _tell_letting_go(self, letting: LetGo) -> None:
        holder, name = letting.target, self._called(letting.item)
        if isinstance(letting.cause, Throw):
            return  # which is told of itself
        if holder is self._player:
            self._add(letting, f"You drop the {name}.", "plain")
        elif self._sees(holder):
            self._add(letting, f"{self._subject(holder)} drops {a_thing(name)}.", "plain")

    def _tell_using(self, use: Use) -> None:
        if use.item is None:
            return
        who, name = use.enactor, self._called(use.item)
        inscription = use.item.get(Inscription) if isinstance(use, Read) else None
        gear = use.item.get(Gear)
        verbs = _VERBS if gear is None or not gear.is_weapon else {**_VERBS, **_WITH_A_WEAPON}
        verb = verbs[type(use)]
        if who is self._player:
            self._add(use, f"You {verb} the {name}.", "plain")
        elif self._sees(who):
            verb, *rest = verb.split()
            said = " ".join([f"{verb}s", *rest])
            self._add(use, f"{self._subject(who)} {said} {a_thing(name)}.", "plain")
        if who is self._player and inscription is not None:
            self._add(use, f'It says: "{inscription.text}"', "news")
        if who is self._player and isinstance(use, Release) and use.worked:
            magic = use.item.get(Magic)
            power = None if magic is None else magic.power_of(use)
            if power is not None:
                self._add(use, power.told, power.tone)

    def _tell_shot(self, shot: Shoot) -> None:
        if shot.enactor is not self._player and self._sees(shot.enactor):
            self._add(shot, f"{self._subject(shot.enactor)} shoots.", "plain")

    def _tell_breath(self, breath: Inhale | Breathe) -> None:
        if breath.enactor is not self._player and self._sees(breath.enactor):
            does = "draws breath" if isinstance(breath, Inhale) else "breathes"
            self._add(breath, f"{self._subject(breath.enactor)} {does}.", "news")

    def _tell_springing(self, spring: Spring) -> None:
        trap = a_thing(name_of(spring.trap))
        if spring.target is self._player:
            self._add(spring, f"You step into {trap}!", "harm")
        elif self._sees(spring.target):
            self._add(spring, f"{self._subject(spring.target)} steps into {trap}.", "plain")

    def _tell_search(self, search: Search) -> None:
        if search.enactor is self._player and not search.found:
            self._add(search, "You find nothing.", "plain")

    def _tell_finding(self, finding: Find) -> None:
        if finding.enactor is self._player and not isinstance(finding.cause, Spring):
            self._add(finding, f"You find {a_thing(name_of(finding.trap))}.", "news")

    def _tell_disarming(self, disarm: Disarm) -> None:
        if disarm.enactor is self._player and disarm.trap is not None:
            text = "You take the {} apart." if disarm.worked else "The {} goes off!"
            tone = "good" if disarm.worked else "harm"
            self._add(disarm, text.format(name_of(disarm.trap)), tone)

    def _tell_casting(self, cast: Cast) -> None:
        if cast.enactor is self._player:
            spell = self._world.root[Spells].kinds[cast.spell]
            self._add(cast, f"You cast {cast.spell}.", "plain")
            self._add(cast, spell.told, spell.tone)
        elif self._sees(cast.enactor):
            self._add(cast, f"{self._subject(cast.enactor)} casts {cast.spell}.", "plain")

    def _tell_page(self, study: Study) -> None:
        book = study.item.get(Book)
        if study.target is self._player and book is not None:
            self._add(study, f"You read page {study.page} of {book.pages}.", "plain")

    def _tell_spell(self, learning: LearnSpell) -> None:
        if learning.target is self._player:
            self._add(learning, f"You have learned {learning.spell}.", "good")

    def _tell_learning(self, learning: Learn) -> None:
        if learning.target is self._player:
            self._add(learning, f"That was a {learning.what}.", "news")

    def _called(self, thing: Entity) -> str:
        return called(self._player, thing, self._world)

    def _sees(self, thing: Entity) -> bool:
        here, there = self._player[Place], thing[Place]
        if here.level != there.level:
            return False
        radius = None if self._player.alive else self._player[Memory].radius
        return (there.x, there.y) in in_view_of(self._player, self._world, radius)

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
