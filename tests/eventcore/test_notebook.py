"""A world and a chain show themselves in a notebook."""

from html.parser import HTMLParser

from eventcore import World
from tests.eventcore.worlds.duel import CLASSES, Arm, Blow


class Cells(HTMLParser):
    """Collects the texts of a page; every tag must be closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_world_lists_its_first_entities() -> None:
    world = World(components=CLASSES)
    for _ in range(30):
        world.spawn(Arm())
    texts = Cells(world._repr_html_()).texts
    assert texts[0] == "World on turn 0, with 31 entities"
    assert texts[-1] == "and 11 more"
    assert texts[texts.index("2") + 1].startswith("Arm(")


def test_chain_is_a_table_with_the_commit_line() -> None:
    world = World(components=CLASSES)
    plan = world.plan(Blow, world.spawn(Arm()), world.spawn(Arm()))
    texts = Cells(plan._repr_html_()).texts
    assert texts[:4] == ["Blow", "Priority", "Phase", "Role"]
    methods = [step.handler.name for step in plan.steps]
    shown = [
        one for text in texts if (one := text.partition("  [")[0]) in (*methods, "commit line")
    ]
    assert shown == [*methods[: len(plan.above)], "commit line", *methods[len(plan.above) :]]
