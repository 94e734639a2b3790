"""Using items and spells: ask which one, and where to aim it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from string import ascii_lowercase
from typing import ClassVar, Final, TypeAlias

import tcod.console

from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.port import Known
from bidden.frontend.screens.prompts.forms.chooser import (
    NO_MORE,
    Chooser,
    Entry,
    entries_of,
    folded_of,
)
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.prompts.forms.target import aim
from bidden.frontend.screens.prompts.using.performing import perform
from bidden.frontend.screens.screen import NOTHING, Ask, Perform, Pop, Push, Screen, Steps
from bidden.frontend.screens.told.card import show_card
from bidden.frontend.theme import Theme
from bidden.going.commands.taking import is_full
from bidden.going.known.notes import MOST_HELD
from bidden.going.reaching import is_missile
from bidden.intents import Cast, Drop, Eat, Intent, PickUp, PutOn, Quaff, Read, TakeOff, Throw
from bidden.kinds import BOOK, FOOD, GEAR, NOTE, POTION, SCROLL, SHARD
from bidden.perception.cards.card import InPack, OfSpell, OnTile, Subject, Underfoot
from bidden.shown.gear import (
    STATS,
    best_gear,
    compared_told,
    gain,
    gain_told,
    instead_of,
    is_better,
)
from bidden.text import capitalised, numbered, signed
from bidden.view import Castable, Held, View
from bidden.words import phrase

InARow: TypeAlias = Callable[[list[Intent]], Steps]
"""Returns the steps that perform intents one after the other."""

THING_ACTIONS: Final[Mapping[Command, tuple[str, Callable[..., Intent]]]] = {
    Command.QUAFF: ("quaff", lambda slot, *spot: Quaff(slot, *spot)),
    Command.READ: ("read", lambda slot, *spot: Read(slot, *spot)),
    Command.EAT: ("eat", lambda slot: Eat(slot)),
    Command.THROW: ("throw", lambda slot, *spot: Throw(slot, *spot)),
    Command.PUT_ON: ("put on", lambda slot: PutOn(slot)),
    Command.TAKE_OFF: ("take off", lambda slot: TakeOff(slot)),
    Command.DROP: ("drop", Drop),
}
"""The verb for each use of an item, and its intent, given the slot and the target tile."""

_ASKED: Final = {Command.PUT_ON: "equip", Command.TAKE_OFF: "take off"}
"""The verb of the question if the usual one is too narrow."""
_LYING: Final = {
    Command.QUAFF: (POTION,),
    Command.READ: (SCROLL, SHARD, BOOK, NOTE),
    Command.EAT: (FOOD,),
    Command.PUT_ON: GEAR,
}


def nothing_for(action: Command, theme: Theme, view: View) -> str:
    """Return the message that the pack has no item for an action, and those that lie here."""
    verb = _ASKED.get(action, THING_ACTIONS[action][0])
    told = phrase("pack", "empty" if action is Command.DROP else "nothing", verb=verb)
    here = zip(view.underfoot, view.kinds_underfoot, strict=False)
    names = " and ".join(name for name, kind in here if kind in _LYING.get(action, ()))
    key = theme.keymap.hint(Context.PLAY, Command.PICK_UP)
    return phrase("pack", "lies here", told=told, label=key, names=names) if names else told


def choose_of_pack(
    theme: Theme, view: View, action: Command | None = None, row: InARow | None = None
) -> Screen | None:
    """Ask for an item of the pack, then for the action if None is given; None if nothing fits.

    With ``row``, several items can be dropped at once, and one key equips the best gear.
    """
    if action is None:
        things, question = view.pack, phrase("pack", "title", count=len(view.pack), most=MOST_HELD)
    else:
        verb, _ = THING_ACTIONS[action]
        things = tuple(one for one in view.pack if _is_meant(one, action))
        question = phrase("pack", "what", verb=_ASKED.get(action, verb).capitalize())
        question += odds_told(view) if action is Command.READ else ""
    if not things:
        return None
    slots, throws = {one.slot: one for one in things}, action is Command.THROW

    def go_on(slot: str) -> Steps:
        if action is None:
            return (Push(_ActionPrompt(theme, slots[slot])),)
        return _do(theme, view, slots[slot], action, slot)

    def examine(slot: str) -> Steps:
        return show_card(theme, InPack(slot))

    folded = [one for one in things if one.opens_on not in (0, view.level)]
    folded = folded if len(folded) > 1 else []
    among = Chooser(theme, phrase("pack", "which key"), entries_of(folded), go_on, examine)

    def unfold(then: Callable[[str], Steps], slot: str) -> Steps:
        return (Push(among),) if slots[slot] in folded else then(slot)

    def drop_several(slots: list[str]) -> Steps:
        return NOTHING if row is None else row([Drop(slot) for slot in slots])

    shown = [one for one in things if one not in folded]
    gear = [one for one in shown if any(one.adds) and not one.borne and not one.barred]
    told = compared_told(gear, view.pack)
    if action is Command.PUT_ON and not best_gear(view.pack):
        raises = any(max(gain(one, view.pack)[:2]) > 0 for one in shown if not one.barred)
        none = phrase("gear here", "nothing better" if raises else "nothing raises")
        question += f" {_better_here(theme, view) or f'{none}{told}'}"
    elif not throws:
        question += f".{told}" if told and action is None else told
    entries = entries_of(shown, () if throws else view.pack)
    entries += [folded_of(folded)] if folded else []
    return Chooser(
        *(theme, question, entries, partial(unfold, go_on), partial(unfold, examine)),
        more=_equip_the_best(theme, view, row) if action is Command.PUT_ON else NO_MORE,
        several=drop_several if row is not None and action is Command.DROP else None,
    )


def _better_here(theme: Theme, view: View) -> str:
    """Return that better gear lies here, and the key that helps, or ""."""
    better = [piece.name for _, piece in view.gear_underfoot if is_better(piece, view.pack)]
    key = theme.keymap.hint(Context.PLAY, Command.DROP if is_full(view) else Command.PICK_UP)
    how = "better, full pack" if is_full(view) else "better"
    return phrase("gear here", how, item=capitalised(better[0]), label=key) if better else ""


def _equip_the_best(
    theme: Theme, view: View, row: InARow | None
) -> Mapping[str, tuple[str, Callable[[], Steps]]]:
    """Bind the key that opened the list to equipping the best gear, if any is better."""
    slots = best_gear(view.pack)
    if row is None or not slots:
        return NO_MORE
    key = theme.keymap.sections[Context.PLAY].actions[Command.PUT_ON].keys[0]
    return {key: (phrase("pack", "equip best"), lambda: row([PutOn(slot) for slot in slots]))}


def choose_to_take(theme: Theme, view: View, row: InARow) -> Steps:
    """Pick up what lies here, and ask which of several items, or draw from a source."""
    if view.source and not view.underfoot:
        question = phrase("pack", "source", source=view.source)
        return (Ask(partial(_warp, theme, PickUp(), OnTile(*view.here), question, "")),)
    if len(view.underfoot) < 2:
        return (Perform(PickUp()),)
    gear = dict(view.gear_underfoot)
    entries = [
        Entry(letter, name, note=f" ({gain_told(gear[n], view.pack)})" if n in gear else "")
        for n, (letter, name) in enumerate(zip(ascii_lowercase, view.underfoot, strict=False))
    ]
    chooser = Chooser(
        theme,
        f"{phrase('pack', 'pick up')}{compared_told(gear.values(), view.pack)}",
        entries,
        lambda letter: (Perform(PickUp(ascii_lowercase.index(letter))),),
        lambda letter: show_card(theme, Underfoot(ascii_lowercase.index(letter))),
        several=lambda letters: row([PickUp(ascii_lowercase.index(one)) for one in letters[::-1]]),
    )
    return (Push(chooser),)


def _warp(
    theme: Theme, intent: Intent, subject: Subject, question: str, key: str, game: Known
) -> Steps:
    """Use a source or a shard, but ask first, because it changes a boon for good."""
    card = game.card(subject)
    if card is None or game.forecast(intent).refusal:
        return (Perform(intent),)  # the game shows the refusal
    told = " ".join(line.text for line in card.lines if line.tone == "news")
    return (Push(Confirm(theme, question, told, (Perform(intent),), deaf=key)),)


def choose_to_cast(theme: Theme, view: View, spells: Sequence[Castable]) -> Screen | None:
    """Ask which spell to cast, or return None if there is none."""
    if not spells:
        return None
    lettered = dict(zip(ascii_lowercase, spells, strict=False))

    def go_on(letter: str) -> Steps:
        spell = lettered[letter]
        if _silenced(view):  # trying would cost a turn
            return examine(letter)
        if spell.aiming is None:
            return perform(theme, Cast(spell.name), view, letter)
        cast = partial(Cast, spell.name)
        return aim(theme, view, phrase("spells", "aim", name=spell.name), cast, spell.aiming)

    told = [phrase("spells", "spell", name=one.name, mana=one.mana) for one in spells]
    entries = [Entry(letter, text) for letter, text in zip(lettered, told, strict=False)]
    question = f"{phrase('spells', 'question', mana=view.mana)}{odds_told(view)}"

    def examine(letter: str) -> Steps:
        return show_card(theme, OfSpell(lettered[letter].name))

    return Chooser(theme, question, entries, go_on, examine)


def odds_told(view: View) -> str:
    """Return how often spells and scrolls fail, or how long none is possible, or ""."""
    if turns := _silenced(view):
        return f" {phrase('spells', 'silenced', turns=numbered('turn', turns))}"
    return "" if view.speech == 100 else f" {phrase('spells', 'fails', percent=100 - view.speech)}"


def _silenced(view: View) -> int:
    return dict(view.lasting).get("silence", 0)


def _do(theme: Theme, view: View, held: Held, action: Command, key: str) -> Steps:
    """Use an item. Ask first for a spell in it, or for a target if it needs one."""
    verb, intent = THING_ACTIONS[action]
    spells = [one for one in view.spells if one.name in held.spells]
    casting = choose_to_cast(theme, view, spells) if action is Command.READ else None
    if casting is not None:
        return (Push(casting),)
    if held.kind == SHARD and action is Command.READ:
        question, reads = phrase("pack", "read", item=held.one), intent(held.slot)
        return (Ask(partial(_warp, theme, reads, InPack(held.slot), question, key)),)
    if action is Command.READ and _silenced(view):
        return show_card(theme, InPack(held.slot))
    aiming = held.aiming(verb)
    if aiming is None:
        return perform(theme, intent(held.slot), view, key)
    return aim(theme, view, f"{verb} {held.one}", partial(intent, held.slot), aiming)


def _is_meant(held: Held, action: Command) -> bool:
    """Return whether an item is among the choices. Items that are not usable now say so."""
    if action is Command.THROW:
        return is_missile(held)
    return action in _actions_for(held) or (action is Command.PUT_ON and held.barred != "")


def _actions_for(held: Held) -> list[Command]:
    return [action for action, (verb, _) in THING_ACTIONS.items() if verb in held.uses]


class _ActionPrompt(Screen):
    """Asks what to do with an item."""

    overlay: ClassVar[bool] = True
    contexts = (Context.CHOICE,)

    def __init__(self, theme: Theme, held: Held) -> None:
        super().__init__(theme)
        self._held = held
        bound = theme.keymap.sections[Context.PLAY].actions
        self.notes = tuple((bound[one].labels, bound[one].does) for one in _actions_for(held))

    def press(self, key: str, view: View) -> Steps:
        action = self.theme.keymap.action(key, Context.PLAY)
        if action is not None and action in _actions_for(self._held):
            return (Pop(), *_do(self.theme, view, self._held, action, key))
        asked = self.theme.keymap.action(key, Context.CHOICE)
        match Command.EXAMINE if key == "enter" and asked is None else asked:
            case Command.EXAMINE:
                return (Pop(), *show_card(self.theme, InPack(self._held.slot)))
            case Command.CANCEL:
                return (Pop(),)
        return NOTHING

    def draw(self, console: tcod.console.Console, view: View) -> None:
        hint, ink = self.theme.keymap.hint, self.theme.palette.prompt
        keys = [
            f"{hint(Context.PLAY, one)}: {_ASKED.get(one, THING_ACTIONS[one][0])}"
            for one in _actions_for(self._held)
        ]
        if self._held.barred:
            keys.append(phrase("pack", "barred", why=self._held.barred))
        keys.append(phrase("key hints", "examine", label=hint(Context.CHOICE, Command.EXAMINE)))
        keys.append(phrase("key hints", "cancel", label=hint(Context.CHOICE, Command.CANCEL)))
        rows = self.hint_bar(console, f"{self._held.name}  ({', '.join(keys)})", ink)
        held = self._held
        told = gain_told(held, view.pack) if any(held.adds) and not held.worn else ""
        instead = instead_of(held, view.pack)
        own = f"{held.about} {signed(held.reach)} reach".lower()
        parts = [part for part in told.split(", ") if instead or part.endswith(STATS)]
        new = ", ".join(part for part in parts if part.lower() not in own)
        told = new or (told if instead else "")
        compared = capitalised(f"{instead.strip()}: {told}." if instead else f"{told}.")
        about = " ".join([held.about, compared if told else ""]).strip()
        if about:
            self.tell(console, about, rows)
