"""Kinds of level: the tables of ``levels.toml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import attrs
from msgspec import Meta

from bidden.components.body.health import Health
from bidden.content.datafiles import Faults, instead
from bidden.content.kinds.boon_kinds import BoonLots
from bidden.content.references import Things, check_names, check_place, has
from bidden.content.tables import CREATURES, EFFECTS, GROUND, ITEMS, LEVELS, TRAPS
from bidden.rules.magic.effect_kinds import EffectKind
from bidden.rules.places.pursuit import Pursuers
from bidden.rules.places.scenario import Cue
from bidden.state import Item, Prize, Title
from bidden.worldgen.plan import MAP_HEIGHT, MAP_WIDTH, Measures
from eventcore import Stream


@attrs.frozen
class Lots:
    """Names that are drawn by lot.

    Attributes:
        count: The number of draws.
        of: The weight of each name.
    """

    count: Annotated[int, Meta(ge=0)] = 0
    of: dict[str, Annotated[int, Meta(ge=1)]] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        if self.count and not self.of:
            raise ValueError(f"`of` is empty, but `count` is {self.count}: list what to draw from")

    def draw(self, stream: Stream) -> list[str]:
        """Draw the names."""
        names, weights = list(self.of), list(self.of.values())
        return [stream.weighted(names, weights) for _ in range(self.count)]


@attrs.frozen
class SourceLots:
    """The sources on levels that warp boons.

    Attributes:
        percent: The percentage of levels of a place with sources that have one.
        of: The source of each place, as in ``creatures.toml``.
    """

    percent: Annotated[int, Meta(ge=0, le=100)] = 0
    of: dict[str, str] = attrs.field(factory=dict)


@attrs.frozen
class Deeper:
    """The contents of a deeper level.

    Attributes:
        creatures: The inhabitants.
        things: The items, each kind with lots of its own.
        traps: The traps.
        place: The weight of each place; empty for the place of the level above.
        dwellers: Further inhabitants, by place.
    """

    creatures: Lots = Lots()
    things: list[Lots] = attrs.field(factory=list)
    traps: Lots = Lots()
    place: dict[str, Annotated[int, Meta(ge=1)]] = attrs.field(factory=dict)
    dwellers: dict[str, Lots] = attrs.field(factory=dict)


@attrs.frozen
class Step:
    """A step of a run: its bindings.

    Attributes:
        levels: The number of levels of each binding: a land, and below it a place.
        dangers: The dangers of the offers, from 1 to 5.
        term: The number of turns for the task.
    """

    levels: Annotated[int, Meta(ge=2)]
    dangers: Annotated[list[Annotated[int, Meta(ge=1, le=5)]], Meta(min_length=1)]
    term: Annotated[int, Meta(ge=40)]


@attrs.frozen
class LevelKind:
    """A kind of level.

    Attributes:
        place: The weight of each place.
        things: The items, each kind with lots of its own.
        traps: The traps.
        prize: The item on the deepest level that wins the game. Without one, the game is won when
            no creature of another side is left there.
        ground: The number of patches or rivers of each kind of ground; by default those of the
            place.
        deeper: The levels below, from the top down; a scenario has none.
        cues: The events of a scenario.
        sight: The player's sight, in tiles; 0 for the usual one.
        asleep: The percentage of creatures that are asleep at first; by default as their wits say.
            If it is given, all inhabitants have wits.
        waits: Whether the bot that shows a scenario only waits.
        dwellers: Further inhabitants of the first level, by place.
        pursuit: The hunters of players who stay long on a level.
        run: The steps of a run; empty if the levels are one below the other. In a run ``deeper``
            has the contents of levels by danger, which is lower by one for a land than for a place.
        boons: The boons with which the player begins.
        sources: The sources of warps.
        hint: What to try in a scenario, in a sentence or two; may be empty.
        teaches: A short line about the scenario, for the list of practice; by default the hint.
        dwellers_like: The name of a kind of level whose dwellers live here too. The first level of
            a place has those of the first level there that names the place, and so on down.
    """

    width: Annotated[int, Meta(le=MAP_WIDTH)]
    height: Annotated[int, Meta(le=MAP_HEIGHT)]
    depth: Annotated[int, Meta(ge=0)]
    least_room: Annotated[int, Meta(ge=1)]
    door_percent: Annotated[int, Meta(ge=0, le=100)]
    creatures: dict[str, Annotated[int, Meta(ge=0)]]
    place: dict[str, Annotated[int, Meta(ge=1)]] = attrs.field(factory=lambda: {"cellar": 1})
    cues: list[Cue] = attrs.field(factory=list)
    sight: Annotated[int, Meta(ge=0)] = 0
    asleep: Annotated[int, Meta(ge=0, le=100)] | None = None
    waits: bool = False
    things: list[Lots] = attrs.field(factory=list)
    traps: Lots = Lots()
    prize: str = ""
    ground: dict[str, Annotated[int, Meta(ge=1)]] = attrs.field(factory=dict)
    deeper: list[Deeper] = attrs.field(factory=list)
    dwellers: dict[str, Lots] = attrs.field(factory=dict)
    pursuit: Pursuers = attrs.field(factory=Pursuers)
    dwellers_like: str = ""
    hint: str = ""
    teaches: str = ""
    run: list[Step] = attrs.field(factory=list)
    boons: BoonLots = attrs.field(factory=BoonLots)
    sources: SourceLots = SourceLots()

    def __attrs_post_init__(self) -> None:
        if min(self.width, self.height) < self.measures.plot:
            raise ValueError(
                f"{self.width} × {self.height} tiles is too small: `width` and `height` must be "
                f"{self.measures.plot} or more, to fit a room and its walls"
            )

    @property
    def levels(self) -> int:
        """The number of levels."""
        return 1 + (sum(step.levels for step in self.run) or len(self.deeper))

    @property
    def places(self) -> list[dict[str, int]]:
        """The possible places of each level; empty for the place of the level above."""
        return [self.place, *(deeper.place for deeper in self.deeper)]

    @property
    def measures(self) -> Measures:
        """The sizes of the ground."""
        return Measures(self.width, self.height, self.depth, self.least_room, self.door_percent)


def peopled(levels: Mapping[str, LevelKind], faults: Faults) -> dict[str, LevelKind]:
    """Return levels with the dwellers of the levels that they are like; their own come first."""
    made = dict(levels)
    for name, level in levels.items():
        if level.dwellers_like:
            key, model = f"{name}.dwellers_like", level.dwellers_like
            if check_names(faults, LEVELS, key, [model], LEVELS, levels):
                made[name] = _like(level, levels[model])
                _check_crowds(name, made[name], faults)
    return made


def _like(level: LevelKind, model: LevelKind) -> LevelKind:
    given = [model.dwellers, *(deeper.dwellers for deeper in model.deeper)]
    found, begun = list[dict[str, Lots]](), 0
    for number, places in enumerate(level.places):
        begun = number if places else begun
        dwellers = dict[str, Lots]()
        for place in level.places[begun]:
            named = [one[place] for one in given if place in one]
            if named:
                dwellers[place] = named[min(number - begun, len(named) - 1)]
        found.append(dwellers)
    below = [
        attrs.evolve(deeper, dwellers=dwellers | deeper.dwellers)
        for deeper, dwellers in zip(level.deeper, found[1:], strict=True)
    ]
    return attrs.evolve(level, dwellers=found[0] | level.dwellers, deeper=below)


def check_levels(
    levels: Mapping[str, LevelKind],
    effects: Mapping[str, EffectKind],
    creatures: Things,
    items: Things,
    traps: Things,
    ground: Mapping[str, object],
    faults: Faults,
) -> None:
    """Check that all creatures and things of levels exist and have room."""
    for name, level in levels.items():
        if ":" in name:
            faults.add(LEVELS, name, "the name of a level must not contain a colon")
        if not level.place:
            faults.add(LEVELS, f"{name}.place", "is empty: name one or more places")
        for number, places in enumerate(level.places):
            key = f"{name}.deeper[{number - 1}].place" if number else f"{name}.place"
            for place in places:
                check_place(faults, LEVELS, key, place, circle=True)
        check_names(faults, LEVELS, f"{name}.creatures", level.creatures, CREATURES, creatures)
        _check_dwellers(faults, f"{name}.dwellers", level.dwellers, creatures)
        _check_lots(faults, f"{name}.things", level.things, ITEMS, items)
        _check_lots(faults, f"{name}.traps", [level.traps], TRAPS, traps)
        sources = level.sources.of.values()
        check_names(faults, LEVELS, f"{name}.sources.of", sources, CREATURES, creatures)
        check_names(faults, LEVELS, f"{name}.ground", level.ground, GROUND, ground)
        if level.prize:
            check_names(faults, LEVELS, f"{name}.prize", [level.prize], ITEMS, items)
            for cls in (Item, Prize):
                if level.prize in items and not has(items[level.prize], cls):
                    reason = f"{level.prize!r} cannot be the prize: it has no `{cls.__name__}`"
                    faults.add(LEVELS, f"{name}.prize", reason)
        for number, deeper in enumerate(level.deeper):
            key = f"{name}.deeper[{number}]"
            _check_lots(faults, f"{key}.creatures", [deeper.creatures], CREATURES, creatures)
            _check_dwellers(faults, f"{key}.dwellers", deeper.dwellers, creatures)
            _check_lots(faults, f"{key}.things", deeper.things, ITEMS, items)
            _check_lots(faults, f"{key}.traps", [deeper.traps], TRAPS, traps)
        for place, kinds in level.pursuit.hunters.items():
            key = f"{name}.pursuit.hunters.{place}"
            check_place(faults, LEVELS, key, place, circle=True)
            check_names(faults, LEVELS, key, kinds, CREATURES, creatures)
        _check_crowds(name, level, faults)
        for number, cue in enumerate(level.cues):
            _check_cue(f"{name}.cues[{number}]", cue, effects, creatures, faults)


def _check_lots(
    faults: Faults, key: str, lots: Sequence[Lots], file: str, known: Mapping[str, object]
) -> None:
    for number, lot in enumerate(lots):
        place = f"{key}[{number}].of" if key.endswith("things") else f"{key}.of"
        check_names(faults, LEVELS, place, lot.of, file, known)


def _check_dwellers(
    faults: Faults, key: str, dwellers: Mapping[str, Lots], creatures: Things
) -> None:
    for place, lot in dwellers.items():
        check_place(faults, LEVELS, f"{key}.{place}", place)
        _check_lots(faults, f"{key}.{place}", [lot], CREATURES, creatures)


def _most(dwellers: Mapping[str, Lots]) -> int:
    return max((lot.count for lot in dwellers.values()), default=0)


def _crowds(name: str, level: LevelKind) -> Iterator[tuple[str, int]]:
    """Yield the number of things on each level that need a tile of their own."""
    things = sum(lot.count for lot in level.things) + level.traps.count
    yield name, sum(level.creatures.values()) + _most(level.dwellers) + things
    for number, deeper in enumerate(level.deeper):
        things = sum(lot.count for lot in deeper.things) + deeper.traps.count
        yield f"{name}.deeper[{number}]", deeper.creatures.count + _most(deeper.dwellers) + things


def _check_crowds(name: str, level: LevelKind, faults: Faults) -> None:
    tiles = (level.width - 2) * (level.height - 2)
    for key, count in _crowds(name, level):
        if count > tiles:
            reason = f"{count} creatures, items and traps do not fit on {tiles} tiles"
            faults.add(LEVELS, key, reason)


def _check_cue(
    key: str, cue: Cue, effects: Mapping[str, EffectKind], creatures: Things, faults: Faults
) -> None:
    check_names(faults, LEVELS, f"{key}.effect", [cue.effect], EFFECTS, effects)
    kind = effects.get(cue.effect)
    if kind is not None and cue.turns and not kind.turns:
        faults.add(LEVELS, f"{key}.turns", f"{cue.effect!r} is instant: leave `turns` out")
    if kind is not None and cue.level > max(1, len(kind.stages)):
        reason = f"the highest level of {cue.effect!r} is {max(1, len(kind.stages))}"
        faults.add(LEVELS, f"{key}.level", reason)
    living = [parts for parts in creatures.values() if has(parts, Health)]
    names = [fields["name"] for parts in living for cls, fields in parts if cls is Title]
    for field, name in (("on", cue.on), ("by", cue.by or cue.on)):
        if name not in names:
            reason = f"there is no creature {name!r}{instead(name, names)}"
            faults.add(LEVELS, f"{key}.{field}", reason)
