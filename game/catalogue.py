"""The catalogue: things made from data files, loaded and checked at the start.

A table names components and their fields; a new creature of known components
needs no code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from hashlib import blake2b
from typing import Annotated, Any, Final, get_type_hints

import attrs
import msgspec
from msgspec import Meta

from eventcore import Component, Entity, Stream
from game.ai.behaviours import BEHAVIOURS
from game.ai.mind import Mind
from game.components.book import Book
from game.components.health import Health
from game.components.pack import Pack
from game.components.slaying import Slaying
from game.components.venom import Venom
from game.datafiles import ContentError, convert, parse, read, refuse_unknown
from game.powers import Power
from game.rules.effect_kinds import EffectKind
from game.rules.script import Cue
from game.spells import Spell
from game.state import Guise, Kit, Place, Side, Title
from game.view import MAP_HEIGHT, MAP_WIDTH
from game.worldgen.bsp import Measures

__all__ = [
    "FILES",
    "Catalogue",
    "Contents",
    "Deeper",
    "LevelKind",
    "Lots",
    "catalogue_of",
    "load_catalogue",
    "load_tables",
    "read_catalogue",
]

_CREATURES = "creatures.toml"
_APPEARANCES = "appearances.toml"
_EFFECTS = "effects.toml"
_ITEMS = "items.toml"
_LEVELS = "levels.toml"
_SPELLS = "spells.toml"
_TRAPS = "traps.toml"
FILES: Final = (_CREATURES, _LEVELS, _EFFECTS, _ITEMS, _TRAPS, _SPELLS, _APPEARANCES)
"""The files of content."""
_NO_TABLE = "there is no such table in "


@attrs.frozen
class Lots:
    """Things that are drawn by lot.

    Attributes:
        count: How many.
        of: By name, how likely each of these is of that kind, against the others.
    """

    count: Annotated[int, Meta(ge=0)] = 0
    of: dict[str, Annotated[int, Meta(ge=1)]] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        if self.count and not self.of:
            raise ValueError(f"there are {self.count}, and none they could be")

    def draw(self, stream: Stream) -> list[str]:
        """Draw the names of so many."""
        lots = [name for name, weight in self.of.items() for _ in range(weight)]
        return [stream.pick(lots) for _ in range(self.count)]


@attrs.frozen
class Deeper:
    """What is on a level further down.

    Attributes:
        creatures: Who lives there.
        things: What lies about, each kind of thing by lots of its own.
        traps: What lies in wait.
    """

    creatures: Lots = Lots()
    things: list[Lots] = attrs.field(factory=list)
    traps: Lots = Lots()


@attrs.frozen
class LevelKind:
    """A kind of level, as its table in ``levels.toml`` has it.

    Attributes:
        things: What lies about, each kind of thing by lots of its own.
        traps: What lies in wait.
        prize: What lies on the deepest level: who holds it has won. Where there is none, the
            game is won when nobody of another side is left there.
        deeper: What is on the levels below, from the top down; a scenario has none.
        cues: What a scenario brings about.
        sight: How far the player sees by nature, in tiles; 0 for as far as ever.
        waits: Whether the bot that shows a scenario only waits.
    """

    width: Annotated[int, Meta(le=MAP_WIDTH)]
    height: Annotated[int, Meta(le=MAP_HEIGHT)]
    depth: Annotated[int, Meta(ge=0)]
    least_room: Annotated[int, Meta(ge=1)]
    door_percent: Annotated[int, Meta(ge=0, le=100)]
    creatures: dict[str, Annotated[int, Meta(ge=0)]]
    cues: list[Cue] = attrs.field(factory=list)
    sight: Annotated[int, Meta(ge=0)] = 0
    waits: bool = False
    things: list[Lots] = attrs.field(factory=list)
    traps: Lots = Lots()
    prize: str = ""
    deeper: list[Deeper] = attrs.field(factory=list)

    def __attrs_post_init__(self) -> None:
        if min(self.width, self.height) < self.measures.plot:
            raise ValueError(
                f"{self.width} × {self.height} tiles are too few: a room with its walls takes "
                f"{self.measures.plot} each way"
            )

    @property
    def levels(self) -> int:
        """How many levels there are."""
        return 1 + len(self.deeper)

    @property
    def measures(self) -> Measures:
        """What the ground is dug by."""
        return Measures(self.width, self.height, self.depth, self.least_room, self.door_percent)


Contents = Mapping[str, dict[str, dict[str, Any]]]
"""What the files of content hold: by file and name, a table."""

Blueprint = tuple[tuple[type[Component], Mapping[str, Any]], ...]


@attrs.frozen
class Catalogue:
    """All that can be made, checked.

    Attributes:
        blueprints: Components and their fields, by the name of the thing.
        levels: Kinds of level by name.
        effects: Kinds of effect by name.
        spells: Kinds of spell by name.
        looks: What things that are not known may look like, by the kind of look.
        fingerprint: A hash of the content, for journals: 16 hexadecimal digits.
    """

    blueprints: Mapping[str, Blueprint]
    levels: Mapping[str, LevelKind]
    fingerprint: str
    effects: Mapping[str, EffectKind] = attrs.field(factory=dict)
    spells: Mapping[str, Spell] = attrs.field(factory=dict)
    looks: Mapping[str, Sequence[str]] = attrs.field(factory=dict)

    def disguise(self, stream: Stream) -> dict[str, str]:
        """Draw what things that are not known look like, by their names."""
        disguises: dict[str, str] = {}
        for kind, looks in self.looks.items():
            drawn = list(looks)
            stream.shuffle(drawn)
            disguises.update(zip(_disguised(kind, self.blueprints), drawn, strict=False))
        return disguises

    def make(self, name: str) -> list[Component]:
        """Make the components of a thing, all new.

        Raises:
            ContentError: There is no such thing.
        """
        blueprint = self.blueprints.get(name)
        if blueprint is None:
            raise ContentError(_CREATURES, name, "is missing")
        return [cls(**deepcopy(fields)) for cls, fields in blueprint]

    def level(self, name: str) -> LevelKind:
        """Give a kind of level.

        Raises:
            ContentError: There is no such level.
        """
        kind = self.levels.get(name)
        if kind is None:
            raise ContentError(_LEVELS, name, "is missing")
        return kind


def load_catalogue(components: Sequence[type[Component]]) -> Catalogue:
    """Give the content that ships with the game; it is read once, for nothing in it changes.

    Raises:
        ContentError: It is wrong.
    """
    return _shipped(tuple(components))


@lru_cache(maxsize=4)
def _shipped(components: tuple[type[Component], ...]) -> Catalogue:
    return catalogue_of(load_tables(), components)


def read_catalogue(texts: Mapping[str, str], components: Sequence[type[Component]]) -> Catalogue:
    """Check content and turn it into what it describes.

    Args:
        texts: The text of ``creatures.toml``, of ``levels.toml`` and of ``effects.toml``,
            which may be left away.
        components: The component classes a table may name.

    Raises:
        ContentError: Something is wrong with it.
    """
    return catalogue_of({name: _tables(name, texts.get(name, "")) for name in FILES}, components)


def load_tables() -> Contents:
    """Read the content that ships with the game, unchecked."""
    return {name: _tables(name, read(name)) for name in FILES}


def catalogue_of(tables: Contents, components: Sequence[type[Component]]) -> Catalogue:
    """Check tables of content and turn them into what they describe.

    Args:
        tables: By file, as ``load_tables`` gives them.
        components: The component classes a table may name.

    Raises:
        ContentError: Something is wrong with them.
    """
    classes = {cls.__name__: cls for cls in components if cls is not Place}
    creatures = _blueprints(_CREATURES, tables, classes)
    things = _blueprints(_ITEMS, tables, classes)
    traps = _blueprints(_TRAPS, tables, classes)
    for file, made, before in ((_ITEMS, things, creatures), (_TRAPS, traps, creatures | things)):
        for name in made:
            if name in before:
                raise ContentError(file, name, "there is such a table already in another file")
    levels = {
        name: LevelKind(**_fields(_LEVELS, name, table, LevelKind))
        for name, table in tables[_LEVELS].items()
    }
    for name, level in levels.items():
        _check_names(f"{name}.creatures", level.creatures, _CREATURES, creatures)
        _check_lots(f"{name}.things", level.things, things)
        _check_names(f"{name}.traps.of", level.traps.of, _TRAPS, traps)
        if level.prize:
            _check_names(f"{name}.prize", [level.prize], _ITEMS, things)
        for number, deeper in enumerate(level.deeper):
            key = f"{name}.deeper[{number}]"
            _check_names(f"{key}.creatures.of", deeper.creatures.of, _CREATURES, creatures)
            _check_lots(f"{key}.things", deeper.things, things)
            _check_names(f"{key}.traps.of", deeper.traps.of, _TRAPS, traps)
    effects = {
        name: EffectKind(**_fields(_EFFECTS, name, table, EffectKind))
        for name, table in tables[_EFFECTS].items()
    }
    _check_plans(creatures, effects)
    _check_kits(creatures, things)
    for name, level in levels.items():
        for number, cue in enumerate(level.cues):
            _check_cue(f"{name}.cues[{number}]", cue, effects, creatures)
    spells = {
        name: Spell(**_fields(_SPELLS, name, table, Spell))
        for name, table in tables[_SPELLS].items()
    }
    looks = {
        name: _looks(name, table, {**creatures, **things})
        for name, table in tables[_APPEARANCES].items()
    }
    for name, spell in spells.items():
        _check_power(_SPELLS, name, spell, effects)
    for name, effect in effects.items():
        for deed, given in effect.deeds.items():
            if "what" in given and given["what"] not in creatures:
                reason = f"{_NO_TABLE}{_CREATURES}: {given['what']!r}"
                raise ContentError(_EFFECTS, f"{name}.deeds.{deed}.what", reason)
    for file, name, parts in (
        *((_ITEMS, name, parts) for name, parts in things.items()),
        *((_TRAPS, name, parts) for name, parts in traps.items()),
    ):
        for cls, fields in parts:
            key = f"{name}.{cls.__name__}"
            for field, value in fields.items():
                if isinstance(value, Power):
                    _check_power(file, f"{key}.{field}", value, effects)
            for spell_name in fields["spells"] if cls is Book else ():
                if spell_name not in spells:
                    reason = f"{_NO_TABLE}{_SPELLS}: {spell_name!r}"
                    raise ContentError(_ITEMS, f"{key}.spells", reason)
            if cls is Guise and fields["of"] not in looks:
                reason = f"{_NO_TABLE}{_APPEARANCES}: {fields['of']!r}"
                raise ContentError(_ITEMS, f"{key}.of", reason)
    for file, made in ((_CREATURES, creatures), (_ITEMS, things)):
        _check_venom(file, made, effects)
    _check_slaying(things, creatures)
    canonical = msgspec.json.encode(list(tables.values()), order="deterministic")
    fingerprint = blake2b(canonical, digest_size=8).hexdigest()
    return Catalogue(creatures | things | traps, levels, fingerprint, effects, spells, looks)


def _blueprints(
    file: str, tables: Contents, classes: Mapping[str, type[Component]]
) -> dict[str, Blueprint]:
    return {name: _blueprint(file, name, table, classes) for name, table in tables[file].items()}


def _check_lots(key: str, lots: Sequence[Lots], things: Mapping[str, object]) -> None:
    for number, lot in enumerate(lots):
        _check_names(f"{key}[{number}].of", lot.of, _ITEMS, things)


def _check_names(key: str, names: Iterable[str], file: str, known: Mapping[str, object]) -> None:
    for name in names:
        if name not in known:
            reason = f"{_NO_TABLE}{file}, only {', '.join(known)}"
            raise ContentError(_LEVELS, f"{key}.{name}", reason)


def _check_power(file: str, key: str, power: Power, effects: Mapping[str, EffectKind]) -> None:
    for effect in power.effects:
        if effect not in effects:
            raise ContentError(file, f"{key}.effects", f"{_NO_TABLE}{_EFFECTS}: {effect!r}")


def _looks(kind: str, table: Mapping[str, Any], things: Mapping[str, Blueprint]) -> Sequence[str]:
    """Check what things of a kind may look like: each differently."""
    looks = convert(table.get("looks"), list[str], _APPEARANCES, f"{kind}.looks")
    if len(table) > 1 or len(set(looks)) < len(looks):
        raise ContentError(_APPEARANCES, kind, "give looks, each once, and nothing else")
    if len(looks) < len(_disguised(kind, things)):
        reason = f"{len(looks)} are too few for {len(_disguised(kind, things))} things"
        raise ContentError(_APPEARANCES, f"{kind}.looks", reason)
    return looks


def _disguised(kind: str, things: Mapping[str, Blueprint]) -> list[str]:
    """List the names of the things that have a kind of look."""
    return [
        next(fields["name"] for cls, fields in parts if cls is Title)
        for parts in things.values()
        if any(cls is Guise and fields["of"] == kind for cls, fields in parts)
    ]


def _check_cue(
    key: str, cue: Cue, effects: Mapping[str, EffectKind], things: Mapping[str, Blueprint]
) -> None:
    kind = effects.get(cue.effect)
    if kind is None:
        raise ContentError(_LEVELS, f"{key}.effect", f"{_NO_TABLE}{_EFFECTS}: {cue.effect!r}")
    if cue.turns and not kind.turns:
        raise ContentError(_LEVELS, f"{key}.turns", f"{cue.effect} lasts for no time")
    if cue.level > max(1, len(kind.stages)):
        reason = f"{cue.effect} has {max(1, len(kind.stages))} at the most"
        raise ContentError(_LEVELS, f"{key}.level", reason)
    living = [parts for parts in things.values() if any(cls is Health for cls, _ in parts)]
    names = [fields["name"] for parts in living for cls, fields in parts if cls is Title]
    for field, name in (("on", cue.on), ("by", cue.by or cue.on)):
        if name not in names:
            reason = f"there is no {name!r}, only {', '.join(names)}"
            raise ContentError(_LEVELS, f"{key}.{field}", reason)


def _check_plans(creatures: Mapping[str, Blueprint], effects: Mapping[str, EffectKind]) -> None:
    plans = [
        (_CREATURES, f"{name}.Mind.plan", fields["plan"])
        for name, parts in creatures.items()
        for cls, fields in parts
        if cls is Mind
    ]
    plans += [(_EFFECTS, f"{name}.mind", kind.mind or ()) for name, kind in effects.items()]
    for file, key, plan in plans:
        for behaviour in plan:
            if behaviour not in BEHAVIOURS:
                reason = f"there is no behaviour {behaviour!r}, only {', '.join(BEHAVIOURS)}"
                raise ContentError(file, key, reason)


def _check_kits(creatures: Mapping[str, Blueprint], things: Mapping[str, Blueprint]) -> None:
    for name, parts in creatures.items():
        kit = next((fields for cls, fields in parts if cls is Kit), None)
        if kit is not None and not any(cls is Pack for cls, _ in parts):
            raise ContentError(_CREATURES, f"{name}.Kit", "takes a Pack to hold it")
        for key, lots in (kit or {}).items():
            for thing in lots:
                if thing not in things:
                    reason = f"{_NO_TABLE}{_ITEMS}: {thing!r}"
                    raise ContentError(_CREATURES, f"{name}.Kit.{key}", reason)


def _check_venom(
    file: str, made: Mapping[str, Blueprint], effects: Mapping[str, EffectKind]
) -> None:
    for name, parts in made.items():
        for cls, fields in parts:
            if cls is Venom:
                effect = fields.get("effect", "poison")
                kind, key = effects.get(effect), f"{name}.Venom"
                if kind is None:
                    reason = f"{_NO_TABLE}{_EFFECTS}: {effect!r}"
                    raise ContentError(file, f"{key}.effect", reason)
                if fields.get("turns", 0) and not kind.turns:
                    raise ContentError(file, f"{key}.turns", f"{effect} lasts for no time")


def _check_slaying(things: Mapping[str, Blueprint], creatures: Mapping[str, Blueprint]) -> None:
    of = [dict(parts) for parts in creatures.values()]
    sides = [*dict.fromkeys(parts[Side]["name"] for parts in of if Side in parts)]
    for name, parts in things.items():
        for cls, fields in parts:
            if cls is Slaying and fields["side"] not in sides:
                reason = f"there is no side {fields['side']!r}, only {', '.join(sides)}"
                raise ContentError(_ITEMS, f"{name}.Slaying.side", reason)


def _tables(file: str, text: str) -> dict[str, dict[str, Any]]:
    tables = parse(text, file)
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise ContentError(file, name, f"is no table; begin it with [{name}]")
    return tables


def _blueprint(
    file: str, thing: str, table: Mapping[str, Any], classes: Mapping[str, type[Component]]
) -> Blueprint:
    parts: list[tuple[type[Component], Mapping[str, Any]]] = []
    for name, fields in table.items():
        cls, key = classes.get(name), f"{thing}.{name}"
        if cls is None:
            reason = f"there is no such component, only {', '.join(classes)}"
            raise ContentError(file, key, reason)
        if not isinstance(fields, dict):
            reason = "give its fields as a table, {} for its defaults"
            raise ContentError(file, key, reason)
        parts.append((cls, _fields(file, key, fields, cls)))
    return tuple(parts)


def _fields(file: str, thing: str, table: Mapping[str, Any], cls: type) -> dict[str, Any]:
    """Check a table against the fields of a class, and give what to make it with."""
    refuse_unknown(table, cls, file, thing)
    hints = get_type_hints(cls, localns={"Entity": Entity}, include_extras=True)
    known = {field.name: field for field in attrs.fields(cls) if field.init}
    for key, field in known.items():
        if field.default is attrs.NOTHING and key not in table:
            raise ContentError(file, f"{thing}.{key}", "is missing")
    fields = {
        key: _value(file, f"{thing}.{key}", value, hints[key]) for key, value in table.items()
    }
    try:
        cls(**fields)
    except ValueError as error:
        raise ContentError(file, thing, str(error)) from None
    if cls is Health and not fields["hp"]:
        raise ContentError(file, f"{thing}.hp", "is 0: only the living are made")
    return fields


def _value(file: str, key: str, value: object, kind: Any) -> Any:
    if isinstance(value, str) and not value.isprintable():
        raise ContentError(file, key, "holds a line break or another control character")
    return convert(value, kind, file, key)
