"""`make test` replays a sample of the golden journals, `make deep` the others."""

import pytest

from tests.golden.catalogue import SAMPLE


def pytest_itemcollected(item: pytest.Item) -> None:
    if item.path.suffix == ".jsonl" and item.path.name not in SAMPLE:
        item.add_marker(pytest.mark.slow)
