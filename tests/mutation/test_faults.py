"""The list of planted faults matches the current code."""

from __future__ import annotations

import pytest

from tests.mutation.__main__ import ROOT, Fault, known_faults


@pytest.mark.parametrize("fault", known_faults(), ids=lambda fault: fault.name)
def test_fault_applies_to_its_source_file_and_names_existing_tests(fault: Fault) -> None:
    assert fault.planted((ROOT / fault.file).read_text("utf-8"))
    assert [name for name in fault.tests if not (ROOT / name.partition("::")[0]).exists()] == []


def test_names_of_faults_are_unique() -> None:
    names = [fault.name for fault in known_faults()]
    assert sorted({*names}) == sorted(names)


def test_fault_whose_source_text_is_missing_or_repeated_is_refused() -> None:
    fault = Fault("off by one", "file.py", "a < b", "a <= b", ["tests"])
    assert fault.planted("if a < b:") == "if a <= b:"
    for text in ("if a > b:", "if a < b and a < b:"):
        with pytest.raises(ValueError, match="off by one"):
            fault.planted(text)
