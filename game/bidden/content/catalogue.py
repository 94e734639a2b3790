"""The catalogue: things made from data files, loaded and checked at the start.

A table names components and their fields; a new creature of known components
needs no code.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
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
    FILES,
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
    tables_of,
)
from bidden.rules.ground.kinds import GroundKind
from bidden.rules.magic.effect_kinds import EffectKind, timer_kind
from eventcore import Component, Fixed, Stream, freeze
from eventcore.time import TimerKind

T = TypeVar("T")

_Part: TypeAlias = tuple[type[Component], dict[str, Any], dict[str, Any]]
"""A component's class, the fields that all of it share, and those of which each gets a copy."""


@attrs.frozen
class Appearance:
    """What things of a kind may look like to those who do not know them.

    Attributes:
        looks: The looks, each once, at least as many as there are things of the kind.
    """

    looks: list[str]

    def __attrs_post_init__(self) -> None:
        if len(set(self.looks)) < len(self.looks):
            raise ValueError("give looks, each once")


KINDS: Final[Mapping[str, type]] = {
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
    """All that can be made, checked.

    Attributes:
        blueprints: Components and their fields, by the name of the thing.
        levels: Kinds of level by name.
        effects: Kinds of effect by name.
        timers: The kinds of timer that keep them, by the same names.
        spells: Kinds of spell by name.
        noises: Kinds of noise by what makes them.
        looks: What things that are not known may look like, by the kind of look.
        rooms: Kinds of room by name.
        wounds: Kinds of wound by name.
        factions: Whom summoners stand for, by name.
        boons: Kinds of boon by name.
        achievements: What there is to achieve in a run, by name.
        merits: What counts in the score of a run, by name.
        endings: How runs that are over are told of, by how they ended.
        fingerprint: A hash of the content, for journals: 16 hexadecimal digits.
        mods: The names of the mods whose content was added, in order.
        ground: Kinds of ground by name.
        abouts: The line that tells what to make of a thing, or of ground, by what that is called.
        doubts: Which things may show nothing as they are used, by the title of each that looks as
            these do to who does not know it.
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
        """Draw what things that are not known look like, by their names."""
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
        """Make the components of a thing, all new.

        Raises:
            ContentError: No thing has that name.
        """
        parts = self._parts.get(name)
        if parts is None:
            blueprint = self.blueprints.get(name)
            if blueprint is None:
                raise ContentError("", name, f"is in none of {CREATURES}, {ITEMS} and {TRAPS}")
            parts = self._parts[name] = [_shared(cls, fields) for cls, fields in blueprint]
        return [
            cls(**fields, **deepcopy(own)) if own else cls(**fields) for cls, fields, own in parts
        ]

    def level(self, name: str) -> LevelKind:
        """Give a kind of level.

        Raises:
            ContentError: No level has that name.
        """
        kind = self.levels.get(name)
        if kind is None:
            raise ContentError(LEVELS, name, "is missing")
        return kind


def _is_constant(value: Any) -> bool:
    """Return whether nothing in a value of a table can change: it is hashable and frozen."""
    return isinstance(value, Hashable) and freeze(value) is value


def _shared(cls: type[Component], fields: Mapping[str, Any]) -> _Part:
    """Tell the fields that nobody can change from those that are copied for each component."""
    shared = {name: one for name, one in fields.items() if _is_constant(one)}
    return cls, shared, {name: one for name, one in fields.items() if name not in shared}


def load_catalogue(components: Sequence[type[Component]], *mods: str) -> Catalogue:
    """Give the content that ships with the game, and that of mods.

    What ships is read once, for nothing in it changes.

    Args:
        components: The component classes a table may name.
        mods: The names of the mods whose content is added, in order.

    Raises:
        ContentError: A mod is not there, or some of the content is wrong.
    """
    if not mods:
        return _shipped(tuple(components))
    return catalogue_of(load_tables(), components, additions(mods))


@lru_cache(maxsize=4)
def _shipped(components: tuple[type[Component], ...]) -> Catalogue:
    return catalogue_of(load_tables(), components)


def read_catalogue(texts: Mapping[str, str], components: Sequence[type[Component]]) -> Catalogue:
    """Check content and turn it into what it describes.

    Args:
        texts: The text of each file; any may be left out.
        components: The component classes a table may name.

    Raises:
        ContentError: Some of the content is wrong.
    """
    return catalogue_of({name: tables_of(texts.get(name, ""), name) for name in FILES}, components)


def catalogue_of(
    tables: Contents,
    components: Sequence[type[Component]],
    added: Sequence[Addition] = (),
    found: Faults | None = None,
) -> Catalogue:
    """Check tables of content and turn them into what they describe.

    Args:
        tables: By file, as ``load_tables`` gives them.
        components: The component classes a table may name.
        added: What is added to them, in order.
        found: The errors found while it was read, which are raised with all others.

    Raises:
        ContentError: A table is wrong; of what was added, the error names whose it is.
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
    """Give what the file of an error is called, where its table was added."""
    found = {
        name: origin
        for (file, name), origin in origins.items()
        if file == error.file and f"{error.key}.".startswith((f"{name}.", f"{name}["))
    }
    return found[max(found, key=len)] if found else None


def _is_of(error: ContentError, tables: Iterable[tuple[str, str]]) -> bool:
    return any(
        error.file == file and f"{error.key}.".startswith((f"{name}.", f"{name}["))
        for file, name in tables
    )


def _made(
    tables: Contents, components: Sequence[type[Component]], unread: Collection[str]
) -> Catalogue:
    """Turn tables into what they describe.

    Args:
        tables: By file.
        components: The component classes a table may name.
        unread: The files of which some tables could not be read: any of their names may be right.
    """
    classes, faults, stand_ins = parts_of(components), Faults(), set[tuple[str, str]]()
    partial: dict[str, dict[str, Blueprint]] = {CREATURES: {}, ITEMS: {}, TRAPS: {}}
    creatures, items, traps = (
        blueprints_of(file, tables[file], classes, faults, partial=rest)
        for file, rest in partial.items()
    )
    check_own_names(creatures, items, traps, faults)

    def kinds(file: str, kind: type) -> dict[str, Any]:
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
        one for one in faults.found[first:] if one.names or not _is_of(one, stand_ins)
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
