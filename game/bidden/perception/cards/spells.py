"""The card of a spell: what it costs, whom it reaches, what it does, and what it needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from bidden.amounts import numbered
from bidden.components.magic.mana import Mana
from bidden.content.kinds.spell_kinds import Spell
from bidden.events.effects import what_is
from bidden.perception.cards.card import Card, CardLine
from bidden.perception.cards.effects import effects_told
from bidden.rules.magic.effect_kinds import EffectKind
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.powers import Aim, Power
from bidden.rules.magic.spells import Spells
from bidden.rules.magic.voice import odds_of_speech
from eventcore import Entity, World

_WHOM: Final = MappingProxyType(
    {
        Aim.SELF: "Upon yourself",
        Aim.CLOSEST: "Upon the closest foe in view",
        Aim.CHOSEN: "Upon one you choose in view",
        Aim.AROUND: "Upon all in view but you",
        Aim.AREA: "Upon all around a tile you choose, you too",
        Aim.FELLOWS: "Upon all on your side in view but you",
        Aim.SPOT: "Upon yourself, for a free tile you choose",
    }
)
_SURE: Final = 100


def spell_card(name: str, player: Entity, world: World) -> Card | None:
    """Draw up the card of a spell; None where there is no such spell."""
    spell = world.root[Spells].kinds.get(name)
    if spell is None:
        return None
    return Card(name, lines=tuple(_lines(spell, player, world)))


def power_told(power: Power, kinds: Mapping[str, EffectKind]) -> str:
    """Say whom a power reaches, how far, and what it does to them."""
    far = f", up to {numbered('tile', power.range)} away" if power.range else ""
    around = f", {numbered('tile', power.radius)} around it" if power.radius else ""
    return f"{_WHOM[power.aim]}{far}{around}: {effects_told(power.effects, kinds)}."


def _lines(spell: Spell, player: Entity, world: World) -> Iterator[CardLine]:
    yield CardLine(power_told(spell, world.root[Effects].kinds))
    mana = player.get(Mana)
    have = 0 if mana is None else mana.mana
    lacks = f", {spell.mana - have} too few" if have < spell.mana else ""
    costs = f"Costs {spell.mana} mana; you have {have}{lacks}."
    yield CardLine(costs, "harm" if lacks else "plain")
    odds = odds_of_speech(player, world)
    if odds < _SURE:
        yield CardLine(f"You speak it right in {odds} % of cases; else the mana is gone.", "harm")
    if what_is(world, player, "silenced") > 0:
        yield CardLine("You are silenced: it cannot be cast now.", "harm")
