"""The offers to choose from, and the binding that was accepted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from string import ascii_uppercase
from typing import Final, TypeAlias

from bidden.bindings import TITLES
from bidden.frontend.drawing.canvas import wrap
from bidden.frontend.drawing.colours.palette import Colour
from bidden.frontend.drawing.panels.header import bar_of
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.pages import TOP, Pages, Row, paragraph
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.screen import Perform, Pop, Push, Screen, Steps
from bidden.frontend.screens.told.character import show_character
from bidden.frontend.screens.told.help import BONDS, HelpScreen, explanations
from bidden.frontend.theme import Theme
from bidden.going.known.standing import distance_to, tiles_of
from bidden.going.watch import goals_of
from bidden.grid.compass import tiles_off
from bidden.intents import Bind
from bidden.kinds import GATE
from bidden.shown.bonds import PULL
from bidden.text import capitalised, numbered, signed
from bidden.view import Bond, Offering, Stance, View
from bidden.words import phrase

_Cell: TypeAlias = list[tuple[str, Colour]]
"""Paragraphs."""

_LETTERS: Final = ascii_uppercase
"""Capitals, so that a key that is still held down accepts nothing."""
_NUMBERS: Final = {2: "Two", 3: "Three", 4: "Four"}
_TABLE_AT: Final = 10
"""The first column of the table, right of the labels."""
_WIDEST: Final = 36
_GAP: Final = 2
_LEAST: Final = ("Levels", "Enemies")
"""The labels to leave out if there is no room; the levels first, which join the turns."""
_APART: Final = ("Task", "Place", "Levels", "Reward", "Faction")
"""The labels below a blank row, where there is room."""
_INDENT: Final = 4
_TONES: Final = {1: "good", 2: "good", 3: "news", 4: "harm", 5: "harm"}
"""The tone of each danger."""


class Offers(Pages):
    """The offers of summoners, side by side, each with a letter that accepts it."""

    def __init__(self, theme: Theme, view: View) -> None:
        self._offers = view.offers
        self._has_boons = view.boons != ()

        def rows(width: int) -> list[Row]:
            """Return the first layout that fits."""
            you, shared = _standing(theme, view, width), _shared(theme, view, width)
            boons = _boons(theme, view, width)
            table = _table(theme, view, self._width(width))
            close = _table(theme, view, self._width(width), _LEAST[:1])
            brief = _table(theme, view, self._width(width), _LEAST)
            full = _table(theme, view, self._width(width), explained=True)
            spaced = [row for one in full for row in ([(), one] if one[0][1] in _APART else [one])]
            large = [[*you, *boons, *shared, (), *rows] for rows in (spaced, full)]
            layouts = [
                *(large if self.layout.is_large else []),
                *([[*you, *boons, (), *table, (), *shared]] if boons else []),
                [*you, (), *table, (), *shared],
                [*you, *table, *shared],
            ]
            layouts += [[*you, *close, *shared], [*you, *close], close, [*you, *brief, *shared]]
            return next((one for one in layouts if len(one) <= self.shown), layouts[-1])

        count = _NUMBERS.get(len(view.offers), str(len(view.offers)))
        one = len(view.offers) == 1
        title = phrase("offers", "one") if one else phrase("offers", "title", count=count)
        super().__init__(theme, title, rows)
        accept, boons = phrase("offers", "key of accepting"), phrase("offers", "key of boons")
        self.notes = (("A B C", accept), ("x", boons))

    def press(self, key: str, view: View) -> Steps:
        number = _LETTERS.find(key) if len(key) == 1 else -1
        if 0 <= number < len(self._offers):
            offer = self._offers[number]
            question = phrase("offers", "accept", summoner=offer.summoner)
            turns = numbered("turn", offer.term)
            detail = phrase("offers", "detail", task=_task(offer), turns=turns)
            return (Push(Confirm(self.theme, question, detail, (Pop(), Perform(Bind(number))))),)
        if self.theme.keymap.action(key, Context.PLAY) is Command.BOON:
            return show_character(self.theme, view)
        return super().press(key, view)

    def click(self, x: int, y: int, view: View, *, right: bool = False) -> Steps:
        row = [*self.rows, ()][min(self.first + y - TOP, self.length)] if y >= TOP else ()
        number = (x - _TABLE_AT) // self._width(self.layout.width)
        if right or x < _TABLE_AT or not any(at >= _TABLE_AT for at, _, _ in row):
            return super().click(x, y, view, right=right)
        return self.press(_LETTERS[number], view)

    def hints(self) -> str:
        hint = self.theme.keymap.hint
        keys, boon = hint(Context.PLAY, Command.HELP), hint(Context.PLAY, Command.BOON)
        key = "keys" if self._has_boons else "keys without boons"
        return phrase("offers", key, boon=boon, help=keys)

    def back(self) -> str:
        return phrase("offers", "back")

    def _width(self, width: int) -> int:
        most = width if self.layout.is_large else _WIDEST
        return min(most, (width - _TABLE_AT) // len(self._offers))


def show_bindings(theme: Theme, view: View) -> Screen | None:
    """Return the screen of the offers or of the binding, or None."""
    if view.offers:
        return Offers(theme, view)
    return None if view.bond is None else _bond(theme, view, view.bond)


def _standing(theme: Theme, view: View, width: int) -> list[Row]:
    count = f" ({len(view.wounds)}/{view.max_wounds})" if view.wounds and view.max_wounds else ""
    wounds = phrase("offers", "no wounds")
    if view.wounds:
        wounds = phrase("offers", "wounds", names=", ".join(view.wounds), count=count)
    boons = ", ".join(f"{one.name} ×{one.uses}" for one in view.boons)
    boons = boons or phrase("offers", "no boons")
    text = phrase("offers", "you", hp=view.hp, most=view.max_hp, wounds=wounds, boons=boons)
    return paragraph(text, width, theme.palette.bright.fg)


def _shared(theme: Theme, view: View, width: int) -> list[Row]:
    healing = any(one.heals for one in view.offers)
    return _wrapped([phrase("offers", "healing")], theme, width, 1) if healing else []


def _table(
    theme: Theme, view: View, width: int, without: Sequence[str] = (), *, explained: bool = False
) -> list[Row]:
    rows, offers = list[Row](), view.offers
    first = (view.level if view.bond is None else view.bond.last) + 1
    lettered = zip(_LETTERS, offers, strict=False)
    columns = [_column(theme, *one, first, explained=explained) for one in lettered]
    for label in columns[0]:
        cells = [column[label] for column in columns]
        if without == _LEAST[:1] and label == "Turns":
            terms = [f"{offer.term:,} on {_levels(offer, first)}" for offer in offers]
            cells = [[(term, cell[0][1])] for term, cell in zip(terms, cells, strict=True)]
        if label in without or not any(text for cell in cells for text, _ in cell):
            continue
        if label == "From" and without == _LEAST:  # the name without the office
            cells = [[(text.partition(",")[0], ink) for text, ink in cell] for cell in cells]
        wrapped = [
            [(row, ink) for text, ink in cell for row in wrap(text, width - _GAP)] for cell in cells
        ]
        for number, texts in enumerate(zip_longest(*wrapped, fillvalue=("", (0, 0, 0)))):
            placed = zip(range(_TABLE_AT, 1000, width), texts, strict=False)
            head = ((1, "" if number else label, theme.palette.faint.fg),)
            rows.append((*head, *((x, text, ink) for x, (text, ink) in placed if text)))
    return rows


def _levels(offer: Offering, first: int) -> str:
    return f"D{first}–D{first + offer.levels - 1}" if offer.levels > 1 else f"D{first}"


def _column(
    theme: Theme, letter: str, offer: Offering, first: int, *, explained: bool
) -> dict[str, _Cell]:
    palette = theme.palette
    plain, good, news = palette.ground.fg, palette.tone("good").fg, palette.tone("news").fg
    standing = f", standing {signed(offer.standing)}" if offer.standing else ""
    tone = "good" if offer.standing > 0 else "harm"
    cells: dict[str, _Cell] = {
        "": [(letter, palette.bright.fg)],
        "From": [(capitalised(offer.summoner), news)],
        "Task": [(_task(offer), palette.bright.fg)],
        "Place": [(offer.way or offer.where, plain)],
        "Levels": [(_levels(offer, first), plain)],
        "Enemies": [(offer.talk, plain)],
        "Danger": [(f"{offer.danger}/5", palette.tone(_TONES[offer.danger]).fg)],
        "Turns": [(f"{offer.term:,}", palette.bright.fg)],
        "Reward": [(offer.reward, good)],
        "Faction": [
            (
                f"{offer.faction}{standing}" if offer.rival else "",
                palette.tone(tone).fg if standing else plain,
            )
        ],
        "Rival": [(offer.rival, plain)],
    }
    if explained:
        task = explanations("tasks").get(offer.kind)
        cells["Task"] += [(task, plain)] if task else []
        cells["Place"] += [(text, plain) for text in _places(offer.way)]
        cells["Enemies"] = [(text, plain) for text in offer.talk.split("; ")]
        cells["Reward"] = [(text, good) for text in offer.reward.split(", ")]
        cells["Reward"] += [(offer.gift, plain)] if offer.gift else []
    return cells


def _places(text: str) -> list[str]:
    """Return the descriptions of the places that a text names."""
    told = explanations("places")
    named = [word for word in re.findall(r"\w+", text) if word in told]
    return [f"{capitalised(word)}: {told[word]}" for word in named]


def _task(offer: Offering) -> str:
    return f"{TITLES[offer.kind]}: {offer.task}"


def _bond(theme: Theme, view: View, bond: Bond) -> Pages:
    if bond.last_way or not bond.runs:
        term = phrase("binding", "last" if bond.last_way else "over")
    elif bond.left > 0:
        key = "return" if bond.fulfilled else "left"
        term = phrase("binding", key, left=bond.left, term=bond.term)
    else:
        term = phrase("binding", "burns")
        term = phrase("binding", "late", burns=term) if bond.fulfilled else term
    task = f"{TITLES[bond.kind]}: {bond.task} {bond.where}."
    details = [task, term]
    if bond.danger and not bond.fulfilled:
        reward = phrase("binding", "reward", danger=bond.danger, reward=bond.reward)
        details.insert(1, reward)
    if bond.runs or bond.last_way:
        details += _whereabouts(view, bond)
    head: Row = ((1, capitalised(bond.summoner), theme.palette.tone("news").fg),)

    def blocks(width: int) -> list[list[Row]]:
        gift = capitalised(bond.reward.partition(", ")[2])
        about = [*_places(bond.where), *([f"{gift}: {bond.gift}"] if bond.gift else [])]
        left = [bar_of(bond.left, bond.term, width - 2 * _INDENT)] if bond.runs else []
        return [
            [head, *_wrapped([*details, *left], theme, width)],
            _wrapped(about, theme, width, 1),
            [*_standing(theme, view, width), *_boons(theme, view, width)],
            HelpScreen(theme).page_text(BONDS, width),
        ]

    return Pages(
        theme,
        phrase("binding", "title"),
        lambda width: [head, *_wrapped(details, theme, width)],
        blocks=blocks,
    )


def _boons(theme: Theme, view: View, width: int) -> list[Row]:
    return _wrapped([f"{one.name}: {one.about}" for one in view.boons], theme, width)


def _whereabouts(view: View, bond: Bond) -> Iterator[str]:
    """Say where the goal or the gate is on the map, or else repeat the pull of the bond."""
    leaves = bond.fulfilled or view.level < bond.first
    spots = [*tiles_of((GATE,) if leaves else goals_of(view), view)]
    spots += [] if leaves else [at for at, stance in view.stances if stance is Stance.QUARRY]
    if spots:
        nearest = min(spots, key=lambda spot: distance_to(spot, view))
        where = tiles_off(nearest, view.here)
        yield phrase("binding", "gate" if leaves else "goal", where=where)
    elif view.level == bond.last and not leaves:
        pulls = (line.text for line in reversed(view.lines) if line.text.startswith(PULL))
        for pull in islice(pulls, 1):
            yield phrase("binding", "pull", where=pull.removeprefix(PULL))


def _wrapped(details: list[str], theme: Theme, width: int, x: int = _INDENT) -> list[Row]:
    ink = theme.palette.ground.fg
    return [row for detail in details for row in paragraph(detail, width, ink, x)]
