"""The pack as shown, in which only changed items are drawn up anew.

What is shown of an item depends on the fields of its components, on whether it is worn, and on
what all held items share: what the holder knows, has two hands for, and can shoot. Nothing
reports changes, so all of this is compared with its former values.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from operator import attrgetter, call
from typing import Any, Final, TypeAlias

import attrs

from bidden.components.boons.warping import Shard
from bidden.components.combat.missiles import Launcher, Quiver
from bidden.components.magic.magic import Magic
from bidden.components.things.breakable import Breakable
from bidden.components.things.consumable import Edible
from bidden.components.things.gear import Gear, has_a_bad_hand
from bidden.components.things.pack import Pack
from bidden.components.things.quality import Quality
from bidden.components.things.readable import Book, Inscription
from bidden.labels import label_of, split_label
from bidden.perception.senses.names import is_known, is_tried, label_on
from bidden.perception.senses.wording import Wording
from bidden.perception.told.aiming import aiming_of
from bidden.perception.told.lore import Lore
from bidden.state import Ammunition, Key, Look, Stack, TwoHanded, count_of
from bidden.view import Aiming, Held, Shape
from eventcore import Component, Entity, World

Reader: TypeAlias = Callable[[Any], Any]
"""A function that reads the fields of a component."""
Make: TypeAlias = tuple[tuple[Component, ...], Entity | None]
"""The components of an item, and the creature that wears it."""

_TWO_HANDS: Final = "needs two good hands"
_THROWING: Final = Aiming(Shape.DIRECTION)
_make_of: Final[Callable[[Entity], Make]] = attrgetter("components", "owner")


@attrs.frozen
class _Holder:
    """What a held item depends on in its holder.

    Attributes:
        who: The holder.
        lore: The descriptions of items.
        age: The age of the holder's wording.
        bad_hand: Whether a hand is wounded; False if no held item takes two.
        missiles: The kinds of missiles held, or None if the holder needs none.
    """

    who: Entity
    lore: Lore = attrs.field(eq=id)
    age: int
    bad_hand: bool
    missiles: frozenset[str] | None


@attrs.frozen(eq=False)
class _Shown:
    """An item as it was shown, and what that depended on.

    Attributes:
        thing: The item.
        make: Its components and wearer.
        by_heart: Whether it was a book that the holder knows by heart.
        parts: Its components that have fields.
        reads: The reader of each of these components.
        fields: The field values.
        held: What was shown.
    """

    thing: Entity
    make: Make
    by_heart: bool
    parts: list[Component]
    reads: list[Reader]
    fields: list[Any]
    held: Held

    def is_as_it_was(self, thing: Entity, *, by_heart: bool) -> bool:
        """Return whether the item is the same and unchanged."""
        return (
            thing is self.thing
            and _make_of(thing) == self.make
            and by_heart == self.by_heart
            and [*map(call, self.reads, self.parts)] == self.fields
        )


class _Whole:
    """Everything that was shown, for a fast check for changes."""

    def __init__(self, things: Mapping[str, Entity], shown: Collection[_Shown]) -> None:
        self.pack = tuple(one.held for one in shown)
        self.takes_both = any(TwoHanded in one.thing for one in shown)
        self._things = dict(things)
        self._makes = [_make_of(thing) for thing in things.values()]
        self._parts = [part for one in shown for part in one.parts]
        self._reads = [read for one in shown for read in one.reads]
        self._fields = [field for one in shown for field in one.fields]
        self._books = [(one.thing[Book], one.by_heart) for one in shown if Book in one.thing]

    def is_as_it_was(self, things: Mapping[str, Entity], player: Entity, world: World) -> bool:
        """Return whether the items are the same and unchanged."""
        return (
            things == self._things
            and [*map(_make_of, self._things.values())] == self._makes
            and [*map(call, self._reads, self._parts)] == self._fields
            and all(
                book.is_known_by_heart(player, world) == by_heart for book, by_heart in self._books
            )
        )


class Holdings:
    """What a creature holds, as it was last shown."""

    def __init__(self) -> None:
        self._holder: _Holder | None = None
        self._shown: dict[str, _Shown] = {}
        self._whole = _Whole({}, ())

    def of(self, player: Entity, world: World, lore: Lore, wording: Wording) -> tuple[Held, ...]:
        """Return what a player holds, in order of the slots.

        Args:
            player: The holder.
            world: The world.
            lore: The descriptions of items.
            wording: The player's names for things, up to date.
        """
        pack = player.get(Pack)
        things = {} if pack is None else pack.things
        is_as_it_was = self._is_holder(player, world, lore, wording)
        if not (is_as_it_was and self._whole.is_as_it_was(things, player, world)):
            self._show(things, player, world, lore, wording)
        return self._whole.pack

    def gear_among(
        self, things: Sequence[Entity], world: World, wording: Wording
    ) -> tuple[tuple[int, Held], ...]:
        """Return the gear among things that are not held, with their numbers.

        Call it after ``of`` for the same player.
        """
        holder = self._holder
        return tuple(
            (number, _held("", one, holder, world, wording, by_heart=False))
            for number, one in enumerate(things)
            if holder is not None and Gear in one
        )

    def _is_holder(self, player: Entity, world: World, lore: Lore, wording: Wording) -> bool:
        """Return whether the holder is unchanged. Missiles are compared with the items."""
        holder = self._holder
        return (
            holder is not None
            and holder.who is player
            and holder.lore is lore
            and holder.age == wording.age
            and (holder.missiles is not None) == (Quiver in player)
            and holder.bad_hand == (self._whole.takes_both and has_a_bad_hand(player, world))
        )

    def _show(
        self,
        things: Mapping[str, Entity],
        player: Entity,
        world: World,
        lore: Lore,
        wording: Wording,
    ) -> None:
        """Draw up the changed items anew, or all of them if the holder has changed."""
        holder = _holder(player, things, world, lore, wording)
        before = self._shown if holder == self._holder else {}
        shown: dict[str, _Shown] = {}
        for slot, thing in sorted(things.items()):
            one, book = before.get(slot), thing.get(Book)
            by_heart = book is not None and book.is_known_by_heart(player, world)
            if one is None or not one.is_as_it_was(thing, by_heart=by_heart):
                one = _show(slot, thing, holder, world, wording, by_heart=by_heart)
            shown[slot] = one
        self._holder, self._shown, self._whole = holder, shown, _Whole(things, shown.values())


def _holder(
    player: Entity, things: Mapping[str, Entity], world: World, lore: Lore, wording: Wording
) -> _Holder:
    missiles = None
    if Quiver in player:
        kinds = (one.get(Ammunition) for one in things.values())
        missiles = frozenset(one.kind for one in kinds if one is not None)
    takes_both = any(TwoHanded in one for one in things.values())
    bad_hand = takes_both and has_a_bad_hand(player, world)
    return _Holder(player, lore, wording.age, bad_hand, missiles)


def _show(
    slot: str, thing: Entity, holder: _Holder, world: World, wording: Wording, *, by_heart: bool
) -> _Shown:
    parts = thing.components
    readers = [(part, _reader(type(part))) for part in parts]  # type: ignore[arg-type]  # a class has a hash
    reads = [(part, read) for part, read in readers if read is not None]
    return _Shown(
        thing=thing,
        make=_make_of(thing),
        by_heart=by_heart,
        parts=[part for part, _ in reads],
        reads=[read for _, read in reads],
        fields=[_as_it_is(read(part)) for part, read in reads],
        held=_held(slot, thing, holder, world, wording, by_heart=by_heart),
    )


@cache  # there are as many as classes
def _reader(cls: Any) -> Reader | None:
    """Return a function that reads all fields of a component class, or None if it has none."""
    names = [field.name for field in attrs.fields(cls) if not field.name.startswith("_")]
    return attrgetter(*names) if names else None


def _as_it_is(value: Any) -> Any:
    """Copy a mutable value."""
    if isinstance(value, tuple):
        return tuple(map(_as_it_is, value))
    return value.copy() if isinstance(value, list | dict | set) else value


def _held(
    slot: str, thing: Entity, holder: _Holder, world: World, wording: Wording, *, by_heart: bool
) -> Held:
    player, lore = holder.who, holder.lore
    magic, known = thing.get(Magic), is_known(player, thing)
    tried = is_tried(player, thing, world)
    powers = {} if magic is None else {"quaff": magic.quaff, "read": magic.read}
    aims = {how: None if power is None else aiming_of(power) for how, power in powers.items()}
    aimed = [(how, aim) for how, aim in aims.items() if aim is not None and known]
    look, gear = thing[Look], thing.get(Gear)
    return Held(
        slot=slot,
        name=_called(thing, player, world, wording),
        each=wording.of(thing, player, world),
        count=count_of(thing),
        two_handed=TwoHanded in thing,
        about=lore.of(thing) if known else lore.of_tried(thing, player) if tried else "",
        tried=tried,
        uses=_uses(thing, holder),
        glyph=look.glyph,
        look=look.look,
        worn=thing.owner is not None,
        kind=look.kind if gear is None else gear.kind,
        worth=0 if gear is None else _worth(thing, gear, holder),
        adds=_adds(thing, gear),
        aimed=(*aimed, ("throw", _THROWING)),
        known=known,
        spells=tuple(thing[Book].spells) if by_heart else (),
        label=label_on(thing),
        barred=_TWO_HANDS if _is_barred(thing, holder) else "",
        opens_on=0 if Key not in thing else thing[Key].level,
        stacks=Stack in thing and thing.owner is None,
    )


def _called(thing: Entity, player: Entity, world: World, wording: Wording) -> str:
    """Return the name of an item, with its number, and whether it is cracked."""
    name, breakable = wording.counted(thing, player, world), thing.get(Breakable)
    if breakable is None or not breakable.cracked:
        return name
    called, inscription = split_label(name)
    return label_of(f"{called} (cracked)", inscription)


def _uses(thing: Entity, holder: _Holder) -> tuple[str, ...]:
    """Return the possible uses of an item."""
    magic, gear, worn = thing.get(Magic), thing.get(Gear), thing.owner is not None
    uses = []
    if magic is not None:
        powers = {"quaff": magic.quaff, "read": magic.read}
        uses += [how for how, power in powers.items() if power is not None]
    if Book in thing or Inscription in thing or Shard in thing:
        uses.append("read")
    if Edible in thing:
        uses.append("eat")
    if gear is not None and gear.worth and not _is_barred(thing, holder):
        uses.append("take off" if worn else "put on")
    return (*uses, "throw", "drop")


def _is_barred(thing: Entity, holder: _Holder) -> bool:
    """Return whether an item that is not worn needs a hand that is wounded."""
    return thing.owner is None and TwoHanded in thing and holder.bad_hand


def _adds(thing: Entity, gear: Gear | None) -> tuple[int, int, int]:
    """Return what a thing adds to the stats if it is equipped, with its quality."""
    if gear is None:
        return 0, 0, 0
    quality = thing.get(Quality)
    more = {} if quality is None else {quality.stat: quality.better}
    attack, defence = gear.attack + more.get("attack", 0), gear.defence + more.get("defence", 0)
    return attack, defence, gear.ranged + more.get("ranged", 0)


def _worth(thing: Entity, gear: Gear, holder: _Holder) -> int:
    """Return what an item adds if worn; for a launcher without missiles, its blow."""
    quality, launcher = thing.get(Quality), thing.get(Launcher)
    worth = gear.worth + (0 if quality is None else quality.better)
    if launcher is None or holder.missiles is None or launcher.missile in holder.missiles:
        return worth
    return worth - gear.ranged
