"""`.ci/check_docs.py` reports each mistake in the pages with its line, and nothing else."""

from pathlib import Path

import pytest

from tests.packaging.scripts import ROOT, load

check_docs = load("check_docs")

HOST = "py" + "pi.org"  # split in two: the check reads this file, too


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in check_docs.TOP:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("# Title\n")
    return tmp_path


def complaints(project: Path, text: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    (project / "README.md").write_text(text)
    code = check_docs.main(project)
    lines = capsys.readouterr().out.splitlines()[:-1]
    assert code == (1 if lines else 0)
    return lines


@pytest.mark.parametrize(
    "text",
    [
        "[a](https://example.org/nothing) <mailto:a@example.org>",
        "`game/README.md`, `game/`, `tests`, `path/of/yours.py` and game/no.md",
        "```python\nx = 1\n```",
        "```python\nawait x()\nasync with y: ...\n```",
        "- a\n\n  ```python\n  if x:\n      y()\n  ```",
        "```python\n>>> x = (\n...     1)\n>>> x\n1\n```",
        "```text\nnot python\n```",
        "````text\n```python\nnot python\n```\n````",
    ],
)
def test_correct_page_is_accepted(
    project: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaints(project, text, capsys) == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"see https://{HOST}/x", 1),
        (f"```\nfiles.{HOST}\n```", 2),
        ("from\n`game/bidden/no.py` to `game/README.md`", 2),
        ("```python\nx = 1\ny = = 2\n```", 3),
        ("\n```python\n>>> y = = 2\n```", 3),
        ("\n```python\ny = = 2", 3),
    ],
    ids=["registry", "registry in code", "path", "code", "session", "code to the end"],
)
def test_error_is_reported_with_its_line(
    project: Path, text: str, line: int, capsys: pytest.CaptureFixture[str]
) -> None:
    (complaint,) = complaints(project, text, capsys)
    assert complaint.startswith(f"README.md:{line}: ")


def test_missing_file_and_unreachable_page_are_reported(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "CHANGELOG.md").unlink()
    (project / "docs").mkdir()
    (project / "docs" / "index.md").write_text("[Playing](playing.md)")
    for name in ("playing.md", "hidden.md"):
        (project / "docs" / name).write_text("# Title")
    hidden, missing = sorted(complaints(project, "# Title", capsys), reverse=True)
    assert missing.startswith("CHANGELOG.md: ")
    assert hidden.startswith("docs/index.md: ")
    assert "docs/hidden.md" in hidden


def test_pages_of_this_project_are_correct(capsys: pytest.CaptureFixture[str]) -> None:
    assert check_docs.main(ROOT) == 0, capsys.readouterr().out
