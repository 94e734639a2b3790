"""The row of a run, and the job to play it."""

from __future__ import annotations

import attrs


@attrs.frozen(order=True)
class RunJob:
    """A run to play.

    Attributes:
        bot: A name of the roster, or ``package.module:callable``, which makes a bot from a seed.
        seed: The seed.
        most: The maximum number of intents.
    """

    bot: str
    seed: int
    most: int


@attrs.frozen
class RunRow:
    """The result of a run.

    Attributes:
        rules: The fingerprints of content and handlers.
        bot: The bot.
        seed: The seed.
        most: The maximum number of intents.
        ended: ``"won"``, ``"died"``, or ``"under way"``.
        how: The ending, or the kind of creature or thing that killed; empty if under way.
        turns: The number of turns.
        intents: The number of intents, including refused ones.
        decisions: The number of intents other than steps, attacks by a step, waits and searches.
        levels: The number of levels entered.
        bindings: The number of completed tasks.
        score: The score.
        used: How often the player did each counted action, such as attacks and shots, by event.
        slain: The number of kills by kind.
        achieved: The names of the achievements.
        digest: The digest of all events; the same intents lead to the same digest.
    """

    rules: str
    bot: str
    seed: int
    most: int
    ended: str
    how: str
    turns: int
    intents: int
    decisions: int
    levels: int
    bindings: int
    score: int
    used: dict[str, int]
    slain: dict[str, int]
    achieved: tuple[str, ...]
    digest: str

    @property
    def job(self) -> RunJob:
        """The job that gave this result."""
        return RunJob(self.bot, self.seed, self.most)
