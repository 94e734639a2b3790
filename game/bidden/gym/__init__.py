"""Bidden as a Gymnasium environment: importing this module registers ``Bidden-v0``.

``import bidden.gym``, then ``gymnasium.make("Bidden-v0")``. It needs the extra ``gym``.
"""

from typing import TYPE_CHECKING, Any

try:
    import gymnasium
except ModuleNotFoundError as _error:
    if _error.name != "gymnasium":
        raise
    raise ModuleNotFoundError(
        "bidden.gym needs the extra 'gym': pip install './game[gym]'", name=_error.name
    ) from None

if TYPE_CHECKING:
    from bidden.gym.env import BiddenEnv

__all__ = ["ID", "MOST_STEPS", "BiddenEnv"]

ID = "Bidden-v0"
"""The name of the environment."""
MOST_STEPS = 5000
"""The default of ``max_episode_steps``: an episode is cut short after this many steps."""

gymnasium.register(ID, entry_point="bidden.gym.env:BiddenEnv", max_episode_steps=MOST_STEPS)


def __getattr__(name: str) -> Any:
    if name == "BiddenEnv":  # imports the whole game, which registering does not need
        from bidden.gym.env import BiddenEnv

        return BiddenEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
