"""A run: bindings, the bond, rewards, achievements and talk."""

from __future__ import annotations

from typing import Final

from bidden.bindings import TITLES
from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Campaign, Tells, offer_of
from bidden.events import run
from bidden.events.combat import Die
from bidden.events.run import Achieve
from bidden.grid.compass import direction
from bidden.narration.conduct import slayer_of
from bidden.narration.grammar import Noun, capitalised, fill
from bidden.narration.witness import Narration, Witness
from bidden.perception.told.bindings import called_by, reward_of, task_of, where_of
from bidden.rules.run.calling import Calling
from bidden.rules.run.deeds import Deeds
from bidden.text import numbered, signed
from bidden.words import phrase, tables

RUN: Final = Narration(run.LetPass)
RUN.by_role(
    Achieve,
    did=lambda it, log: {one.name: one.did for one in log.world.root[Deeds].achieved}.get(it.name),
)
RUN.by_role(
    run.FeelTheTerm,
    left=lambda feeling, log: log.world.root[Campaign].due - log.world.turn,
    fulfilled=lambda feeling, log: log.world.root[Campaign].fulfilled,
)
# Not if it dies.
RUN.by_role(run.BreakPeace, lambda it, log: Health not in it.enactor or it.enactor[Health].hp)

_FAR: Final = 12


@RUN.on(run.Call)
def _call(call: run.Call, log: Witness) -> None:
    if log.world.root[Campaign].bound is None:
        log.say(call, "first")
    log.say(call, "offers" if len(call.offers) > 1 else "offer")


@RUN.on(run.Bind)
def _bind(bind: run.Bind, log: Witness) -> None:
    binding = bind.binding
    if binding is None:
        return
    log.say(bind, "bound", summoner=called_by(binding))
    log.say(bind, "task", title=TITLES[binding.task], task=task_of(binding, log.world))
    log.say(bind, "place", land=binding.land, place=binding.place)
    if bind.keys:
        log.say(bind, "old_keys")
    if bind.thing is not None:
        log.say(bind, "given")
        if Position in bind.thing:
            log.say(bind, "no_room")


@RUN.on(run.Deliver, failed=True)
def _empty_hands(delivery: run.Deliver, log: Witness) -> None:
    if delivery.enactor is log.player:
        log.say(delivery, "empty_hands" if delivery.thing.alive else "lost")


@RUN.on(run.Fulfil)
def _fulfil(fulfil: run.Fulfil, log: Witness) -> None:
    binding, die = fulfil.binding, fulfil.cause
    if binding is None:
        return
    if isinstance(die, Die) and die.enactor is not log.player and not log.sees(die.target):
        killer = slayer_of(die.enactor, die.source)
        log.say(fulfil, "killed", quarry=log.named(die.target), killer=killer)
    campaign = log.world.root[Campaign]
    if log.world.root[Calling].is_over(campaign):
        log.say(fulfil, "free")
        return
    done = "delivered" if isinstance(fulfil.cause, run.Deliver) else "reward"
    log.say(fulfil, done, reward=reward_of(binding))
    left = campaign.due - log.world.turn
    log.say(fulfil, "left" if left > 0 else "late", left=left)
    if fulfil.rival:
        variant, change = "standing_late" if fulfil.burns else "standing", signed(fulfil.standing)
        log.say(fulfil, variant, faction=binding.faction, change=change)


@RUN.on(run.Uproar)
def _uproar(uproar: run.Uproar, log: Witness) -> None:
    here = log.player[Position]
    dx, dy = uproar.x - here.x, uproar.y - here.y
    log.say(uproar, "cry")
    log.say(uproar, "gate", tiles=max(abs(dx), abs(dy)), way=direction(dx, dy))
    log.say(uproar, "all_come" if uproar.roused else "hunters")


@RUN.on(run.Talk)
def _talk(talk: run.Talk, log: Witness) -> None:
    if talk.enactor is not log.player:
        return
    speaker = offer_of(talk.target) or talk.target.get(Tells)
    faction = log.world.root[Calling].factions.get("" if speaker is None else speaker.faction)
    says = tables()["Talk"]["says"] if faction is None else faction.says
    values = {"who": log.named(talk.target), "hint": f'"{_hint(talk, log)}"'}
    log.add(talk, capitalised(fill(says, values.__getitem__)), "news")


def _hint(talk: run.Talk, log: Witness) -> str:
    offer, here = offer_of(talk.target), log.player[Position]
    if offer is not None:
        task = f"{TITLES[offer.task]}: {task_of(offer, log.world)} {where_of(offer)}."
        term, reward = numbered("turn", offer.term), reward_of(offer)
        return phrase("summoner", "hint", task=task, term=term, danger=offer.danger, reward=reward)
    dx, dy = talk.x - here.x, talk.y - here.y
    far, hints = max(abs(dx), abs(dy)) > _FAR, tables()["hints"]
    values = {
        "what": Noun(talk.what),
        "level": talk.level,
        "way": direction(dx, dy),
        "far": phrase("distance", "far" if far else "near"),
    }
    about = "elsewhere" if talk.about == "task" and talk.x < 0 else talk.about
    return fill(hints.get(about, hints["nothing"]), values.__getitem__)
