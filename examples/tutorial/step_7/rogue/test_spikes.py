"""Spikes hurt who strikes, and nobody else; and a game with them replays the same."""

from pathlib import Path

from eventcore.journal import read_journal
from eventcore.replay import verify
from eventcore.testing import MakeProbe, MakeWorld

from .cave import COMPONENTS
from .fighting import Attack, Fighter, Health
from .game import Game
from .play import KEYS
from .saving import open_game
from .spikes import Spikes


def test_who_strikes_the_owner_is_hurt(small_world: MakeWorld, probe: MakeProbe) -> None:
    world = small_world(Fighter, Health, Spikes)
    hero = world.spawn(Health(9))
    rat = world.spawn(Fighter("cave", 2), Health(4))
    world.set_owner(world.spawn(Spikes(1)), hero)
    probe(world).publish(Attack(rat, hero)).assert_done()
    assert (hero[Health].hp, rat[Health].hp) == (7, 3)


def test_spikes_nobody_wears_hurt_nobody(small_world: MakeWorld, probe: MakeProbe) -> None:
    world = small_world(Fighter, Health, Spikes)
    world.spawn(Spikes(1))
    rat = world.spawn(Fighter("cave", 2), Health(4))
    run = probe(world).publish(Attack(rat, world.spawn(Health(9))))
    assert run.beneath == ["Hurt"]
    assert rat[Health].hp == 4


def test_a_game_with_them_replays_the_same(tmp_path: Path) -> None:
    assert "Spikes" in [cls.__name__ for cls in COMPONENTS]
    game, recorder = open_game(tmp_path / "game.jsonl", seed=52)
    for key in "h,khhkk,jjhhhj":
        recorder.perform(KEYS[key])
    recorder.close()
    assert game.over
    assert verify(Game(52), read_journal(tmp_path / "game.jsonl")) is None
