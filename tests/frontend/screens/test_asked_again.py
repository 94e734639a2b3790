"""Pressing the key again confirms the action that it asked about."""

from __future__ import annotations

import attrs

from bidden.frontend.running.stack import Stack
from bidden.intents import Move, Search, Wait
from bidden.kinds import WEAPON
from bidden.view import Held, Line, Peril, Seen
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import playing, press, text


def settle(stack: Stack) -> None:
    while stack.ticks:
        stack.tick()


def test_travel_repeated_after_a_warning_keeps_its_target() -> None:
    game = FakeGame(hp=9)
    stack = playing(game)
    for key in ("_", "l", "l", "l", "enter"):
        press(stack, key)
    settle(stack)
    assert game.performed == []
    press(stack, "_")
    settle(stack)
    assert game.performed[:1] == [Move(1, 0)]
    assert len(stack.screens) == 1


def test_travel_offers_first_the_target_that_a_foe_kept_it_from_starting_towards() -> None:
    game = FakeGame(foes=1, foes_at=((9, 2),))
    stack = playing(game)
    press(stack, "_", "l", "l", "l", "enter")
    settle(stack)
    assert game.performed == []
    game.changes.update(foes=0, foes_at=())
    press(stack, ".", "_", "enter")
    settle(stack)
    assert game.performed == [Wait(), *[Move(1, 0)] * 3]
    press(stack, "_", "l", "enter")
    settle(stack)
    assert game.performed[-1] == Move(1, 0)
    assert len(game.performed) == 5


def test_looking_at_something_leaves_the_question_open() -> None:
    stack = playing(game := FakeGame(hp=9, foes=1, foes_at=((6, 3),)))
    press(stack, "tab", ";", "escape", "m", "escape", "i", "tab")
    assert game.performed == [Move(1, 0)]
    stack = playing(game := FakeGame(hp=9, foes=1, foes_at=((6, 3),)))
    press(stack, "tab", "o", "tab")
    assert game.performed == []


def test_repeat_key_skips_a_refused_command() -> None:
    stack = playing(game := FakeGame(turn=1))
    press(stack, ".")
    game.changes["lines"] = (Line("You can't do that now.", "refusal", 1, 9),)
    press(stack, "S")
    game.changes.pop("lines")
    press(stack, "`")
    assert game.performed == [Wait(), Search(), Wait()]


def test_loud_message_stays_on_screen_for_three_turns_of_fast_keys() -> None:
    game = FakeGame()
    stack = playing(game)
    wound = Line("Your hand is torn!", "harm", 0, 50, loud=True)
    shown = []
    for turn in range(1, 5):
        blows = [
            Line(f"Blow {n} of {turn}. " + 60 * "x", "harm", turn, 50 + turn) for n in range(3)
        ]
        game.changes.update(lines=(wound, *blows), turn=turn)
        press(stack, "s" if turn % 2 else ".")
        shown.append(wound.text in text(stack))
    assert shown == [True, True, False, False]


def test_task_result_is_shown_in_full_beside_other_messages_of_the_turn() -> None:
    result = (
        "Task complete! Reward: full health, +2 charges per boon, a fine throwing knife.",
        "Return to the circle: 1,248 turns left. A gate opens next to you.",
        "Your standing with the elevated is now +2. The beastly hold it against you.",
    )
    told = [("You put the orc to rest.", "good", False), *((line, "news", True) for line in result)]
    told.append(("You gain a level! (I to choose)", "good", True))
    told.append(("The goblin flees.", "plain", False))
    lines = [Line(line, tone, 0, 50 + n, loud=loud) for n, (line, tone, loud) in enumerate(told)]
    shown = text(playing(FakeGame(lines=tuple(lines))))
    assert [line for line in result if line not in shown] == []


def test_next_wound_that_kills_is_marked() -> None:
    view = attrs.evolve(FakeGame().view(), max_wounds=3)
    for wounds, marked in ((("a",), False), (("a", "b"), True)):
        game = FakeGame(max_wounds=view.max_wounds, wounds=wounds)
        assert (f"{len(wounds)}/3!" in text(playing(game))) is marked


def test_question_shares_the_screen_with_a_loud_message_and_lasting_effects() -> None:
    lines = (
        Line("The rust wight hits you for 1.", "harm", 0, 49),
        Line("Your mace of rest BREAKS!", "harm", 0, 50, loud=True),
        Line("You miss the rust wight.", "plain", 0, 51),
    )
    sword = Held("b", "a sword", ("put on",), ")", "gear", kind=WEAPON)
    foe = Seen((6, 3), "a rust wight", "w", "wight", "unhurt", peril=Peril.DEADLY)
    game = FakeGame(
        lines=lines,
        pack=(sword,),
        lasting=(("queasiness", 38),),
        hp=9,
        max_wounds=5,
        foes=1,
        foes_at=(foe.at,),
        foes_seen=(foe,),
    )
    stack = playing(game)
    press(stack, "tab")
    shown = " ".join(text(stack).split())
    assert game.performed == []
    assert "BREAKS!" in shown
    assert "Press Tab again" in shown


def test_new_wound_is_shown_before_the_result_of_a_task_that_was_read() -> None:
    long = ("Task complete! ", "Return to the circle: ", "Your standing ")
    result = [Line(one + 50 * "x", "good", 0, n, loud=True) for n, one in enumerate(long, 50)]
    game = FakeGame(lines=tuple(result))
    stack = playing(game)
    assert all(one in text(stack) for one in long)
    wound = Line("Blood runs into your eye! WOUND 1/5.", "harm", 1, 60, loud=True)
    game.changes.update(lines=(*result, wound), turn=1)
    press(stack, ".")
    assert wound.text in text(stack)


def test_answer_of_a_command_is_shown_before_loud_messages_that_were_read() -> None:
    long = [Line(f"{n} " + 60 * "x", "good", 0, 50 + n, loud=True) for n in range(3)]
    stack = playing(FakeGame(lines=tuple(long)))
    press(stack, "o")
    assert "Press . to wait" in text(stack)


def test_sprung_trap_message_is_shown_after_a_step_of_two_turns() -> None:
    game = FakeGame()
    stack = playing(game)
    trap = Line("A needle trap springs.", "harm", 1, 50)
    poison = Line("Poison hurts you for 1.", "harm", 2, 51)
    game.changes.update(lines=(trap, poison), turn=2, lasting=(("poison", 9),))
    press(stack, "l")
    assert trap.text in text(stack)


def test_waiting_while_burning_with_few_hit_points_is_asked_about() -> None:
    game = FakeGame(lasting=(("burning", 3),), hp=10, max_hp=30)
    stack = playing(game)
    press(stack, ".")
    assert "You are burning." in text(stack)
    assert game.performed == []
    game.changes.update(hp=20)
    press(stack, "y", ".")
    assert len(game.performed) == 2


def test_waiting_in_fire_is_asked_about() -> None:
    game = FakeGame()
    game.changes.update(harm_at=(game.view().here,))
    stack = playing(game)
    press(stack, ".")
    assert game.performed == []
    press(stack, "y")
    assert len(game.performed) == 1
