"""Bindings: what is offered is shown at once, and a capital takes it; later, what binds one."""

from __future__ import annotations

import re

import attrs
import pytest

from bidden.bindings import TREASURE_FROM, Binding, Task
from bidden.components.run.campaign import Offer
from bidden.content.catalogue import load_catalogue
from bidden.content.kinds.level_kinds import Step
from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.preferences.options import Options
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.prompts.binding import Offers
from bidden.frontend.theme import load_theme
from bidden.intents import Bind, Intent
from bidden.order import COMPONENTS
from bidden.rules.run.calling import summoners
from bidden.session import Session
from bidden.view import Bond, CarriedBoon, Offering, View
from tests.frontend.fakes import FakeGame, a_view
from tests.frontend.screen import lines_of, playing, press, text, wait

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
BOND = Bond(
    "Oru Vane", "hunt", "kill Ulf the Lame, wolf champion", "in a cave", 300, False, 4, 1250, 2
)


CATALOGUE = load_catalogue(COMPONENTS)
TASKS: tuple[Task, ...] = ("hunt", "seek", "bear")
OFFERS_SHOWN = "Press a capital letter to accept one."


class Called(FakeGame):
    """A game in which one is called, until one is bound."""

    def __init__(self, bond: Bond | None = None) -> None:
        super().__init__()
        self.bond = bond

    def view(self) -> View:
        return a_view(offers=() if self.bond else OFFERS, bond=self.bond)

    def perform(self, intent: Intent) -> None:
        super().perform(intent)
        if isinstance(intent, Bind):
            self.bond = BOND


def test_above_the_offers_stands_how_one_is_placed_to_meet_their_danger() -> None:
    class Weak(Called):
        def view(self) -> View:
            boon = CarriedBoon("lash", "", "lash", 2, "An archer is beside you.")
            view, wounds = super().view(), ("leg", "eye")
            return attrs.evolve(view, wounds=wounds, max_wounds=5, boons=(boon,))

    shown = lines_of(playing(Weak()))
    assert shown[2] == " You: 23/30 HP; wounds: leg, eye (2/5); lash ×2."
    assert "no wounds; no boons." in text(playing(Called()))


def test_offers_are_shown_at_once_and_a_capital_accepts_one() -> None:
    game = Called()
    stack = playing(game)
    shown = text(stack)
    for said in (
        OFFERS_SHOWN,
        "Hunt: kill Ulf the Lame, wolf champion.",
        "Danger 2. Cave → labyrinth, 3 levels. 1,250 turns. Against the beastly.",
        "Reward: +1 charge per boon, a sword.",
        "for the elevated, standing +3",
        "There: minotaurs; on the way bats.",
    ):
        assert said in " ".join(shown.split())
    press(stack, "b", "C")
    assert game.performed == []
    press(stack, "B")
    assert "Accept the offer of Oru Kest, Warden of the High Stair?" in text(stack)
    assert "Hunt: kill Isk the Hollow, howler champion. 1,250 turns." in text(stack)
    press(stack, "n")
    assert OFFERS_SHOWN in text(stack)
    assert game.performed == []
    press(stack, "B", "y")
    assert game.performed == [Bind(1)]
    assert OFFERS_SHOWN not in text(stack)


def test_what_all_rewards_share_is_told_once() -> None:
    assert text(playing(Called())).count("closes a wound") == 1

    class Last(Called):
        def view(self) -> View:
            last = (attrs.evolve(one, heals=False) for one in OFFERS)
            return attrs.evolve(super().view(), offers=tuple(last))

    assert "closes a wound" not in text(playing(Last()))


def test_a_hunt_for_oneself_has_no_standing() -> None:
    class Own(Called):
        def view(self) -> View:
            own = attrs.evolve(OFFERS[1], summoner="nobody else", rival="", reward="freedom")
            return attrs.evolve(super().view(), offers=(own,))

    shown = " ".join(text(playing(Own())).split())
    assert "Reward: freedom." in shown
    assert "standing" not in shown


