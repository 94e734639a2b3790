"""The catalogue: the content of data files, loaded and checked at the start.

A table names components and their fields; a new creature of known components needs no code.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final, TypeAlias, TypeVar

import attrs
import msgspec

from bidden.content.blueprints import Blueprint, blueprints_of, made_of, parts_of, stand_in
from bidden.content.datafiles import ContentError, Faults
from bidden.content.doubts import doubts_of
from bidden.content.kinds.abouts import abouts_of
from bidden.content.kinds.achievements import Achievement, Merit, check_records
from bidden.content.kinds.boon_kinds import BoonKind, check_boons, check_lots, powers_of
from bidden.content.kinds.endings import EndingKind, check_endings
from bidden.content.kinds.factions import Faction, check_factions
from bidden.content.kinds.ground import check_ground
from bidden.content.kinds.level_kinds import LevelKind, check_levels, peopled
from bidden.content.kinds.noise_kinds import NoiseKind, check_noises
from bidden.content.kinds.room_kinds import RoomKind, check_rooms
from bidden.content.kinds.spell_kinds import Spell
from bidden.content.kinds.wound_kinds import WoundKind
from bidden.content.mods import additions
from bidden.content.references import (
    check_appearances,
    check_effects,
    check_own_names,
    check_parts,
    check_spells,
    check_wounds,
    unidentified,
)
from bidden.content.tables import (
    ACHIEVEMENTS,
    APPEARANCES,
    BOONS,
    CREATURES,
    EFFECTS,
    ENDINGS,
    FACTIONS,
    GROUND,
    ITEMS,
    LEVELS,
    NOISES,
    ROOMS,
    SCORE,
    SPELLS,
    TRAPS,
    WOUNDS,
    Addition,
    Contents,
    contents_of,
    load_tables,
)
from bidden.rules.ground.kinds import GroundKind
from bidden.rules.magic.effect_kinds import EffectKind, timer_kind
from eventcore import Component, Fixed, Stream, freeze
from eventcore.time import TimerKind

T = TypeVar("T")

_Part: TypeAlias = tuple[type[Component], dict[str, Any], dict[str, Any]]
"""A component's class, the shared fields, and the fields that are copied for each component."""


@attrs.frozen
class Appearance:
    """The possible looks of unknown items of a kind.

    Attributes:
        looks: The looks, each once, at least as many as there are things of the kind.
    """

    looks: list[str]

    def __attrs_post_init__(self) -> None:
        if len(set(self.looks)) < len(self.looks):
            raise ValueError("`looks` has duplicates: list each look only once")


KINDS: Final[Mapping[str, type[Any]]] = {
    LEVELS: LevelKind,
    EFFECTS: EffectKind,
    SPELLS: Spell,
    NOISES: NoiseKind,
    APPEARANCES: Appearance,
    GROUND: GroundKind,
    WOUNDS: WoundKind,
    FACTIONS: Faction,
    BOONS: BoonKind,
    ACHIEVEMENTS: Achievement,
    SCORE: Merit,
    ENDINGS: EndingKind,
    ROOMS: RoomKind,
}
"""The class of a table by file, for files whose tables do not consist of components."""


