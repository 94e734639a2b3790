"""The environment: a game behind the interface of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, Final

import attrs
import gymnasium
import numpy as np
from numpy.typing import NDArray

from bidden.content.mods import RUN
from bidden.frontend.drawing.pictures.render import drawn, pixels_of, text
from bidden.gym.actions import SLOTS, Act, Using, acts
from bidden.gym.observations import Observation, Observer, space
from bidden.gym.rewards import SCORE, Progress, check_weights
from bidden.headless import Game, choices
from bidden.intents import Intent
from bidden.modding import catalogue_of_mods

_SEEDS: Final = 1 << 31


@attrs.frozen
class Clone:
    """An environment at one moment: ``clone`` gives it, and ``restore`` takes it."""

    game: Game
    progress: Progress
    observation: Observation
    info: Mapping[str, Any]


class BiddenEnv(gymnasium.Env[Observation, np.int64]):
    """A game of Bidden: an agent is given what the player knows, and says what the player does.

    Attributes:
        game: The game that is played.
        acts: What each action means.
        lasting: What each kind of effect in ``lasting`` is called, at each of its stages.
        rewards: The weights that rewards are reckoned by.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium has it
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 8,
    }

    def __init__(
        self,
        *,
        level: str = RUN,
        mods: Sequence[str] = (),
        rewards: Mapping[str, float] = SCORE,
        mask: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """Make an environment; ``reset`` begins its first game.

        Args:
            level: The name of the level that games begin on: a run, the journey, or a scenario.
            mods: The names of the mods whose content is added.
            rewards: A weight for each of the terms that rewards are made of.
            mask: Whether ``info`` tells at each step which actions come to something. Without it
                ``action_masks()`` tells when it is asked, and a step takes about half of the time.
            render_mode: ``"ansi"`` for text, ``"rgb_array"`` for a picture, None for neither.

        Raises:
            ContentError: The level or a mod does not exist.
            ValueError: The render mode or a term of the rewards does not exist, or a weight is not
                a finite number.
        """
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            modes = " or ".join(map(repr, self.metadata["render_modes"]))
            raise ValueError(f"render_mode={render_mode!r}: give {modes}, or None")
        check_weights(rewards)
        catalogue = catalogue_of_mods(mods)
        catalogue.level(level)
        self.render_mode = render_mode
        self.rewards: dict[str, float] = dict(rewards)
        self._level, self._mods, self._tells_mask = level, tuple(mods), mask
        self.acts: Sequence[Act] = acts(catalogue.spells)
        # Of what is in a slot nothing need be asked while nothing is in it.
        self._by_slot: dict[str, list[tuple[int, Act]]] = {slot: [] for slot in ("", *SLOTS)}
        for number, act in enumerate(self.acts):
            self._by_slot[act.slot if isinstance(act, Using) else ""].append((number, act))
        self.lasting: tuple[tuple[str, ...], ...] = tuple(
            kind.stages or (name,) for name, kind in sorted(catalogue.effects.items()) if kind.turns
        )
        self.action_space: gymnasium.spaces.Discrete[np.int64] = gymnasium.spaces.Discrete(
            len(self.acts)
        )
        self.observation_space: gymnasium.spaces.Dict[Any] = space(len(self.lasting))
        self._observer = Observer(self.lasting)
        self._progress = Progress()
        self._told: tuple[str, ...] = ()
        self._game: Game | None = None
        self._observation: Observation
        self._info: Mapping[str, Any]

    @property
    def game(self) -> Game:
        """The game that is played.

        Raises:
            ResetNeeded: None was begun yet.
        """
        if self._game is None:
            raise gymnasium.error.ResetNeeded("no game was begun: call reset() first")
        return self._game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game.

        Args:
            seed: The game's seed, and that of all the games that are begun after it without one.
            options: There are none; ``level`` and the like are arguments of ``make``.

        Returns:
            The observation, and what ``step`` gives as ``info``, with the game's ``seed``.

        Raises:
            ValueError: An option is given.
        """
        if options:
            names = ", ".join(map(repr, options))
            raise ValueError(
                f"reset() has no option {names}: give the level, mods and rewards to make()"
            )
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(_SEEDS)) if seed is None else seed
        self._game = Game(chosen, level=self._level, mods=self._mods)
        self._told = tuple(str(line) for line in self.game.observe().lines)
        self._look(Progress(), {"seed": chosen, "done": True, "reason": ""})
        return self._given()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do what an action means. One that comes to nothing is refused, and no time goes by.

        Returns:
            The observation; the reward; whether the game is over; False, for it is never cut short
            here; and ``info``: ``action_mask``, whether it was ``done``, and the ``reason`` where
            it was refused.

        Raises:
            ResetNeeded: No game was begun yet.
            TypeError: The action is no whole number.
            ValueError: The number is that of no action.
        """
        intent = self.meant(index(action))
        done, reason, self._told = False, "nothing", ()
        if intent is not None:
            step = self.game.step(intent)
            done, reason, self._told = step.done, step.reason, step.lines
        before = self._progress
        self._look(before, {"done": done, "reason": reason})
        reward = self._progress.worth(before, self.rewards)
        observation, info = self._given()
        return observation, reward, self.game.over, False, info

    def meant(self, action: int) -> Intent | None:
        """Return the intent that an action stands for now; None if the view offers no such intent.

        Raises:
            ResetNeeded: No game was begun yet.
            ValueError: The number is that of no action.
        """
        if not 0 <= action < len(self.acts):
            raise ValueError(f"action {action}: give one from 0 to {len(self.acts) - 1}")
        view = self.game.observe()
        intent = self.acts[action].meant(view)
        # A player who is not in control turns any intent into a turn: also one to pick up nothing.
        return intent if intent is not None and intent in choices(view) else None

    def action_masks(self) -> NDArray[np.int8]:
        """Say of each action whether it would come to anything now: 1 or 0.

        It is what ``Game.accepts`` says. Where a game is over, none does.

        Raises:
            ResetNeeded: No game was begun yet.
        """
        view, mask = self.game.observe(), np.zeros(len(self.acts), np.int8)
        there = {*choices(view)}
        for held in ("", *(one.slot for one in view.pack)):
            for number, act in self._by_slot[held]:
                intent = act.meant(view)
                if intent in there and self.game.accepts(intent):
                    mask[number] = 1
        return mask

    def clone(self) -> Clone:
        """Copy the game as it is now, for ``restore``; it takes about a millisecond.

        Raises:
            ResetNeeded: No game was begun yet.
        """
        return Clone(self.game.clone(), self._progress, self._observation, self._info)

    def restore(self, clone: Clone) -> tuple[Observation, dict[str, Any]]:
        """Go back to what was cloned, here or in another environment of the same level and mods.

        Returns:
            The observation and the ``info`` that were given last when it was cloned.

        Raises:
            TypeError: The clone is nothing that ``clone`` gave.
        """
        if not isinstance(clone, Clone):
            raise TypeError(f"{clone!r} is not a clone: give what clone() returned")
        if self._game is None:
            self._game = clone.game.clone()
        else:
            self._game.restore(clone.game)
        self._progress = clone.progress
        self._observation, self._info = clone.observation, clone.info
        return self._given()

    def render(self) -> Any:
        """Draw the screen a player would see: its text, or its pixels; None without a mode.

        Raises:
            ResetNeeded: There is a mode, and no game was begun yet.
        """
        if self.render_mode == "ansi":
            return text(self.game.observe())
        if self.render_mode == "rgb_array":
            return pixels_of(drawn(self.game.observe()))
        return None

    def _look(self, before: Progress, info: dict[str, Any]) -> None:
        """Look at the game after a step, and keep what there is to be told of it."""
        self._observation = self._observer.observe(self.game.observe(), self._told)
        self._progress = before.after(self.game, int(np.count_nonzero(self._observation["glyphs"])))
        if self._tells_mask:
            info["action_mask"] = self.action_masks()
        self._info = info

    def _given(self) -> tuple[Observation, dict[str, Any]]:
        """Give what is told, to whoever may write on it: clones have it too."""
        return {key: one.copy() for key, one in self._observation.items()}, dict(self._info)
