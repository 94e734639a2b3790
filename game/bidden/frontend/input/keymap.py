"""The keymap: the action of each key, read from keymap.toml and the player's options."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

import attrs
import msgspec

from bidden.content.datafiles import ContentError, convert, parse, read
from bidden.frontend.input.keys import NAMED, is_key, label
from bidden.frontend.preferences.faults import Faults, each

Command = StrEnum(
    "Command",
    "NORTH NORTHEAST EAST SOUTHEAST SOUTH SOUTHWEST WEST NORTHWEST WAIT CLOSE PICK_UP "
    "TOGGLE_PICK_UP PACK "
    "QUAFF EAT READ THROW SHOOT CAST LOOK SEARCH DISARM NAME DROP PUT_ON TAKE_OFF CHARACTER "
    "MAP IMPROVE MESSAGES WHY HELP QUIT CANCEL YES NO LINE_UP LINE_DOWN PAGE_UP PAGE_DOWN FIRST "
    "BID BINDING LAST BACK PAUSE STEP STEP_BACK TURN TURN_BACK TEN_TURNS TEN_TURNS_BACK START END "
    "GO_TO_TURN NEXT_MARK PREVIOUS_MARK NEXT_LEVEL PREVIOUS_LEVEL ALL_SEEING TAKE_OVER NEXT "
    "PREVIOUS ACCEPT ERASE FASTER SLOWER LEAVE CONDUCT BOON SWITCH_BOON ENGRAVE "
    "FILTER EXAMINE GO_BACK OPTIONS FIGHT "
    "DISCOVERIES SEARCH_LEVEL "
    "EXPLORE TRAVEL FIND GO_DOWN GO_UP REST REPEAT AGAIN RUN RUN_NORTH RUN_SOUTH RUN_WEST RUN_EAST "
    "RUN_NORTHWEST RUN_NORTHEAST RUN_SOUTHWEST RUN_SOUTHEAST",
)
"""The actions that keys can be bound to, by their names in the file."""

Context = StrEnum(
    "Context",
    "DIRECTIONS PLAY PROMPT CHOICE TARGET TEXT CONFIRM PAGES HISTORY ENDING REPLAY NUMBER "
    "CHART TRAVEL MENU",
)
"""A part of the keymap: keys that count at the same time."""

DIRECTIONS: Final[Mapping[Command, tuple[int, int]]] = MappingProxyType(
    {
        Command.NORTH: (0, -1),
        Command.NORTHEAST: (1, -1),
        Command.EAST: (1, 0),
        Command.SOUTHEAST: (1, 1),
        Command.SOUTH: (0, 1),
        Command.SOUTHWEST: (-1, 1),
        Command.WEST: (-1, 0),
        Command.NORTHWEST: (-1, -1),
    }
)
"""The tiles east and south of each direction."""

RUNS: Final[Mapping[Command, tuple[int, int]]] = MappingProxyType(
    {Command(f"run_{one}"): way for one, way in DIRECTIONS.items()}
)


def _named(names: str) -> tuple[Command, ...]:
    return tuple(map(Command, names.split()))


_ACTIONS: Final[Mapping[Context, tuple[Command, ...]]] = MappingProxyType(
    {
        Context.DIRECTIONS: tuple(DIRECTIONS),
        Context.PLAY: _named(
            "wait close search search_level disarm pick_up toggle_pick_up pack quaff read eat throw"
            " shoot cast drop put_on take_off bid binding fight boon switch_boon name engrave"
            " look map character discoveries improve messages why help cancel quit"
            " explore travel find go_down go_up rest repeat again run run_north run_south"
            " run_west run_east run_northwest run_northeast run_southwest run_southeast"
            " options"
        ),
        Context.PROMPT: _named("cancel"),
        Context.CHOICE: _named("cancel examine"),
        Context.TARGET: _named("accept next previous cancel examine"),
        Context.TEXT: _named("accept erase cancel"),
        Context.CONFIRM: _named("yes no"),
        Context.PAGES: _named("line_up line_down page_up page_down first last back"),
        Context.HISTORY: _named("why search next previous filter"),
        Context.ENDING: _named("conduct messages why go_back leave"),
        Context.REPLAY: _named(
            "pause faster slower turn turn_back ten_turns ten_turns_back step step_back start end"
            " go_to_turn next_mark previous_mark next_level previous_level all_seeing take_over"
            " look character messages why help leave"
        ),
        Context.NUMBER: _named("accept erase cancel"),
        Context.CHART: _named("next_level previous_level travel"),
        Context.TRAVEL: _named("accept next previous go_down go_up travel cancel"),
        Context.MENU: _named(
            "line_up line_down page_up page_down first last search accept erase back"
        ),
    }
)
"""The actions of each context, all of which the file must bind."""

_TOGETHER: Final = (
    (Context.DIRECTIONS, Context.PLAY),
    (Context.DIRECTIONS, Context.PROMPT),
    (Context.DIRECTIONS, Context.TARGET),
    (Context.DIRECTIONS, Context.TRAVEL),
    (Context.PAGES, Context.HISTORY),
    (Context.PAGES, Context.CHART),
    *((context,) for context in Context),
)
"""Contexts that count at the same time: a key may be bound once in each group."""


class Binding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of an action, and its description."""

    keys: tuple[str, ...]
    does: str

    @property
    def labels(self) -> str:
        """The labels of the keys."""
        return " ".join(label(key) for key in self.keys)


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    actions: dict[str, Any]


@attrs.frozen
class Section:
    """The bindings of one context, and its title in help."""

    title: str
    actions: Mapping[Command, Binding]


