"""What an unidentified item may be, by elimination.

A user identifies an item that visibly does something. If a tried item is still unidentified, it
is none of those that always do something.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.magic.magic import Magic
from bidden.content.blueprints import Blueprint
from bidden.perception.senses.names import is_tried
from bidden.rules.magic.effect_kinds import EffectKind
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.powers import Aim, Power
from bidden.state import Title, Unidentified
from eventcore import Entity, World
from eventcore.time import Stacking

_ALWAYS: Final = (Aim.SELF, Aim.AREA, Aim.SPOT)
"""Powers with these aims always reach at least the user who does not know them."""


def could_be(
    thing: Entity, player: Entity, world: World, blueprints: Mapping[str, Blueprint]
) -> list[str]:
    """Return the titles that an unidentified item may have, in the order of their tables.

    Args:
        thing: The item.
        player: The player.
        world: The world.
        blueprints: The parts of all kinds of things, by the names of their tables.
    """
    knowledge, kinds = player.get(ItemKnowledge), world.root[Effects].kinds
    known = [] if knowledge is None else knowledge.known
    tried = is_tried(player, thing, world)
    return [
        title
        for title, powers in _of_appearance(thing[Unidentified].appearance, blueprints)
        if title not in known
        and not (tried and any(shows_always(power, kinds) for power in powers))
    ]


def shows_always(power: Power, kinds: Mapping[str, EffectKind]) -> bool:
    """Return whether a power visibly does something on every use."""
    named = (kinds.get(name) for name in power.effects)
    return power.aim in _ALWAYS and any(kind is not None and _lasts(kind) for kind in named)


def _lasts(kind: EffectKind) -> bool:
    """Return whether an effect lasts, and no stat or equal effect can prevent it."""
    ignored = kind.stacking is Stacking.IGNORE or kind.kept_off_by or kind.only_harms
    return bool(kind.turns) and not ignored


def _of_appearance(
    appearance: str, blueprints: Mapping[str, Blueprint]
) -> Iterator[tuple[str, list[Power]]]:
    """Yield the titles that share an appearance, with the powers of drinking or reading them."""
    for name, parts in blueprints.items():
        fields: dict[type, Mapping[str, Any]] = dict(parts)
        if fields.get(Unidentified, {}).get("appearance") == appearance:
            magic = fields.get(Magic, {})
            powers = [magic[how] for how in ("quaff", "read") if magic.get(how) is not None]
            yield str(fields.get(Title, {}).get("name", name)), powers
