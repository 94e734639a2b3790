"""Cards give the true maximum damage: compared with recorded games, turn by turn.

The damage ranges of all creatures in view are noted before each intent. Then no attack of
theirs may cost the player more, unless something changed either of them meanwhile.
"""

from __future__ import annotations

from typing import Any

import pytest

from bidden.components.movement.position import Position
from bidden.content.mods import level_of
from bidden.events.combat import Attack, Breathe, Shoot, TakeDamage, Throw
from bidden.events.effects import EffectMoment
from bidden.events.tricks import UseKnack
from bidden.perception.cards.harms import harms_of
from bidden.perception.senses.sight import sees
from bidden.session import Session
from bidden.state import Fighter
from eventcore import Entity
from eventcore.journal import Journal
from eventcore.replay.playback import Playback
from eventcore.time import Timers
from tests.golden.catalogue import JOURNALS
from tests.sampling import Tried, amount

GAMES = {
    "died.jsonl": 400,
    "fighter.jsonl": 400,
    "goblins.jsonl": 400,
    "elevated.jsonl": 400,
    "beastly.jsonl": 400,
    "divine.jsonl": 400,
    "ancient.jsonl": 400,
    "champions.jsonl": 400,
    "shot.jsonl": 400,
    "armed.jsonl": 400,
    "hunted.jsonl": 400,
    "run_lost.jsonl": 1200,
}
"""Recorded games, and the number of their intents to compare."""
OTHERS = [path.name for path in sorted(JOURNALS.iterdir()) if path.name not in GAMES]
_WHOLE = 10_000
"""More intents than any recorded game has."""
_WAYS = {Attack: "blow", Shoot: "shot", Throw: "throw", Breathe: "breath", UseKnack: "knack"}


def way_of(damage: TakeDamage, player: Entity) -> str:
    """Return how a creature did the damage, or "" if it was not its own attack."""
    cause = damage.cause
    while cause is not None and not isinstance(cause, EffectMoment):
        way = _WAYS.get(type(cause), "")
        if way and getattr(cause, "enactor", None) is player:
            return "answer" if way == "blow" else ""
        if way:
            return way
        cause = cause.cause
    return ""


def moods(who: Entity, session: Session) -> tuple[Any, ...]:
    """Return everything that may change a blow's strength after its card was read."""
    lasting = [(t.kind, t.level, t.waned) for t in session.world.root[Timers].of(who)]
    fighter = who[Fighter]
    own = fighter.attack, fighter.defence, fighter.strength
    return tuple(lasting), tuple(one.id for one in who.owned), own


@pytest.mark.endurance
@pytest.mark.parametrize("name", [*GAMES, *OTHERS][: amount(4, len(GAMES) + len(OTHERS))])
def test_creature_damage_never_exceeds_its_card(name: str, tried: Tried) -> None:
    journal = Journal.read(JOURNALS / name)
    session = Session(journal.header.seed, level=level_of(journal.header))
    playback, player = Playback(session, journal), session.player
    dealt: list[tuple[Entity, str, int, tuple[Any, ...]]] = []
    compared = 0

    def note(damage: TakeDamage) -> None:
        way = way_of(damage, player)
        if damage.target is player and damage.enactor is not player and way:
            by = damage.enactor
            theirs = moods(by, session) if by.alive and Fighter in by else ()
            dealt.append((by, way, damage.dealt, (theirs, moods(player, session))))

    session.world.observe(TakeDamage, note)
    for _ in range(amount(GAMES.get(name, 0), _WHOLE)):
        world = session.world
        if not player.alive:
            break
        told = {
            one: ({str(h.how): h.worst for h in harms_of(one, player, world)}, moods(one, session))
            for one in world.having(Fighter, Position)
            if one is not player and sees(player, one, world)
        }
        mine = moods(player, session)
        dealt.clear()
        if not playback.step():
            break
        for by, way, loss, now in dealt:
            if by not in told or now != (told[by][1], mine):
                continue
            compared += 1
            tried["damage in recorded games, compared with the cards"] += 1
            worst = told[by][0].get(way)
            assert worst is not None, (playback.position, by, way)
            assert loss <= worst, (playback.position, by, way, loss, told[by][0])
    assert compared or name not in GAMES, "nobody struck: take another game"
