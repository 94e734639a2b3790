"""Observations and masks reveal nothing hidden: they ignore every unseen difference."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any

import attrs
import pytest

from bidden.components.body.health import Health
from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.magic.magic import Magic
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.gym.env import BiddenEnv
from bidden.headless import Game
from bidden.rules.knowledge.appearances import Appearances
from bidden.session import Session
from bidden.state import Flying, Item, Secret, Side, Title, Unidentified
from eventcore import Entity, Fixed
from tests.bidden.playing import played
from tests.bidden.scenes import catalogue
from tests.sampling import amount, sampled

LEVELS = ("first", "armoury", "dark", "traps", "sleepers", "unseen", "hunted", "cellar")


@cache
def environment(level: str) -> BiddenEnv:
    env = BiddenEnv(level=level)
    env.reset(seed=1)
    return env


def seen_by_an_agent(game: Game, level: str) -> dict[str, Any]:
    """Return everything that an environment reveals of a game, computed afresh."""
    env = environment(level)
    env.restore(attrs.evolve(env.clone(), game=game.clone()))
    nothing = next(n for n in range(len(env.acts)) if env.meant(n) is None)
    observation, _, _, _, info = env.step(nothing)  # takes no time
    arrays = observation | {"mask": info["action_mask"]}
    return {key: array.tolist() for key, array in arrays.items()}


def assert_alike(game: Game, other: Session, level: str) -> None:
    assert seen_by_an_agent(Game.load(other.save()), level) == seen_by_an_agent(game, level)


def out_of_view(session: Session) -> list[Entity]:
    """Return all entities on the map that the player does not see."""
    view, here = session.view(), session.player[Position]
    return [
        one
        for one in session.world.having(Position, Title)
        if one is not session.player
        and (
            one[Position].level != here.level
            or not view.tiles[one[Position].y][one[Position].x].lit
        )
    ]


def change_what_is_unseen(session: Session) -> int:
    """Change every unseen entity in a visible way; return the number of changes."""
    world, unseen = session.world, out_of_view(session)
    for one in unseen:
        if Side in one and Health in one:
            one[Health].hp = 1
            if one.id % 2:
                world.attach(one, Flying()) if Flying not in one else world.detach(one, Flying)
            else:
                world.despawn(one)
        elif Secret in one and Trap in one:
            one[Secret].found = False
        elif Item in one:
            one[Title].name = "orb of nothing"
            if one.id % 3 == 0:
                world.despawn(one)
    for name, _ in world.draws():
        world.stream(name).below(100)
    world.stream("never drawn from before").below(6)
    return len(unseen)


@pytest.mark.parametrize("level", sampled(LEVELS, 3))
def test_observation_does_not_depend_on_unseen_things(level: str) -> None:
    changed = 0
    for game, _ in islice(played(level, 4, amount(45, 900)), 0, None, 15):
        other = Session.restore(game.save())
        changed += change_what_is_unseen(other)
        assert_alike(game, other, level)
        assert other.save() != game.save()
    assert changed > 2


# Each game shuffles the looks of potions, so two unidentified kinds can swap
# places and looks without any visible change.
def test_observation_does_not_reveal_unidentified_items() -> None:
    exchanged = 0
    for seed in range(amount(4, 40)):
        *_, (game, _) = played("armoury", seed, 40)
        other = Session.restore(game.save())
        exchanged += exchange_two_kinds(other)
        assert_alike(game, other, "armoury")
    assert exchanged > 2


def exchange_two_kinds(session: Session) -> int:
    """Swap two kinds of unidentified potions; return the number of potions changed."""
    world = session.world
    looks = world.root[Appearances].looks
    known = set(session.player[ItemKnowledge].known)
    kinds = [
        name
        for name in looks
        if name.startswith("potion of") and name not in known and is_quaffed(name)
    ]
    things = [one for one in world.having(Unidentified, Title) if one[Title].name in kinds]
    if not things or len(kinds) < 2:
        return 0
    mine = things[0][Title].name
    theirs = next(name for name in kinds if name != mine)
    world.root[Appearances].looks = Fixed({**looks, mine: looks[theirs], theirs: looks[mine]})
    for one in things:
        if one[Title].name in (mine, theirs):
            name = theirs if one[Title].name == mine else mine
            one[Title].name = name
            world.detach(one, Magic)
            world.attach(one, next(p for p in catalogue().make(name) if isinstance(p, Magic)))
    return len(things)


def is_quaffed(name: str) -> bool:
    parts = [part for part in catalogue().make(name) if isinstance(part, Magic)]
    return bool(parts and parts[0].quaff)
