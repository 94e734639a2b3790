"""The witness: an event has one teller."""

import pytest

from bidden.events.body import Feed, Heal
from bidden.events.combat import TakeDamage
from bidden.messages.witness import Teller
from eventcore import Action, Event, RegistrationError
from tests.bidden.messages.telling import told
from tests.bidden.scenes import MakeScene


def gossip(kind: type[Event]) -> type[Teller]:
    """A theme that tells of events of one type."""

    class Gossip(Teller):
        def listen(self) -> None:
            self._tell(kind, lambda event: self._add(event, "Have you heard?", "news"))

    return Gossip


def test_who_tells_of_a_subclass_tells_in_place_of_who_tells_of_the_class(
    make_scene: MakeScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bidden.messages.log.Learning", gossip(Feed))
    scene = make_scene("#@#", you={"Health": {"hp": 1}})
    assert told(
        scene,
        Feed(scene["@"], scene["@"], -1, source="cake"),
        Heal(scene["@"], scene["@"], 1, source="cake"),
    ) == ["news: Have you heard?", "good: You heal 1 HP."]


@pytest.mark.parametrize("kind", [TakeDamage, Action])
def test_two_tellers_of_one_event_are_refused(
    kind: type[Event], make_scene: MakeScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bidden.messages.log.Learning", gossip(kind))
    with pytest.raises(RegistrationError, match=f"{kind.__name__} has a teller already"):
        told(make_scene("#@#"))