@attrs.frozen
class Catalogue:
    """All content, checked. Most attributes are keyed by the names of tables.

    Attributes:
        timers: The kinds of timer of the effects, by the same names.
        noises: Kinds of noise by cause.
        looks: The possible looks of unknown items, by the kind of look.
        fingerprint: A hash of the content, for journals: 16 hexadecimal digits.
        mods: The names of the mods whose content was added, in order.
        abouts: The descriptions of things and ground, by title.
        doubts: The things that may show nothing when used, by the title of each thing that looks
            like them to a player who does not know it.
    """

    blueprints: Mapping[str, Blueprint]
    levels: Mapping[str, LevelKind]
    fingerprint: str
    effects: Fixed[str, EffectKind] = attrs.field(factory=Fixed)
    timers: Fixed[str, TimerKind] = attrs.field(factory=Fixed)
    spells: Fixed[str, Spell] = attrs.field(factory=Fixed)
    looks: Mapping[str, Sequence[str]] = attrs.field(factory=dict)
    noises: Mapping[str, NoiseKind] = attrs.field(factory=dict)
    rooms: Mapping[str, RoomKind] = attrs.field(factory=dict)
    wounds: Fixed[str, WoundKind] = attrs.field(factory=Fixed)
    factions: Fixed[str, Faction] = attrs.field(factory=Fixed)
    boons: Fixed[str, BoonKind] = attrs.field(factory=Fixed)
    achievements: Fixed[str, Achievement] = attrs.field(factory=Fixed)
    merits: Fixed[str, Merit] = attrs.field(factory=Fixed)
    endings: Fixed[str, EndingKind] = attrs.field(factory=Fixed)
    mods: tuple[str, ...] = ()
    ground: Fixed[str, GroundKind] = attrs.field(factory=Fixed)
    abouts: Mapping[str, str] = attrs.field(factory=dict)
    doubts: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    _parts: dict[str, list[_Part]] = attrs.field(factory=dict, init=False, eq=False, repr=False)
    _titles: dict[str, list[str]] = attrs.field(factory=dict, init=False, eq=False, repr=False)

    def draw_appearances(self, stream: Stream) -> Fixed[str, str]:
        """Draw the looks of unknown items, by title."""
        drawn: dict[str, str] = {}
        for kind, looks in self.looks.items():
            titles = self._titles.get(kind)
            if titles is None:
                titles = self._titles[kind] = [*unidentified(kind, self.blueprints.values())]
            shuffled = list(looks)
            stream.shuffle(shuffled)
            drawn.update(zip(titles, shuffled, strict=False))
        return Fixed(drawn)

    def make(self, name: str) -> list[Component]:
        """Create the components of a thing.

        Raises:
            ContentError: There is no such thing.
        """
        parts = self._parts.get(name)
        if parts is None:
            blueprint = self.blueprints.get(name)
            if blueprint is None:
                raise ContentError("", name, f"is not a table in {CREATURES}, {ITEMS} or {TRAPS}")
            parts = self._parts[name] = [_shared(cls, fields) for cls, fields in blueprint]
        return [
            cls(**fields, **deepcopy(own)) if own else cls(**fields) for cls, fields, own in parts
        ]

    def level(self, name: str) -> LevelKind:
        """Return a kind of level.

        Raises:
            ContentError: There is no such level.
        """
        kind = self.levels.get(name)
        if kind is None:
            raise ContentError(LEVELS, name, "is missing")
        return kind


def _is_constant(value: Any) -> bool:
    return isinstance(value, Hashable) and freeze(value) is value


def _shared(cls: type[Component], fields: Mapping[str, Any]) -> _Part:
    shared = {name: one for name, one in fields.items() if _is_constant(one)}
    return cls, shared, {name: one for name, one in fields.items() if name not in shared}


def load_catalogue(components: Sequence[type[Component]], *mods: str) -> Catalogue:
    """Return the content of the game and of mods. The game's own is read only once.

    Raises:
        ContentError: A mod is missing, or some of the content is wrong.
    """
    if not mods:
        return _shipped(tuple(components))
    return catalogue_of(load_tables(), components, additions(mods))


@lru_cache(maxsize=4)
def _shipped(components: tuple[type[Component], ...]) -> Catalogue:
    return catalogue_of(load_tables(), components)


def catalogue_of(
    tables: Contents,
    components: Sequence[type[Component]],
    added: Sequence[Addition] = (),
    found: Faults | None = None,
) -> Catalogue:
    """Check tables of content and create the catalogue.

    Earlier errors that were ``found`` are raised with all others.

    Raises:
        ContentError: A table is wrong; for an addition, the error names it.
    """
    faults = found or Faults()
    together, origins = contents_of(tables, added, faults)
    unread = {file for addition in added for file in addition.unread}
    try:
        made = _made(together, components, unread)
    except ContentError as error:
        for one in (error, *error.others):
            faults.add(_origin(one, origins) or one.file, one.key, one.reason)
        faults.tell()
        raise
    faults.tell()
    return attrs.evolve(made, mods=tuple(addition.name for addition in added))


def _origin(error: ContentError, origins: Mapping[tuple[str, str], str]) -> str | None:
    found = {table[1]: origin for table, origin in origins.items() if _is_in(error, *table)}
    return found[max(found, key=len)] if found else None


