"""Bodies and fights: damage, wounds, deaths, parts, worn gear, effects, healing and hunger."""

from __future__ import annotations

from typing import Any, Final

from bidden.components.body.metabolism import Stomach
from bidden.components.body.wounds import Wounds
from bidden.components.tricks.disguise import is_disguised
from bidden.events.bodies import LiveOn, Sever, Suffer, Topple
from bidden.events.body import Earn, Feed, Gain, Heal, Improve, Live, Mend
from bidden.events.combat import Block, Breathe, Die, Hit, Inhale, Shoot, TakeDamage, Wound
from bidden.events.effects import Affect, EffectMoment, what_is
from bidden.events.run import Fulfil
from bidden.events.things import Break, Crack, Release
from bidden.narration.conduct import harm_named, slayer_of
from bidden.narration.grammar import Noun, capitalised, fill, with_comma
from bidden.narration.witness import REFUSAL, Narration, Witness
from bidden.perception.senses.noticing import concerns
from bidden.rules.body.maiming import Maiming
from bidden.rules.magic.effects import Effects
from bidden.state import name_of
from bidden.text import numbered
from bidden.words import kind_named, phrase, refusal_of, tables
from eventcore import Entity, Event
from eventcore.time import StartTimer

BODY: Final = Narration(Block, Topple, Crack, Break, Inhale, Breathe)
BODY.by_role(Suffer, lambda harm, log: log.sees(harm.target))
BODY.by_role(Sever, lambda cut, log: cut.enactor is not cut.body)  # not parts that it takes along
BODY.by_role(Shoot, lambda shot, log: shot.enactor is not log.player)
BODY.by_role(Earn, lambda earn, _: earn.levels, several=lambda earn, _: earn.levels > 1)
BODY.by_role(Improve, option=lambda it, _: {"hp": "max HP"}.get(it.option, it.option.capitalize()))


@BODY.on(TakeDamage)
def _damage(damage: TakeDamage, log: Witness) -> None:
    source, cause = damage.source, damage.cause
    # Damage that an effect repeats is reported only of the player.
    others = not source or (log.sees(damage.target) and not isinstance(cause, EffectMoment))
    if others or damage.target is log.player:
        verb, thorns = tables()["verbs"].get(source, "hurt|hurts"), source == "a thorn"
        thrown, source = None if source else getattr(cause, "item", None), harm_named(source)
        brand = isinstance(cause, Hit) and source == damage.kind
        log.say_by_role(damage, source=source, verb=verb, thrown=thrown, thorns=thorns, brand=brand)


@BODY.on(Wound)
def _wound(wound: Wound, log: Witness) -> None:
    kind = log.world.root[Maiming].kinds[wound.kind]
    told = kind.told if kind.told[-1] in ".!?" else f"{kind.told}!"
    log.say_by_role(wound, told=told, most=log.player[Wounds].most, about=kind.about)


@BODY.on(Die)
def _death(die: Die, log: Witness) -> None:
    if die.target is log.player:
        killer = slayer_of(die.enactor, die.source)
        log.epitaph = with_comma(f"Killed by {killer} on turn {log.world.turn:,}.", killer)
        log.death = die.sequence
    log.say_by_role(die, source=harm_named(die.source), fading=die.source == "fading")


@BODY.on(LiveOn)
def _living_on(living: LiveOn, log: Witness) -> None:
    if living.come is not None and log.sees(living.come):
        log.say(living, "seen")


@BODY.on(Affect)
def _affect(affect: Affect, log: Witness) -> None:
    if not affect.applied:
        _nothing(affect, log)
    elif not affect.turns:
        _moment(affect, affect.target, affect.effect, "start", log)


@BODY.on(Affect, TakeDamage, failed=True)
def _no_effect(harm: Affect | TakeDamage, log: Witness) -> None:
    kind = harm.effect if isinstance(harm, Affect) else harm.kind
    if harm.reason == "immune" and not isinstance(harm.cause, EffectMoment):
        if log.sees(harm.target) and concerns(log.player, harm.enactor, harm.target, log.world):
            log.say(harm, "immune", kind=kind_named(kind))
    elif isinstance(harm, Affect) and harm.reason in ("nothing", "unhandled"):
        _nothing(harm, log)


