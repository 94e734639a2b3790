"""Spikes hurt attackers, and a game with spikes replays the same."""

from pathlib import Path

from eventcore.testing import MakeProbe, MakeWorld

from .fighting import Attack, Fighter, Health
from .game import Game
from .play import KEYS
from .spikes import Spikes


def test_attacker_of_the_owner_is_hurt(small_world: MakeWorld, probe: MakeProbe) -> None:
    world = small_world(Fighter, Health, Spikes)
    hero = world.spawn(Health(9))
    rat = world.spawn(Fighter("cave", 2), Health(4))
    world.set_owner(world.spawn(Spikes(1)), hero)
    probe(world).publish(Attack(rat, hero)).assert_done()
    assert (hero[Health].hp, rat[Health].hp) == (7, 3)


def test_spikes_without_an_owner_hurt_nobody(small_world: MakeWorld, probe: MakeProbe) -> None:
    world = small_world(Fighter, Health, Spikes)
    world.spawn(Spikes(1))
    rat = world.spawn(Fighter("cave", 2), Health(4))
    run = probe(world).publish(Attack(rat, world.spawn(Health(9))))
    assert run.beneath == ["Hurt"]
    assert rat[Health].hp == 4


def test_game_with_spikes_replays_the_same(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Game.record(path, seed=52) as game:
        for key in "h,khhkk,jjhhhj":
            game.perform(*KEYS[key])
    assert game.over
    assert Spikes in Game.components
    assert Game.verify(path) is None
