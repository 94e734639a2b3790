"""Guesses: what a thing that is not known may be, by what is known already and what was tried.

Who tries an unknown thing learns what it is as soon as it does anything. So one that was tried and
is unknown still did nothing then: it is none of those that always do something.
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
"""The aims by which whoever uses a power without knowing it reaches at least themselves."""


def could_be(
    thing: Entity, player: Entity, world: World, blueprints: Mapping[str, Blueprint]
) -> list[str]:
    """Give the titles of what an unknown thing may be, in the order of their tables.

    Args:
        thing: The thing.
        player: Whose knowledge it is.
        world: Where they are.
        blueprints: Of what things are made, by the names of their tables.
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
    """Say whether a power does something whenever it is used, even by who does not know it."""
    named = (kinds.get(name) for name in power.effects)
    return power.aim in _ALWAYS and any(kind is not None and _lasts(kind) for kind in named)


def _lasts(kind: EffectKind) -> bool:
    """Say whether an effect lasts, and neither a stat nor another such can keep it off."""
    ignored = kind.stacking is Stacking.IGNORE or kind.kept_off_by or kind.only_harms
    return bool(kind.turns) and not ignored


def _of_appearance(
    appearance: str, blueprints: Mapping[str, Blueprint]
) -> Iterator[tuple[str, list[Power]]]:
    """Yield the titles of all that look alike, with what is done by drinking or reading them."""
    for name, parts in blueprints.items():
        fields: dict[type, Mapping[str, Any]] = dict(parts)
        if fields.get(Unidentified, {}).get("appearance") == appearance:
            magic = fields.get(Magic, {})
            powers = [magic[how] for how in ("quaff", "read") if magic.get(how) is not None]
            yield str(fields.get(Title, {}).get("name", name)), powers
