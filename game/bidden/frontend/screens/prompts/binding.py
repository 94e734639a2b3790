"""Bindings: which offer to take; whoever does not answer is not urged."""

from __future__ import annotations

from functools import partial
from string import ascii_uppercase
from typing import Final

from bidden.frontend.drawing.canvas import wrap
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.pages import TOP, Pages, Row
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.screen import Perform, Pop, Push, Screen, ShowCharacter, Steps
from bidden.frontend.screens.told.character import character_screen
from bidden.frontend.screens.told.help import help_screen
from bidden.frontend.theme import Theme
from bidden.intents import Bind
from bidden.view import Bond, Offering, View

_LETTERS: Final = ascii_uppercase
"""Capitals: the question comes by itself, and a key that is still held down is none."""
_AT: Final = 4


class Offers(Pages):
    """What summoners offer, each under a letter that takes it."""

    def __init__(self, theme: Theme, view: View) -> None:
        self._offers = view.offers
        self._has_boons = view.boons != ()
        lettered = [*zip(_LETTERS, view.offers, strict=False)]

        def rows(width: int) -> list[Row]:
            """Tell of boons too, where there is room for all, and leave rows between offers."""
            standing = _standing(theme, view, width)
            each = [_offer(theme, *one, width) for one in lettered]
            offers = [row for one in each for row in ((), *one)][1:]
            if len(standing) + len(offers) > self.shown:
                offers = [row for one in each for row in one]
            boons = _wrapped([f"{one.name}: {one.about}" for one in view.boons], theme, width)
            whole = [*standing, *boons, (), *offers]
            return whole if boons and len(whole) <= self.shown else [*standing, *offers]

        super().__init__(theme, "You are called. Whose binding will you take?", rows)

    def press(self, key: str, view: View) -> Steps:
        """Ask whether to take the offer of that letter; scroll, show the help, or go back."""
        number = _LETTERS.find(key) if len(key) == 1 else -1
        if 0 <= number < len(self._offers):
            one = self._offers[number]
            question = f"Be bound by {one.summoner}?"
            detail = f"To {one.task}, within {one.term} turns."
            return (Push(Confirm(self.theme, question, detail, (Pop(), Perform(Bind(number))))),)
        if self.theme.keymap.action(key, Context.PLAY) is Command.HELP:
            return (Push(help_screen(self.theme, view)),)
        if self.theme.keymap.action(key, Context.CHOICE) is Command.EXAMINE:
            return (ShowCharacter(partial(character_screen, self.theme, view)),)
        if self.theme.keymap.action(key, Context.PAGES) is Command.BACK:
            return (Pop(),)
        return super().press(key, view)

    def click(self, x: int, y: int, view: View, *, right: bool = False) -> Steps:
        """Ask whether to take the offer that is clicked on; a right click goes back."""
        above = self.rows[: self.first + y - TOP + 1] if TOP <= y < TOP + self.shown else ()
        heads = [row[0][1] for row in above if row and row[0][1] in _LETTERS]
        if right or not heads:
            return super().click(x, y, view, right=right)
        return self.press(heads[-1], view)

    def hints(self) -> str:
        """Say in the footer how to choose."""
        hint = self.theme.keymap.hint
        help_key = hint(Context.PLAY, Command.HELP)
        examine = hint(Context.CHOICE, Command.EXAMINE)
        boons = "your boons" if self._has_boons else "yourself"
        return f"a capital: take it   {examine}: {boons}   {help_key}: help   "

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
    wounds = f"wounds: {', '.join(view.wounds)}" if view.wounds else "no wounds"
    most = f" ({view.max_wounds} kill)" if view.max_wounds else ""
    boons = ", ".join(f"{one.name} ×{one.uses}" for one in view.boons) or "no boons"
    text = f"You: {view.hp} of {view.max_hp} hit points; {wounds}{most}; {boons}."
    ink = theme.palette.bright.fg
    return [((1, row, ink),) for row in wrap(text, width - 2, "  ")]


def _offer(theme: Theme, letter: str, one: Offering, width: int) -> list[Row]:
    """Tell of an offer; for whom it is stands beside the summoner, where there is room."""
    palette = theme.palette
    whose = f"{one.summoner[:1].upper()}{one.summoner[1:]}"
    serves = f"For the {one.faction}, against the {one.rival}." if one.rival else ""
    standing = f"You stand at {one.standing:+} with them." if one.rival and one.standing else ""
    x = _AT + len(whose) + 2
    beside = serves if x + len(serves) <= width - _AT else ""
    paid = [f"Paid: {one.reward}.", "" if beside else serves, standing]
    details = [
        f"{one.task[0].upper()}{one.task[1:]}, {one.where}.",
        f"Danger {one.danger} of 5; {one.levels} levels; a term of {one.term} turns.",
        *([f"There: {one.talk}."] if one.talk else ()),
        " ".join(filter(None, paid)),
    ]
    head: Row = ((1, letter, palette.bright.fg), (_AT, whose, palette.tone("news").fg))
    if beside:
        head = (*head, (x, beside, palette.ground.fg))
    return [head, *_wrapped(details, theme, width)]


def _bond(theme: Theme, bond: Bond) -> Pages:
    term = (
        "The last gate is open, and this place rises against you: reach it, and you have won."
        if bond.last_way
        else "Task complete! You are back at the circle: the bond lets you go."
        if not bond.runs
        else f"Task complete! Return to the circle: {bond.left} of {bond.term} turns left."
        if bond.fulfilled and bond.left > 0
        else f"{bond.left} of {bond.term} turns of the term are left."
        if bond.left > 0
        else "The term is out: the bond burns every ten turns, each time a hit point more."
    )
    details = [f"{bond.task[0].upper()}{bond.task[1:]}, {bond.where} (level {bond.last}).", term]
    whose = f"{bond.summoner[:1].upper()}{bond.summoner[1:]}"
    head: Row = ((1, whose, theme.palette.tone("news").fg),)
    return Pages(theme, "Your bond", lambda width: [head, *_wrapped(details, theme, width)])


def _wrapped(details: list[str], theme: Theme, width: int) -> list[Row]:
    ink = theme.palette.ground.fg
    return [
        ((_AT, text, ink),) for detail in details for text in wrap(detail, width - 2 * _AT, "  ")
    ]
