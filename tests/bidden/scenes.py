"""Levels drawn as text, and games on them.

A level may be a single row, ``"#@.z#"``: everything beyond the edge is wall. The result can
be drawn again and compared with another drawing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources
from textwrap import dedent
from typing import Any, Final, Protocol, TypeVar

import attrs

from bidden import intents
from bidden.actions import action_of
from bidden.components.body.health import Health
from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.content.catalogue import Catalogue, catalogue_of
from bidden.content.kinds.level_kinds import Deeper, Lots
from bidden.content.tables import FILES, tables_of
from bidden.events.knowledge import Learn
from bidden.events.movement import Arrive, Close
from bidden.events.places import Spawn
from bidden.events.things import PickUp
from bidden.order import COMPONENTS
from bidden.rules.body.deaths import Corpses
from bidden.rules.body.maiming import Maiming
from bidden.rules.knowledge.nearest_foe import NearestFoe
from bidden.rules.knowledge.vision import Vision
from bidden.rules.movement.occupancy import Occupancy
from bidden.rules.movement.pathfinding import Pathfinding
from bidden.rules.places.level_making import LevelMaking
from bidden.rules.places.searching import Searching
from bidden.rules.places.spawning import Spawning
from bidden.session import Session
from bidden.state import Fighter, Level, Levels, Look, Side, name_of
from bidden.view import View
from bidden.worldgen.plan import LevelPlan, Placement, Room
from eventcore import MODIFY, Change, Component, Entity, Event, Tap, World, component, handles
from eventcore.handler import Handler
from tests.bidden.drawing import Drawing

E = TypeVar("E", bound=Event)

Changes = Mapping[str, Mapping[str, Any] | None]
"""Fields to change, by component; None removes the component."""

STOUT: Changes = {"Health": {"hp": 30, "most": 30}, "Mind": None, "Resistances": None}
"""Changes for a creature that stays put and survives every attempt."""
MINDLESS: Changes = {"Mind": None}

LEGEND: Final = {
    "@": "you",
    "z": "zombie",
    "h": "hound",
    "+": "door",
    "'": "door",
    "<": "stair_up",
    ">": "stair_down",
    "!": "potion of health",
    "?": "ration",
}

HOUND: Final = """
[hound] # of the tests alone: a creature on the player's side, with no mind
Title = { name = "hound" }
Look = { glyph = "h", look = "hound", height = 2 }
Side = { name = "bidden" }
Fighter = { attack = 2, defence = 0 }
Health = { hp = 5, most = 5 }
Bump = {}
UsesDoors = {}
Collision = {}
Strike = {}
Guard = {}
LeavesCorpse = {}
"""


def texts() -> dict[str, str]:
    """Return the shipped content as text."""
    folder = resources.files("bidden.content") / "data"
    return {name: (folder / name).read_text("utf-8") for name in FILES}


def read_catalogue(texts: Mapping[str, str], components: Sequence[type[Component]]) -> Catalogue:
    """Check content, given as the text of some files; raise a ContentError if it is wrong."""
    return catalogue_of({name: tables_of(texts.get(name, ""), name) for name in FILES}, components)


@cache
def catalogue() -> Catalogue:
    """Return the game's catalogue plus the hound; only tests give creatures wits.

    Without wits a creature takes every turn, and no noise lures it away.
    """
    own = texts()
    witless = re.sub(r"^Wits = .*\n", "", own["creatures.toml"], flags=re.MULTILINE)
    return read_catalogue(own | {"creatures.toml": witless + HOUND}, COMPONENTS)


def changed(things: Mapping[str, Changes], components: tuple[type[Component], ...]) -> Catalogue:
    """Return the catalogue with some blueprints changed."""
    classes = {cls.__name__: cls for cls in components}
    blueprints = dict(catalogue().blueprints)
    for thing, changes in things.items():
        parts = {cls.__name__: fields for cls, fields in blueprints[thing]}
        for name, fields in changes.items():
            if fields is None:
                del parts[name]
            else:
                parts[name] = {**parts.get(name, {}), **fields}
        blueprints[thing] = tuple((classes[name], fields) for name, fields in parts.items())
    return attrs.evolve(catalogue(), blueprints=blueprints)


def read(drawing: str) -> list[str]:
    """Return the rows of a text that may be indented."""
    return dedent(drawing).strip("\n").splitlines()


def drawn(world: World, depth: int = 1) -> str:
    """Draw the level as it is now; the topmost entity of a tile wins."""
    rows = [[*row] for row in world.root[Levels].at(depth).rows]
    things = [thing for thing in world.having(Look, Position) if thing[Position].level == depth]
    for thing in sorted(things, key=lambda thing: thing[Look].height):
        place, door = thing[Position], thing.get(Door)
        glyph = thing[Look].glyph if door is None else "'" if door.open else "+"
        rows[place.y][place.x] = glyph
    return "\n".join("".join(row) for row in rows)


def map_of(view: View) -> str:
    """Draw the map of a view, without the unknown area around it."""
    rows = ["".join(tile.glyph for tile in row).rstrip() for row in view.tiles]
    return "\n".join(rows).rstrip()


def draws(world: World) -> dict[str, int]:
    """Return the number of draws from each random stream."""
    return dict(world.draws())


class Ear(Tap):
    """Record all events in sequence order, and the handlers that ran."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.handlers: list[str] = []

    def published(self, event: Event) -> None:
        self.events.append(event)

    def handled(self, event: Event, handler: Handler) -> None:
        self.handlers.append(handler.label)

    def of(self, kind: type[E]) -> list[E]:
        """Return the events of a type."""
        return [event for event in self.events if isinstance(event, kind)]


