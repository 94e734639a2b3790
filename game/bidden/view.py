"""The view: a frozen snapshot of everything that a front end may read."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

import attrs

from bidden.intents import Improvable
from bidden.kinds import WEAPON
from bidden.shown.bonds import Bond, Offering
from bidden.shown.character import CarriedBoon, Character, Discovery, Riddle, Stat
from bidden.shown.chart import Chart, ChartedLevel, ChartedRoom
from bidden.shown.creatures import Peril, Seen, Stance
from bidden.shown.happenings import Glimpse, Happening, Threat
from bidden.shown.things import Aiming, Castable, Held, Shape, Spilling
from bidden.shown.tiles import Spot, Tile
from bidden.worldgen.plan import MAP_HEIGHT, MAP_WIDTH

__all__ = [
    "MAP_HEIGHT",
    "MAP_WIDTH",
    "Aiming",
    "Bond",
    "CarriedBoon",
    "Castable",
    "Character",
    "Chart",
    "ChartedLevel",
    "ChartedRoom",
    "Discovery",
    "Ending",
    "Glimpse",
    "Happening",
    "Held",
    "Line",
    "Offering",
    "PastError",
    "Peril",
    "Riddle",
    "Seen",
    "Shape",
    "Spilling",
    "Spot",
    "Stance",
    "Stat",
    "Threat",
    "Tile",
    "View",
]


class Ending(Enum):
    """The outcome of a finished game."""

    WON = "won"
    DIED = "died"


@attrs.frozen
class Line:
    """One line of the message log.

    Attributes:
        text: The message, without control characters.
        tone: The name of its colour in the palette, such as ``"harm"``.
        sequence: The sequence number of its event.
        count: The number of times in a row.
        loud: Whether it stands out, comes before all others, and discards keys typed ahead.
    """

    text: str
    tone: str
    turn: int
    sequence: int
    count: int = 1
    loud: bool = False

    def __str__(self) -> str:
        return self.text if self.count == 1 else f"{self.text} (×{self.count})"


def _spill_nothing(foe: Spot) -> tuple[Spilling, ...]:
    return ()


@attrs.frozen(slots=False)  # creation takes half the time with so many fields
class View:
    """Everything that the player knows at one moment.

    Places are (column, row). Kinds are defined in ``bidden.kinds``.

    Attributes:
        tiles: ``MAP_HEIGHT`` rows of ``MAP_WIDTH`` tiles, row 0 in the north.
        here: The player's place.
        ground: The kind of the ground there; empty if unknown.
        turn: The turn, from 0.
        foes: The number of creatures in view.
        lines: The message log, oldest first.
        ending: How the game ended, or None while it continues.
        epitaph: The cause of the ending in a sentence.
        coda: The outcome of a finished run, in lines.
        death: The number of the event in which the player died; 0 while alive.
        lasting: The names and turns left of the effects on the player, shortest first.
        healing: The HP, the turns between and the turns left of each effect on the player that
            heals, or that harms if the HP are negative.
        unseen: Whether only adjacent creatures see the player, until it deals damage.
        foes_at: The places of the creatures in view.
        foes_seen: The visible state of each of them.
        allies: The visible state of each of the player's allies in view.
        peril: The forecast of a fight with all awake enemies in view at once.
        level: The depth, 1 at the top.
        levels: The number of levels of the game.
        place: The kind of place of the level, such as ``"cave"``.
        pack: The items held, in order of the slots.
        underfoot: The names of the items on the player's tile, in the order of ``PickUp``.
        kinds_underfoot: The kind of each of these.
        gear_underfoot: The number and item of each of these that is gear.
        source: The source of a warp on the player's tile, or empty.
        things_at: The places in view with items to pick up.
        harm_at: The places in view where fire, gas and the like cause harm.
        max_mana: Maximum mana.
        comes_back: The turns to regenerate a hit point, and a point of mana; 0 for never.
        conduct: After the end, the player's deeds in sentences.
        belongings: After the end, the items of the player.
        score: The current score of a run; 0 elsewhere.
        score_parts: The reason and the points of each part of the score.
        achieved: The name and description of each achievement of a run.
        shooting: How to aim a shot; None without a ranged weapon.
        missiles: The number of missiles for it; None if it needs none.
        wounds: The player's wounds, oldest first.
        max_wounds: The number of wounds that kills; 0 if hit points alone decide.
        speech: The chance in percent to read or cast correctly.
        hunger: ``"full"``, ``"hungry"``, ``"weak"`` or empty.
        improvements: The upgrades of a level-up and their amounts, as in ``intents.Improve``.
        improvements_told: The same in numbers, as in "Sight 9 → 10 tiles".
        improvements_due: The number of upgrades to choose.
        experience_level: The experience level, from 1.
        offers: The offers of summoners, in the order of ``intents.Bind``.
        bond: The player's binding, or None.
        boons: The player's boons, the active one first.
        longest_name: The maximum length of a name for an item.
        longest_words: The maximum length of an engraving.
        stances: The stances and places of creatures in view.
        threatened: The places in view that breath, fire, explosions or gas may reach next.
        spilling: The function behind ``spills_at``. Views are compared without it.
    """

    tiles: tuple[tuple[Tile, ...], ...]
    here: tuple[int, int]
    turn: int
    hp: int
    max_hp: int
    foes: int
    lines: tuple[Line, ...]
    ending: Ending | None
    epitaph: str
    seed: int
    foes_at: tuple[tuple[int, int], ...] = ()
    foes_seen: tuple[Seen, ...] = ()
    allies: tuple[Seen, ...] = ()
    peril: Peril = Peril.NONE
    lasting: tuple[tuple[str, int], ...] = ()
    healing: tuple[tuple[int, int, int], ...] = ()
    unseen: bool = False
    notice: str = ""
    death: int = 0
    level: int = 1
    levels: int = 1
    place: str = "cellar"
    pack: tuple[Held, ...] = ()
    ground: str = ""
    underfoot: tuple[str, ...] = ()
    kinds_underfoot: tuple[str, ...] = ()
    gear_underfoot: tuple[tuple[int, Held], ...] = ()
    source: str = ""
    things_at: tuple[tuple[int, int], ...] = ()
    harm_at: tuple[tuple[int, int], ...] = ()
    mana: int = 0
    max_mana: int = 0
    comes_back: tuple[int, int] = (0, 0)
    spells: tuple[Castable, ...] = ()
    shooting: Aiming | None = None
    missiles: int | None = None
    conduct: tuple[str, ...] = ()
    belongings: tuple[str, ...] = ()
    wounds: tuple[str, ...] = ()
    max_wounds: int = 0
    speech: int = 100
    hunger: str = ""
    improvements: tuple[tuple[Improvable, int], ...] = ()
    improvements_told: tuple[str, ...] = ()
    improvements_due: int = 0
    experience_level: int = 1
    offers: tuple[Offering, ...] = ()
    bond: Bond | None = None
    boons: tuple[CarriedBoon, ...] = ()
    score: int = 0
    score_parts: tuple[tuple[str, int], ...] = ()
    achieved: tuple[tuple[str, str], ...] = ()
    coda: tuple[str, ...] = ()
    longest_name: int = 0
    longest_words: int = 0
    stances: tuple[tuple[Spot, Stance], ...] = ()
    threatened: tuple[Threat, ...] = ()
    spilling: Callable[[Spot], tuple[Spilling, ...]] = attrs.field(
        default=_spill_nothing, eq=False, repr=False
    )

    @property
    def is_unarmed(self) -> bool:
        """Whether the player wields no weapon, although the pack has a usable one."""
        weapons = [item for item in self.pack if item.kind == WEAPON]
        return not any(item.worn for item in weapons) and any(
            "put on" in item.uses and not item.barred for item in weapons
        )

    @property
    def outnumbered(self) -> Peril:
        """The peril of all foes in view together, if it exceeds the peril of each single foe."""
        worst = max((foe.peril.rank for foe in self.foes_seen), default=0)
        return self.peril if self.peril.rank > worst else Peril.NONE

    def spills_at(self, foe: Spot) -> tuple[Spilling, ...]:
        """Forecast the contents of held items, thrown at the place of a foe in view.

        It is computed on demand, because it is slow and rarely needed.

        Raises:
            PastError: Something has happened since the view was made.
        """
        return self.spilling(foe) if foe in self.foes_at else ()


class PastError(RuntimeError):
    """An outdated view was asked for a value that it computes on demand."""
