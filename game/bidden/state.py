"""State: the plain data of what exists, without any behaviour.

What has state and hears nothing stands here; what hears stands in
``components``, ``rules`` and ``ai``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Any, Final
from unicodedata import category, east_asian_width

import attrs
from msgspec import Meta

from bidden.kinds import kind_in_old_save
from eventcore import Component, Entity, World, component

AVERAGE = 10
"""The strength of nobody in particular."""

_WORDS: Final = MappingProxyType({2: "two", 3: "three", 4: "four", 5: "five", 6: "six"})

WALL = "#"

CHASM = ":"
"""Ground that is none: one falls to the level below."""


@component
class Hero(Component):
    """Who is played; it belongs to the world itself.

    Attributes:
        who: Who that is.
        won: Whether they have won.
    """

    who: Entity
    won: bool = False


@component
class Title(Component):
    """The name of a thing, as in "the zombie".

    Attributes:
        name: Its name, without an article.
    """

    name: Annotated[str, Meta(min_length=1)]


@component(version=2)
class Look(Component):
    """The appearance of a thing, and the kind it is recognised as.

    Attributes:
        glyph: One visible character, one cell wide.
        look: A name in the palette.
        height: The drawing order of things on the same tile; the highest is on top.
        kind: What it looks like to anyone who sees it, by the names of ``bidden.kinds``. Of a
            thing made from a table, it follows from its components if the table does not say.

    Raises:
        ValueError: The character takes no cell, or two, or is a space.
    """

    glyph: Annotated[str, Meta(min_length=1, max_length=1)]
    look: Annotated[str, Meta(min_length=1)]
    height: int = 0
    kind: str = ""

    @classmethod
    def upgrade(cls, version: int, fields: dict[str, Any]) -> dict[str, Any]:
        """Work out the kind, which older saves did not hold."""
        return fields | {"kind": kind_in_old_save(fields["glyph"], fields["look"])}

    def __attrs_post_init__(self) -> None:
        wide = east_asian_width(self.glyph) in ("W", "F")
        if wide or category(self.glyph)[0] in "MZC":
            raise ValueError(f"glyph {self.glyph!r} takes no cell, or two: give one that fills one")


@component
class Side(Component):
    """The side of a creature by nature; creatures attack those of other sides.

    Two sides are compared in ``events/minds.py`` and nowhere else.

    Attributes:
        name: The name of the side.
    """

    name: Annotated[str, Meta(min_length=1)]


@component
class Fighter(Component):
    """The fighting values of a creature.

    Attributes:
        attack: Added to the strength of its attacks.
        defence: Subtracted from the strength of attacks received.
        strength: Its strength; 10 is the average.
    """

    attack: int
    defence: int
    strength: int = AVERAGE


@component
class StartingGear(Component):
    """The equipment a creature starts with: one of each kind, drawn at random.

    Attributes:
        weapons: The weight of each weapon, by name.
        armour: The weight of each armour, by name.
        carries: The other items it carries, by name, with their number.
    """

    weapons: dict[str, Annotated[int, Meta(ge=1)]] = attrs.Factory(dict)
    armour: dict[str, Annotated[int, Meta(ge=1)]] = attrs.Factory(dict)
    carries: dict[str, Annotated[int, Meta(ge=1)]] = attrs.Factory(dict)


@component
class Item(Component):
    """An item that can be picked up and carried.

    Attributes:
        thrown: Added to the strength of a throw.
    """

    thrown: int = 1


@component
class Stack(Component):
    """Several equal items that share a slot.

    Attributes:
        count: The number of items.
    """

    count: Annotated[int, Meta(ge=1)] = 1


@component
class Ammunition(Component):
    """A missile for a bow, a sling or a crossbow.

    Attributes:
        kind: The kind of missile, as launchers name it.
        strength: Added to the strength of a shot.
        breaks: The chance in percent to break; otherwise it can be collected.
    """

    kind: Annotated[str, Meta(min_length=1)]
    strength: int = 0
    breaks: Annotated[int, Meta(ge=0, le=100)] = 0


@component
class TwoHanded(Component):
    """An item that takes two sound hands to wield, and excludes a shield."""


@component
class Prize(Component):
    """The goal of the game: the player wins by holding it."""


@component
class Unidentified(Component):
    """An item that shows only its appearance until it is identified.

    Attributes:
        appearance: The kind of appearance in appearances.toml: "potion".
    """

    appearance: str


@component
class Inscribed(Component):
    """What somebody wrote on a single thing.

    Attributes:
        name: Its name, and behind it its inscription, as ``labels`` has them.
    """

    name: str


@component
class Key(Component):
    """A thing that opens the locks that are called after it, on one level alone.

    Attributes:
        level: On which, 1 at the top.
    """

    level: int


@component
class OneWay(Component):
    """A passage that is stepped onto from one side only; one leaves it by either.

    Attributes:
        dx: How many tiles east the way through it leads: -1, 0 or 1.
        dy: How many tiles south; one of the two is 0.
    """

    dx: int
    dy: int

    def admits(self, dx: int, dy: int) -> bool:
        """Say whether a step by so many columns and rows, onto it, comes from its side."""
        return self.dx * dx + self.dy * dy > 0


@component
class Chamber(Component):
    """A room that has a name of its own: its place is its upper left corner. Nobody sees it.

    Attributes:
        width: How many columns it has, walls included.
        height: How many rows.
    """

    width: int
    height: int


@component
class Secret(Component):
    """A trap, or a door that looks like a wall, that is invisible until somebody finds it.

    Attributes:
        found: Whether it was found.
    """

    found: bool = False


@component
class Home(Component):
    """Where a creature lives that was there from the beginning.

    Attributes:
        level: The level, 1 at the top.
    """

    level: int


@component
class Flying(Component):
    """Keeps its entity above the floor: it crosses chasms."""


@component
class Invisible(Component):
    """Hides its entity from all creatures that do not see the invisible."""


@component
class Hunter(Component):
    """Marks a hunter that is sent after the player."""


@component
class Unseen(Component):
    """Hides its entity from creatures that are not beside it, until it deals damage or is hurt."""


@component
class Bodyguard(Component):
    """Takes attacks that are aimed at an ally beside it."""


@component
class Stair(Component):
    """A stair that joins two levels.

    Its other end is the stair over there that leads back to the level it is on.

    Attributes:
        to: The level it leads to.
    """

    to: int


@component
class Gate(Component):
    """Makes a stair a gate, which leads to the circle or from there."""


GATE: Final = "Π"
"""How a gate is drawn."""


@attrs.define
class Level:
    """The ground of a level.

    Attributes:
        rows: One text a row, ``#`` for wall, ``.`` for floor and ``:`` for a chasm.
        place: Of which place it is, as ``worldgen.places`` names them.
        bad: How many were drawn up before it and thrown away, as they could not be solved.
    """

    rows: list[str] = attrs.field(factory=list)
    place: str = "cellar"
    bad: int = 0

    @property
    def width(self) -> int:
        """The number of columns, in tiles."""
        return len(self.rows[0]) if self.rows else 0

    @property
    def height(self) -> int:
        """The number of rows, in tiles."""
        return len(self.rows)

    def is_wall(self, x: int, y: int) -> bool:
        """Say whether a tile is wall; beyond the edge all is."""
        rows = self.rows
        return not (0 <= y < len(rows) and 0 <= x < len(rows[y])) or rows[y][x] == WALL

    def is_chasm(self, x: int, y: int) -> bool:
        """Say whether one falls at a tile."""
        return not self.is_wall(x, y) and self.rows[y][x] == CHASM

    def floor(self) -> list[tuple[int, int]]:
        """Give the tiles that are neither wall nor chasm, row by row, as (column, row)."""
        return [
            (x, y)
            for y, row in enumerate(self.rows)
            for x, cell in enumerate(row)
            if cell not in (WALL, CHASM)
        ]

    def chasms(self) -> frozenset[tuple[int, int]]:
        """Give the tiles at which one falls, as (column, row)."""
        return frozenset(
            (x, y)
            for y, row in enumerate(self.rows)
            if CHASM in row
            for x, cell in enumerate(row)
            if cell == CHASM
        )


@component
class Levels(Component):
    """The ground of all levels there are so far; it belongs to the world itself.

    Attributes:
        dug: Their ground, from the top down.
    """

    dug: list[Level] = attrs.Factory(list)

    def at(self, depth: int) -> Level:
        """Give the ground of a level, 1 at the top."""
        return self.dug[depth - 1]


def name_of(entity: Entity) -> str:
    """Give what an entity is called; ``"something"`` where it has no title."""
    title = entity.get(Title)
    return "something" if title is None else title.name


def called(entity: Entity, world: World) -> str:
    """Give what the tools call an entity: the player by that name, others by their titles."""
    hero = world.root.get(Hero)
    if hero is not None and entity is hero.who:
        return "player"
    title = entity.get(Title)
    return "" if title is None else title.name


def count_of(thing: Entity) -> int:
    """Say how many things it is: 1, or what a stack comes to."""
    stack = thing.get(Stack)
    return 1 if stack is None else stack.count


def parts_alike(thing: Entity, world: World, *but: type[Component]) -> list[Component]:
    """Make parts like those of a thing, but for some."""
    return [cls(**_fields(part)) for cls, part in _parts(thing, world, *but).items()]


def are_alike(one: Entity, other: Entity, world: World, *but: type[Component]) -> bool:
    """Say whether two things may be one stack: all there is of them is the same, but for some.

    What is worn is like no other.
    """
    if Stack not in one or Stack not in other or one.owner or other.owner:
        return False
    if Title not in but and name_of(one) != name_of(other):
        return False  # as mostly, and the rest takes long to tell
    mine, theirs = (_parts(thing, world, Stack, *but) for thing in (one, other))
    return mine.keys() == theirs.keys() and all(
        _fields(part) == _fields(theirs[cls]) for cls, part in mine.items()
    )


def _parts(thing: Entity, world: World, *but: type[Component]) -> dict[type[Component], Any]:
    return {cls: thing[cls] for cls in world.components if cls in thing and cls not in but}


def _fields(part: Any) -> dict[str, Any]:
    """Give what a component was made with, as it is now."""
    return {one.alias: getattr(part, one.name) for one in attrs.fields(type(part)) if one.init}


def counted(name: str, count: int) -> str:
    """Give a name with how many there are, as in "12 arrows" and "a ration"."""
    return a_thing(name) if count == 1 else f"{count} {several(name)}"


def enumerated(names: Sequence[str], link: str = "and") -> str:
    """Write names one after another, as in "a ration, a rope and a lamp"."""
    *most, last = names
    return f"{', '.join(most)} {link} {last}" if most else last


_MORE: Final = {"fungus": "fungi", "colossus": "colossi", "risen": "risen"}
"""Of more than one, what does not go by how it ends."""


@lru_cache(maxsize=512)  # bots ask of all they hold, again and again
def several(name: str) -> str:
    """Put a name into the plural, as in "heaps of bones" and "red potions called sleep".

    That of somebody is left alone.
    """
    if is_somebody(name):
        return name
    ends = [
        at
        for word in (" of ", " called ", " named ", " titled ", ", ", " {")
        if (at := name.find(word)) >= 0
    ]
    head, rest = (name[: min(ends)], name[min(ends) :]) if ends else (name, "")
    for one, more in _MORE.items():
        if head.endswith(one):
            return f"{head.removesuffix(one)}{more}{rest}"
    if head.endswith(("s", "x", "ch", "sh")):
        return f"{head}es{rest}"
    if head.endswith("y") and head[-2:-1] not in tuple("aeiou"):
        return f"{head[:-1]}ies{rest}"
    return f"{head[:-1]}ves{rest}" if head.endswith("lf") else f"{head}s{rest}"


def listed(names: list[str]) -> str:
    """Write names one after another, those of the same together: "a ration and two ropes"."""
    counts = {name: names.count(name) for name in names}
    return enumerated(
        [
            a_thing(name) if n == 1 else f"{_WORDS.get(n, n)} {several(name)}"
            for name, n in counts.items()
        ]
    )


def is_secret(thing: Entity) -> bool:
    """Say whether a thing is still to be found."""
    secret = thing.get(Secret)
    return secret is not None and not secret.found


def the_thing(name: str) -> str:
    """Put "the" before a name, but nothing before that of somebody."""
    return name if is_somebody(name) else f"the {name}"


def is_somebody(name: str) -> bool:
    """Say whether a name is somebody's own, and what they are: "Urgal the Lame, troll champion"."""
    return name[:1].isupper() and ", " in name


def a_thing(name: str) -> str:
    """Put "a" or "an" before a name, by its first letter; "one" begins as "won" does.

    Before that of somebody nothing is put.
    """
    if is_somebody(name):
        return name
    vowel = name[:1].lower() in tuple("aeiou") and not name.startswith("one")
    return f"{'an' if vowel else 'a'} {name}"
