"""The view: a frozen snapshot of what the player may know, all a front end may read."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TypeAlias

import attrs

from bidden.intents import Improvable
from bidden.state import several
from bidden.worldgen.plan import MAP_HEIGHT as MAP_HEIGHT
from bidden.worldgen.plan import MAP_WIDTH as MAP_WIDTH

Spot: TypeAlias = tuple[int, int]
"""A tile, as (column, row)."""


class Ending(Enum):
    """How a game is over."""

    WON = "won"
    DIED = "died"


class Stance(Enum):
    """How a creature stands to the player."""

    FOE = "foe"
    """A foe that is awake."""
    ASLEEP = "asleep"
    """A foe that sleeps."""
    NEUTRAL = "neutral"
    """Neither a foe nor on the player's side."""
    ALLY = "ally"
    """On the player's side."""
    QUARRY = "quarry"
    """Whom the player is bound to hunt."""


class Happening(Enum):
    """What can be seen to happen between two views."""

    SHOT = "shot"
    """A missile flies, or what is thrown."""
    SPELL = "spell"
    """A spell flies."""
    BREATH = "breath"
    """A breath is let out."""
    FIRE = "fire"
    """Something catches fire."""
    BURST = "burst"
    """Something bursts over an area."""
    BODY = "body"
    """A body of several parts has moved."""
    HURT = "hurt"
    """Somebody is hurt."""


@attrs.frozen
class Glimpse:
    """What the player saw happen.

    Attributes:
        what: What happened.
        tiles: Where, as (column, row): of what flies in order, as far as it was seen.
    """

    what: Happening
    tiles: tuple[Spot, ...]


@attrs.frozen
class Tile:
    """What is known of one tile.

    Attributes:
        glyph: The character to draw; a space where nothing is known.
        look: The name of its colour in the palette, such as ``"wall"``.
        lit: True while the tile is in view, False where it is remembered.
        name: What is there, in words, for whoever looks; empty where unknown.
    """

    glyph: str
    look: str
    lit: bool
    name: str


@attrs.frozen
class Line:
    """One line of the message log.

    Attributes:
        text: What happened, in the player's words; free of control characters.
        tone: The name of its colour in the palette, such as ``"harm"``.
        turn: The turn it happened in.
        sequence: The sequence number of the event it tells of.
        count: How many times in a row.
    """

    text: str
    tone: str
    turn: int
    sequence: int
    count: int = 1

    def __str__(self) -> str:
        return self.text if self.count == 1 else f"{self.text} (×{self.count})"


class Shape(Enum):
    """What has to be aimed at."""

    CREATURE = "creature"
    """A creature in view."""
    TILE = "tile"
    """A tile in view."""
    DIRECTION = "direction"
    """Any tile but one's own, whether in view or not."""


@attrs.frozen
class Aiming:
    """What it takes to aim something.

    Attributes:
        shape: What has to be aimed at.
        range: How far it reaches, in tiles, Euclidean; 0 for as far as one sees.
        radius: How far around the tile it works.
    """

    shape: Shape
    range: int = 0
    radius: int = 0


@attrs.frozen
class Castable:
    """A spell that is known.

    Attributes:
        name: Its name.
        mana: What it costs.
        aiming: What it takes to aim it; None where it needs no aim.
    """

    name: str
    mana: int
    aiming: Aiming | None = None


@attrs.frozen
class Seen:
    """A foe in view.

    Attributes:
        at: Where it is, as (column, row); of what takes up several tiles, one of these.
        name: What it is called, and whether it sleeps.
        glyph: How it is drawn.
        look: The name of its colour in the palette.
        health: How hurt it looks, in words; empty for what cannot be hurt.
        asleep: Whether it sleeps.
        rooted: Whether it stays where it grew.
        flees: Whether it runs from its foes.
    """

    at: Spot
    name: str
    glyph: str
    look: str
    health: str
    asleep: bool = False
    rooted: bool = False
    flees: bool = False


