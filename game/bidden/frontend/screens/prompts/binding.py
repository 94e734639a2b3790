"""Bindings: the offers to choose from, and the binding that was accepted."""

from __future__ import annotations

from functools import partial
from itertools import chain
from string import ascii_uppercase
from typing import Final

import attrs

from bidden.amounts import numbered, signed
from bidden.frontend.drawing.canvas import wrap
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.pages import TOP, Pages, Row
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.screen import Perform, Pop, Push, Screen, ShowCharacter, Steps
from bidden.frontend.screens.told.character import character_screen
from bidden.frontend.theme import Theme
from bidden.intents import Bind
from bidden.view import Bond, Offering, View

_LETTERS: Final = ascii_uppercase
"""Capitals: the question comes by itself, and a key that is still held down is none."""
_NUMBERS: Final = {1: "One", 2: "Two", 3: "Three", 4: "Four"}
_HEALING: Final = "Each reward also restores your HP and mana, and closes a wound."
_AT: Final = 4


class Offers(Pages):
    """What summoners offer, each under a letter that takes it."""

    notes = (("A B C", "accept an offer; you are asked again"), ("x", "read about your boons"))

    def __init__(self, theme: Theme, view: View) -> None:
        self._offers = view.offers
        self._has_boons = view.boons != ()
        lettered = [*zip(_LETTERS, view.offers, strict=False)]

        def rows(width: int) -> list[Row]:
            """Give the first layout that fits; each of them has all rewards."""
            you, shared = _standing(theme, view, width), _shared(theme, view, width)
            boons = _wrapped([f"{one.name}: {one.about}" for one in view.boons], theme, width)
            each = [_offer(theme, *one, width) for one in lettered]
            brief = [_offer(theme, *one, width, brief=True) for one in lettered]
            untold = [(letter, attrs.evolve(one, talk="")) for letter, one in lettered]
            briefest = [_offer(theme, *one, width, brief=True) for one in untold]
            spaced = [row for one in each for row in ((), *one)][1:]
            layouts = (
                *([[*you, *boons, (), *spaced, (), *shared]] if boons else []),
                [*you, *spaced, (), *shared],
                [*you, *spaced, *shared],
                [*you, *chain(*each), *shared],
                [*you, *chain(*brief), *shared],
                [*you, *chain(*briefest), *shared],
            )
            return next((one for one in layouts if len(one) <= self.shown), layouts[-1])

        count = _NUMBERS.get(len(view.offers), str(len(view.offers)))
        offers = "offer" if len(view.offers) == 1 else "offers"
        title = f"{count} {offers}. Press a capital letter to accept one."
        super().__init__(theme, title, rows)

    def press(self, key: str, view: View) -> Steps:
        """Ask whether to take the offer of that letter; scroll, show the help, or go back."""
        number = _LETTERS.find(key) if len(key) == 1 else -1
        if 0 <= number < len(self._offers):
            one = self._offers[number]
            question = f"Accept the offer of {one.summoner}?"
            detail = f"{_task(one)} {numbered('turn', one.term)}."
            return (Push(Confirm(self.theme, question, detail, (Pop(), Perform(Bind(number))))),)
        if self.theme.keymap.action(key, Context.PLAY) is Command.BOON:
            return (ShowCharacter(partial(character_screen, self.theme, view)),)
        if self.theme.keymap.action(key, Context.PAGES) is Command.BACK:
            return (Pop(),)
        return super().press(key, view)

    def click(self, x: int, y: int, view: View, *, right: bool = False) -> Steps:
        """Ask whether to take the offer that is clicked on; a right click goes back."""
        above = self.rows[: self.first + y - TOP + 1] if TOP <= y < TOP + self.shown else ()
        heads = [row[0][1] for row in above if row and row[0][0] < _AT]
        if right or not heads or len(heads[-1]) > 1:  # a sentence, and no letter
            return super().click(x, y, view, right=right)
        return self.press(heads[-1], view)

    def hints(self) -> str:
        """Say in the footer how to choose."""
        hint = self.theme.keymap.hint
        help_key = hint(Context.PLAY, Command.HELP)
        examine = hint(Context.PLAY, Command.BOON)
        boons = "your boons" if self._has_boons else "yourself"
        return f"Shift+letter: accept   {examine}: {boons}   {help_key}: help   "

    def back(self) -> str:
        """Say that what one goes back to is the circle."""
        return "to the circle"