def test_who_is_bound_is_told_of_offers_no_more() -> None:
    game = Called()
    game.notice = "2 summoners offer you bindings."
    stack = playing(game)
    press(stack, "B", "y")
    assert game.performed == [Bind(1)]
    assert game.notice not in text(stack)


def test_help_is_at_hand_where_one_is_called() -> None:
    stack = playing(Called())
    assert "?: help" in text(stack)
    press(stack, "?")
    assert OFFERS_SHOWN not in text(stack)
    press(stack, "escape")
    assert OFFERS_SHOWN in text(stack)


def test_who_does_not_answer_is_not_urged_and_finds_it_again() -> None:
    stack = playing(Called())
    assert "Esc to the circle" in text(stack)
    press(stack, "escape")
    assert OFFERS_SHOWN not in text(stack)
    press(stack, "O")
    assert OFFERS_SHOWN in text(stack)


@pytest.mark.parametrize(
    ("bond", "said"),
    [
        (BOND, "300/1,250 turns left."),
        (attrs.evolve(BOND, left=-7), "the bond burns you every 10 turns"),
        (
            attrs.evolve(BOND, fulfilled=True),
            "Return to the circle: 300/1,250 turns left.",
        ),
        (attrs.evolve(BOND, fulfilled=True, left=-7), "the bond burns you every 10 turns"),
        (attrs.evolve(BOND, fulfilled=True, runs=False), "The bond has let you go"),
        (attrs.evolve(BOND, fulfilled=True, last_way=True), "The last gate is open"),
    ],
)
def test_later_it_tells_by_what_one_is_bound(bond: Bond, said: str) -> None:
    stack = playing(Called(bond))
    press(stack, "O")
    assert said in text(stack)


def test_the_term_is_on_top_until_one_is_back_at_the_circle() -> None:
    assert "Term 300!" in lines_of(playing(Called(BOND)))[0]
    assert "TERM 0!" in lines_of(playing(Called(attrs.evolve(BOND, left=-7))))[0]
    done = attrs.evolve(BOND, fulfilled=True)
    assert "Gate 300!" in lines_of(playing(Called(done)))[0]
    row = lines_of(playing(Called(attrs.evolve(done, runs=False))))[0]
    assert "Term" not in row
    assert "Gate" not in row


def test_where_nothing_is_offered_and_nothing_binds_it_says_so() -> None:
    stack = playing(FakeGame())
    press(stack, "O")
    assert "Nothing binds you." in text(stack)


def test_an_offer_is_taken_by_a_click_on_any_of_its_lines() -> None:
    game = Called()
    stack = playing(game)
    lines = lines_of(stack)
    stack.click(5, 2)
    assert type(stack.screens[-1]).__name__ == "Offers"
    row = next(y for y, one in enumerate(lines) if "Danger 2" in one)
    stack.click(10, row)
    assert "Accept the offer" in text(stack)
    asked = lines_of(stack)
    row = next(y for y, one in enumerate(asked) if "y yes" in one)
    stack.click(asked[row].index("y yes"), row)
    wait(stack)
    assert game.performed == [Bind(0)]


class Blessed(Called):
    """Called, and with two boons."""

    def view(self) -> View:
        boons = (
            CarriedBoon("lash", "", "lash", 2, "Pulls the first creature near."),
            CarriedBoon("pass", "", "pass", 3, "Leads through walls.", aimed=True),
        )
        return attrs.evolve(super().view(), boons=boons)


def test_what_the_boons_do_that_are_paid_in_uses_is_a_key_away() -> None:
    stack = playing(Blessed())
    assert "x: your boons" in lines_of(stack)[-1]
    assert "x: yourself" in lines_of(playing(Called()))[-1]
    press(stack, "x")
    shown = text(stack)
    assert "Pulls the first creature near." in shown
    assert "Leads through walls." in shown
    press(stack, "escape")
    assert OFFERS_SHOWN in text(stack)