@component
class Meddler(Component):
    """A world rule that calls a test's function on each change before it happens."""

    _does: Callable[[Change], None] = attrs.field(alias="does", repr=False)

    @handles(Change, MODIFY, via="world")
    def meddle(self, change: Change, world: World) -> None:
        self._does(change)


Meddle = Callable[[Callable[[Change], None]], None]
"""A function that lets sessions begin with such a rule."""


def refusing(kind: type[Change], reason: str = "meddled with") -> Callable[[Change], None]:
    """Return a function that rejects all changes of a type."""

    def refuse(change: Change) -> None:
        if isinstance(change, kind):
            change.fail(reason)

    return refuse


class Scene:
    """A world with one level, built from a drawing.

    Attributes:
        world: The world.
        ear: The recorder of events since the scene was drawn.
    """

    def __init__(
        self,
        drawing: str,
        *,
        seed: int = 0,
        debug: bool = False,
        extra: tuple[type[Component], ...] = (),
        **things: Changes,
    ) -> None:
        """Draw a scene.

        Args:
            drawing: The level, by the legend; ``#`` is wall, a dot is floor.
            seed: The seed of the world.
            debug: Whether the world runs the checking loop.
            extra: Component classes in addition to the game's.
            things: Changes to the catalogue, by kind.
        """
        components = (*COMPONENTS, *extra)
        made, drawn_so = changed(things, components), Drawing(drawing)
        self.world = World(seed=seed, components=components, debug=debug)
        seeing = (Occupancy(), Vision(), NearestFoe(), Pathfinding())
        rules = (*seeing, Searching(), Corpses(), Spawning(), Maiming())
        for rule in (Levels([Level(ground_of(drawn_so))]), *rules):
            self.world.attach(self.world.root, rule)
        self.world.root[Spawning].made_by(made.make)
        self.world.root[Maiming].made_of(made.wounds)
        self._things: dict[str, list[Entity]] = {glyph: [] for glyph in LEGEND}
        for x, y in drawn_so.spots(*LEGEND):
            glyph = drawn_so.rows[y][x]
            parts = made.make(LEGEND[glyph])
            for part in parts:
                if isinstance(part, Door):
                    part.open = glyph == "'"
            self._things[glyph].append(self.world.spawn(Position(x, y), *parts))
        for thing in self.world.having(Position):
            self.world.publish(Arrive(thing))
        self.ear = Ear()
        self.world.tap(self.ear)

    def __getitem__(self, glyph: str) -> Entity:
        """Return the only entity of a glyph."""
        (thing,) = self._things[glyph]
        return thing

    def all(self, glyph: str) -> list[Entity]:
        """Return all entities of a glyph, row by row."""
        return self._things[glyph]

    @property
    def now(self) -> str:
        """Draw the level as it is now."""
        return drawn(self.world)

    @property
    def kinds(self) -> list[str]:
        """Return the types of all events since the scene was drawn, in order."""
        return [type(event).__name__ for event in self.ear.events]

    def closing(self, who: Entity, dx: int, dy: int) -> Close:
        """Return an actor's action of closing the door in a direction."""
        closing = action_of(intents.Close(dx, dy), who, self.world)
        assert isinstance(closing, Close)
        return closing

    def last(self, kind: type[Event]) -> Any:
        """Return the latest event of a type."""
        return [event for event in self.ear.events if type(event) is kind][-1]


class MakeScene(Protocol):
    """A function that draws a scene, with compiled chains or in debug mode."""

    def __call__(
        self,
        drawing: str,
        *,
        seed: int = 0,
        extra: tuple[type[Component], ...] = (),
        **things: Changes,
    ) -> Scene:
        """Draw a scene; see Scene for the arguments."""
        ...


def ground_of(level: Drawing) -> list[str]:
    """Return the ground of a drawing: walls, floor and chasms."""
    walls, chasms = level.ground(), level.ground(":", wall=":")
    return [
        "".join(":" if pit == ":" else cell for cell, pit in zip(*rows, strict=True))
        for rows in zip(walls, chasms, strict=True)
    ]