@attrs.frozen
class Held:
    """A thing in the pack.

    Attributes:
        slot: The letter of its slot.
        name: What it is called, with how many there are, as in "a ration" and "12 arrows".
        uses: What can be done with it, as ``intents.USES`` has it, such as ``"quaff"`` and
            ``"put on"``, and ``"drop"``.
        glyph: How it is drawn.
        look: The name of its colour in the palette.
        worn: Whether it is worn or wielded.
        kind: ``"weapon"``, ``"armour"``, ``"shield"``, or empty for what is neither.
        worth: What it adds where it is worn; of what shoots, with nothing to shoot, only its blow.
        aimed: What it takes to aim each use that needs it.
        known: Whether it is known what it is.
        spells: The names of the spells that reading it offers to cast, in place of reading: those
            of a book that is known by heart.
        each: What one of them is called, as in "arrow"; empty for the same as ``name``.
        count: How many there are.
        two_handed: Whether it takes both hands, and goes with no shield.
        about: What there is to tell of it, in a line; empty where nothing of it is known.
        tried: Whether such a thing was drunk or read before, and showed nothing of what it is.
        label: What was written on it alone, as ``labels`` has it; empty for nothing.
        barred: Why it cannot be put on or wielded now, as in "takes two sound hands"; empty for
            what can, and for what never could.
        opens_on: Of a key, the level whose locks it opens; 0 of anything else.
    """

    slot: str
    name: str
    uses: tuple[str, ...]
    glyph: str
    look: str
    worn: bool = False
    kind: str = ""
    worth: int = 0
    aimed: tuple[tuple[str, Aiming], ...] = ()
    known: bool = True
    spells: tuple[str, ...] = ()
    each: str = ""
    count: int = 1
    two_handed: bool = False
    about: str = ""
    tried: bool = False
    label: str = ""
    barred: str = ""
    opens_on: int = 0

    def is_called(self, name: str) -> bool:
        """Say whether so many of it would be called by a name, as in "a ration" and "2 rations"."""
        return name == self.name or name.partition(" ")[2] in (self.each, several(self.each))

    def aiming(self, how: str) -> Aiming | None:
        """Give what it takes to aim a use; None where it needs no aim."""
        return dict(self.aimed).get(how)


@attrs.frozen
class Spilling:
    """What a thing that is held would do by what is in it, thrown at a foe in view.

    Attributes:
        slot: The letter of its slot.
        at: Where the foe is, as (column, row).
        harms: Where foes in view are whom it would harm, besides the blow.
        backfires: Whether it would harm the player or who is on their side, or might.
    """

    slot: str
    at: tuple[int, int]
    harms: tuple[tuple[int, int], ...] = ()
    backfires: bool = False


@attrs.frozen
class Stat:
    """What a stat comes to, and of what.

    Attributes:
        name: What it is called.
        value: What it comes to.
        parts: What it is made of, and how much each adds; what is by nature comes first.
    """

    name: str
    value: int
    parts: tuple[tuple[str, int], ...] = ()


@attrs.frozen
class CarriedBoon:
    """A boon that the player carries.

    Attributes:
        power: Which it is: ``"strike"``, ``"lash"`` and so on.
        warp: How it is warped: ``"ember"``, ``"hollow"``, or not at all.
        name: What it is called, warped as it is.
        uses: How often it can be used yet.
        about: What it does, in a line.
        aimed: Whether it wants a direction.
    """

    power: str
    warp: str
    name: str
    uses: int
    about: str
    aimed: bool = True


@attrs.frozen
class Character:
    """What the player knows of itself.

    Attributes:
        stats: What its stats come to.
        mana: Mana left.
        max_mana: Mana when rested.
        food: Food left.
        max_food: What the stomach holds.
        food_about: What takes of it, and what comes of having none, in words.
        level: What its experience comes to, from 1.
        experience: Points of experience.
        next_level_at: With how many it reaches the next level.
        kills: How many it killed, by name.
        wounds: Its wounds, each with what it takes, in words.
        heals_every: In how many turns a hit point comes back; 0 where none does.
        recovers_every: In how many turns a point of mana does; 0 where none does.
    """

    stats: tuple[Stat, ...] = ()
    mana: int = 0
    max_mana: int = 0
    food: int = 0
    max_food: int = 0
    food_about: str = ""
    level: int = 1
    experience: int = 0
    next_level_at: int = 0
    kills: tuple[tuple[str, int], ...] = ()
    wounds: tuple[tuple[str, str], ...] = ()
    heals_every: int = 0
    recovers_every: int = 0


@attrs.frozen
class ChartedRoom:
    """A room that the player remembers.

    Attributes:
        name: What it is called; empty where the player has only seen into it.
        where: In which part of its level it is, as in "in the north-west".
        box: The column and row of its upper left corner, and how wide and high it is, in tiles.
        here: Whether the player is in it.
        lying: What is remembered to lie there: names, as in "a ration".
    """

    name: str
    where: str
    box: tuple[int, int, int, int]
    here: bool = False
    lying: tuple[str, ...] = ()

    def __contains__(self, tile: tuple[int, int]) -> bool:
        x, y, width, height = self.box
        return 0 <= tile[0] - x < width and 0 <= tile[1] - y < height


