"""Nothing hidden is in an observation, nor in a mask: worlds that differ in it alone look alike."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from bidden.components.body.health import Health
from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.magic.magic import Magic
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.content.catalogue import load_catalogue
from bidden.gym.env import BiddenEnv
from bidden.headless import COMPASS, Game, choices
from bidden.intents import Move, SwitchBoon, UseBoon, Wait
from bidden.order import COMPONENTS
from bidden.rules.knowledge.appearances import Appearances
from bidden.state import (
    WALL,
    Flying,
    Invisible,
    Item,
    Levels,
    Secret,
    Side,
    Title,
    Unidentified,
)
from bidden.worldgen.plan import Placement
from eventcore import Entity, Fixed
from tests.bidden.playing import played
from tests.bidden.scenes import put
from tests.sampling import amount, sampled

LEVELS = ("first", "armoury", "dark", "traps", "sleepers", "unseen", "hunted", "cellar")
CATALOGUE = load_catalogue(COMPONENTS)


def seen_by_an_agent(game: Game, level: str) -> dict[str, Any]:
    """All that an environment tells of a game, drawn up anew."""
    env = BiddenEnv(level=level)
    env.reset(seed=1)
    game._awake()
    game._snapshot = None  # it was changed behind its back, and rules keep what they worked out
    env._game = game.clone()
    env.game._view = None
    env._look(env._progress, {})
    observation, info = env._given()
    return {key: array.tolist() for key, array in (observation | info).items()}


def out_of_view(game: Game) -> list[Entity]:
    """Who and what is somewhere on the player's level or another that the player does not see."""
    session, view = game._awake(), game.observe()
    here = session.player[Position]
    return [
        one
        for one in session.world.having(Position, Title)
        if one is not session.player
        and (
            one[Position].level != here.level
            or not view.tiles[one[Position].y][one[Position].x].lit
        )
    ]


def change_what_is_unseen(game: Game) -> int:
    """Do to all that is unseen what would show at once, were it seen; say how much was done."""
    world = game._awake().world
    done = 0
    for one in out_of_view(game):
        done += 1
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
    return done


@pytest.mark.parametrize("level", sampled(LEVELS, 4))
def test_worlds_that_differ_in_what_is_unseen_alone_look_alike(level: str) -> None:
    changed = 0
    for game, _ in islice(played(level, 4, amount(150, 900)), 0, None, 15):
        same, other = game.clone(), game.clone()
        changed += change_what_is_unseen(other)
        assert seen_by_an_agent(other, level) == seen_by_an_agent(same, level)
        assert other.save() != same.save()
    assert changed > 20


def test_who_is_blind_learns_nothing_of_the_ground_around() -> None:
    game = Game(3, level="conditions")
    while "blindness" not in dict(game.observe().lasting):
        game.step(Wait())
    x, y = game.observe().here
    other = game.clone()
    ground = other._awake().world.root[Levels].at(1).rows
    for row in (y - 1, y + 1):
        turned = ground[row].translate({ord("."): "#", ord("#"): "."})
        ground[row] = turned[:x] + ground[row][x] + turned[x + 1 :]
    assert seen_by_an_agent(other, "conditions") == seen_by_an_agent(game.clone(), "conditions")
    refusals = [one._awake().refusal(Move(1, 1)) for one in (game, other)]
    assert sorted(map(str, refusals)) == ["None", "wall"]


@pytest.mark.parametrize("level", ["boons", "cellar"])
def test_the_invisible_do_not_show(level: str) -> None:
    met = 0
    for seed in range(amount(4, 20)):
        game = Game(seed, level=level)
        here, tiles = game._awake().player[Position], game.observe().tiles
        for dx, dy in [(far * x, far * y) for far in (1, 2) for x, y in COMPASS]:
            spot, other, same = (here.x + dx, here.y + dy), game.clone(), game.clone()
            if tiles[spot[1]][spot[0]].glyph == ".":
                parts = [p for p in CATALOGUE.make("zombie") if not isinstance(p, Position)]
                other._awake().world.spawn(*parts, Invisible(), Position(*spot, here.level))
                assert seen_by_an_agent(other, level) == seen_by_an_agent(same, level)
                met += 1
    assert met > 8


