"""A forecast: what an intent would come to, as far as the player can know it."""

from __future__ import annotations

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
class Forecast:
    """What an intent would come to.

    Attributes:
        refusal: Why it would be refused, in words; empty where it would be done.
        targets: What it would do to whom.
        tiles: Where it goes, or works, as (column, row).
    """

    refusal: str = ""
    targets: tuple[TargetForecast, ...] = ()
    tiles: tuple[tuple[int, int], ...] = ()
