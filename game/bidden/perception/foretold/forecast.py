"""Forecasts: the consequences of an intent that the player can foresee."""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from bidden.state import enumerated
from bidden.text import numbered
from bidden.words import phrase

YOU = "you"
"""How messages address the player."""


def in_person(text: str, *, you: bool) -> str:
    """Choose the first of each "take|takes" in a text for the player, and else the second."""
    return re.sub(r"(\w+)\|(\w+)", r"\1" if you else r"\2", text)


@attrs.frozen
class TargetForecast:
    """The forecast for a creature.

    Attributes:
        name: Its name, such as "the zombie" or "you".
        least: The minimum damage, in hit points.
        most: The maximum damage, in hit points.
        death: The probability of death, in percent; 0 and 100 only if that is certain.
        lasting: Other results, such as "is confused for 10 turns" or "heals 15 HP".
        fellow: Whether it is on the player's side.
        block: The probability, in percent, that a shield blocks it. ``death`` includes it.
        by: The thrown item that hits it, such as "the flask", if more than that happens; or empty.
    """

    name: str
    least: int = 0
    most: int = 0
    death: int = 0
    lasting: tuple[str, ...] = ()
    fellow: bool = False
    block: int = 0
    by: str = ""

    def __str__(self) -> str:
        return self.told_with()

    def told_with(self, first: Sequence[str] = (), last: Sequence[str] = ()) -> str:
        """Describe the results in a clause, between other predicates, such as "is pulled"."""
        comma = "," if ", " in self.name else ""  # as in "the dog, your ally"
        return f"{self.name}{comma} {enumerated([*first, *self._verbs(), *last])}"

    def _verbs(self) -> list[str]:
        told = list[str]()
        if self.most:
            harm = str(self.most) if self.least == self.most else f"{self.least}–{self.most}"
            odds = [phrase("forecast", "odds", death=self.death)] if 0 < self.death < 100 else []
            odds += [phrase("forecast", "blocked", block=self.block)] if self.block else []
            hit = phrase("forecast", "hit by" if self.by else "hit", by=self.by, harm=harm)
            told.append(hit + (f" ({', '.join(odds)})" if odds else ""))
        told += [phrase("forecast", "dies")] if self.death == 100 else self.lasting
        told = told or [phrase("forecast", "nothing")]
        return [in_person(does, you=self.name == YOU) for does in told]


@attrs.frozen
class GroundForecast:
    """The forecast for the ground.

    Attributes:
        kind: The new ground, such as "oil" or "fire"; for exploding gas, the gas.
        tiles: The tiles, as (column, row).
        strength: The maximum damage per turn, or, for a flash, at once.
        reached: The creatures that suffer damage or an effect, such as "you" or "2 zombies".
        spared: The immune creatures there.
        beneath: The creatures there, if it is harmless.
        perhaps: Tiles that it may also reach.
        endangered: The creatures on these tiles that are not immune.
        burnt: The things that burn up, such as "a web".
        flash: Whether it ends at once.
        left_by: The creature that leaves it if killed, such as "the mummy", or empty.
        fuel: What that creature leaves, such as "oil", which may burn, or empty.
    """

    kind: str
    tiles: tuple[tuple[int, int], ...] = ()
    strength: int = 0
    reached: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    beneath: tuple[str, ...] = ()
    perhaps: tuple[tuple[int, int], ...] = ()
    burnt: tuple[str, ...] = ()
    flash: bool = False
    endangered: tuple[str, ...] = ()
    left_by: str = ""
    fuel: str = ""

    def __str__(self) -> str:
        is_fire, where, more = self.kind == "fire", numbered("tile", len(self.tiles)), self.perhaps
        where = phrase("spread", "perhaps", where=where, more=len(more)) if more else where
        does = [phrase("spread", "explodes" if self.flash else "covers", where=where)]
        spared, burnt = (enumerated(them) if them else "" for them in (self.spared, self.burnt))
        if self.reached:
            whom = enumerated(sorted(self.reached, key=lambda name: name != YOU))
            if self.strength:
                how = "flash" if self.flash else "burning" if is_fire else "lasting"
                whom += f" ({phrase('spread_harm', how, most=self.strength)})"
            whom = phrase("spread", "but not", whom=whom, spared=spared) if spared else whom
            does.append(phrase("spread", "burns" if is_fire else "reaches", whom=whom))
        elif spared:
            does.append(phrase("spread", "harmless", whom=spared))
        elif self.beneath:
            does.append(phrase("spread", "under", whom=enumerated(self.beneath)))
        if burnt and is_fire and self.reached and not (spared and self.strength):
            does[-1] += f" and {burnt}"
        elif burnt:
            does.append(phrase("spread", "burns", whom=burnt))
        is_burning = is_fire and self.fuel not in ("", self.kind)
        what = phrase("spread", "burning", fuel=self.fuel) if is_burning else self.kind
        text = f"{what} {enumerated(does)}"
        text = phrase("if_it_dies", "its", name=self.left_by, does=text) if self.left_by else text
        others = [  # without the player, whom the forecast warns
            name.replace("the ", "another ", 1) if name in self.reached else name
            for name in self.endangered
            if name != YOU
        ]
        if not others:
            return text
        return f"{text}. {phrase('spread', 'others', kind=self.kind, whom=enumerated(others))}"