def _is_in(error: ContentError, file: str, name: str) -> bool:
    return error.file == file and f"{error.key}.".startswith((f"{name}.", f"{name}["))


def _made(
    tables: Contents, components: Sequence[type[Component]], unread: Collection[str]
) -> Catalogue:
    """Create the catalogue. Any names may exist in files of which some tables were unread."""
    classes, faults, stand_ins = parts_of(components), Faults(), set[tuple[str, str]]()
    partial: dict[str, dict[str, Blueprint]] = {CREATURES: {}, ITEMS: {}, TRAPS: {}}
    creatures, items, traps = (
        blueprints_of(file, tables[file], classes, faults, partial=rest)
        for file, rest in partial.items()
    )
    check_own_names(creatures, items, traps, faults)

    def kinds(file: str, kind: type[Any]) -> dict[str, Any]:
        made = dict[str, Any]()
        for name, table in tables[file].items():
            before = len(faults.found)
            with faults.part():
                made[name] = kind(**made_of(file, name, table, kind))
            if len(faults.found) > before:
                there = stand_in(table, kind)
                if there is not None:
                    made[name] = there
                    stand_ins.add((file, name))
        return made

    made = {file: kinds(file, kind) for file, kind in KINDS.items()}
    files = {CREATURES: creatures, ITEMS: items, TRAPS: traps}
    levels, effects, ground = made[LEVELS], made[EFFECTS], made[GROUND]
    looks = {name: one.looks for name, one in made[APPEARANCES].items()}
    powers = powers_of(components)
    first = len(faults.found)
    check_effects(effects, creatures, faults)
    check_wounds(made[WOUNDS], effects, faults)
    check_ground(ground, effects, faults)
    check_factions(made[FACTIONS], creatures, items, faults)
    check_boons(made[BOONS], effects, ground, creatures, powers, faults)
    check_lots({name: level.boons for name, level in levels.items()}, powers, faults)
    check_records(made[ACHIEVEMENTS], made[SCORE], made[WOUNDS], faults)
    check_endings(made[ENDINGS], made[FACTIONS], faults)
    check_levels(levels, effects, creatures, items, traps, ground, faults)
    whole = {name: level for name, level in levels.items() if (LEVELS, name) not in stand_ins}
    levels = peopled(whole, faults)
    check_spells(made[SPELLS], effects, faults)
    check_noises(made[NOISES], faults)
    check_rooms(made[ROOMS], creatures, items, traps, faults)
    for file, things in files.items():
        check_parts(file, things | partial[file], effects, creatures, {**made, **files}, faults)
    check_appearances(looks, files, faults)
    abouts = {name: kind.about for name, kind in ground.items() if kind.about}
    for file in files:
        with faults.part():
            abouts |= abouts_of(file, tables[file])
    # A table that is wrong is there all the same: what names it is right. Of its own fields, what
    # they name is checked, and nothing else: the others may be those of a stand-in.
    wrong = {(one.file, one.key) for one in faults.found[:first]}
    faults.found = faults.found[:first] + [
        one
        for one in faults.found[first:]
        if one.names or not any(_is_in(one, *table) for table in stand_ins)
    ]
    faults.found = [
        one
        for number, one in enumerate(faults.found)
        if one.names is None
        or not (
            one.names[0] in unread
            or one.names[1] in tables.get(one.names[0], ())
            or (number >= first and (one.file, one.key) in wrong)
        )
    ]
    faults.tell()
    canonical = msgspec.json.encode(list(tables.values()), order="deterministic")
    fingerprint = blake2b(canonical, digest_size=8).hexdigest()
    return Catalogue(
        creatures | items | traps,
        levels,
        fingerprint,
        effects=Fixed(effects),
        timers=Fixed({name: timer_kind(name, kind) for name, kind in effects.items()}),
        spells=Fixed(made[SPELLS]),
        looks=looks,
        noises=made[NOISES],
        ground=Fixed(ground),
        rooms=made[ROOMS],
        wounds=Fixed(made[WOUNDS]),
        factions=Fixed(made[FACTIONS]),
        boons=Fixed(made[BOONS]),
        achievements=Fixed(made[ACHIEVEMENTS]),
        merits=Fixed(made[SCORE]),
        endings=Fixed(made[ENDINGS]),
        abouts=abouts,
        doubts=doubts_of(items, looks, effects),
    )
