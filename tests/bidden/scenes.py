"""Levels drawn as text, and games on them: what stands where is read off a drawing.

A level may be a single row, ``"#@.z#"``: beyond the edge all is wall. What becomes of it is
drawn again, to be compared with another drawing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
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
from bidden.content.catalogue import Catalogue, read_catalogue
from bidden.content.kinds.level_kinds import Deeper, Lots
from bidden.content.tables import FILES
from bidden.events.knowledge import Learn
from bidden.events.movement import Arrive, Close
from bidden.events.places import Spawn
from bidden.events.things import PickUp
from bidden.order import COMPONENTS
from bidden.rules.body.corpses import Corpses
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
"""Of a thing: the fields to change by component; None leaves the component away."""

STOUT: Changes = {"Health": {"hp": 30, "most": 30}, "Mind": None, "Resistances": None}
"""What stays, and does not die of what it is tried with."""
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
    """The content that ships with the game, as text."""
    folder = resources.files("bidden.content") / "data"
    return {name: (folder / name).read_text("utf-8") for name in FILES}


@cache
def catalogue() -> Catalogue:
    """The game's own catalogue, with the hound; a creature has wits where a test gives it some.

    So whoever is drawn takes each of its turns, and nobody is drawn away by a noise.
    """
    own = texts()
    witless = re.sub(r"^Wits = .*\n", "", own["creatures.toml"], flags=re.MULTILINE)
    return read_catalogue(own | {"creatures.toml": witless + HOUND}, COMPONENTS)


def changed(things: Mapping[str, Changes], components: tuple[type[Component], ...]) -> Catalogue:
    """The catalogue with some things made otherwise."""
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
    """The rows of a text that may be indented, as they are."""
    return dedent(drawing).strip("\n").splitlines()


def drawn(world: World, depth: int = 1) -> str:
    """A level as it is now; of several things on a tile, the highest."""
    rows = [[*row] for row in world.root[Levels].at(depth).rows]
    things = [thing for thing in world.having(Look, Position) if thing[Position].level == depth]
    for thing in sorted(things, key=lambda thing: thing[Look].height):
        place, door = thing[Position], thing.get(Door)
        glyph = thing[Look].glyph if door is None else "'" if door.open else "+"
        rows[place.y][place.x] = glyph
    return "\n".join("".join(row) for row in rows)


def map_of(view: View) -> str:
    """The map of a view as text, without the emptiness around it."""
    rows = ["".join(tile.glyph for tile in row).rstrip() for row in view.tiles]
    return "\n".join(rows).rstrip()


def draws(world: World) -> dict[str, int]:
    """How often each stream was drawn from."""
    return dict(world.draws())


class Ear(Tap):
    """Keeps all events, in order of their sequence, and who handled them."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.handlers: list[str] = []

    def published(self, event: Event) -> None:
        """Keep the event."""
        self.events.append(event)

    def handled(self, event: Event, handler: Handler) -> None:
        """Keep the handler's name."""
        self.handlers.append(handler.label)

    def of(self, kind: type[E]) -> list[E]:
        """Return the events of a type."""
        return [event for event in self.events if isinstance(event, kind)]


@component
class Meddler(Component):
    """A rule of the world that does as a test says with each change before it happens."""

    _does: Callable[[Change], None] = attrs.field(alias="does", repr=False)

    @handles(Change, MODIFY, via="world")
    def meddle(self, change: Change, world: World) -> None:
        """Do it."""
        self._does(change)


Meddle = Callable[[Callable[[Change], None]], None]
"""Lets sessions begin with such a rule."""


def refusing(kind: type[Change], reason: str = "meddled with") -> Callable[[Change], None]:
    """What refuses all changes of a type."""

    def refuse(change: Change) -> None:
        if isinstance(change, kind):
            change.fail(reason)

    return refuse


