"""The site: every public name is in the reference, and all links work."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zlib
from importlib import import_module
from pathlib import Path

import pytest

from tests.packaging.scripts import ROOT, load

site_pages = load("site_pages")


def inventory(rows: list[str]) -> bytes:
    """Compress the rows of an objects.inv below its four header lines."""
    return b"#\n#\n#\n#\n" + zlib.compress("\n".join(rows).encode())


def test_public_name_without_a_place_in_the_reference_is_found() -> None:
    packages = site_pages.packages()
    assert {"eventcore", "eventcore.journal", "bidden.gym", "bidden.view"} <= {*packages}
    names = [f"{package}.{name}" for package in packages for name in import_module(package).__all__]
    row = "{name} py:class 1 reference/{package}.html#$ -".format
    rows = [row(name=name, package=name.rpartition(".")[0]) for name in names]
    assert site_pages.unlisted(inventory(rows)) == []
    elsewhere = row(name=names[1], package="eventcore.nowhere")
    assert site_pages.unlisted(inventory([elsewhere, *rows[2:]])) == names[:2]


@pytest.mark.slow
def test_link_that_leads_nowhere_fails_the_build(tmp_path: Path) -> None:
    for name in ("mkdocs.yml", *site_pages.outside()):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for name in ("docs", ".ci", "eventcore", "game/bidden"):
        shutil.copytree(ROOT / name, tmp_path / name)
    config = tmp_path / "mkdocs.yml"  # without the reference, which takes most of the time
    before, _, rest = config.read_text("utf-8").partition("plugins:\n")
    after = rest[rest.index("\nmarkdown_extensions") :]
    config.write_text(f"{before}plugins: []\n{after}", "utf-8")
    links = {"nowhere.md": "nowhere.md", "../no.py": "no.py", "dispatch.md#nowhere": "#nowhere"}
    with (tmp_path / "docs" / "ordering.md").open("a") as page:
        page.writelines(f"\n[a]({link})\n" for link in links)
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    command += ["-f", str(config), "-d", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    warnings = [line for line in done.stderr.splitlines() if "WARNING" in line]
    wrong = [line for line in warnings if "'ordering.md'" in line]
    assert len(wrong) == len(links)
    assert all(any(f"'{link}'" in line for line in wrong) for link in links.values())


@pytest.mark.parametrize(
    ("page", "link", "there"),
    [
        ("dispatch.md", "ordering.md#what-is-checked", "ordering.md#what-is-checked"),
        ("dispatch.md", "../examples/caravan.py", "examples/caravan.py"),
        ("dispatch.md", "../README.md", "readme.md"),
        ("dispatch.md", "pictures/wide.png", "pictures/wide.png"),
        ("decisions/README.md", "../journal.md", "../journal.md"),
        ("decisions/README.md", "../../CONTRIBUTING.md", "../CONTRIBUTING.md"),
        ("readme.md", "docs/dispatch.md", "dispatch.md"),
        ("readme.md", "docs/decisions/README.md", "decisions/README.md"),
        ("CONTRIBUTING.md", "README.md", "readme.md"),
        ("CONTRIBUTING.md", "https://example.org/docs/x", "https://example.org/docs/x"),
    ],
)
def test_link_between_files_leads_to_the_same_page_of_the_site(
    page: str, link: str, there: str
) -> None:
    assert site_pages.relinked(f"see [that]({link}).", page) == f"see [that]({there})."
