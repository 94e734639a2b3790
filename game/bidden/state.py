"""State: the plain data of entities, and names in sentences.

Components with handlers are in ``components``, ``rules`` and ``ai``.
"""

from __future__ import annotations

from collections import Counter
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
"""The average strength."""

_WORDS: Final = MappingProxyType({2: "two", 3: "three", 4: "four", 5: "five", 6: "six"})

WALL = "#"

CHASM = ":"
"""Missing ground: creatures fall to the level below."""


@component
class Hero(Component):
    """The player, and whether the game is won. It belongs to the world itself."""

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
            raise ValueError(f"glyph {self.glyph!r} must be visible and exactly one cell wide")


@component
class Side(Component):
    """The side of a creature by nature; creatures attack other sides.

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
    """The name of its own that an item has, as in a sword named "Biter"."""

    name: str


@component
class Key(Component):
    """Opens the locks of the same name on one level.

    Attributes:
        level: The level, 1 at the top.
    """

    level: int


@component
class OneWay(Component):
    """A passage that can be entered from one side only, and left by either.

    Attributes:
        dx: The direction of the way through it, -1, 0 or 1 tiles east.
        dy: The direction, in tiles south; one of the two is 0.
    """

    dx: int
    dy: int

    def admits(self, dx: int, dy: int) -> bool:
        """Return whether a step onto it comes from the right side."""
        return self.dx * dx + self.dy * dy > 0


@component
class Chamber(Component):
    """A room with a name of its own, invisible, and placed at its upper left corner.

    Attributes:
        width: The number of columns, walls included.
        height: The number of rows, walls included.
    """

    width: int
    height: int


@component
class Secret(Component):
    """Hides a trap, or makes a door look like a wall, until somebody finds it.

    Attributes:
        found: Whether somebody has found it.
    """

    found: bool = False


@component
class Home(Component):
    """The level, 1 at the top, of a creature that was there from the beginning."""

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
    """A stair to another level. Its other end is the stair there that leads back."""

    to: int


@component
class Gate(Component):
    """Makes a stair a gate, which leads to or from the circle."""


GATE: Final = "Π"
"""The glyph of a gate."""


@attrs.define
class Level:
    """The ground of a level.

    Attributes:
        rows: A string for each row: ``#`` wall, ``.`` floor and ``:`` chasm.
        place: Its kind of place, as in ``worldgen.places``.
        bad: The number of unsolvable drafts that were thrown away before it.
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
        """Return whether a tile is wall, as all tiles beyond the edge are."""
        rows = self.rows
        return not (0 <= y < len(rows) and 0 <= x < len(rows[y])) or rows[y][x] == WALL

    def is_chasm(self, x: int, y: int) -> bool:
        """Return whether a tile is a chasm."""
        return not self.is_wall(x, y) and self.rows[y][x] == CHASM

    def floor(self) -> list[tuple[int, int]]:
        """Return the tiles that are neither wall nor chasm, row by row, as (column, row)."""
        return [
            (x, y)
            for y, row in enumerate(self.rows)
            for x, cell in enumerate(row)
            if cell not in (WALL, CHASM)
        ]

    def chasms(self) -> frozenset[tuple[int, int]]:
        """Return the chasm tiles, as (column, row)."""
        return frozenset(
            (x, y)
            for y, row in enumerate(self.rows)
            if CHASM in row
            for x, cell in enumerate(row)
            if cell == CHASM
        )


@component
class Levels(Component):
    """The ground of all levels already made, from the top down. It belongs to the world itself."""

    dug: list[Level] = attrs.Factory(list)

    def at(self, depth: int) -> Level:
        """Return the ground of a level, 1 at the top."""
        return self.dug[depth - 1]


def hero_of(world: World) -> Entity | None:
    """Return the player, or None before it is spawned."""
    hero = world.root.get(Hero)
    return None if hero is None else hero.who


def name_of(entity: Entity) -> str:
    """Return the title of an entity, or ``"something"``."""
    title = entity.get(Title)
    return "something" if title is None else title.name


def called(entity: Entity, world: World) -> str:
    """Return the name of an entity in tools: "player", or its title."""
    if entity is hero_of(world):
        return "player"
    title = entity.get(Title)
    return "" if title is None else title.name


def count_of(thing: Entity) -> int:
    """Return the number of items in a stack, or 1."""
    stack = thing.get(Stack)
    return 1 if stack is None else stack.count


def parts_alike(thing: Entity, world: World, *but: type[Component]) -> list[Component]:
    """Create components like a thing's components, except for some classes."""
    return [cls(**_fields(part)) for cls, part in _parts(thing, world, *but).items()]


