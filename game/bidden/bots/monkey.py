"""The monkey: performs any intents, sensible or not, allowed or not.

In between it goes where the explorer would, or it would never see the deeper levels.
"""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_lowercase
from typing import Final, get_args

from bidden import intents
from bidden.bots.explorer import choose
from bidden.intents import USES, Intent
from bidden.view import MAP_HEIGHT, MAP_WIDTH, View
from eventcore import Stream

_KINDS: Final = tuple(USES.values())
_OPTIONS: Final[tuple[intents.Improvable, ...]] = get_args(intents.Improvable)
_WORDS: Final[tuple[intents.Word, ...]] = get_args(intents.Word)
_SLOTS: Final[tuple[str, ...]] = (*ascii_lowercase, "", "A", "?")
_SPELLS: Final = ("minor heal", "blink", "summon bats", "detect creatures", "no such spell", "")
_NAMES: Final = ("", "Sting", "a rather long name for so small a thing, is it not", "Mjölnir", "\t")
_SIGHT: Final = 9
"""Most of its targets are within this distance, in tiles."""


class Monkey:
    """A bot that tests the game. Its random draws use no stream of the world."""

    def __init__(self, seed: int) -> None:
        self._chance = Stream(seed, "monkey")
        self._breaths = 0
        self._attempts: tuple[Callable[[View], Intent], ...] = (
            lambda _: intents.Move(*self._direction()),
            lambda _: intents.Close(*self._direction()),
            lambda _: intents.Disarm(*self._direction()),
            lambda _: intents.Wait(),
            lambda _: intents.Search(),
            lambda view: intents.PickUp(self._chance.roll(-1, len(view.underfoot))),
            lambda view: intents.Drop(self._slot(view)),
            self._use,
            self._use,
            self._use,
            lambda view: intents.Shoot(*self._tile(view)),
            self._cast,
            self._use_its_breath,
            lambda view: intents.Breathe(*self._tile(view)),
            lambda view: intents.Name(
                self._slot(view), self._chance.pick(_NAMES), self._chance.chance(1, 2)
            ),
            lambda _: intents.Improve(self._chance.pick(_OPTIONS)),
            lambda _: intents.Engrave(self._chance.pick(_NAMES)),
        )

    def __call__(self, view: View) -> Intent:
        """Decide on the next intent."""
        if view.offers and self._chance.chance(1, 8):
            return intents.Bind(self._chance.roll(-1, len(view.offers)))
        if view.boons and self._chance.chance(1, 12):
            switches = self._chance.chance(1, 4)
            return intents.SwitchBoon() if switches else intents.UseBoon(*self._direction())
        return (
            choose(view) if self._chance.chance(3, 4) else self._chance.pick(self._attempts)(view)
        )

    def _direction(self) -> tuple[int, int]:
        far = 1 if self._chance.chance(15, 16) else 90
        return self._chance.roll(-far, far), self._chance.roll(-far, far)

    def _slot(self, view: View) -> str:
        if view.pack and self._chance.chance(7, 8):
            return self._chance.pick(view.pack).slot
        return self._chance.pick(_SLOTS)

    def _tile(self, view: View) -> tuple[int, int]:
        """Return the tile of a creature or thing, a nearby tile, any tile, or none."""
        marked = (*view.foes_at, *view.things_at, view.here)
        dice = self._chance.roll(1, 8)
        if dice == 1:
            return -1, -1
        if dice == 2:
            return self._chance.roll(-1, MAP_WIDTH), self._chance.roll(-1, MAP_HEIGHT)
        if dice < 5:
            return self._chance.pick(marked)
        x, y = view.here
        return x + self._chance.roll(-_SIGHT, _SIGHT), y + self._chance.roll(-_SIGHT, _SIGHT)

    def _use(self, view: View) -> intents.Use:
        """Use an item in a possible way, or sometimes in an impossible way."""
        if view.pack and self._chance.chance(7, 8):
            held = self._chance.pick(view.pack)
            kind = self._chance.pick([USES[how] for how in USES if how in held.uses] or _KINDS)
            slot = held.slot
        else:
            slot, kind = self._slot(view), self._chance.pick(_KINDS)
        tile = self._tile(view)
        return kind(slot, *tile) if issubclass(kind, intents.UseAt) else kind(slot)

    def _use_its_breath(self, view: View) -> Intent:
        """Inhale, or every other time give the next order."""
        self._breaths += 1
        if self._breaths % 2:
            return intents.Inhale()
        return intents.Bid(_WORDS[self._breaths // 2 % len(_WORDS)])

    def _cast(self, view: View) -> intents.Cast:
        known = [spell.name for spell in view.spells]
        spells = known if known and self._chance.chance(7, 8) else _SPELLS
        return intents.Cast(self._chance.pick(spells), *self._tile(view))