@attrs.frozen
class ChartedLevel:
    """What the player remembers of a level.

    Attributes:
        level: Which, 1 at the top.
        place: Of which place it is, such as ``"labyrinth"``.
        rooms: The rooms that have names, those first that were visited.
        ways: Stairs, locks, keys and passages, each in words.
        lying: What is remembered to lie in no room that is told of, each with where that is.
        tiles: The ground with what lies on it, row by row, and where the player is.
    """

    level: int
    place: str
    rooms: tuple[ChartedRoom, ...] = ()
    ways: tuple[str, ...] = ()
    lying: tuple[str, ...] = ()
    tiles: tuple[tuple[Tile, ...], ...] = ()


@attrs.frozen
class Chart:
    """What the player remembers of all levels.

    Attributes:
        here: The level the player is on.
        levels: The levels the player was on, from the top down.
    """

    here: int = 1
    levels: tuple[ChartedLevel, ...] = ()

    def room_at(self, tile: tuple[int, int]) -> ChartedRoom | None:
        """Give the room of the player's level that holds a tile, if one with a name does."""
        rooms = [room for one in self.levels if one.level == self.here for room in one.rooms]
        return next((room for room in rooms if tile in room), None)


@attrs.frozen
class Offering:
    """A binding that a summoner offers.

    Attributes:
        summoner: Who offers it, by name and office.
        faction: For whom they stand.
        task: What it asks for.
        where: Where that is to be done.
        danger: How dangerous it is, from 1 to 5.
        levels: How many levels there are.
        term: Within how many turns it is to be done.
        reward: What is paid for it.
        standing: How the player stands with the faction: 0 for neither well nor badly.
        rival: With whom the player stands worse for it; empty for nobody.
    """

    summoner: str
    faction: str
    task: str
    where: str
    danger: int
    levels: int
    term: int
    reward: str
    standing: int = 0
    rival: str = ""


@attrs.frozen
class Bond:
    """By what the player is bound.

    Attributes:
        summoner: By whom.
        kind: Which task it is: ``"hunt"``, ``"seek"`` or ``"bear"``.
        task: What it asks for.
        where: Where that is to be done.
        left: How many turns of the term are left; below 0 where it is out.
        fulfilled: Whether it is done, and a gate leads back to the circle.
        last: The level on which it is done.
        term: How many turns the term had.
        first: The level to which the gate of the circle leads.
    """

    summoner: str
    kind: str
    task: str
    where: str
    left: int
    fulfilled: bool
    last: int
    term: int
    first: int


@attrs.frozen
class Threat:
    """A tile in view that something harmful may come to next.

    Attributes:
        at: The tile, as (column, row).
        by: What comes, as in "a drawn breath" and "fire".
        bare: Whether nothing is drawn there but the ground.
    """

    at: Spot
    by: str
    bare: bool


def _spill_nothing(foe: Spot) -> tuple[Spilling, ...]:
    return ()


@attrs.frozen(slots=False)  # of so many fields, all set at once, it is made in half the time
class View:
    """What the player knows at one moment.

    Attributes:
        tiles: ``MAP_HEIGHT`` rows of ``MAP_WIDTH`` tiles, row 0 in the north.
        here: The player's column and row.
        ground: How the ground of the player's own tile is drawn; empty where it is unknown.
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
        notice: A line that is not from the game, such as why it is not recorded for now.
        unrecorded: How many of the player's intents are not in the journal yet.
        foes_at: Where the creatures in view are, as (column, row).
        foes_seen: What can be told of each of them.
        level: How deep down the player is, 1 at the top.
        levels: How many levels the game has.
        place: Of which place the level is, such as ``"cave"``.
        pack: What the player holds, in order of the slots.
        underfoot: What lies on the player's tile and can be taken up: names, in the order
            of ``intents.Take``.
        drawn_underfoot: How each of these is drawn.
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
        improvements_due: How many can be chosen, one after the other.
        experience_level: What the player's experience comes to, from 1.
        offers: What summoners offer, in the order of ``intents.Bind``.
        bond: By what the player is bound; None where they are not.
        boons: Which boons the player carries, the active one first.
        longest_name: How many characters a name that is given has at the most.
        longest_words: How many characters can be engraved at once.
        longest_inscription: How many characters an inscription on a thing has at the most.
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
    lasting: tuple[tuple[str, int], ...] = ()
    notice: str = ""
    unrecorded: int = 0
    death: int = 0
    level: int = 1
    levels: int = 1
    place: str = "cellar"
    pack: tuple[Held, ...] = ()
    ground: str = ""
    underfoot: tuple[str, ...] = ()
    drawn_underfoot: tuple[str, ...] = ()
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
    longest_inscription: int = 0
    stances: tuple[tuple[Spot, Stance], ...] = ()
    threatened: tuple[Threat, ...] = ()
    spilling: Callable[[Spot], tuple[Spilling, ...]] = attrs.field(
        default=_spill_nothing, eq=False, repr=False
    )

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
