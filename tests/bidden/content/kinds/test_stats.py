"""The stats that effects may change."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.content.datafiles import ContentError
from bidden.order import COMPONENTS
from tests.bidden.scenes import read_catalogue


@pytest.mark.parametrize(
    "field", ["changes = { spede = 10 }", "waned = { spede = 10 }", 'kept_off_by = "spede"']
)
def test_effect_on_an_unknown_stat_is_refused(field: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(ContentError) as caught:
        read_catalogue({"effects.toml": f"[haste]\nturns = 3\n{field}"}, COMPONENTS)
    assert str(caught.value) == snapshot
