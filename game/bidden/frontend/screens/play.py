"""Play: the map, and the keys that become intents."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Final, TypeAlias

import attrs
import tcod.console

from bidden.frontend.asking import left_told, question_of_step
from bidden.frontend.drawing.ambience.motions import load_ambience
from bidden.frontend.drawing.board import draw_board
from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.drawing.panels.calling import names_in
from bidden.frontend.drawing.panels.header import is_dire
from bidden.frontend.drawing.panels.log import is_now
from bidden.frontend.drawing.panels.side import foe_at
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.input.keys import label
from bidden.frontend.port import Known
from bidden.frontend.preferences.settings import HINTS, with_option
from bidden.frontend.screens.buttons import buttons_in
from bidden.frontend.screens.hints import next_hint
from bidden.frontend.screens.moving import GOINGS, stop_told
from bidden.frontend.screens.outside.ending import EndingScreen
from bidden.frontend.screens.outside.options import OptionsScreen
from bidden.frontend.screens.pointing import Pointing
from bidden.frontend.screens.prompts.binding import Offers, show_bindings
from bidden.frontend.screens.prompts.choices import (
    ask_to_engrave,
    choose_improvement,
    choose_to_bid,
    choose_to_name,
)
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.prompts.forms.direction import DirectionPrompt, RepeatPrompt
from bidden.frontend.screens.prompts.forms.target import aim, look_about
from bidden.frontend.screens.prompts.travelling import travel_to
from bidden.frontend.screens.prompts.using.boon import BoonPrompt
from bidden.frontend.screens.prompts.using.performing import aimed_anew, at_a_foe, is_aimed, perform
from bidden.frontend.screens.prompts.using.things import (
    THING_ACTIONS,
    choose_of_pack,
    choose_to_cast,
    choose_to_take,
    nothing_for,
)
from bidden.frontend.screens.screen import (
    NOTHING,
    Again,
    Ask,
    Change,
    Go,
    Perform,
    Push,
    Quit,
    Screen,
    Steps,
)
from bidden.frontend.screens.told.card import show_card
from bidden.frontend.screens.told.character import show_character
from bidden.frontend.screens.told.commands import Commands, GameMenu
from bidden.frontend.screens.told.discoveries import show_discoveries
from bidden.frontend.screens.told.finding import find
from bidden.frontend.screens.told.help import HelpScreen
from bidden.frontend.screens.told.history import History
from bidden.frontend.screens.told.map import show_map
from bidden.frontend.screens.told.why import why_latest
from bidden.frontend.theme import Theme
from bidden.going.commands.fighting import FromAfar, fight
from bidden.going.commands.levels import TravelFar
from bidden.going.commands.run import Run
from bidden.going.commands.stay import Repeat, Row
from bidden.going.commands.taking import LIES_HERE, PASSED, thing_to_take, waits_here
from bidden.going.commands.travel import Travel, step_away, way_to
from bidden.going.going import Going, Stop
from bidden.going.known.notes import Notes
from bidden.going.known.standing import steps_beside, tiles_of
from bidden.going.watch import (
    TENTH,
    desertion_of,
    new_lines,
    sightings,
    word_of_the_term,
)
from bidden.going.ways_out import WayOut
from bidden.intents import (
    Bid,
    Bind,
    Cast,
    Close,
    Disarm,
    Engrave,
    Intent,
    Move,
    Search,
    Shoot,
    SwitchBoon,
    Throw,
    UseBoon,
    Wait,
)
from bidden.kinds import LOCKED_DOOR, OPEN_DOOR, TRAPS
from bidden.perception.cards.card import OnTile
from bidden.view import Bond, Line, Spot, View
from bidden.words import phrase

_Answer: TypeAlias = Screen | Steps | str
"""What a command leads to: a screen, steps, or a notice."""

_AGAIN: Final = frozenset({Command.TRAVEL, Command.FIND, Command.MAP, Command.RUN, Command.BOON})
"""Commands that first ask for a place or direction: pressed again after a warning, they go on."""
_CHOICE: Final = " (press I to choose)"

_SHOWN: Final[Mapping[Command, Callable[[Theme, View], _Answer]]] = {
    Command.BINDING: lambda *seen: show_bindings(*seen) or phrase("play", "no binding"),
    Command.CHARACTER: show_character,
    Command.DISCOVERIES: lambda theme, _: show_discoveries(theme),
    Command.HELP: lambda theme, _: HelpScreen(theme),
    Command.LOOK: look_about,
    Command.MESSAGES: History,
    Command.PACK: lambda *seen: choose_of_pack(*seen) or phrase("pack", "empty"),
    Command.WHY: lambda *_: phrase("play", "nothing to explain"),
}
"""What only shows something, and does not cancel an unanswered warning."""


class PlayScreen(Screen):
    """Shows the game, and turns the keys of the player into intents."""

    def __init__(self, theme: Theme, notice: str = "") -> None:
        super().__init__(theme)
        self._notice = notice
        self._hinted = list[str]()  # the hints of this game
        self._offered = ""  # the summoner whose offers were shown last
        self._read: int | None = None  # the event of the last message at the last key
        self._at_a_foe = False  # whether the last aimed intent aimed at a foe
        self._dire = True  # whether few hit points are left; at the start that is no news
        self._low = ""  # the last notice about that
        self._bond: Bond | None = None  # the latest
        self._fetches: Spot | None = None  # the tile stepped onto to pick up what lies there
        self._waits = False  # whether a wanted item here is not picked up, because of a foe
        self._known = set[str]()  # the named creatures that were seen
        self._allies = set[str]()  # those of them that were allies when last seen
        self._notes = Notes()
        self._sighted = list[Line]()  # what came into view, which the game does not report
        self._passed = set[int]()  # the events of messages about items that a command walked past
        self._tones = dict[int, str]()  # of refusals that took time, by event
        self._before: View | None = None
        self._given: Command | None = None  # the last command; None for a click
        self._asked_again: Steps | None = None  # what the same key does after a warning
        self._pointing = Pointing(self._way)

    def press(self, key: str, view: View) -> Steps:
        notice = self._begin(view)
        self._fetches = None
        direction = self.theme.keymap.direction(key)
        action = self.theme.keymap.action(key, Context.PLAY)
        if action not in _SHOWN:
            again, self._asked_again = self._asked_again, None
            if again is not None and direction is None and action is self._given in _AGAIN:
                return again
            self._give(action if direction is None else Command.NORTH)
        if direction is not None:
            return self._step(Move(*direction), view, key)
        if action is Command.CANCEL and notice:
            return NOTHING
        answer = self._answer(action, view, key)
        if isinstance(answer, str):
            self._notice = answer
            return NOTHING
        return (Push(answer),) if isinstance(answer, Screen) else answer

    def _answer(self, action: Command | None, view: View, key: str) -> _Answer:
        match action:
            case Command.WHY if view.lines:
                return why_latest(self.theme, view, self._with_sightings(view).lines)
            case Command() if action in _SHOWN:
                is_log = action is Command.MESSAGES
                return _SHOWN[action](self.theme, self._with_sightings(view) if is_log else view)
            case Command.WAIT:
                return self._wait(view, key)
            case Command.CLOSE:
                return self._beside((OPEN_DOOR,), "close", Close, view)
            case Command.SEARCH:
                return (Perform(Search()),)
            case Command.DISARM:
                return self._beside(TRAPS, "disarm", Disarm, view)
            case Command.FIGHT:
                return self._fight(view, key)
            case Command.BOON:
                return self._use_a_boon(view)
            case Command.SWITCH_BOON:
                return (Perform(SwitchBoon()),)
            case Command.BID:
                return (Ask(partial(self._unless_refused, Bid("come"), choose_to_bid(self.theme))),)
            case Command.PICK_UP:
                return self._take(view, key)
            case Command.TOGGLE_PICK_UP:
                return self._toggle_pick_up()
            case Command() if action in THING_ACTIONS:
                row = partial(self._go, Row)
                chooser = choose_of_pack(self.theme, view, action, row)
                return chooser or nothing_for(action, self.theme, view)
            case Command.SHOOT:
                if view.shooting is None:
                    return (Perform(Shoot(*view.here)),)  # the game shows the refusal
                return aim(self.theme, view, "shoot", Shoot, view.shooting)
            case Command.CAST:
                chooser = choose_to_cast(self.theme, view, view.spells)
                return chooser or (Perform(Cast("")),)  # the game shows the refusal
            case Command.NAME:
                return choose_to_name(self.theme, view) or phrase("pack", "empty")
            case Command.ENGRAVE:
                prompt = ask_to_engrave(self.theme, view)
                return (Ask(partial(self._unless_refused, Engrave("x"), prompt)),)
            case Command.MAP:
                return show_map(self.theme, partial(self._go, TravelFar))
            case Command.FIND:
                go = partial(self._go, TravelFar)
                return find(self.theme, view, self._notes, lambda to: go(to.level, to.at, to.name))
            case Command.IMPROVE:
                return choose_improvement(self.theme, view) or phrase("play", "no upgrade")
            case Command.OPTIONS:
                return OptionsScreen(self.theme, playing=True)
            case Command.CANCEL:
                return GameMenu(self.theme, self.press)
            case Command() if action in GOINGS:
                return self._move_on(action, view, key)
            case Command.RUN:
                return DirectionPrompt(self.theme, phrase("where", "run"), partial(self._go, Run))
            case Command.TRAVEL:
                start = self._notes.ground.goes_to or view.here
                return travel_to(self.theme, view, self._way, partial(self._go, Travel), start)
            case Command.REPEAT:
                return RepeatPrompt(self.theme, partial(self._go, Repeat))
            case Command.AGAIN:
                return (Again(partial(self._do_again, view)),)
            case Command.QUIT:
                return Confirm(self.theme, phrase("leaving", "quit"), left_told(view), (Quit(),))
        hint = self.theme.keymap.hint(Context.PLAY, Command.HELP)
        return phrase("play", "no command", label=label(key), help=hint)

    def _begin(self, view: View) -> str:
        """Prepare for a key or a click. Return the notice that was shown until then."""
        notice, self._notice = self._notice, ""
        self._pointing.end()
        self._read = view.lines[-1].sequence if view.lines else 0
        return notice

    def _give(self, command: Command | None) -> None:
        """Note a command. Another one than before cancels an unanswered warning."""
        if command is not self._given:
            self._notes.forget_question()
        self._given = command

    def point(self, x: int, y: int, view: View) -> Steps:
        """Describe the tile under the mouse and the way there, or the foe in the side bar."""
        spot = self.layout.tile_at(x, y) or self._foe_beside(x, y, view)
        return self._pointing.move(spot, view)

    def _foe_beside(self, x: int, y: int, view: View) -> Spot | None:
        side = self.layout.side
        return None if side is None else foe_at(x, y, side, view, self.theme.palette)

    def click(self, x: int, y: int, view: View, *, right: bool = False) -> Steps:
        """Travel to a tile, or step onto it if it is adjacent. A right click looks.

        A click on the player picks up, or lists all commands with the right button. Clicks on the
        header, the messages and a foe in the side bar show the character, all messages and a card.
        """
        self._begin(view)
        self._give(None)
        spot = self.layout.tile_at(x, y)
        if right and spot == view.here:
            return (Push(Commands(self.theme, self.press)),)
        if right:
            return look_about(self.theme, view)
        if spot is None:
            return self._click_beside(x, y, view)
        dx, dy = spot[0] - view.here[0], spot[1] - view.here[1]
        if not (dx or dy):
            return self._choose_to_take(view)
        if max(abs(dx), abs(dy)) == 1:
            return self._step(Move(dx, dy), view)
        return self._go(Travel, spot)

    def _click_beside(self, x: int, y: int, view: View) -> Steps:
        if (x, y) in self.layout.log:
            return (Push(History(self.theme, self._with_sightings(view))),)
        foe = self._foe_beside(x, y, view)
        if foe is not None:
            return show_card(self.theme, OnTile(*foe))
        return show_character(self.theme, view)

    def _step(self, move: Move, view: View, key: str = "") -> Steps:
        """Step, but ask first before a known trap and before harm."""

        def decide(game: Known) -> Steps:
            forecast = game.forecast(move)
            asked = question_of_step(move, forecast, view, self.theme.options)
            spot = view.here[0] + move.dx, view.here[1] + move.dy
            if forecast.refusal and spot in tiles_of((LOCKED_DOOR,), view):
                self._notice = game.about(*spot)  # which key it needs
            if asked is None:
                return (Perform(move),)
            # The key may also mean yes, so holding it must not walk into harm.
            return (Push(Confirm(self.theme, *asked, (Perform(move),), deaf=key)),)

        return (Ask(decide),)

    def _take(self, view: View, key: str) -> Steps:
        """Pick up what lies here. If nothing does, step to items on an adjacent tile first."""
        ways = [(x - view.here[0], y - view.here[1]) for x, y in view.things_at]
        beside = [way for way in ways if max(map(abs, way)) == 1]
        if view.underfoot or view.source or not beside:
            return self._choose_to_take(view)

        def fetch(dx: int, dy: int) -> Steps:
            self._fetches = view.here[0] + dx, view.here[1] + dy
            return self._step(Move(dx, dy), view, key)

        if len(beside) == 1:
            return fetch(*beside[0])
        return (Push(DirectionPrompt(self.theme, phrase("where", "pick up"), fetch)),)

    def _choose_to_take(self, view: View) -> Steps:
        return choose_to_take(self.theme, view, partial(self._go, Row))

    def _unless_refused(self, example: Intent, prompt: Screen, game: Known) -> Steps:
        """Open the prompt of an intent, unless every such intent would be refused now."""
        self._notice = game.forecast(example).refusal
        return NOTHING if self._notice else (Push(prompt),)

    def _wait(self, view: View, key: str) -> Steps:
        """Wait, but ask first in fire or gas, and while burning with few hit points."""
        steps, options = (Perform(Wait()),), self.theme.options
        few = view.hp * 100 < view.max_hp * options.hurt_below
        burns = few and "burning" in dict(view.lasting)
        if not burns and (view.here not in view.harm_at or options.ask_before_harm != "any"):
            return steps
        told = phrase("wait", "burning" if burns else "in harm")
        return (Push(Confirm(self.theme, phrase("wait", "anyway"), told, steps, deaf=key)),)

    def _beside(
        self, kinds: Collection[str], key: str, then: Callable[[int, int], Intent], view: View
    ) -> _Answer:
        """Use the only adjacent tile of these kinds, or ask for a direction if there are more."""
        steps = steps_beside(tiles_of(kinds, view), view)
        if len(steps) < 2:
            return tuple(Perform(then(*step)) for step in steps) or phrase("nothing there", key)
        return DirectionPrompt(self.theme, phrase("where", key), then)

    def _fight(self, view: View, key: str, from_afar: FromAfar | None = None) -> Steps:
        """Attack the nearest foe, approach it or shoot. If a shot is out of range, step."""
        options = self.theme.options
        afar = from_afar or options.fight_from_afar
        answer = fight(view, self._notes, options.hurt_below, from_afar=afar)
        if isinstance(answer, Stop):
            return self._stop(answer, Command.FIGHT)
        if isinstance(answer, Move):
            return self._step(answer, view, key)

        def decide(game: Known) -> Steps:
            forecast = game.forecast(answer)
            if forecast.short or forecast.refusal:
                return self._fight(view, key, "step")
            return self._once_more(answer, view)

        return (Ask(decide),)

    def _move_on(self, action: Command, view: View, key: str) -> Steps:
        """Start automatic play. With a foe in view during the escape, take one step."""
        away = step_away(view, self._notes) if action is Command.GO_DOWN else None
        if away is None:
            return self._go(GOINGS[action])
        answer, self._notice = away
        if isinstance(answer, Stop):
            return self._stop(answer, action)
        return self._step(answer, view, key)

    def _stop(self, stop: Stop, command: Command | None) -> Steps:
        self._notice = stop_told(stop, command, self.theme.keymap)
        return NOTHING

    def _go(self, command: Callable[..., Going], *arguments: object) -> Steps:
        begin = partial(command, self._notes, self.theme.options, *arguments)
        return (Go(begin, partial(self._tell_stop, begin)),)

    def _way(self, view: View, to: Spot) -> tuple[Spot, ...]:
        return way_to(self._notes, view, to)

    def _do_again(self, view: View, intent: Intent | None) -> Steps:
        if intent is None:
            self._notice = phrase("play", "nothing to repeat")
            return NOTHING
        if is_aimed(intent) and self._at_a_foe:
            intent = aimed_anew(intent, view)
        if intent is None:
            self._notice = phrase("play", "no enemy")
            return NOTHING
        return self._once_more(intent, view)

    def _once_more(self, intent: Intent, view: View) -> Steps:
        """Perform an intent whose forecast was not shown, and ask first about harm."""
        if isinstance(intent, Move):
            return self._step(intent, view)
        return perform(self.theme, intent, view, unseen=is_aimed(intent))

    def _tell_stop(self, begin: Callable[[], Going], stop: Stop) -> None:
        self._stop(stop, self._given)
        if any(hint.way is WayOut.AGAIN for hint in stop.hints):
            self._asked_again = (Go(begin, partial(self._tell_stop, begin)),)

    def _use_a_boon(self, view: View) -> Steps:
        active = next(iter(view.boons), None)
        if active is None or not active.uses or not active.aimed:
            return perform(self.theme, UseBoon(0, 0), view)
        prompt = BoonPrompt(self.theme, active)

        def unless_in_vain(game: Known) -> Steps:
            """Show why no direction works. The same key asks all the same: foes may be unseen."""
            prompt.learn(game)
            if prompt.problem:
                key = self.theme.keymap.hint(Context.PLAY, Command.BOON)
                self._notice = phrase("play", "aim anyway", problem=prompt.problem, label=key)
                self._asked_again = (Push(prompt),)
            return NOTHING if prompt.problem else (Push(prompt),)

        return (Ask(unless_in_vain),)

    def note(self, intent: Intent, view: View) -> None:
        """Remember thrown items, to pick them up again, and the target of aimed intents."""
        if isinstance(intent, Bind):
            self._notice = ""  # the player has read the hint about offers
        if is_aimed(intent):
            self._at_a_foe = at_a_foe(intent, view)
        if isinstance(intent, Throw):
            for held in view.pack:
                if held.slot == intent.slot:
                    self._notes.threw(held.each or held.name.partition(" ")[2])

    def focus(self, view: View) -> Spot:
        return self.layout.cell_of(view.here)

    def look(self, view: View) -> Steps:
        """Show the end or new offers, warn of danger, and pick up items."""
        self._known |= names_in(view)
        self._notes.see(view)
        if view.ending is None:
            self._look_out(view)
            self._warn(view)
            fetched = self._choose_to_take(view) if self._fetches == view.here else NOTHING
            self._fetches = None
            hint = self._hint(view)
            steps = self._show_the_offers(view) or fetched
            taken = None if steps else thing_to_take(view, self._notes, self.theme.options)
            self._waits = not steps and waits_here(view, self._notes, self.theme.options)
            return hint + (steps if taken is None else (Perform(taken),))
        self._notice = ""  # it may name foes seen at the last gate
        return (Ask(partial(self._ending, view)),)

    def _look_out(self, view: View) -> None:
        before, self._before = self._before, view
        new = [] if before is None else new_lines(before, view)
        lying = [line.sequence for line in new if line.text.startswith(LIES_HERE)]
        taken = any(line.text.startswith(("You pick up", "You now have")) for line in new)
        self._passed |= {*lying[: -1 if view.underfoot or taken else None]}
        if before is not None and view.turn > before.turn:
            self._tones |= {line.sequence: "news" for line in new if line.tone == "refusal"}
        self._allies |= {ally.own_name for ally in view.allies}
        deserters, told = names_in(view) & self._allies, " ".join(line.text for line in new)
        self._allies -= deserters
        for name in () if "no longer" in told or "your service" in told else sorted(deserters):
            text = desertion_of(name)
            self._sighted.append(Line(text, "news", view.turn, view.lines[-1].sequence))
        if before is not None:
            let_be, met = self._notes.let_be(view), self._notes.encounters.known
            self._sighted += sightings(before, view, let_be, met, self._notice)

    def _with_sightings(self, view: View) -> View:
        lines = sorted((*view.lines, *self._sighted), key=lambda line: line.sequence)
        lines = [
            one for one in lines if view.offers or not one.text.endswith(" (press O to choose)")
        ]
        lines = [attrs.evolve(one, tone=self._tones.get(one.sequence, one.tone)) for one in lines]
        lying = [at for at, one in enumerate(lines) if one.text.startswith(LIES_HERE)]
        key = self.theme.keymap.hint(Context.PLAY, Command.PICK_UP)
        for at in lying:
            told = lines[at].text
            if lines[at].sequence in self._passed:
                told = told.replace(LIES_HERE, PASSED, 1)
            elif self._waits and at == lying[-1]:
                told = phrase("play", "enemy in view", told=told, label=key)
            lines[at] = attrs.evolve(lines[at], text=told)
        if not view.improvements:  # no upgrade is left to choose
            for at, one in enumerate(lines):
                if one.text.endswith(_CHOICE):
                    lines[at] = attrs.evolve(one, text=one.text.removesuffix(_CHOICE), loud=False)
        return attrs.evolve(view, lines=tuple(lines))

    def _ending(self, view: View, game: Known) -> Steps:
        died = view.death
        causes = game.why(view.turn, died, brief=True, plain=True) if died else ()
        return (Push(EndingScreen(self.theme, causes)),)

    def _hint(self, view: View) -> Steps:
        """Add a hint for a first run to the messages, once. The settings file remembers it."""
        theme = self.theme
        seen = (*theme.hints, *self._hinted)
        hint = None if theme.path is None else next_hint(view, seen, theme.keymap)
        if hint is None:
            return NOTHING
        name, text = hint
        latest = max((line.sequence for line in view.lines), default=0)
        self._sighted.append(Line(text, "news", view.turn, latest, loud=True))
        self._hinted.append(name)  # even if the file cannot be written
        shown = with_option(HINTS, (*theme.hints, name), phrase("play", "hints in the file"))
        return (Change(shown, lambda trouble: None),)

    def _warn(self, view: View) -> None:
        before, self._dire = self._dire, is_dire(view, self.theme.options)
        if self._dire and not before:
            self._notice = self._low = phrase("play", "low HP", hp=view.hp, most=view.max_hp)
        elif not self._dire and self._low and self._notice.startswith(self._low):
            self._notice = ""  # healed since
        bond, self._bond = self._bond, view.bond
        word = word_of_the_term(bond, view.bond, TENTH)
        if word and word not in self._notice:  # automatic movement may have stopped for it
            self._notice = f"{self._notice} {word}".strip()

    def _show_the_offers(self, view: View) -> Steps:
        if not view.offers or view.offers[0].summoner == self._offered:
            return NOTHING
        self._offered = view.offers[0].summoner
        return (Push(Offers(self.theme, view)),)

    def _toggle_pick_up(self) -> str:
        """Turn auto-pickup on or off for this game. Return the notice."""
        self._notes.hands_off = not self._notes.hands_off
        if not self._notes.hands_off:
            return phrase("play", "auto-pickup on")
        key = self.theme.keymap.hint(Context.PLAY, Command.TOGGLE_PICK_UP)
        return phrase("play", "auto-pickup off", label=key)

    def moves(self, view: View) -> bool:
        return load_ambience().moves(view)

    def draw(self, console: tcod.console.Console, view: View) -> None:
        view = self._with_sightings(view)
        commands = Command.HELP, Command.IMPROVE, Command.MESSAGES
        help_key, improve, more = (self.theme.keymap.hint(Context.PLAY, one) for one in commands)
        hint = phrase("key hints", "help", label=help_key)
        hint = phrase("key hints", "level up", label=improve) if view.improvements else hint
        notice = self._pointing.told or self._notice
        for line in view.lines:  # the notice may repeat a shown line
            if line.loud or is_now(view.lines[-1].turn, self._read, line):
                notice = notice.removeprefix(line.text).lstrip()
        draw_board(
            console,
            view,
            self.theme.palette,
            self.theme.options,
            hint=hint,
            notice=notice,
            more=more,
            beat=self.beat,
            rooted=self._notes.ground.rooted.values(),
            known=self._known,
            read=self._read,
        )
        self._pointing.draw(console, self.theme.palette)
        self.buttons += buttons_in(hint, layout_for(console).header.right - 1 - len(hint), 0)