def test_where_there_is_room_it_stands_above_the_offers() -> None:
    stack = playing(Blessed())
    short, tall = new_console(80, 24), new_console(80, 40)
    stack.draw(tall)
    assert "    lash: Pulls the first creature near." in text_of(tall).split("\n")
    stack.screens[-1].click(10, 2, stack.view)  # on no offer
    assert type(stack.screens[-1]).__name__ == "Offers"
    six = attrs.evolve(stack.view, offers=OFFERS * 3)
    stack.screens[-1] = Offers(stack.theme, six)
    stack.draw(short)
    assert "Pulls the first creature near." not in text_of(short)
    assert re.search(r"\d+–\d+ of \d+ *$", text_of(short)), text_of(short)


RUN = CATALOGUE.level("run")


def longest_offers(danger: int, step: Step, *, last: bool) -> tuple[Offering, ...]:
    """Offers of three factions at a danger, and that of the last hunt: the longest of each."""
    session = Session(1, level="run")
    [first, *_] = summoners(session.world)

    def told(binding: Binding) -> Offering:
        first[Offer].binding = binding
        return attrs.evolve(session.view().offers[0], standing=-4)

    longest = list[Offering]()
    for name, faction in CATALOGUE.factions.items():
        summoner = f"{max(faction.names, key=len)}, {max(faction.offices, key=len)}"
        gifts = faction.treasures if danger >= TREASURE_FROM else faction.gifts
        others = [one for one in CATALOGUE.factions.values() if one is not faction]
        offers = [
            told(
                Binding(
                    summoner,
                    name,
                    task,
                    faction.relics[0] if task == "seek" else rival.quarry[danger - 1],
                    land,
                    rival.place,
                    danger,
                    step.levels,
                    step.term * 5 // 4,
                    0 if last else (1 + danger) // 2,
                    "" if last or danger == 1 else max(gifts, key=len),
                    called=f"Brannoch the Twice-buried, {rival.quarry[danger - 1]} champion",
                )
            )
            for task in TASKS
            for land in ("valley", "mountain", "desert", "cave")
            for rival in others
        ]
        longest.append(max(offers, key=_length))
    longest.sort(key=_length)
    if not last:
        return tuple(longest[-3:])
    binding = Binding(
        *(longest[-1].summoner, "mutated", "hunt", "glutton champion", "mountain", "labyrinth", 5),
        *(step.levels, step.term),
        free=True,
        called=longest[-1].summoner,
    )
    return (*longest[-3:], told(binding))


def _length(offer: Offering) -> int:
    return sum(map(len, (offer.summoner, offer.task, offer.way, offer.talk, offer.reward)))


@pytest.mark.parametrize(
    ("number", "danger"),
    [(n, danger) for n, step in enumerate(RUN.run) for danger in sorted({*step.dangers})],
)
def test_at_80_by_24_the_longest_offers_are_whole(number: int, danger: int) -> None:
    last = number == len(RUN.run) - 1
    offers = longest_offers(danger, RUN.run[number], last=last)
    assert len(offers) == (4 if last else 3)
    boons = tuple(
        CarriedBoon(one, "hollow", one, 9, "Does a thing.")
        for one in ("ward of oblivion", "leeching strike")
    )
    wounds = ("hand", "leg", "voice", "heart")
    view = a_view(offers=offers, boons=boons, wounds=wounds, max_wounds=5)
    console, screen = new_console(80, 24), Offers(load_theme(), view)
    screen.draw(console, view)
    shown = " ".join(text_of(console).split())
    for offer in offers:
        for told in (offer.task, offer.summoner[1:], f"Reward: {offer.reward}."):
            assert told in shown
    assert not re.search(r"\d+–\d+ of \d+ *$", shown), "it has to be scrolled"
    assert ("closes a wound" in shown) is not last


def test_keys_typed_before_the_offers_are_drawn_do_not_answer_them() -> None:
    class Returning(Called):
        def view(self) -> View:
            offers = OFFERS if self.performed else ()
            return a_view(offers=offers, turn=len(self.performed))

    game = Returning()
    theme = attrs.evolve(load_theme(), options=Options(typed_ahead="kept"))
    stack = Stack.for_game(game, theme)
    for key in (".", "B", "y"):
        stack.press(key)
    assert len(game.performed) == 1
    assert OFFERS_SHOWN in text(stack)
    press(stack, "B", "y")
    assert game.performed[1:] == [Bind(1)]