class Scene:
    """A world with one level, read off a drawing.

    Attributes:
        world: The world.
        ear: What has been published in it since it was drawn.
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
            drawing: What stands where, by the legend; ``#`` is wall, a dot is floor.
            seed: The world's.
            debug: Whether it runs the checking loop.
            extra: Component classes besides the game's.
            things: What of a kind of thing is other than in the catalogue.
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
        """The one thing that was drawn so."""
        (thing,) = self._things[glyph]
        return thing

    def all(self, glyph: str) -> list[Entity]:
        """All things that were drawn so, row by row."""
        return self._things[glyph]

    @property
    def now(self) -> str:
        """The level as it is now."""
        return drawn(self.world)

    @property
    def kinds(self) -> list[str]:
        """The types of all events since the scene was drawn, in order."""
        return [type(event).__name__ for event in self.ear.events]

    def closing(self, who: Entity, dx: int, dy: int) -> Close:
        """Let somebody mean to close the door in a direction."""
        closing = action_of(intents.Close(dx, dy), who, self.world)
        assert isinstance(closing, Close)
        return closing

    def last(self, kind: type[Event]) -> Any:
        """The latest event of a type."""
        return [event for event in self.ear.events if type(event) is kind][-1]


class MakeScene(Protocol):
    """Draws a scene in a world that runs compiled chains, or in one in debug mode."""

    def __call__(
        self,
        drawing: str,
        *,
        seed: int = 0,
        extra: tuple[type[Component], ...] = (),
        **things: Changes,
    ) -> Scene:
        """Draw it; the arguments are those of a Scene."""
        ...


def ground_of(level: Drawing) -> list[str]:
    """The ground of a drawing: walls, floor and chasms."""
    walls, chasms = level.ground(), level.ground(":", wall=":")
    return [
        "".join(":" if pit == ":" else cell for cell, pit in zip(*rows, strict=True))
        for rows in zip(walls, chasms, strict=True)
    ]


def plan_of(drawing: str) -> LevelPlan:
    """The plan of a level on which a session puts the player and the creatures as drawn.

    The player starts in the middle of the first room, which is nowhere on deeper levels, and
    creatures in any other, so each of them gets a room of one tile; which creature stands where
    is up to chance. Doors are shut.
    """
    level = Drawing(drawing)
    assert not level.spots("'"), "a session begins with shut doors"
    nowhere = [] if level.spots("@") else [Room(0, 0, 0, 0)]
    rooms = nowhere + [Room(x, y, 1, 1) for glyph in "@zh" for x, y in level.spots(glyph)]
    return LevelPlan(tuple(ground_of(level)), tuple(rooms), tuple(level.spots("+")))


def catalogue_for(drawing: str, things: Mapping[str, Changes]) -> Catalogue:
    """The catalogue for a session on a drawing: as many creatures as there are on it."""
    made, level = changed(things, COMPONENTS), Drawing(drawing)
    creatures = {LEGEND[glyph]: len(level.spots(glyph)) for glyph in "zh"}
    # The cellar has no rooms made by hand, and no dwellers of its own.
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
    """The catalogue for a session on several drawings, from the top down; zombies live below."""
    made = catalogue_for(drawings[0], things)
    counts = [len(Drawing(one).spots("z")) for one in drawings[1:]]
    below = [Deeper(Lots(count, {"zombie": 1})) for count in counts]
    first = attrs.evolve(made.level("first"), deeper=below)
    return attrs.evolve(made, levels={"first": first})


class MakeLevels(Protocol):
    """Begins a session on drawings joined by stairs, compiled or in debug mode."""

    def __call__(self, *drawings: str, **things: Changes) -> Session:
        """Begin it; things may be made otherwise, as in a Scene."""
        ...


class MakeSession(Protocol):
    """Begins a session on a drawing, compiled or in debug mode."""

    def __call__(self, drawing: str, *, seed: int = 0, **things: Changes) -> Session:
        """Begin it; things may be made otherwise, as in a Scene."""
        ...


def put(session: Session, placement: Placement) -> Entity:
    """Put something on the first level of a session, as a plan would."""
    parts = session.world.root[LevelMaking].builder.parts_of(placement)
    what, x, y = placement.what, placement.x, placement.y
    made = session.world.publish(Spawn(session.world.root, None, what, x, y, 1, parts=parts)).made
    assert made is not None
    return made


def listening(session: Session) -> Ear:
    """Return an ear that hears what happens from now on."""
    ear = Ear()
    session.world.tap(ear)
    return ear


def observed(session: Session, kind: type[E]) -> list[E]:
    """Return a list that fills with the events of a type from now on."""
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
    """Return all creatures but the player, the elder first."""
    found = session.world.having(Side, Position)
    return sorted((one for one in found if one is not session.player), key=lambda one: one.id)


def other(session: Session) -> Entity:
    """Return the only creature but the player."""
    (one,) = others(session)
    return one


def give(session: Session, name: str, *, known: bool = True) -> Entity:
    """Let the player take up a thing that was not there before, and know what it is."""
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
    """Whoever stands on a tile."""
    return next(
        one
        for one in session.world.having(Fighter, Position)
        if (one[Position].x, one[Position].y) == (x, y)
    )


def hp(creature: Entity) -> int:
    """A creature's hit points."""
    return creature[Health].hp


def place(thing: Entity) -> tuple[int, int]:
    """The column and row of a thing."""
    return thing[Position].x, thing[Position].y


def where(thing: Entity) -> tuple[int, int, int]:
    """Return the column, row and level of a thing."""
    return *place(thing), thing[Position].level


def said(session: Session) -> list[str]:
    """What the player is told, line by line."""
    return [line.text for line in session.messages.lines]
