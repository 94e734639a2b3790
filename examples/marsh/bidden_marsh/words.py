"""The messages of the mod."""

from __future__ import annotations

from typing import Final

from bidden.narration import Narration
from bidden_marsh.rules import Dazzle

WORDS: Final = Narration(
    Dazzle,
    words={
        "Dazzle": {
            "yours": ["harm", "{Enactor} flares up."],
            "seen_target": ["good", "The light dazzles {target}."],
        }
    },
)
