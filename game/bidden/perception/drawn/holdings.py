"""The pack as shown: each item with its name, its uses and its bonuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs

from bidden.components.boons.boons import Shard
from bidden.components.combat.blows import Reach
from bidden.components.combat.marksman import Launcher, Quiver
from bidden.components.combat.on_hit import Brand
from bidden.components.magic.magic import Magic
from bidden.components.movement.position import Position
from bidden.components.things.breakable import Breakable
from bidden.components.things.consumable import Edible
from bidden.components.things.gear import Gear, has_a_bad_hand
from bidden.components.things.pack import Pack
from bidden.components.things.readable import Book, Inscription
from bidden.content.catalogue import Catalogue
from bidden.perception.cards.parts import traits_of
from bidden.perception.cards.things import could_be, worth_of
from bidden.perception.senses.ground import known_locks
from bidden.perception.senses.names import apparent_name, counted_name, is_known, is_tried
from bidden.perception.told.tiles import line_about
from bidden.rules.magic.powers import Aim, Power
from bidden.state import Ammunition, Key, Look, Stack, TwoHanded, count_of, enumerated, name_of
from bidden.view import Aiming, Held, Shape, Spot
from bidden.words import phrase
from eventcore import Entity, World

_THROWING: Final = Aiming(Shape.DIRECTION)
_SHAPES: Final = {Aim.CHOSEN: Shape.CREATURE, Aim.AREA: Shape.TILE, Aim.SPOT: Shape.TILE}


def things_of(player: Entity) -> Mapping[str, Entity]:
    """Return the items in a player's pack, by slot, in order."""
    pack = player.get(Pack)
    return {} if pack is None else dict(sorted(pack.things.items()))


def aiming_of(power: Power) -> Aiming | None:
    """Return how to aim a power, or None if it needs no aim."""
    shape = _SHAPES.get(power.aim)
    return None if shape is None else Aiming(shape, power.range, power.radius)


@attrs.frozen
class Holdings:
    """The items that a player has or could take."""

    player: Entity
    world: World
    catalogue: Catalogue

    def held(self) -> tuple[Held, ...]:
        """Return the items held, in order of the slots."""
        return tuple(self._shown(slot, item) for slot, item in things_of(self.player).items())

    def gear_among(self, items: Sequence[Entity]) -> tuple[tuple[int, Held], ...]:
        """Return the gear among items that are not held, with their numbers."""
        numbered = enumerate(items)
        return tuple((number, self._shown("", item)) for number, item in numbered if Gear in item)

    def _shown(self, slot: str, item: Entity) -> Held:
        player, world, look, gear = self.player, self.world, item[Look], item.get(Gear)
        known, book, is_worn = is_known(player, item), item.get(Book), item.owner is not None
        aims = {how: aiming_of(power) for how, power in _powers(item)} if known else {}
        by_heart = slot and book is not None and book.is_known_by_heart(player, world)
        is_barred = not is_worn and TwoHanded in item and has_a_bad_hand(player, world)
        return Held(
            slot=slot,
            name=_name(item, player, world),
            each=apparent_name(player, item, world),
            count=count_of(item),
            two_handed=TwoHanded in item,
            about=self._about(item),
            tried=is_tried(player, item, world),
            uses=(*_uses(item, is_barred=is_barred), "throw", "drop"),
            glyph=look.glyph,
            look=look.look,
            worn=is_worn,
            kind=look.kind if gear is None else gear.kind,
            worth=0 if gear is None else self._worth(item, gear),
            reach=item[Reach].tiles - 1 if Reach in item else 0,
            brand=(item[Brand].strength + 2) // 2 if Brand in item else 0,
            lacks_missiles=self._lacks_missiles(item),
            adds=(0, 0, 0) if gear is None else worth_of(item),
            traits=() if gear is None else tuple(traits_of(item)),
            aimed=(*((how, aim) for how, aim in aims.items() if aim), ("throw", _THROWING)),
            known=known,
            spells=tuple(book.spells) if book is not None and by_heart else (),
            barred=phrase("held", "barred") if is_barred else "",
            opens_on=item[Key].level if Key in item else 0,
            opens=tuple(self._opens(item)) if Key in item else (),
            stacks=Stack in item and not is_worn,
        )

    def _opens(self, key: Entity) -> Iterator[Spot]:
        if key[Key].level == self.player[Position].level:
            for spot, name in known_locks(self.player, self.world):
                if name == name_of(key):
                    yield spot

    def _about(self, item: Entity) -> str:
        line = line_about(item, self.player, self.world, self.catalogue.abouts)
        if Key in item:
            return line.replace("its level", f"level {item[Key].level}")
        if is_tried(self.player, item, self.world):
            titles = could_be(item, self.player, self.world, self.catalogue)
            kinds = [title.partition(" of ")[2] or title for title in titles]
            known = enumerated(kinds, "or") if kinds else ""
            return phrase("held", "could be" if kinds else "tried", kinds=known)
        return line if is_known(self.player, item) else ""

    def _worth(self, item: Entity, gear: Gear) -> int:
        """Return the bonuses of gear if worn; for a launcher without missiles, its melee bonus."""
        return sum(worth_of(item)) - (gear.ranged if self._lacks_missiles(item) else 0)

    def _lacks_missiles(self, item: Entity) -> bool:
        launcher = item.get(Launcher)
        if launcher is None or Quiver not in self.player:
            return False
        held = things_of(self.player).values()
        return launcher.missile not in [
            each[Ammunition].kind for each in held if Ammunition in each
        ]


def _powers(item: Entity) -> list[tuple[str, Power]]:
    magic = item.get(Magic)
    powers = [] if magic is None else [("quaff", magic.quaff), ("read", magic.read)]
    return [(how, power) for how, power in powers if power is not None]


def _name(item: Entity, player: Entity, world: World) -> str:
    """Return the name of an item, with its number, and whether it is cracked."""
    name, breakable = counted_name(player, item, world), item.get(Breakable)
    return f"{name} (cracked)" if breakable is not None and breakable.cracked else name


def _uses(item: Entity, *, is_barred: bool) -> Iterator[str]:
    yield from (how for how, _ in _powers(item))
    if Book in item or Inscription in item or Shard in item:
        yield "read"
    if Edible in item:
        yield "eat"
    gear = item.get(Gear)
    if gear is not None and gear.worth and not is_barred:
        yield "take off" if item.owner is not None else "put on"
