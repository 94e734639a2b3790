"""What is done with things: which is meant is asked, unless there is only one answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from string import ascii_lowercase
from types import MappingProxyType
from typing import ClassVar, Final

import tcod.console

from bidden.frontend.drawing.canvas import HEIGHT, WIDTH, cut, put
from bidden.frontend.input.keymap import Action, Context
from bidden.frontend.screens.prompts.casting import choose_to_cast
from bidden.frontend.screens.prompts.chooser import Chooser, entries_of, entries_of_names
from bidden.frontend.screens.prompts.target import aim
from bidden.frontend.screens.screen import NOTHING, Perform, Pop, Push, Screen, Steps
from bidden.frontend.theme import Kit
from bidden.intents import Intent, Put, Take, Use
from bidden.view import Held, View

__all__ = ["DOINGS", "choose_of_pack", "choose_to_take", "nothing_for"]

DOINGS: Final[Mapping[Action, tuple[str, Callable[..., Intent]]]] = MappingProxyType(
    {
        Action.QUAFF: ("quaff", lambda slot, *spot: Use(slot, "quaff", *spot)),
        Action.READ: ("read", lambda slot, *spot: Use(slot, "read", *spot)),
        Action.EAT: ("eat", lambda slot: Use(slot, "eat")),
        Action.THROW: ("throw", lambda slot, *spot: Use(slot, "throw", *spot)),
        Action.WEAR: ("wear", lambda slot: Use(slot, "wear")),
        Action.TAKE_OFF: ("take off", lambda slot: Use(slot, "take off")),
        Action.DROP: ("drop", Put),
    }
)
"""What can be done with what is held: what it is called, and the intent, given the slot, and
column and row where it has to be aimed."""


def nothing_for(action: Action) -> str:
    """Say that nothing is held with which something can be done."""
    verb, _ = DOINGS[action]
    return "You hold nothing." if action is Action.DROP else f"You hold nothing to {verb}."


def choose_of_pack(kit: Kit, view: View, action: Action | None = None) -> Screen | None:
    """Ask which of the things held is meant; None where there is none.

    Args:
        kit: The keymap and the palette.
        view: What is held.
        action: What is to be done with it; None to ask that too.
    """
    if action is None:
        things, question = view.pack, "You hold"
    else:
        verb, _ = DOINGS[action]
        things = tuple(one for one in view.pack if action in _doings(one))
        question = f"What will you {verb}?"
    if not things:
        return None
    slots = {one.slot: one for one in things}

    def go_on(slot: str) -> Steps:
        if action is None:
            return (Push(_What(kit, slots[slot])),)
        return _do(kit, view, slots[slot], action)

    return Chooser(kit, question, entries_of(things), go_on)


def choose_to_take(kit: Kit, view: View) -> Steps:
    """Take what lies on the tile; ask which, where there are several things."""
    if len(view.underfoot) < 2:
        return (Perform(Take()),)
    entries = entries_of_names(view.underfoot)
    chooser = Chooser(
        kit,
        "What will you take?",
        entries,
        lambda letter: (Perform(Take(ascii_lowercase.index(letter))),),
    )
    return (Push(chooser),)


def _do(kit: Kit, view: View, held: Held, action: Action) -> Steps:
    """Do with a thing what an action says; ask first where to, or which spell of it."""
    verb, intent = DOINGS[action]
    spells = [one for one in view.spells if one.name in held.spells]
    casting = choose_to_cast(kit, view, spells) if action is Action.READ else None
    if casting is not None:
        return (Push(casting),)
    if held.aiming(verb) is None:
        return (Perform(intent(held.slot)),)
    return aim(kit, view, f"{verb} {held.name}", partial(intent, held.slot))


def _doings(held: Held) -> list[Action]:
    return [
        action for action, (verb, _) in DOINGS.items() if action is Action.DROP or verb in held.uses
    ]


class _What(Screen):
    """Asks what to do with a thing."""

    overlay: ClassVar[bool] = True

    def __init__(self, kit: Kit, held: Held) -> None:
        super().__init__(kit)
        self._held = held

    def press(self, key: str, view: View) -> Steps:
        """Do with it what the key does while playing, or go away."""
        action = self.kit.keymap.action(key, Context.PLAY)
        if action is not None and action in _doings(self._held):
            return (Pop(), *_do(self.kit, view, self._held, action))
        if self.kit.keymap.action(key, Context.CHOICE) is Action.CANCEL:
            return (Pop(),)
        return NOTHING

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw what can be done in place of the newest message."""
        hint, ink = self.kit.keymap.hint, self.kit.palette.prompt
        keys = [f"{hint(Context.PLAY, one)}: {DOINGS[one][0]}" for one in _doings(self._held)]
        keys.append(f"{hint(Context.CHOICE, Action.CANCEL)}: never mind")
        said = f"  ({', '.join(keys)})"
        text = f" {cut(self._held.name, max(12, WIDTH - len(said) - 1))}{said}"
        put(console, 0, HEIGHT - 1, text.ljust(WIDTH), ink.fg, ink.bg)