def are_alike(one: Entity, other: Entity, world: World, *but: type[Component]) -> bool:
    """Return whether two items could be one stack, because all their components are equal.

    The classes in ``but`` are ignored. A worn item equals no other.
    """
    if Stack not in one or Stack not in other or one.owner or other.owner:
        return False
    if Title not in but and name_of(one) != name_of(other):
        return False  # the usual case, and the rest takes longer
    mine, theirs = (_parts(thing, world, Stack, *but) for thing in (one, other))
    return mine.keys() == theirs.keys() and all(
        _fields(part) == _fields(theirs[cls]) for cls, part in mine.items()
    )


def _parts(thing: Entity, world: World, *but: type[Component]) -> dict[type[Component], Any]:
    return {cls: thing[cls] for cls in world.components if cls in thing and cls not in but}


def _fields(part: Any) -> dict[str, Any]:
    """Return the present values of the arguments that would create a component."""
    return {
        field.alias: getattr(part, field.name) for field in attrs.fields(type(part)) if field.init
    }


def counted(name: str, count: int) -> str:
    """Return a name with its number, as in "12 arrows" and "a ration"."""
    return a_thing(name) if count == 1 else f"{count} {several(name)}"


def enumerated(names: Sequence[str], link: str = "and") -> str:
    """Join names, as in "a ration and two ropes", with the titles of champions in brackets."""
    names = [one for name, n in Counter(names).items() for one in _times(name, n)]
    if len(names) > 1:  # the comma before a title would look like one of the list
        names = [f"{one.replace(', ', ' (', 1)})" if is_somebody(one) else one for one in names]
    *most, last = names
    return f"{', '.join(most)} {link} {last}" if most else last


def _times(name: str, n: int) -> list[str]:
    article, _, bare = name.partition(" ")
    is_one = n > 1 and article in ("a", "an")
    return [f"{_WORDS.get(n, n)} {several(bare)}"] if is_one else [name] * n


_MORE: Final = {"fungus": "fungi", "colossus": "colossi", "risen": "risen"}


@lru_cache(maxsize=512)  # bots often ask about everything that they hold
def several(name: str) -> str:
    """Return the plural of a name, as in "heaps of bones" and "red potions called sleep".

    The name of a champion stays as it is.
    """
    if is_somebody(name):
        return name
    ends = [
        at
        for word in (" of ", " called ", " named ", " titled ", ", ", " {")
        if (at := name.find(word)) >= 0
    ]
    head, rest = (name[: min(ends)], name[min(ends) :]) if ends else (name, "")
    for singular, plural in _MORE.items():
        if head.endswith(singular):
            return f"{head.removesuffix(singular)}{plural}{rest}"
    if head.endswith(("s", "x", "ch", "sh")):
        return f"{head}es{rest}"
    if head.endswith("y") and head[-2:-1] not in tuple("aeiou"):
        return f"{head[:-1]}ies{rest}"
    return f"{head[:-1]}ves{rest}" if head.endswith("lf") else f"{head}s{rest}"


def listed(names: list[str]) -> str:
    """Join names, with a number for equal ones: "a ration and two ropes"."""
    return enumerated([*map(a_thing, names)])


def waking(names: list[str]) -> str:
    """Say that creatures wake up, as in "The zombie wakes up." and "Two zombies wake up."."""
    who = enumerated([*map(the_thing, names)]) if len({*names}) == len(names) else listed(names)
    return f"{who[:1].upper()}{who[1:]} {'wakes' if len(names) == 1 else 'wake'} up."


def is_secret(thing: Entity) -> bool:
    """Return whether a thing is hidden and not found yet."""
    secret = thing.get(Secret)
    return secret is not None and not secret.found


def the_thing(name: str) -> str:
    """Add "the" before a name; of a champion, return the name without the title."""
    return own_name(name) if is_somebody(name) else f"the {name}"


def own_name(name: str) -> str:
    """Return "Urgal the Lame" of "Urgal the Lame, troll champion", and other names as they are."""
    return name.partition(", ")[0] if is_somebody(name) else name


def is_somebody(name: str) -> bool:
    """Return whether a name is the title of a champion: "Urgal the Lame, troll champion"."""
    return name[:1].isupper() and ", " in name


def with_comma(sentence: str, name: str) -> str:
    """Add a comma after a champion's title in a sentence: "Urgal the Lame, troll champion, dies".

    A possessive does without the title: "Urgal the Lame's ward".
    """
    if not is_somebody(name) or not name[-1].isalnum():
        return sentence
    own = name.partition(", ")[0]
    return sentence.replace(f"{name}'s", f"{own}'s").replace(f"{name} ", f"{name}, ")


def a_thing(name: str) -> str:
    """Add "a" or "an" before a name, except for the name of a champion and for armour."""
    if is_somebody(name) or (name.endswith("armour") and " of " not in name):
        return name
    # "one" begins with the sound of "won".
    vowel = name[:1].lower() in tuple("aeiou") and not name.startswith("one")
    return f"{'an' if vowel else 'a'} {name}"
