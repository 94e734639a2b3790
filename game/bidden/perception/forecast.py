"""A forecast: what an intent would come to, as far as the player can know it."""

from __future__ import annotations

from collections.abc import Sequence

import attrs


@attrs.frozen
class TargetForecast:
    """What it would do to a creature.

    Attributes:
        name: Who that is: "the zombie", "you".
        least: Hit points it costs at the least.
        most: Hit points it costs at the most.
        death: In how many of a hundred cases it kills; never 0 or 100 where it is not certain.
        lasting: What else it would come to, as in "confusion for 10" or "+15 hp".
    """

    name: str
    least: int = 0
    most: int = 0
    death: int = 0
    lasting: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = []
        if self.most:
            harm = str(self.most) if self.least == self.most else f"{self.least}–{self.most}"
            parts.append(f"{harm} hp")
        if self.death:
            parts.append("dies" if self.death == 100 else f"dies in {self.death} %")
        return f"{self.name}: {', '.join([*parts, *self.lasting]) or 'nothing'}"


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
        count = f"{len(self.tiles)} tile{'' if len(self.tiles) == 1 else 's'}"
        text = f"{self.kind}{' bursts' if self.flash else ''} on {count}"
        text += f", maybe {len(self.perhaps)} more" if self.perhaps else ""
        text += f" ({_listed(self.endangered)})" if self.endangered else ""
        harm = f" (1–{self.strength} hp{'' if self.flash else ' a turn'})" if self.strength else ""
        burns = self.kind == "fire"
        if self.reached:
            text += f": {'burns' if burns else 'reaches'} {_listed(self.reached)}{harm}"
        elif self.beneath:
            text += f": under {_listed(self.beneath)}"
        if self.spared:
            text += f"{',' if self.reached else ':'} not {_listed(self.spared)}"
        if self.burnt:
            text += f"{';' if self.reached or self.spared else ':'} burns {_listed(self.burnt)}"
        return text


def _listed(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


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
    """

    refusal: str = ""
    targets: tuple[TargetForecast, ...] = ()
    tiles: tuple[tuple[int, int], ...] = ()
    ground: tuple[GroundForecast, ...] = ()
    short: bool = False
    trap: str = ""

    def __str__(self) -> str:
        short = ["falls short"] if self.short else []
        return self.refusal or "; ".join(map(str, (*short, *self.targets, *self.ground)))
