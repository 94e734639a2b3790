"""Each section runs completely at a tiny size. Its figures mean nothing and are not tested."""

from __future__ import annotations

import importlib
import json
from typing import Any

import pytest

from benchmarks import measure, sections
from benchmarks.__main__ import main
from benchmarks.results import Figure, Section
from benchmarks.sections import SECTIONS

TINY: dict[str, dict[str, Any]] = {
    "agents": {"CROWDS": ((3, 2), (9, 2)), "DAYS": 2},
    "answering": {"KEYS": 4},
    "asking": {"RESTED": 30, "TURN": 40, "ASKED": 3},
    "chasing": {"ROUNDS": 1, "TURNS": 2, "COUNTS": (2, 3, 4), "RIVAL_TURNS": {2: 1, 3: 1, 4: 1}},
    "crowded": {"COUNTS": (2, 4), "THINGS": 4, "SETTLING": 1, "TURNS": 2},
    "environment": {"STEPS": 8, "TIMES": 2},
    "games": {"STEPS": 8, "TIMES": 2},
    "growing": {"MANY": 50, "THINGS": 10, "ROUNDS": 2, "CHAINS": 40},
    "headless": {"STEPS": 8, "COUNTED": (11,), "CALLED": 8},
    "lasting": {"FEW": 10, "MANY": 50, "TURNS": 4},
    "programs": {"WARMING": 0, "ROUNDS": 1, "TURNS": 5},
    "queueing": {"CUSTOMERS": 20, "WEEKS": 1, "SEEDS": (1, 2)},
    "recording": {"TURNS": 6, "ROUNDS": 1},
    "scale": {"MANY": 20, "WEIGHED": 100},
    "startup": {"ROUNDS": 2, "ENTITIES": 10},
    "walking": {"SEEDS": (1,), "STEPS": 20},
}
"""The sizes of a section's module, by the name of the module."""


LONG = {
    *("answering", "chasing", "growing", "headless", "programs", "recording", "tasks", "timers")
}
"""Sections that take more than a second even at that size."""


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "BATCH_NS", 1)
    monkeypatch.setattr(measure, "MOST_ROUNDS", 2)
    for module, sizes in TINY.items():
        for name, size in sizes.items():
            monkeypatch.setattr(importlib.import_module(f"benchmarks.{module}"), name, size)


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.slow if one in LONG else ()) for one in SECTIONS]
)
def test_every_benchmark_section_runs_to_completion(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--quick", "--only", name, "--json"]) == 0
    (section,) = json.loads(capsys.readouterr().out)["sections"]
    assert section["name"] == name
    assert section["rows"] or section["figures"]


def test_failed_benchmark_section_is_reported_and_other_sections_are_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> Section:
        raise RuntimeError("the disk is full")

    def works() -> Section:
        return Section("games", "Games", figures=[Figure("played", 7, "")])

    monkeypatch.setattr(sections, "section", {"walking": broken, "games": works}.__getitem__)
    assert main(["--quick", "--only", "walking,games", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert [section["name"] for section in report["sections"]] == ["games"]
    assert [failure["section"] for failure in report["failures"]] == ["walking"]
    assert "the disk is full" in report["failures"][0]["error"]


def test_section_is_printed_as_soon_as_it_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed: list[str] = []

    def first() -> Section:
        return Section("walking", "Walking", figures=[Figure("steps", 7, "")])

    def second() -> Section:
        printed.append(capsys.readouterr().out)
        return Section("games", "Games")

    monkeypatch.setattr(sections, "section", {"walking": first, "games": second}.__getitem__)
    assert main(["--quick", "--only", "walking,games"]) == 0
    assert "Walking" in printed[0]
    assert "steps" in printed[0]