def test_a_hidden_door_is_as_the_wall_it_looks_like() -> None:
    powers, done = set(), set()
    for seed in range(amount(11, 60)):
        view = Game(seed, level="boons").observe()
        walled, hiding = Game(seed, level="boons"), Game(seed, level="boons")
        rays = [(far * x, far * y) for far in (1, 2, 3) for x, y in COMPASS]
        for number, (dx, dy) in enumerate(rays):
            x, y = view.here[0] + dx, view.here[1] + dy
            inside = 0 < y < len(view.tiles) - 1 and 0 < x < len(view.tiles[0]) - 1
            if inside and view.tiles[y][x].glyph in ".#" and (number + seed) % 3 == 0:
                redraw(walled, x, y, WALL)
                redraw(hiding, x, y, ".")
                put(hiding._awake(), Placement("door", x, y, secret=True))
        for one in (walled, hiding):
            one._snapshot = one._view = None  # as above
        walled, hiding = walled.clone(), hiding.clone()
        for one in (walled, hiding):
            one.step(Wait())
            one.step(SwitchBoon())
        view = walled.observe()
        assert seen_by_an_agent(hiding, "boons") == seen_by_an_agent(walled, "boons")
        for intent in choices(view):
            foretold = [one._awake().forecast(intent) for one in (walled, hiding)]
            steps = [one.clone().step(intent) for one in (walled, hiding)]
            assert foretold[0] == foretold[1], intent
            assert steps[0].reason == steps[1].reason, intent
            if isinstance(intent, UseBoon):
                powers.add(view.boons[0].power)
                done.add((view.boons[0].power, steps[0].done))
    assert powers == {"lash", "leap", "pass", "rush", "strike", "ward"}
    assert done >= {("leap", True), ("leap", False), ("pass", True), ("pass", False)}


def redraw(game: Game, x: int, y: int, cell: str) -> None:
    """Let a tile be wall, or ground, behind the back of the rules."""
    level = game._awake().world.root[Levels].at(1)
    rows = [*level.rows]
    rows[y] = rows[y][:x] + cell + rows[y][x + 1 :]
    level.rows = rows


def test_what_is_seen_does_show() -> None:
    game = Game(1, level="first")
    other = game.clone()
    world = other._awake().world
    unseen = out_of_view(other)
    for one in world.having(Side, Position):
        if one not in unseen and one is not other._awake().player:
            world.despawn(one)
    before, after = seen_by_an_agent(game, "first"), seen_by_an_agent(other, "first")
    assert before != after
    assert {key for key in before if before[key] != after[key]} >= {"glyphs", "specials", "blstats"}


# Which potion looks how is drawn anew in each game: two kinds that nobody knows yet may change
# places, with their looks, and nothing shows.
def test_it_does_not_show_what_an_unidentified_thing_is() -> None:
    exchanged = 0
    for seed in range(amount(6, 40)):
        *_, (game, _) = played("armoury", seed, 60)
        other = game.clone()
        exchanged += exchange_two_kinds(other)
        assert seen_by_an_agent(other, "armoury") == seen_by_an_agent(game.clone(), "armoury")
    assert exchanged > 2


def exchange_two_kinds(game: Game) -> int:
    """Let two kinds of potion, neither of them known, change places; say how many were changed."""
    session = game._awake()
    world = session.world
    looks = world.root[Appearances].looks
    known = set(session.player[ItemKnowledge].known)
    kinds = [
        name
        for name in looks
        if name.startswith("potion of") and name not in known and _is_quaffed(name)
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
            world.attach(one, next(p for p in CATALOGUE.make(name) if isinstance(p, Magic)))
    return len(things)


def _is_quaffed(name: str) -> bool:
    parts = [part for part in CATALOGUE.make(name) if isinstance(part, Magic)]
    return bool(parts and parts[0].quaff)
