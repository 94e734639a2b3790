"""Bindings: offers appear at once, and a capital letter takes one; later the bond is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.components.run.campaign import Campaign, Offer
from bidden.content.mods import RUN
from bidden.events.run import Call
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.pages import Pages
from bidden.frontend.screens.prompts.binding import Offers
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.intents import Bind, Intent
from bidden.kinds import GATE
from bidden.perception.told.bindings import offerings_in
from bidden.rules.run.calling import Calling
from bidden.session import Session
from bidden.shown.bonds import PULL
from bidden.view import Bond, CarriedBoon, Line, Offering, Stance, View
from tests.bidden.drawn_kinds import drawn_tile
from tests.frontend.fakes import FakeGame, a_view, covered
from tests.frontend.screen import (
    boxed,
    click_hint,
    drawn,
    is_playing,
    lines_of,
    place_of,
    playing,
    press,
    text,
    top,
    words,
)

OFFERS = tuple(
    Offering(
        f"Oru {name}, Warden of the High Stair",
        "elevated",
        f"kill {kind} champion",
        "at the bottom of a labyrinth below a cave",
        2,
        3,
        1250,
        "+1 charge per boon, a sword",
        standing,
        "beastly",
        "minotaurs; on the way bats",
        "hunt",
        "cave → labyrinth",
        heals=True,
    )
    for name, kind, standing in (
        ("Vane", "Ulf the Lame, wolf", 0),
        ("Kest", "Isk the Hollow, howler", 3),
    )
)
BOND = Bond("Oru Vane", "hunt", "kill Ulf (wolf champion)", "on level 4", 300, False, 4, 1250, 2)
QUARRY = ((7, 3), Stance.QUARRY)
GATED = covered({(1, 3): drawn_tile("Π", GATE, True, "the gate")}).tiles
ARRIVED = Line(f"{PULL}to the north.", "news", 0, 3)
BOONS = (
    CarriedBoon("lash", "", "lash", 2, "Pulls the first creature near."),
    CarriedBoon("pass", "", "pass", 3, "Leads through walls.", aimed=True),
)


class Called(FakeGame):
    """A game with offers, until an offer is taken."""

    def __init__(self, bond: Bond | None = None, **changes: Any) -> None:
        super().__init__(**changes)
        self.bond = bond

    def view(self) -> View:
        offers = () if self.bond else OFFERS
        return a_view(**{"offers": offers, "bond": self.bond} | self.changes)

    def perform(self, intent: Intent) -> None:
        super().perform(intent)
        if isinstance(intent, Bind):
            self.bond = BOND


def test_offers_are_shown_at_once(snapshot: SnapshotAssertion) -> None:
    game = Called(wounds=("leg", "eye"), max_wounds=5, boons=BOONS[:1])
    stack = playing(game)
    assert isinstance(top(stack), Offers)
    assert text(stack) == snapshot


def test_offer_level_numbers_start_after_the_levels_of_the_last_bond() -> None:
    levels = [f"D2–D{one.levels + 1}" for one in OFFERS]
    assert all(
        one in column for one, column in zip(levels, columns(playing(Called())), strict=True)
    )
    done = attrs.evolve(BOND, runs=False)
    levels = [f"D{done.last + 1}–D{done.last + one.levels}" for one in OFFERS]
    later = columns(playing(FakeGame(offers=OFFERS, bond=done)))
    assert all(one in column for one, column in zip(levels, later, strict=True))


def test_capital_letter_accepts_an_offer_after_confirmation(snapshot: SnapshotAssertion) -> None:
    game = Called()
    stack = playing(game)
    press(stack, "b", "C")
    assert isinstance(top(stack), Offers)
    press(stack, "B")
    assert isinstance(top(stack), Confirm)
    assert boxed(stack) == snapshot
    press(stack, "n")
    assert isinstance(top(stack), Offers)
    assert game.performed == []
    press(stack, "B", "y")
    assert game.performed == [Bind(1)]
    assert is_playing(stack)


def test_one_key_opens_help_or_the_boons_from_the_offers_screen() -> None:
    stack = playing(Called(boons=BOONS))
    for key in ("?", "x"):
        press(stack, key)
        assert not isinstance(top(stack), Offers)
        if key == "x":
            assert all(boon.about in words(stack) for boon in BOONS)
        press(stack, "escape")
        assert isinstance(top(stack), Offers)


def test_offers_can_be_left_and_opened_again() -> None:
    stack = playing(Called())
    press(stack, "escape")
    assert is_playing(stack)
    press(stack, "O")
    assert isinstance(top(stack), Offers)


@pytest.mark.parametrize(
    "bond",
    [
        BOND,
        attrs.evolve(BOND, left=-7),
        attrs.evolve(BOND, fulfilled=True),
        attrs.evolve(BOND, fulfilled=True, left=-7),
        attrs.evolve(BOND, fulfilled=True, runs=False),
        attrs.evolve(BOND, fulfilled=True, last_way=True),
    ],
    ids=["bound", "burning", "fulfilled", "too late", "let go", "last way"],
)
def test_bond_is_shown(bond: Bond, snapshot: SnapshotAssertion) -> None:
    stack = playing(Called(bond))
    press(stack, "O")
    assert isinstance(top(stack), Pages)
    assert [row for row in lines_of(stack) if row] == snapshot


@pytest.mark.parametrize(
    ("bond", "changes", "told"),
    [
        ({}, {"stances": (QUARRY,), "level": 4}, "The goal is 2 tiles east."),
        (
            {},
            {"lines": (ARRIVED,), "level": 4},
            "From where you arrived, the goal is to the north.",
        ),
        ({}, {"lines": (ARRIVED,), "level": 3}, ""),
        ({"fulfilled": True}, {"tiles": GATED, "level": 4}, "The gate is 4 tiles west."),
        ({}, {"tiles": GATED, "level": 1}, "The gate is 4 tiles west."),
        ({"fulfilled": True, "runs": False}, {"tiles": GATED, "level": 1}, ""),
    ],
)
def test_bond_page_shows_where_the_goal_or_the_gate_is(
    bond: dict[str, Any], changes: dict[str, Any], told: str
) -> None:
    stack = playing(Called(attrs.evolve(BOND, **bond), **changes))
    press(stack, "O")
    rows = [row.strip() for row in lines_of(stack)]
    assert [row for row in rows if row.startswith(("The g", "From"))] == [told] * bool(told)


def test_bond_names_danger_and_reward_until_its_task_is_complete() -> None:
    bond = attrs.evolve(BOND, danger=3, reward="+1 charge per boon")
    for fulfilled in (False, True):
        stack = playing(Called(attrs.evolve(bond, fulfilled=fulfilled)))
        press(stack, "O")
        told = "Danger 3/5. Reward: +1 charge per boon." in words(stack)
        assert told is not fulfilled


def test_offer_is_taken_by_a_click_on_any_of_its_rows() -> None:
    game = Called()
    stack = playing(game)
    lines_of(stack)
    stack.click(5, 2)
    assert isinstance(top(stack), Offers)
    stack.click(*place_of(drawn(stack), "the Hollow, howler"))
    assert isinstance(top(stack), Confirm)
    click_hint(stack, "y")
    assert game.performed == [Bind(1)]


def test_keys_typed_before_the_offers_are_drawn_do_not_answer_them() -> None:
    class Returning(Called):
        def view(self) -> View:
            offers = OFFERS if self.performed else ()
            return a_view(offers=offers, turn=len(self.performed))

    game = Returning()
    stack = playing(game, typed_ahead="kept")
    for key in (".", "B", "y"):
        stack.press(key)
    assert len(game.performed) == 1
    assert isinstance(top(stack), Offers)
    lines_of(stack)
    press(stack, "B", "y")
    assert game.performed[1:] == [Bind(1)]


def columns(stack: Stack) -> list[str]:
    """Return the text of each offer on the screen."""
    rows = lines_of(stack)
    head = next(row for row in rows if row.split()[:2] == ["A", "B"])
    starts = [at for at, letter in enumerate(head) if letter != " "]
    ends = [*(start - 1 for start in starts[1:]), 99]
    below = rows[rows.index(head) + 1 :]
    return [
        " ".join(" ".join(row[start:end] for row in below).split())
        for start, end in zip(starts, ends, strict=True)
    ]


@pytest.mark.parametrize("count", [3, 4])
def test_smallest_screen_shows_offers_in_full(count: int) -> None:
    offer = attrs.evolve(
        OFFERS[0],
        summoner="Brother Corvo, Prelate of the Deep Nave",
        task="kill Brother Corvo, Prelate of the Deep Nave, your own summoner",
        way="mountain → labyrinth",
        talk="hierophants and judges; on the way skeletons",
        standing=-3,
        rival="beastly",
    )
    rewards = [f"+{number} charges per boon, a fine suit of scale armour" for number in range(5)]
    offers = [attrs.evolve(offer, reward=rewards[number]) for number in range(count)]
    wounds = ("leg", "eye", "heart", "hand")
    game = FakeGame(offers=tuple(offers), wounds=wounds, max_wounds=5, boons=BOONS)
    stack = playing(game)
    texts = columns(stack)
    screen = top(stack)
    assert isinstance(screen, Offers)
    assert screen.length <= screen.shown
    for column, one in zip(texts, offers, strict=True):
        for part in (one.task, one.way, "2/5", "1,250", one.reward, "elevated, standing –3"):
            assert part in column
        assert "1,250 for" not in column  # which reads as a price


def test_offers_of_the_game_fit_on_the_smallest_screen() -> None:
    wounds = ("leg", "eye", "heart", "hand")
    hurt: dict[str, Any] = {"wounds": wounds, "max_wounds": 5, "boons": BOONS}
    for offers in called(range(4)):
        changed = [attrs.evolve(one, standing=-12) for one in offers]
        for more in ({}, hurt):
            stack = playing(FakeGame(offers=tuple(changed), **more))
            texts = columns(stack)
            screen = top(stack)
            assert isinstance(screen, Offers)
            assert screen.length <= screen.shown
            for column, one in zip(texts, changed, strict=True):
                whose = one.summoner[:1].upper() + one.summoner[1:]
                levels = f"D2–D{one.levels + 1}" if one.levels > 1 else "D2"
                for part in (whose, one.task, one.way, one.talk, one.reward, one.rival):
                    assert part.replace(" ", "") in column.replace(" ", "")
                assert f" {levels} " in column


def called(seeds: Iterable[int]) -> Iterator[tuple[Offering, ...]]:
    """Yield the offers of each call of a run, drawn several times."""
    for seed in seeds:
        world = Session(seed, level=RUN).world
        campaign, calling = world.root[Campaign], world.root[Calling]
        summoners = [*world.roster(Offer)]
        for number in range(5):
            campaign.served[:] = [*calling.factions][:number]
            call = Call(world.root, summoners[0])
            for _ in range(4):
                call.offers.clear()
                calling.draw_the_offers(call, world)
                for summoner, drawn_up in zip(summoners, call.offers, strict=False):
                    summoner[Offer].binding = drawn_up
                yield offerings_in(world, {})
            campaign.bound = call.offers[0]


def test_offers_of_different_danger_have_different_colours() -> None:
    offers = [attrs.evolve(OFFERS[0], danger=danger, rival="beastly") for danger in (1, 3, 5)]
    console = drawn(playing(FakeGame(offers=tuple(offers))))
    colours = {tuple(console.rgb["fg"][place_of(console, f"{one}/5")[::-1]]) for one in (1, 3, 5)}
    assert len(colours) == 3


def test_hint_about_offers_goes_when_one_is_accepted() -> None:
    said = Line("Summoners offer you bindings. (press O to choose)", "news", 7, 1)
    bound = Line("You are bound by Ashur.", "news", 7, 2)
    for offers, shown in ((OFFERS, True), ((), False)):
        stack = playing(FakeGame(offers=offers, lines=(said, bound)))
        press(stack, *["escape"] * bool(offers))
        assert ("offer you bindings" in text(stack)) is shown
        assert "You are bound by" in text(stack)
