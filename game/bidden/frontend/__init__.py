"""The front end: shows views, turns keys into intents, and knows no rule of the game.

Every screen is drawn on one console of 80×24 cells. ``terminal`` and ``window``
are two ways to present it; ``render`` makes text or a picture of it.
"""

from __future__ import annotations

import os


def is_served() -> bool:
    """Say whether the screens go to a browser, by way of whoever started this process."""
    return os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver")
