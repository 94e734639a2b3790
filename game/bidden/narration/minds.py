"""Minds: creatures that wake, flee, hunt and use abilities; noises; orders to allies."""

from __future__ import annotations

from typing import Final

from bidden.components.movement.position import Position
from bidden.components.tricks.disguise import is_disguised
from bidden.components.tricks.knack import Knack
from bidden.events.minds import Bid, Noise, Obey, Rouse, TakeFright, WhatMind
from bidden.events.pursuit import ComeAfter, FeelWatched
from bidden.events.tricks import Erupt, Imitate, Steal, Unmask, UseKnack
from bidden.grid.compass import direction
from bidden.narration.witness import Narration, Witness
from bidden.perception.senses.noticing import cannot_act
from bidden.perception.senses.sight import in_view_of
from bidden.rules.places.pursuit import Pursuit
from bidden.state import name_of, waking
from bidden.words import sentence_of, tables

MINDS: Final = Narration(Imitate, Steal)
MINDS.by_role(FeelWatched, come=lambda it, log: log.world.root[Pursuit].come_after(it.enactor))
MINDS.by_role(TakeFright, lambda fright, log: not cannot_act(fright.enactor, log.world))
MINDS.by_role(
    Bid,
    no_enemy=lambda bid, log: bid.word == "strike" and bid.x < 0,
    order=lambda bid, log: bid.word.replace("strike", "attack"),
)
MINDS.by_role(
    UseKnack,
    lambda use, log: use.enactor.alive and Knack in use.enactor and use.enactor[Knack].seen,
    does=lambda use, log: use.enactor[Knack].seen,
)


@MINDS.on(Rouse)
def _wake(rouse: Rouse, log: Witness) -> None:
    # Nobody knew that a creature slept that looks like an item.
    if rouse.woke and log.sees(rouse.target) and not is_disguised(rouse.target):
        turn, names = log.woken
        together = turn == log.world.turn and log.retract(waking(names))
        log.woken = log.world.turn, [*(names if together else ()), name_of(rouse.target)]
        log.add(rouse, waking(log.woken[1]), "news")


@MINDS.on(Unmask)
def _unmask(unmask: Unmask, log: Witness) -> None:
    log.retract(sentence_of(tables()["Search"]["you"]).text)  # if a search revealed it
    log.say_by_role(unmask)
    log.tell_before_its_cause(unmask)  # the hit that revealed it names it


@MINDS.on(Obey)
def _obey(obeying: Obey, log: Witness) -> None:
    if obeying.enactor is log.player:
        plan = log.world.ask(WhatMind(log.player, [])).plan
        log.say(obeying, "terror" if "flee" in plan else "overruled" if plan else "senseless")


@MINDS.on(Noise)
def _hear(noise: Noise, log: Witness) -> None:
    you, here = log.player, log.player[Position]
    dx, dy = noise.x - here.x, noise.y - here.y
    near = noise.level == here.level and dx * dx + dy * dy <= noise.loudness * noise.loudness
    heard = near and you.alive and noise.enactor is not you
    if heard and (noise.x, noise.y) not in in_view_of(you, log.world):
        log.say(noise, "heard", way=direction(dx, dy))


@MINDS.on(ComeAfter)
def _hunter(coming: ComeAfter, log: Witness) -> None:
    if coming.come is not None and coming.come.alive and log.sees(coming.come):
        log.say(coming, "sent" if coming.sender else "seen")


@MINDS.on(Erupt)
def _erupt(burst: Erupt, log: Witness) -> None:
    if log.sees_tile(burst.level, [(burst.x, burst.y)]):
        log.say(burst, "ally" if burst.side else "seen", creature=log.named(burst.who))
