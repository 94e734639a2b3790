"""The documentation check finds what is wrong, and says nothing about what is right."""

from pathlib import Path

import pytest

from tests.packaging.scripts import ROOT, load

check_docs = load("check_docs")

HOST = "py" + "pi.org"  # in two parts, so that this file names none


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
def test_nothing_is_said_of_what_is_right(
    project: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaints(project, text, capsys) == []


@pytest.mark.parametrize(
    ("text", "line"), [(f"see https://{HOST}/x", 1), (f"```\nfiles.{HOST}\n```", 2)]
)
def test_the_host_of_a_registry_is_named_with_its_line(
    project: Path, text: str, line: int, capsys: pytest.CaptureFixture[str]
) -> None:
    complaint = f"README.md:{line}: names the host of a package registry"
    assert complaints(project, text, capsys) == [complaint]


def test_a_path_that_leads_nowhere_is_named_with_its_line(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = complaints(project, "from\n`game/bidden/no.py` to `game/README.md`", capsys)
    assert found == ["README.md:2: game/bidden/no.py: no such file"]


@pytest.mark.parametrize(
    "code",
    ["```python\nx = 1\ny = = 2\n```", "\n```python\n>>> y = = 2\n```", "\n```python\ny = = 2"],
)
def test_python_that_does_not_compile_is_named_with_its_line(
    project: Path, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = complaints(project, code, capsys)
    assert line.startswith("README.md:3: does not compile")


def test_a_file_that_should_be_there_is_missed(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "CHANGELOG.md").unlink()
    assert complaints(project, "# Title", capsys) == ["CHANGELOG.md: no such file"]


def test_a_page_that_the_index_does_not_lead_to_is_named(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "docs").mkdir()
    (project / "docs" / "index.md").write_text("[Playing](playing.md)")
    for name in ("playing.md", "hidden.md"):
        (project / "docs" / name).write_text("# Title")
    assert complaints(project, "", capsys) == ["docs/index.md: does not lead to docs/hidden.md"]


def test_a_front_page_that_became_a_manual_is_told(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    most = check_docs.LONGEST_README
    assert complaints(project, "line\n" * most, capsys) == []
    (complaint,) = complaints(project, "line\n" * (most + 1), capsys)
    assert complaint.startswith(f"README.md: {most + 1} lines, of {most} at most")


def test_nothing_is_wrong_with_the_pages_of_this_project(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert check_docs.main(ROOT) == 0, capsys.readouterr().out