@attrs.frozen
class Keymap:
    """The keys of each action, by context in the order of help."""

    sections: Mapping[Context, Section]
    _bound: Mapping[Context, Mapping[str, Command]]

    def action(self, key: str, *contexts: Context) -> Command | None:
        """Return the action of a key in these contexts, or None."""
        found = (self._bound[context].get(key) for context in contexts)
        return next((action for action in found if action is not None), None)

    def direction(self, key: str) -> tuple[int, int] | None:
        """Return the tiles east and south of a direction key, or None."""
        action = self.action(key, Context.DIRECTIONS)
        return None if action is None else DIRECTIONS[action]

    def hint(self, context: Context, action: Command) -> str:
        """Return the label of an action's first key."""
        return label(self.sections[context].actions[action].keys[0])

    def hints(self, context: Context, **does: str) -> str:
        """Return the keys of the named actions, with their meanings: "Enter choose   Esc back"."""
        keys = (f"{self.hint(context, Command(name))} {what}" for name, what in does.items())
        return "   ".join(keys)


_REMOVED: Final = ("inscribe", "note", "record", "waypoint")
"""Actions of earlier versions. The player's file may still bind them, to no effect."""
_REMOVED_CONTEXT: Final = "look"
_NONE_OWN: Final[Mapping[str, Any]] = MappingProxyType({})


def load_keymap(
    text: str | None = None,
    file: str = "keymap.toml",
    *,
    own: Mapping[str, Any] = _NONE_OWN,
    own_file: str = "options.toml",
) -> Keymap:
    """Read a keymap, by default the game's, with the player's own keys.

    The keys are tables as in the file. Errors name the file that they come from.

    Raises:
        ContentError: A key, an action or a context is unknown, missing, or bound twice.
    """
    data = parse(read("keymap.toml") if text is None else text, file)
    for name in data:
        if name not in tuple(Context):
            raise ContentError(file, name, f"no such table; use {', '.join(Context)}")
    sections = {}
    for context in Context:
        if context not in data:
            raise ContentError(file, context, "is missing")
        sections[context] = _section(data[context], context, file)
    _bind_own(sections, own, own_file)
    for contexts in _TOGETHER:
        _check_for_clashes(file, contexts, sections)
    bound = {
        context: {key: action for action, b in section.actions.items() for key in b.keys}
        for context, section in sections.items()
    }
    return Keymap(sections, bound)


def _section(data: object, context: Context, file: str) -> Section:
    table = convert(data, _Table, file, context)
    where, known = f"{context}.actions", _ACTIONS[context]
    for name in table.actions:
        if name not in known:
            raise ContentError(file, f"{where}.{name}", f"no such action; use {', '.join(known)}")
    for action in known:
        if action not in table.actions:
            raise ContentError(file, f"{where}.{action}", "is missing")
    actions = {
        Command(name): _binding(binding, f"{where}.{name}", file)
        for name, binding in table.actions.items()
    }
    return Section(table.title, actions)


def _binding(data: object, where: str, file: str) -> Binding:
    binding = convert(data, Binding, file, where)
    if not binding.keys:
        raise ContentError(file, f"{where}.keys", "needs at least one key")
    for key in binding.keys:
        if not is_key(key):
            reason = f"{key!r} is not a key: use one character or {', '.join(NAMED)}"
            raise ContentError(file, f"{where}.keys", reason)
        if binding.keys.count(key) > 1:
            raise ContentError(file, f"{where}.keys", f"{key!r} is listed twice")
    return binding


def _bind_own(sections: dict[Context, Section], own: Mapping[str, Any], file: str) -> None:
    faults = Faults()
    own = {name: table for name, table in own.items() if name != _REMOVED_CONTEXT}
    for name, table in own.items():
        with faults.part():
            _bind_own_in(sections, name, table, file)
    faults.tell()
    for name, table in own.items():
        for action in (one for one in table if one not in _REMOVED):
            with faults.part():
                _check_own(sections, Context(name), Command(action), file)
    faults.tell()


def _bind_own_in(sections: dict[Context, Section], name: str, table: object, file: str) -> None:
    where = f"keys.{name}"
    if name not in tuple(Context):
        raise ContentError(file, where, f"no such table; use {', '.join(Context)}")
    section = sections[Context(name)]
    actions = dict(section.actions)

    def bind(action: str) -> Binding:
        if action not in actions:
            reason = f"no such action; use {', '.join(actions)}"
            raise ContentError(file, f"{where}.{action}", reason)
        data = {"keys": [*own[action]], "does": actions[Command(action)].does}
        return _binding(data, f"{where}.{action}", file)

    own = convert(table, dict[str, tuple[str, ...]], file, where)
    own = {action: keys for action, keys in own.items() if action not in _REMOVED}
    bound = {Command(action): binding for action, binding in each(bind, own).items()}
    sections[Context(name)] = Section(section.title, {**actions, **bound})


def _check_own(
    sections: Mapping[Context, Section], context: Context, action: Command, file: str
) -> None:
    """Reject a key that already does something else in a context that counts too."""
    keys = sections[context].actions[action].keys
    for contexts in _TOGETHER:
        for one in contexts if context in contexts else ():
            for other, binding in sections[one].actions.items():
                for key in keys if (one, other) != (context, action) else ():
                    if key in binding.keys:
                        reason = f"{key!r} is already bound to {one}.{other} ({binding.does})"
                        raise ContentError(file, f"keys.{context}.{action}", reason)


def _check_for_clashes(
    file: str, contexts: tuple[Context, ...], sections: Mapping[Context, Section]
) -> None:
    taken: dict[str, str] = {}
    for context in contexts:
        for action, binding in sections[context].actions.items():
            where = f"{context}.actions.{action}"
            for key in binding.keys:
                if key in taken:
                    reason = f"{key!r} is already bound to {taken[key]}"
                    raise ContentError(file, f"{where}.keys", reason)
                taken[key] = where
