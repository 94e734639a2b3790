"""A forecast: what an intent would come to, as far as the player can know it."""

from __future__ import annotations

import attrs

from bidden.amounts import numbered
from bidden.state import enumerated

YOU = "you"
"""What the player is called."""


@attrs.frozen
class TargetForecast:
    """What it would do to a creature.

    Attributes:
        name: Who that is: "the zombie", "you".
        least: Hit points it costs at the least.
        most: Hit points it costs at the most.
        starves: Whether the player dies of hunger by it.
        death: In how many of a hundred cases it kills; never 0 or 100 where it is not certain.
        lasting: What else it would come to, as in "confusion for 10" or "+15 HP".
        fellow: Whether it is on the player's side.
        block: In how many of a hundred cases a shield stops it; ``death`` counts these.
    """

    name: str
    least: int = 0
    most: int = 0
    death: int = 0
    lasting: tuple[str, ...] = ()
    fellow: bool = False
    block: int = 0

    def __str__(self) -> str:
        parts = []
        if self.most:
            harm = str(self.most) if self.least == self.most else f"{self.least}–{self.most}"
            parts.append(f"{harm} damage")
        if self.death:
            parts.append("dies" if self.death == 100 else f"{self.death}% to die")
        if self.block and self.most:
            parts.append(f"{self.block}% blocked")
        return f"{self.name}: {', '.join([*parts, *self.lasting]) or 'no effect'}"


@attrs.frozen
class GroundForecast:
    """What it would do to the ground.

    Attributes:
        kind: What comes to be there: "oil", "fire"; of gas that bursts, the gas.
        tiles: Where, as (column, row).
        strength: Hit points it costs at the most, a turn or, in a flash, at once.
        reached: Whom it does harm to, or what else it does: "you", "2 zombies".
        spared: Who is there and proof against it.
        beneath: Who is there, of what does nothing to anybody.
        perhaps: To which more tiles chance may take it.
        endangered: Who is there, and not proof against it.
        burnt: What burns away in it, as in "a web".
        flash: Whether it is over at once.
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

    def __str__(self) -> str:
        does = " explodes" if self.flash else ""
        text = f"{self.kind}{does} on {numbered('tile', len(self.tiles))}"
        text += f", may spread to {len(self.perhaps)}" if self.perhaps else ""
        text += f" ({enumerated(self.endangered)})" if self.endangered else ""
        harm = f" (1–{self.strength}{'' if self.flash else ' a turn'})" if self.strength else ""
        burns = self.kind == "fire"
        if self.reached:
            text += f": {'burns' if burns else 'reaches'} {enumerated(self.reached)}{harm}"
        elif self.beneath:
            text += f": under {enumerated(self.beneath)}"
        if self.spared:
            text += f"{',' if self.reached else ':'} not {enumerated(self.spared)}"
        if self.burnt:
            text += f"{';' if self.reached or self.spared else ':'} burns {enumerated(self.burnt)}"
        return text


@attrs.frozen
class ShiftForecast:
    """Where a creature would come to be.

    Attributes:
        name: Who that is: "the zombie", "you".
        does: How it comes there, as in "is thrown 3 tiles, and falls".
        way: The tiles it comes over, as (column, row); the last is where it comes to be.
    """

    name: str
    does: str
    way: tuple[tuple[int, int], ...] = ()

    def __str__(self) -> str:
        return f"{self.name} {self.does}"


@attrs.frozen
class BurstForecast:
    """What a creature would do by bursting, if it died.

    Attributes:
        name: Who that is: "the bloater".
        does: What it does to whom it reaches, in words.
        tiles: How far that is, as (column, row).
        reached: Whom it reaches: "you", "2 zombies".
    """

    name: str
    does: str
    tiles: tuple[tuple[int, int], ...] = ()
    reached: tuple[str, ...] = ()

    def __str__(self) -> str:
        whom = f" on {enumerated(self.reached)}" if self.reached else ""
        return f"if it dies, {self.name} bursts{whom}: {self.does}"


@attrs.frozen
class Forecast:
    """What an intent would come to.

    Attributes:
        refusal: Why it would be refused, in words; empty where it would be done.
        targets: What it would do to whom.
        tiles: Where it goes, or works, as (column, row).
        ground: What it would do to the ground.
        short: Whether something stops it, in view, before it comes to where it is aimed.
        trap: The known trap that it steps onto, as in "dart trap"; empty for none.
        bursts: What those would do that it may kill, by bursting.
        shifts: Who would come to be elsewhere.
        unsure: What cannot be known beforehand, in words; empty for nothing.
        lingers: Whether what begins to last on the player costs hit points, turn by turn.
        death: In how many of a hundred cases the player dies of it, within a turn on the ground
            that comes of it, or of what begins to last; never 0 or 100 where it is not certain.
    """

    refusal: str = ""
    targets: tuple[TargetForecast, ...] = ()
    tiles: tuple[tuple[int, int], ...] = ()
    ground: tuple[GroundForecast, ...] = ()
    short: bool = False
    trap: str = ""
    bursts: tuple[BurstForecast, ...] = ()
    shifts: tuple[ShiftForecast, ...] = ()
    unsure: str = ""
    lingers: bool = False
    starves: bool = False
    death: int = 0

    @property
    def own(self) -> tuple[str, ...]:
        """Whom of the player's own side it would cost hit points, the player included."""
        own = (one for one in self.targets if one.most and (one.fellow or one.name == YOU))
        return tuple(one.name for one in own)

    @property
    def harms_you(self) -> bool:
        """Whether it would harm the player: at once or later, by the ground, a trap, a burst."""
        burns = any(one.strength and YOU in one.reached for one in self.ground)
        bursts = any(YOU in one.reached for one in self.bursts)
        return burns or bursts or bool(self.trap) or self.lingers or YOU in self.own

    def __str__(self) -> str:
        short = ["stopped short"] if self.short else []
        unsure = [self.unsure] if self.unsure else []
        does = {one.name: one.does for one in self.shifts}
        hit = [f"{one}, {does.pop(one.name)}" if one.name in does else one for one in self.targets]
        shifts = [one for one in self.shifts if one.name in does]
        parts = (*short, *hit, *shifts, *self.ground, *self.bursts, *unsure)
        return self.refusal or "; ".join(map(str, parts))