@attrs.frozen
class ShiftForecast:
    """The forecast of a creature's movement.

    Attributes:
        name: Its name, such as "the zombie" or "you".
        does: How it moves, such as "is thrown 3 tiles, and falls".
        way: Its way, as (column, row), ending with its new tile.
    """

    name: str
    does: str
    way: tuple[tuple[int, int], ...] = ()

    def __str__(self) -> str:
        return f"{self.name} {self.does}"


@attrs.frozen
class BurstForecast:
    """The burst of a creature, if it died.

    Attributes:
        name: Its name, such as "the bloater".
        does: The effects, in words.
        tiles: The tiles in reach, as (column, row).
        reached: The creatures in reach, such as "you" or "2 zombies".
        way: How it reaches them, such as "bursts on".
    """

    name: str
    does: str
    tiles: tuple[tuple[int, int], ...] = ()
    reached: tuple[str, ...] = ()
    way: str = ""

    def __str__(self) -> str:
        does = f"{self.way} {enumerated(self.reached)}: {self.does}" if self.reached else ""
        does = does or phrase("bursts", "nobody")
        return phrase("if_it_dies", "it", name=self.name, does=does)


@attrs.frozen
class Forecast:
    """The consequences of an intent that the player can foresee.

    Attributes:
        refusal: The reason, in words, if it would be refused, else empty.
        targets: The forecast for each creature.
        tiles: The tiles on its way or in its area, as (column, row).
        ground: The forecast for the ground.
        short: Whether something in view stops it before its target.
        barrier: The name of that, if it is known.
        trap: The known trap under the step, such as "dart trap", or empty.
        bursts: The bursts of creatures that it may kill.
        shifts: The creatures that it would move.
        unsure: The part that the player cannot know, in words, or empty.
        lingers: Whether it starts an effect on the player that costs hit points each turn.
        death: The probability, in percent, that the player dies of it, of a turn on the new ground,
            or of its effects; 0 and 100 only if that is certain.
    """

    refusal: str = ""
    targets: tuple[TargetForecast, ...] = ()
    tiles: tuple[tuple[int, int], ...] = ()
    ground: tuple[GroundForecast, ...] = ()
    short: bool = False
    barrier: str = ""
    trap: str = ""
    bursts: tuple[BurstForecast, ...] = ()
    shifts: tuple[ShiftForecast, ...] = ()
    unsure: str = ""
    lingers: bool = False
    starves: bool = False
    death: int = 0

    @property
    def falls_short(self) -> str:
        """The warning about a barrier."""
        return phrase("forecast", "short", barrier=self.barrier or "something")

    @property
    def own(self) -> tuple[str, ...]:
        """The player and the followers that it would damage."""
        own = (each for each in self.targets if each.most and (each.fellow or each.name == YOU))
        return tuple(each.name for each in own)

    @property
    def spills(self) -> bool:
        """Whether the ground or a burst would harm the player."""
        burns = any(each.strength and YOU in each.reached for each in self.ground)
        return burns or any(YOU in each.reached for each in self.bursts)

    @property
    def harms_you(self) -> bool:
        """Whether it would harm the player: at once or later, by the ground, a trap or a burst."""
        return self.spills or bool(self.trap) or self.lingers or YOU in self.own

    def __str__(self) -> str:
        yours, others = self.told
        return self.refusal or "; ".join((*yours, *others))

    @property
    def told(self) -> tuple[list[str], list[str]]:
        """The danger to the player or of failure, and everything else, in words."""
        yours, others, named = list[str](), list[str](), set[str]()
        does, comes = {one.name: one.does for one in self.shifts}, phrase("forecast_moves", "comes")
        bars = self.short and len(self.targets) == 1
        yours += [self.falls_short] if self.short and not bars else []
        for hit in self.targets:
            shifts = [*filter(None, does.pop(hit.name, "").split(" and "))]
            first, last = (shifts, []) if hit.name == YOU else ([], shifts)
            told = hit.told_with([phrase("forecast", "bars")] if bars else first, last)
            told = told.replace("the ", "another ", 1) if hit.name in named else told
            named.add(hit.name)
            (yours if hit.name == YOU and hit.most else others).append(told)
        others += [str(one) for one in self.shifts if one.name in does and one.does != comes]
        spills: tuple[GroundForecast | BurstForecast, ...] = (*self.ground, *self.bursts)
        ends = {one.way[-1:]: one.name == YOU for one in self.shifts}
        for spill in spills:
            told = str(spill)
            if spill.tiles in ends:
                lands = phrase("spread", "you land" if ends[spill.tiles] else "it lands")
                told = told.replace(phrase("spread", "covers", where="1 tile"), lands)
            for name in (hit.name for hit in self.targets if hit.death == 100):  # told before
                for key, whose in (("its", f"{name}'s "), ("it", f"{name} ")):
                    told = told.replace(phrase("if_it_dies", key, name=name, does=""), whose)
            (yours if YOU in spill.reached else others).append(told)
        near = [ground.kind for ground in self.ground if YOU in ground.endangered]
        yours += [phrase("spread", "you", kind=kind) for kind in near]
        return yours, [*others, *filter(None, [self.unsure])]
