"""Return the error that invalid content raises."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bidden.content.datafiles import ContentError
from bidden.order import COMPONENTS
from tests.bidden.scenes import read_catalogue

ZOMBIE = """
[zombie]
Title = { name = "zombie" }
Look = { glyph = "z", look = "zombie" }
Health = { hp = 8, most = 8 }
"""


def complaint_of(texts: Mapping[str, str]) -> str:
    """Load invalid content from the text of each file, and return the error."""
    with pytest.raises(ContentError) as caught:
        read_catalogue(texts, COMPONENTS)
    return str(caught.value)