def plan_of(drawing: str) -> LevelPlan:
    """Return a level plan that makes a session place the player and creatures as drawn.

    The player starts in the middle of the first room, which deeper levels place nowhere.
    Creatures start in any other room, so each gets a room of one tile; which creature
    stands where is random. Doors are shut.
    """
    level = Drawing(drawing)
    assert not level.spots("'"), "a session begins with shut doors"
    nowhere = [] if level.spots("@") else [Room(0, 0, 0, 0)]
    rooms = nowhere + [Room(x, y, 1, 1) for glyph in "@zh" for x, y in level.spots(glyph)]
    return LevelPlan(tuple(ground_of(level)), tuple(rooms), tuple(level.spots("+")))


def catalogue_for(drawing: str, things: Mapping[str, Changes]) -> Catalogue:
    """Return the catalogue for a session on a drawing, with as many creatures as drawn."""
    made, level = changed(things, COMPONENTS), Drawing(drawing)
    creatures = {LEGEND[glyph]: len(level.spots(glyph)) for glyph in "zh"}
    # The cellar has no handmade rooms, and no dwellers of its own.
    first = attrs.evolve(
        made.level("cellar"),
        creatures=creatures,
        things=[],
        traps=Lots(),
        prize="",
        deeper=[],
        hint="",
    )
    return attrs.evolve(made, levels={"first": first})


def catalogue_below(drawings: tuple[str, ...], things: Mapping[str, Changes]) -> Catalogue:
    """Return the catalogue for a session on several drawings, top down; zombies live below."""
    made = catalogue_for(drawings[0], things)
    counts = [len(Drawing(one).spots("z")) for one in drawings[1:]]
    below = [Deeper(Lots(count, {"zombie": 1})) for count in counts]
    first = attrs.evolve(made.level("first"), deeper=below)
    return attrs.evolve(made, levels={"first": first})


class MakeLevels(Protocol):
    """A function that begins a session on drawings joined by stairs, compiled or in debug mode."""

    def __call__(self, *drawings: str, **things: Changes) -> Session:
        """Begin a session; ``things`` changes the catalogue as in a Scene."""
        ...


class MakeSession(Protocol):
    """A function that begins a session on a drawing, compiled or in debug mode."""

    def __call__(self, drawing: str, *, seed: int = 0, **things: Changes) -> Session:
        """Begin a session; ``things`` changes the catalogue as in a Scene."""
        ...


def put(session: Session, placement: Placement) -> Entity:
    """Place an entity on the first level of a session, as a plan would."""
    parts = session.world.root[LevelMaking].builder.parts_of(placement)
    what, x, y = placement.what, placement.x, placement.y
    made = session.world.publish(Spawn(session.world.root, None, what, x, y, 1, parts=parts)).made
    assert made is not None
    return made


def listening(session: Session) -> Ear:
    """Return an ear that records events from now on."""
    ear = Ear()
    session.world.tap(ear)
    return ear


def observed(session: Session, kind: type[E]) -> list[E]:
    """Return a list that collects events of a type from now on."""
    found: list[E] = []
    session.world.observe(kind, found.append)
    return found


def wait(session: Session, turns: int = 1) -> None:
    """Let the player wait for some turns."""
    for _ in range(turns):
        session.perform(intents.Wait())


def restored(session: Session) -> Session:
    """Save a session, and load it."""
    return Session.restore(session.save(), catalogue=session.catalogue)


def others(session: Session) -> list[Entity]:
    """Return all creatures except the player, oldest first."""
    found = session.world.having(Side, Position)
    return sorted((one for one in found if one is not session.player), key=lambda one: one.id)


def other(session: Session) -> Entity:
    """Return the only creature except the player."""
    (one,) = others(session)
    return one


def give(session: Session, name: str, *, known: bool = True) -> Entity:
    """Create an item in the player's pack, and identify it."""
    here = session.player[Position]
    thing = session.world.spawn(Position(here.x, here.y, here.level), *session.catalogue.make(name))
    if known:
        session.world.publish(Learn(session.player, session.player, name_of(thing)))
    session.world.publish(Arrive(thing))
    assert session.world.publish(PickUp(session.player, thing)).done
    return thing


def wear(session: Session, name: str) -> Entity:
    thing = give(session, name)
    slot = next(slot for slot, one in session.player[Pack].things.items() if one is thing)
    assert session.perform(intents.PutOn(slot)).done
    assert thing.owner is session.player
    return thing


def creature(session: Session, x: int, y: int = 0) -> Entity:
    """Return the creature on a tile."""
    return next(
        one
        for one in session.world.having(Fighter, Position)
        if (one[Position].x, one[Position].y) == (x, y)
    )


def hp(creature: Entity) -> int:
    return creature[Health].hp


def place(thing: Entity) -> tuple[int, int]:
    """Return the column and row of an entity."""
    return thing[Position].x, thing[Position].y


def where(thing: Entity) -> tuple[int, int, int]:
    """Return the column, row and level of an entity."""
    return *place(thing), thing[Position].level


def said(session: Session) -> list[str]:
    """Return the player's messages, line by line."""
    return [line.text for line in session.messages.lines]
