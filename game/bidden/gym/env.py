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
from bidden.gym.actions import Act, acts, meanings
from bidden.gym.observations import Observation, Observer, space
from bidden.gym.rewards import SCORE, Progress, check_weights
from bidden.headless import Game
from bidden.intents import Intent
from bidden.modding import catalogue_of_mods

_SEEDS: Final = 1 << 31


@attrs.frozen
class Clone:
    """The state of an environment: ``clone`` returns it, and ``restore`` takes it."""

    game: Game
    progress: Progress
    observation: Observation
    info: Mapping[str, Any]


class BiddenEnv(gymnasium.Env[Observation, np.int64]):
    """A game of Bidden. The agent gets what the player knows, and chooses what the player does.

    Attributes:
        game: The current game.
        acts: The meaning of each action.
        lasting: The names of each timed effect in the observation ``lasting``, one for each stage.
        rewards: The weights of the rewards.
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
        """Create an environment; ``reset`` starts its first game.

        Args:
            level: The first level of each game: a run, the journey, or a scenario.
            mods: The names of the mods whose content is added.
            rewards: The weight of each reward term.
            mask: Whether ``info`` has the action mask after each step. Without it, a step takes
                about half of the time.
            render_mode: ``"ansi"`` for text, ``"rgb_array"`` for a picture, None for neither.

        Raises:
            ContentError: The level or a mod does not exist.
            ValueError: The render mode or a reward term does not exist, or a weight is not a finite
                number.
        """
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            modes = " or ".join(map(repr, self.metadata["render_modes"]))
            raise ValueError(f"render_mode={render_mode!r}: use {modes}, or None")
        check_weights(rewards)
        catalogue = catalogue_of_mods(mods)
        catalogue.level(level)
        self.render_mode = render_mode
        self.rewards: dict[str, float] = dict(rewards)
        self._level, self._mods, self._tells_mask = level, tuple(mods), mask
        self.acts: Sequence[Act] = acts(catalogue.spells)
        self._numbers = {act.name: number for number, act in enumerate(self.acts)}
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
        """The current game.

        Raises:
            ResetNeeded: No game has started yet.
        """
        if self._game is None:
            raise gymnasium.error.ResetNeeded("no game has started: call reset() first")
        return self._game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game.

        Args:
            seed: The seed of this game, and of later games without a seed of their own.
            options: Must be empty; ``level`` and the like are arguments of ``make``.

        Returns:
            The observation, and the ``info`` of ``step`` plus the ``seed`` of the game.

        Raises:
            ValueError: An option is given.
        """
        if options:
            names = ", ".join(map(repr, options))
            raise ValueError(
                f"reset() has no option {names}: pass the level, mods and rewards to make()"
            )
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(_SEEDS)) if seed is None else seed
        self._game = Game(chosen, level=self._level, mods=self._mods)
        self._told = tuple(str(line) for line in self.game.observe().lines)
        self._look(Progress(), {"seed": chosen, "done": True, "reason": ""})
        return self._given()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Perform an action. An action without a meaning now is refused and takes no time.

        Returns:
            The observation; the reward; whether the game is over; False, because games are never
            cut short here; and ``info`` with ``action_mask``, ``done``, and a refusal's ``reason``.

        Raises:
            ResetNeeded: No game has started yet.
            TypeError: The action is not a whole number.
            ValueError: The action does not exist.
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
        """Return the intent of an action, or None if the view offers none.

        Raises:
            ResetNeeded: No game has started yet.
            ValueError: The action does not exist.
        """
        if not 0 <= action < len(self.acts):
            raise ValueError(f"action {action}: must be from 0 to {len(self.acts) - 1}")
        return self.acts[action].meant(self.game.observe())

    def action_masks(self) -> NDArray[np.int8]:
        """Return a mask of all actions: 1 if ``Game.accepts`` allows the action now, else 0.

        Raises:
            ResetNeeded: No game has started yet.
        """
        mask = np.zeros(len(self.acts), np.int8)
        for name, intent in meanings(self.game.observe()).items():
            if name in self._numbers and self.game.accepts(intent):
                mask[self._numbers[name]] = 1
        return mask

    def clone(self) -> Clone:
        """Copy the game for ``restore``; this takes about a millisecond.

        Raises:
            ResetNeeded: No game has started yet.
        """
        return Clone(self.game.clone(), self._progress, self._observation, self._info)

    def restore(self, clone: Clone) -> tuple[Observation, dict[str, Any]]:
        """Return to a clone of this or another environment with the same level and mods.

        Returns:
            The last observation and ``info`` before the clone was made.

        Raises:
            TypeError: The argument is not a clone.
        """
        if not isinstance(clone, Clone):
            raise TypeError(f"{clone!r} is not a clone: pass what clone() returned")
        if self._game is None:
            self._game = clone.game.clone()
        else:
            self._game.restore(clone.game)
        self._progress = clone.progress
        self._observation, self._info = clone.observation, clone.info
        return self._given()

    def render(self) -> Any:
        """Return the text or the pixels of the player's screen, or None without a render mode.

        Raises:
            ResetNeeded: There is a render mode, but no game has started yet.
        """
        if self.render_mode == "ansi":
            return text(self.game.observe())
        if self.render_mode == "rgb_array":
            return pixels_of(drawn(self.game.observe()))
        return None

    def _look(self, before: Progress, info: dict[str, Any]) -> None:
        """Store the observation, the progress and ``info`` after a step."""
        self._observation = self._observer.observe(self.game.observe(), self._told)
        self._progress = before.after(self.game, int(np.count_nonzero(self._observation["glyphs"])))
        if self._tells_mask:
            info["action_mask"] = self.action_masks()
        self._info = info

    def _given(self) -> tuple[Observation, dict[str, Any]]:
        """Return copies, because the caller may change them and clones share them."""
        return {key: one.copy() for key, one in self._observation.items()}, dict(self._info)
