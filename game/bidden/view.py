"""The view: a frozen snapshot of what the player may know, all a front end may read."""

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
    """How a game is over."""

    WON = "won"
    DIED = "died"


@attrs.frozen
class Line:
    """One line of the message log.

    Attributes:
        text: What happened, in the player's words; free of control characters.
        tone: The name of its colour in the palette, such as ``"harm"``.
        turn: The turn it happened in.
        sequence: The sequence number of the event it tells of.
        count: How many times in a row.
        loud: Whether it stands out, is shown before all others, and discards keys typed ahead.
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


@attrs.frozen(slots=False)  # of so many fields, all set at once, it is made in half the time
class View:
    """What the player knows at one moment.

    Attributes:
        tiles: ``MAP_HEIGHT`` rows of ``MAP_WIDTH`` tiles, row 0 in the north.
        here: The player's column and row.
        ground: The kind of the ground on the player's own tile; empty where it is unknown.
        turn: The turn, from 0.
        hp: Hit points left.
        max_hp: Hit points when unhurt.
        foes: How many creatures are in view.
        lines: The message log, oldest first.
        ending: How the game is over, or None while it goes on.
        epitaph: Once over, why, in a sentence.
        coda: Of a run that is over, what came of it, in lines.
        seed: The game's seed.
        death: The number of the event the player died in; 0 while alive.
        lasting: What lasts on the player, what ends first first: names, and turns left.
        unseen: Whether the player is unseen by who is not beside it, until it does harm.
        foes_at: Where the creatures in view are, as (column, row).
        foes_seen: What can be told of each of them.
        peril: How a fight with all of them who are awake, and come, would go at once.
        level: How deep down the player is, 1 at the top.
        levels: How many levels the game has.
        place: Of which place the level is, such as ``"cave"``.
        pack: What the player holds, in order of the slots.
        underfoot: What lies on the player's tile and can be taken up: names, in the order
            of ``intents.Take``.
        kinds_underfoot: The kind of each of these.
        gear_underfoot: Each of these that is gear, as it would be in the pack, by its number.
        source: What the player stands on that warps a boon; empty for nothing.
        things_at: Where things in view lie that can be taken up, as (column, row).
        harm_at: Where in view fire, gas and the like harm whoever steps there, as (column, row).
        mana: Mana left.
        max_mana: Mana when rested.
        comes_back: In how many turns a hit point comes back by itself, and a point of mana; 0 for
            never.
        spells: The spells the player knows.
        conduct: Once over, what the player did, in sentences.
        belongings: Once over, what the player held.
        score: The score of a run so far; 0 elsewhere.
        score_parts: What it is made of: what for, and how many points.
        achieved: What was achieved in a run: what that is called, and what it is earned by.
        shooting: What it takes to aim a shot; None where nothing is wielded that shoots.
        missiles: How many missiles are held for what is wielded; None where it needs none.
        wounds: Which wounds the player has, in the order they were taken.
        max_wounds: How many would kill; 0 where there are none, and hit points are all.
        speech: In how many of a hundred cases what the player reads aloud or casts is spoken right.
        hunger: How full the player feels: ``"full"``, ``"hungry"``, ``"weak"`` or empty.
        improvements: What there is to choose from where an improvement is due, as
            ``intents.Improve`` has it, and by how much it would improve.
        improvements_told: What each of these means in numbers, now and then, as in "Sight 9 → 10
            tiles".
        improvements_due: How many can be chosen, one after the other.
        experience_level: What the player's experience comes to, from 1.
        offers: What summoners offer, in the order of ``intents.Bind``.
        bond: By what the player is bound; None where they are not.
        boons: Which boons the player carries, the active one first.
        longest_name: How many characters a name that is given has at the most.
        longest_words: How many characters can be engraved at once.
        stances: How creatures in view stand to the player, and where, as (column, row).
        threatened: Where in view a drawn breath, fire, a burst or gas may come next.
        spilling: Tells of a foe in view what ``spills_at`` tells; nothing by default. No two
            views differ by it.
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
    peril: Peril = Peril.NONE
    lasting: tuple[tuple[str, int], ...] = ()
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
        """Whether the player wields no weapon and has one in the pack that could be wielded."""
        weapons = [one for one in self.pack if one.kind == WEAPON]
        return not any(one.worn for one in weapons) and any(
            "put on" in one.uses and not one.barred for one in weapons
        )

    @property
    def outnumbered(self) -> Peril:
        """The peril of all foes in view at once, where it is greater than that of each."""
        worst = max((foe.peril.rank for foe in self.foes_seen), default=0)
        return self.peril if self.peril.rank > worst else Peril.NONE

    def spills_at(self, foe: Spot) -> tuple[Spilling, ...]:
        """Tell what things held would do by what is in them, thrown at a foe in view.

        It is found out when it is asked, for it takes long and few ask: before anybody acts.

        Args:
            foe: Where the foe is; nothing is told of who is out of view.

        Raises:
            PastError: Something has happened since the view was made.
        """
        return self.spilling(foe) if foe in self.foes_at else ()


class PastError(RuntimeError):
    """A view was asked for what it can tell no more: it is of a moment that is over."""
