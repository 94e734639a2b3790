"""Add pages from outside docs/ and the API reference to the site: hooks for MkDocs.

README.md, CONTRIBUTING.md, CHANGELOG.md and examples/ stay where forges show them. Links between
them and docs/ are rewritten for the site, whose root is docs/. For each public package, the
reference shows every name in ``__all__``, which is read from the source.
"""

from __future__ import annotations

import ast
import logging
import posixpath
import re
import zlib
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
OUTSIDE = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "LICENSE",
    "examples/**/*.*",
)

# The library's public modules that are not packages.
MODULES = ("eventcore.resources",)

# The game's modules for programs and mods.
GAME = ("batches", "gym", "headless", "intents", "modding", "view")

LOG = logging.getLogger("mkdocs.hooks.site_pages")

LINK = re.compile(r"(?<=\]\()[^)\s#:]+(?=[)#])")


def packages() -> list[str]:
    """Return the library's public packages and modules, then those of the game."""
    found = sorted((ROOT / "eventcore").rglob("__init__.py"))
    library = [".".join(path.parent.relative_to(ROOT).parts) for path in found]
    public = sorted([*filter(public_names, library), *MODULES])
    return public + [f"bidden.{name}" for name in GAME]


def source(package: str) -> Path:
    """Return the file of a module, or the ``__init__.py`` of a package."""
    top = ROOT / "game" if package.partition(".")[0] == "bidden" else ROOT
    path = top.joinpath(*package.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def public_names(package: str) -> list[str]:
    """Return the names in the ``__all__`` of a package or module, or an empty list."""
    path = source(package)
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                names: list[str] = ast.literal_eval(value)
                return names
    return []


def reference(package: str) -> str:
    """Return the reference page of a package: its docstring, then every public name."""
    names = public_names(package)
    head = f"# {package}\n\n::: {package}\n    options: {{members: [], show_root_heading: false}}\n"
    return head + "".join(f"\n::: {package}.{name}\n" for name in names)


def in_site(path: str) -> str:
    """Return the site's path of a file. At the root, MkDocs would use a README as the index."""
    return "readme.md" if path == "README.md" else path.removeprefix("docs/")


def in_project(path: str) -> str:
    """Return the project's path of a page of the site."""
    return next((there for there in outside() if in_site(there) == path), f"docs/{path}")


def outside() -> list[str]:
    """Return the files outside docs/ that the site includes."""
    found = (path for pattern in OUTSIDE for path in ROOT.glob(pattern))
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def relinked(markdown: str, page: str) -> str:
    """Replace the project's paths in the links of a page with paths in the site."""
    here = posixpath.dirname(in_project(page))

    def to_site(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(here, link[0]))
        return posixpath.relpath(in_site(target), posixpath.dirname(page) or ".")

    return LINK.sub(to_site, markdown)


def unlisted(inventory: bytes) -> list[str]:
    """Return the public names that, according to objects.inv, the reference pages lack."""
    rows = zlib.decompress(inventory.split(b"\n", 4)[4]).decode("utf-8").splitlines()
    places = {row.split(" ")[0]: row.split(" ")[3] for row in rows}
    public = [
        (package, f"{package}.{name}") for package in packages() for name in public_names(package)
    ]
    return [name for package, name in public if places.get(name) != f"reference/{package}.html#$"]


# Hooks that MkDocs calls


def on_config(config: MkDocsConfig) -> None:
    """Put the reference and the decisions into the navigation."""
    assert config.nav is not None
    decisions = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
    config.nav += [
        {"Reference": [{name: f"reference/{name}.md"} for name in packages()]},
        {"Decisions": ["decisions/README.md", *(f"decisions/{path.name}" for path in decisions)]},
    ]


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add the pages from outside docs/ and the reference."""
    for path in outside():
        files.append(File.generated(config, in_site(path), abs_src_path=str(ROOT / path)))
    for name in packages():
        files.append(File.generated(config, f"reference/{name}.md", content=reference(name)))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Rewrite the links of a page for the site."""
    return relinked(markdown, page.file.src_uri)


def on_post_build(config: MkDocsConfig) -> None:
    """Log a warning for every public name that the reference does not show."""
    if "mkdocstrings" not in config.plugins:
        return  # a site without a reference
    for name in unlisted(Path(config.site_dir, "objects.inv").read_bytes()):
        LOG.warning("the reference has no place for the public name %r", name)
