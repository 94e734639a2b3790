"""A game as a value: begun, stepped, observed, queried, saved and cloned without a screen."""

from __future__ import annotations

import copy
import pickle
from itertools import islice

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.headless import Game, Step, choices
from bidden.intents import Close, Intent, UseKnack, Wait
from bidden.view import Ending, PastError
from eventcore import SaveError
from tests.bidden.headless.states import rules_state
from tests.bidden.playing import LEVELS, is_tried_in_vain, played
from tests.sampling import amount, sampled


def test_step_returns_its_outcome_and_reason() -> None:
    game = Game(1, level="cellar")
    refused = game.step(Close(0, 0))
    assert (refused.done, refused.reason, len(refused.lines)) == (False, "no door", 1)
    done = game.step(Wait())
    assert (done.done, done.reason) == (True, "")
    assert game.observe().turn == 1


def test_step_rejects_anything_that_is_not_a_public_intent(snapshot: SnapshotAssertion) -> None:
    for what in (UseKnack(), "north", Intent()):
        with pytest.raises(ValueError, match="INTENTS") as error:
            Game(1).step(what)  # type: ignore[arg-type]  # that is what is tested
        assert str(error.value) == snapshot


def test_nothing_is_legal_once_a_game_is_over() -> None:
    game = dead()
    assert (game.over, game.ending, game.legal()) == (True, Ending.DIED, ())
    assert game.step(Wait()) == Step(False, "over")
    assert not game.accepts(Wait())


def dead() -> Game:
    """Return a lost game."""
    *_, (game, _) = played("hunted", 3, 200)
    assert game.ending is Ending.DIED
    return game


# Legality must match the rules. At each step of games on many levels, every possible
# action is tried in a clone. An illegal action is refused and changes nothing; a legal
# action is done or takes time, unless something out of sight prevents it.
@pytest.mark.parametrize("level", sampled(LEVELS, 2))
def test_legal_intents_are_accepted_and_all_others_are_refused(level: str) -> None:
    tried = 0
    for seed in range(amount(1, 10)):
        for game, _ in islice(played(level, seed, 120), 20, None, 60):
            before, view = rules_state(game), game.observe()
            legal = game.legal()
            assert legal
            for intent in choices(view):
                clone = game.clone()
                done = clone.step(intent).done
                tried += 1
                if intent not in legal:
                    assert (done, rules_state(clone)) == (False, before), intent
                elif not (done or clone.observe().turn > view.turn):
                    assert is_tried_in_vain(intent, game, clone.step(intent).reason), intent
            assert rules_state(game) == before
    assert tried > 20


def test_paralysed_player_can_try_an_action_that_only_passes_time() -> None:
    game = Game(0, level="conditions")
    while "paralysis" not in dict(game.observe().lasting):
        game.step(Wait())
    turn = game.observe().turn
    assert Wait() in game.legal()
    assert game.step(Wait()).reason == "paralysed"
    assert game.observe().turn == turn + 1


# A clone behaves like the original, wherever it is taken.
@pytest.mark.parametrize("level", sampled(LEVELS, 2))
def test_cloned_game_plays_identically_and_independently_of_the_original(level: str) -> None:
    game = Game(11, level=level)
    clones: list[Game] = []
    done: list[Intent] = []
    digests = [game.digest]
    for before, intent in played(level, 11, amount(90, 600)):
        if len(done) % 40 == 0:
            clones.append(game.clone())
            assert game.save() == before.save()
        done.append(intent)
        game.step(intent)
        digests.append(game.digest)
    assert len(clones) >= 2
    for place, clone in enumerate(clones):
        for at, intent in enumerate(done[place * 40 :], place * 40 + 1):
            clone.step(intent)
            assert clone.digest == digests[at]
        assert clone.save() == game.save()
        assert clone.observe() == game.observe()


# So does a game that is restored repeatedly from later states.
@pytest.mark.parametrize("level", sampled(LEVELS, 2))
def test_restored_game_plays_identically_again(level: str) -> None:
    game, other = Game(12, level=level), Game(13, level=level)
    kept: list[tuple[Game, bytes]] = []
    done: list[Intent] = []
    for _, intent in played(level, 12, amount(60, 600)):
        if len(done) % 30 == 0:
            kept.append((game.clone(), game.save()))
        done.append(intent)
        game.step(intent)
        other.step(Wait())
    end, digest = game.save(), game.digest
    for place, (clone, saved) in [*enumerate(kept)][::-1]:
        for one in (game, other):
            one.restore(clone)
            assert one.save() == saved
            for intent in done[place * 30 :]:
                one.step(intent)
            assert (one.digest, one.save()) == (digest, end)
            assert one.observe() == Game.load(end).observe()
        assert clone.save() == saved


def test_view_keeps_its_own_spill_forecast_after_the_game_moves_on() -> None:
    told = []
    for level, seed in (("fumes", 1), ("fumes", 2)):
        for game, _ in islice(played(level, seed, 60), 0, None, 4):
            view, clone = game.observe(), game.clone()
            kept = clone.observe()
            for foe in view.foes_at:
                told.append(view.spills_at(foe))
                assert kept.spills_at(foe) == told[-1]
            before = game.clone()
            game.step(Wait())
            assert [kept.spills_at(foe) for foe in view.foes_at] == [
                *map(kept.spills_at, view.foes_at)
            ]
            later = game.observe()
            game.restore(before)
            clone.step(Wait())
            for foe in view.foes_at:
                assert game.observe().spills_at(foe) in told
                for past in (view, kept):
                    with pytest.raises(PastError):
                        past.spills_at(foe)
            for foe in later.foes_at:
                with pytest.raises(PastError):
                    later.spills_at(foe)
    assert any(told)


def test_restoring_a_game_after_a_death_makes_it_playable_again() -> None:
    game = Game(2, level="cellar")
    start = game.clone()
    again = dead()
    ended = again.clone()
    assert ended.over
    other = Game(3, level="hunted")
    alive = other.clone()
    for one in (again, ended):
        one.restore(alive)
        assert not one.over
        assert one.save() == other.save()
        assert one.step(Wait()) == alive.clone().step(Wait())
        assert one.observe().lines
    assert start.observe() == game.observe()


def test_a_game_can_be_copied_and_pickled() -> None:
    game = Game(4, level="first")
    game.step(Wait())
    for other in (
        copy.copy(game),
        copy.deepcopy({"in": game})["in"],
        pickle.loads(pickle.dumps(game)),
    ):
        assert other.save() == game.save()
        other.step(Wait())
    assert game.observe().turn == 1


def test_saved_game_loads_and_an_invalid_save_is_refused(snapshot: SnapshotAssertion) -> None:
    game = Game(4)
    assert Game.load(game.save()).observe() == game.observe()
    with pytest.raises(SaveError) as error:
        Game.load(b"{}")
    assert str(error.value) == snapshot
