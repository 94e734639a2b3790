"""A row: what became of a run, and what there was to be played."""

from __future__ import annotations

import attrs


@attrs.frozen(order=True)
class RunJob:
    """A run that is to be played.

    Attributes:
        bot: Who plays it: a name of the roster, or ``package.module:callable``, which makes one
            of the seed.
        seed: Its seed.
        most: After how many intents it is left, over or not.
    """

    bot: str
    seed: int
    most: int


@attrs.frozen
class RunRow:
    """What became of a run.

    Attributes:
        rules: What it was played by: the fingerprints of content and handlers.
        bot: Who played it.
        seed: Its seed.
        most: After how many intents it would have been left.
        ended: ``"won"``, ``"died"``, or ``"under way"``.
        how: The ending that was won, or the kind of what killed; empty while under way.
        turns: How many it took.
        intents: How many the bot meant, refused ones too.
        decisions: How many of these were no step, no blow by one, no wait and no search.
        levels: How many were entered.
        bindings: How many tasks were fulfilled.
        score: Its score.
        used: How often the player did what is counted, by the name of the event: blows, shots,
            potions, scrolls and so on.
        slain: How many of each kind the player put to rest.
        achieved: What was achieved, by the names of its tables.
        digest: Of all that happened: who performs the same intents comes to the same.
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
        """What was to be played."""
        return RunJob(self.bot, self.seed, self.most)
