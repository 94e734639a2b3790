"""The chart of the peers."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from benchmarks.chart import write_chart
from benchmarks.measure import Row


def test_chart_has_a_bar_for_each_library_and_is_the_same_each_time(tmp_path: Path) -> None:
    rows = [
        Row("slow", ratio=2_300.4),
        Row("raw", ratio=1.0),
        Row("eventcore", ratio=1.12),
        Row("Bidden's scheme, 10 entities", ratio=5.4),
        Row("absent", note="not installed"),
    ]
    charts = [tmp_path / "one.svg", tmp_path / "other.svg"]
    for chart in charts:
        write_chart(rows, chart)
    texts = [text for element in ElementTree.parse(charts[0]).iter() if (text := element.text)]
    labels = [text for text in map(str.strip, texts) if text in ("raw", "eventcore", "slow")]
    assert labels == ["raw", "eventcore", "slow"]
    assert {"1.00", "1.12", "2,300"} <= {text.strip() for text in texts}
    assert charts[0].read_bytes() == charts[1].read_bytes()