def _nothing(affect: Affect, log: Witness) -> None:
    use = affect.cause
    if affect.enactor is affect.target is log.player:
        tried = isinstance(use, Release) and not use.known
        log.add(affect, refusal_of("tried" if tried else "nothing"), REFUSAL)
    elif affect.target is log.player:  # bots heed the tone of a refusal, not its words
        kept = log.world.root[Effects].kinds[affect.effect].kept_off_by
        free = kept == "free_action" and what_is(log.world, log.player, kept) > 0
        own = affect.effect if affect.effect in tables()["Affect"] else "again"
        log.say(affect, "free" if free else own)
    elif isinstance(use, Release) and use.enactor is log.player and not use.worked:
        if use.sequence != log.in_vain:
            log.add(affect, refusal_of("nothing seen"), REFUSAL)
        log.in_vain = use.sequence


@BODY.on(EffectMoment)
def _effect(moment: EffectMoment, log: Witness) -> None:
    _moment(moment, moment.enactor, moment.effect, moment.moment, log, moment.timer)


@BODY.on(StartTimer)
def _extended(start: StartTimer, log: Witness) -> None:
    if not start.began and start.kind in log.world.root[Effects].kinds:
        _moment(start, start.target, start.kind, "longer", log)


def _moment(
    event: Event, owner: Entity, effect: str, moment: str, log: Witness, timer: Any = None
) -> None:
    risen, turns = timer is not None and timer.risen, timer and timer.remaining
    kind = log.world.root[Effects].kinds[effect]
    if owner is log.player:
        text = kind.told.at(moment, risen).replace("{turns}", numbered("turn", turns or 0))
        heals = kind.each.get("health", 0) if moment == "start" else 0
        if text and heals > 0 and kind.each_percent == 100:  # not told again with each heal
            every = kind.every
            text += phrase("healing", "turn" if every == 1 else "turns", hp=heals, turns=every)
        log.add(event, text, "news")
    else:
        words = {"turns": turns, "who": Noun(name_of(owner))}
        level = 1 if timer is None else timer.level
        text = fill(kind.seen.at(moment, risen, level), words.__getitem__)
        if text and log.sees(owner) and not is_disguised(owner):
            log.add(event, capitalised(text), "plain")


@BODY.on(Gain)
def _gain(gain: Gain, log: Witness) -> None:
    recovers = type(gain) is Heal and isinstance(gain.cause, Live) and gain.target.alive
    at_once = gain.source and not isinstance(gain.cause, EffectMoment)
    if at_once if gain.target is log.player else recovers:
        is_cost = not isinstance(gain.cause, Affect)  # of a spell, which is no news
        log.say_by_role(gain, lost=0 if is_cost else max(0, -gain.gained))


@BODY.on(Feed)
def _feed(feed: Feed, log: Witness) -> None:
    stomach = log.player.get(Stomach)
    if feed.target is not log.player or stomach is None:
        return
    feeling, before = stomach.feeling, stomach.feeling_at(stomach.food - feed.gained)
    if feed.gained < 0 and feeling != before and feeling in ("hungry", "weak"):
        log.say(feed, feeling)
    if feed.overate:
        log.say(feed, "overate")
    # An effect that repeats it each turn is reported as it begins.
    elif feed.amount < 0 and feed.source and not isinstance(feed.cause, EffectMoment):
        log.say(feed, "foul")


@BODY.on(Mend)
def _mend(mend: Mend, log: Witness) -> None:
    if mend.target is log.player:
        kinds, rewards = log.world.root[Maiming].kinds, isinstance(mend.cause, Fulfil)
        for name in mend.closed:
            log.add(mend, kinds[name].closed, "good", loud=rewards)
