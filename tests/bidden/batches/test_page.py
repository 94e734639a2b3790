"""The report is one self-contained page, reproducible, and safe for any names."""

from html.parser import HTMLParser

from syrupy.assertion import SnapshotAssertion

from bidden.batches.report.page import page_of
from tests.bidden.batches.rows import row


class Outline(HTMLParser):
    """Parse a page into its headings, table cells and fetched resources."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.headings, self.cells, self.fetched = list[str](), list[str](), list[str]()
        self.open, self.drawn = list[str](), 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.drawn += tag == "svg"
        for name, value in attrs:
            if name in ("src", "href", "xlink:href") and not (value or "").startswith("#"):
                self.fetched.append(value or "")

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)
        if self.open and self.open[-1] in ("td", "th"):
            self.cells.append(data)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass


BATCH = [row(seed, ended="won" if seed % 4 == 0 else "died", how="free") for seed in range(1, 41)]


def test_one_page_has_tables_and_plots_and_fetches_nothing(snapshot: SnapshotAssertion) -> None:
    rows = [*BATCH, *(row(seed, "fighter", how="orc") for seed in range(1, 11))]
    page = page_of([("runs.jsonl", rows)])
    outline = Outline(page)
    assert outline.headings == snapshot
    assert outline.drawn == 5
    assert outline.fetched == []
    assert "10 (25%, 14–40)" in outline.cells
    assert "0 (0%, 0–28)" in outline.cells
    assert page == page_of([("runs.jsonl", rows)])


def test_two_files_stand_side_by_side(snapshot: SnapshotAssertion) -> None:
    worse = [row(made.seed, ended="died", rules="a-c") for made in BATCH]
    outline = Outline(page_of([("before.jsonl", BATCH), ("after.jsonl", worse)]))
    assert outline.headings == snapshot
    place = outline.cells.index("explorer, after.jsonl", outline.cells.index("compared with"))
    assert outline.cells[place : place + 5] == snapshot


def test_file_name_is_escaped_in_the_page() -> None:
    page = page_of([("<b>&.jsonl", BATCH), ("other", BATCH)])
    assert "<b>" not in page
    assert "&lt;b&gt;&amp;.jsonl" in page
