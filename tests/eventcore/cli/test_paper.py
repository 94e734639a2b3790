"""Output fits a terminal of any width, and may be cut short by whoever reads it."""

from __future__ import annotations

import os
import sys

import pytest

from eventcore.cli import Paper, main


@pytest.mark.parametrize(("columns", "width"), [("1", 20), ("20", 20), ("21", 21)])
def test_output_is_as_wide_as_the_terminal_and_never_too_narrow(
    monkeypatch: pytest.MonkeyPatch, columns: str, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert Paper().width == width


@pytest.mark.parametrize("arguments", [["--help"], ["chain", "bidden", "Move"]], ids=" ".join)
def test_closed_pipe_ends_a_command_as_sigpipe_would(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w", encoding="utf-8") as nobody:
        monkeypatch.setattr(sys, "stdout", nobody)
        assert main(arguments) == 141
    assert capfd.readouterr().err == ""