def show_bindings(theme: Theme, view: View) -> Screen | None:
    """Show what is offered, or by what one is bound; None where it is neither."""
    if view.offers:
        return Offers(theme, view)
    return None if view.bond is None else _bond(theme, view.bond)


def _standing(theme: Theme, view: View, width: int) -> list[Row]:
    """Tell how the player stands, by which the danger of an offer is weighed."""
    count = f" ({len(view.wounds)}/{view.max_wounds})" if view.wounds and view.max_wounds else ""
    wounds = f"wounds: {', '.join(view.wounds)}{count}" if view.wounds else "no wounds"
    boons = ", ".join(f"{one.name} ×{one.uses}" for one in view.boons) or "no boons"
    text = f"You: {view.hp}/{view.max_hp} HP; {wounds}; {boons}."
    ink = theme.palette.bright.fg
    return [((1, row, ink),) for row in wrap(text, width - 2, "  ")]


def _shared(theme: Theme, view: View, width: int) -> list[Row]:
    """Tell what each reward brings besides what its offer names."""
    healing = any(one.heals for one in view.offers)
    return _wrapped([_HEALING], theme, width, 1) if healing else []


def _offer(
    theme: Theme, letter: str, one: Offering, width: int, *, brief: bool = False
) -> list[Row]:
    """Tell of an offer; the faction stands beside the summoner.

    Args:
        theme: The colours.
        letter: The key that takes it.
        one: The offer.
        width: Columns of the console.
        brief: Put into one paragraph what has rows of its own otherwise.
    """
    palette = theme.palette
    whose = f"{one.summoner[:1].upper()}{one.summoner[1:]}"
    standing = f", standing {signed(one.standing)}" if one.rival and one.standing else ""
    faction = f"for the {one.faction}{standing}" if one.rival else ""
    against = [f"Against the {one.rival}."] if one.rival else []
    levels = numbered("level", one.levels)
    way = f"{one.way[:1].upper()}{one.way[1:]}, {levels}" if one.way else levels
    facts = " ".join([f"Danger {one.danger}. {way}. {numbered('turn', one.term)}.", *against])
    there = [f"There: {one.talk}."] if one.talk else []
    reward = [f"Reward: {one.reward}."]
    told = [" ".join([facts, *reward, *there])] if brief else [facts, *there, *reward]
    head: Row = (
        (1, letter, palette.bright.fg),
        (_AT, whose, palette.tone("news").fg),
        (_AT + len(whose) + 2, faction, palette.ground.fg),
    )
    return [head, *_wrapped([_task(one), *told], theme, width)]


def _task(one: Offering) -> str:
    return f"{one.kind.capitalize()}: {one.task}."


def _bond(theme: Theme, bond: Bond) -> Pages:
    term = (
        "Task complete! The last gate is open: reach it and you win."
        if bond.last_way
        else "Task complete! The bond has let you go."
        if not bond.runs
        else f"Task complete! Return to the circle: {bond.left:,}/{bond.term:,} turns left."
        if bond.fulfilled and bond.left > 0
        else f"{bond.left:,}/{bond.term:,} turns left."
        if bond.left > 0
        else "Your term has run out: the bond burns you every 10 turns, for 1 HP more each time."
    )
    task = f"{bond.kind.capitalize()}: {bond.task}, {bond.where} (level {bond.last})."
    details = [task, term]
    whose = f"{bond.summoner[:1].upper()}{bond.summoner[1:]}"
    head: Row = ((1, whose, theme.palette.tone("news").fg),)
    return Pages(theme, "Your binding", lambda width: [head, *_wrapped(details, theme, width)])


def _wrapped(details: list[str], theme: Theme, width: int, x: int = _AT) -> list[Row]:
    ink = theme.palette.ground.fg
    return [((x, text, ink),) for detail in details for text in wrap(detail, width - x - 1, "  ")]
