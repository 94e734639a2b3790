"""Items, spells and boons: picked up, dropped, used and identified."""

from __future__ import annotations

from typing import Final

from bidden.components.magic.magic import Magic
from bidden.components.things.gear import Gear
from bidden.components.things.pack import Pack
from bidden.components.things.readable import Book, Inscription
from bidden.events import boons
from bidden.events.combat import Die, Shoot, Throw
from bidden.events.ground import GoOut, LightUp
from bidden.events.knowledge import Learn, Tell
from bidden.events.magic import Cast, LearnSpell, Study
from bidden.events.run import Fulfil
from bidden.events.things import LetGo, PickUp, PutOn, Read, Release, StopWearing, Use
from bidden.events.tricks import Steal
from bidden.narration.grammar import Noun, fill
from bidden.narration.witness import Narration, Witness
from bidden.perception.senses.names import former_name
from bidden.perception.senses.sight import in_view_of
from bidden.perception.told.boons import boons_of
from bidden.rules.boons.having import HavingBoons
from bidden.rules.magic.powers import Aim
from bidden.rules.magic.spells import Spells
from bidden.state import Unseen, name_of
from bidden.words import sentence_of, tables
from eventcore import Entity

THINGS: Final = Narration(boons.DrawFrom, boons.GainUses, Learn, LearnSpell, Tell, boons.TurnBack)
# A second leap shows the player only for a moment.
THINGS.by_role(boons.Reappear, lambda reappearing, log: Unseen not in reappearing.enactor)
THINGS.refused[LightUp] = lambda lighting, log: log.refuse(lighting)
THINGS.by_role(
    Study, lambda it, log: Book in it.item, left=lambda it, log: it.item[Book].pages - it.page
)
THINGS.by_role(
    LetGo,
    lambda letting, log: not isinstance(letting.cause, Throw | Shoot | Steal),  # which report it
    many=lambda letting, log: log.noun(letting.item).count > 1,
)


@THINGS.on(PickUp)
def _pick_up(picking: PickUp, log: Witness) -> None:
    item = picking.item
    if item is not None and not isinstance(picking.cause, Steal):
        seen = sentence_of(tables()["Move"]["items"]).text
        log.retract(fill(seen, lambda _: log.noun(item).form("some")))
        stack = log.player[Pack].things.get(picking.slot)
        joins = stack is not None and stack is not item and name_of(stack) == name_of(item)
        log.say_by_role(picking, more=joins and stack)


@THINGS.on(PickUp, failed=True)
def _no_room(picking: PickUp, log: Witness) -> None:
    if picking.item is not None and isinstance(picking.cause, Fulfil):
        log.say(picking, "no_room")
    else:
        log.refuse(picking)


@THINGS.on(StopWearing)
def _stop_wearing(doffing: StopWearing, log: Witness) -> None:
    gear, cause = doffing.item.get(Gear), doffing.cause
    put_on = cause.item.get(Gear) if isinstance(cause, PutOn) and cause.item else None
    log.say_by_role(doffing, other=gear and put_on and put_on.kind != gear.kind)


@THINGS.on(Throw)
def _throw(throw: Throw, log: Witness) -> None:
    _use(throw, log)
    if throw.enactor is log.player and throw.item is not None and throw.struck is None:
        landed = throw.to_x, throw.to_y
        if log.player.alive and landed not in in_view_of(log.player, log.world):
            log.say(throw, "away")


@THINGS.on(Use)
def _use(use: Use, log: Witness) -> None:
    if use.item is None:
        return
    # Using it may have identified it: say the name it had before.
    item = log.noun(use.item)
    if log.player in use.strangers:
        item = Noun(former_name(log.player, use.item, log.world), item.count)
    gear = use.item.get(Gear)
    log.say_by_role(use, item=item, weapon=gear is not None and gear.is_weapon)
    if use.enactor is log.player:
        if isinstance(use, Read) and (inscription := use.item.get(Inscription)) is not None:
            log.say(use, "inscription", text=inscription.text)
        if isinstance(use, Release):
            _release(use, use.item, item, log)


def _release(use: Release, thing: Entity, item: Noun, log: Witness) -> None:
    magic = thing.get(Magic)
    power = None if magic is None else magic.power_of(use)
    if use.misspoken:
        log.say(use, "misspoken", item=item)
    elif power is not None and (use.worked or power.aim is Aim.AREA):
        log.add(use, power.told, power.tone)
        if not use.targets:  # an area effect works without a target
            log.say(use, "misses")
    elif power is not None and not use.known and not use.targets:
        # An unidentified item may need an aim.
        aimed = power.aim in (Aim.CLOSEST, Aim.CHOSEN)
        log.say(use, "no_enemy" if aimed else "nobody", item=item, tiles=power.range)


@THINGS.on(LightUp, GoOut)
def _torch(event: LightUp | GoOut, log: Witness) -> None:
    owner = event.item.owner
    lights = isinstance(event, LightUp) and event.enactor is log.player
    if lights or owner is log.player or log.sees(owner or event.item):
        put_out = isinstance(event, GoOut) and not isinstance(event.cause, StopWearing)
        log.say(event, "wet" if put_out else "seen")


@THINGS.on(boons.UseBoon)
def _use_boon(use: boons.UseBoon, log: Witness) -> None:
    if use.enactor is log.player:
        kind = log.world.root[HavingBoons].kinds[use.boon]
        log.add(use, (kind.warped(use.warp) or kind).told, "good")
    else:
        log.say_by_role(use)


@THINGS.on(boons.SwitchBoon)
def _switch(switch: boons.SwitchBoon, log: Witness) -> None:
    if switch.enactor is log.player:
        active = boons_of(log.player, log.world)[0]
        log.say(switch, "you", boon=active.name, charges=active.uses, about=active.about)


@THINGS.on(boons.Warp)
def _warp(warp: boons.Warp, log: Witness) -> None:
    kind = log.world.root[HavingBoons].kinds[warp.boon].warped(warp.warp)
    if warp.target is log.player and kind is not None:
        dead = log.named(warp.cause.target) if isinstance(warp.cause, Die) else None
        log.say(warp, "by_death" if dead else "yours", dead=dead, name=kind.name, about=kind.about)


@THINGS.on(Cast)
def _cast(cast: Cast, log: Witness) -> None:
    log.say_by_role(cast)
    if cast.enactor is log.player and cast.misspoken:
        log.say(cast, "misspoken")
    elif cast.enactor is log.player:
        spell = log.world.root[Spells].kinds[cast.spell]
        log.add(cast, spell.told, spell.tone)
