"""Observers: who is told of what, in which order."""

from eventcore import Entity, Event
from eventcore.observers import Observers
from tests.eventcore.fakes import Dawn, Run, Walk


def test_who_is_heard_is_known_by_class() -> None:
    observers = Observers()
    end = observers.subscribe(Walk, lambda _: None, "enactor", None)
    assert [observers.hear(kind) for kind in (Walk, Run, Dawn)] == [True, True, False]
    end()
    assert [observers.hear(kind) for kind in (Walk, Run, Dawn)] == [False, False, False]


def test_the_order_is_of_subscribing_whatever_was_asked_for() -> None:
    observers, one, other = Observers(), Entity(1), Entity(2)
    told: list[int] = []
    asked: list[tuple[type[Event], Entity | None]] = [
        (Run, one), (Walk, None), (Walk, one), (Run, None), (Walk, other), (Run, one)
    ]  # fmt: skip
    for number, (kind, entity) in enumerate(asked):

        def tell(event: Event, number: int = number) -> None:
            told.append(number)

        observers.subscribe(kind, tell, "enactor", entity)
    observers.tell(Run(one))
    assert told == [0, 1, 2, 3, 5]
    told.clear()
    observers.tell(Run(other))
    assert told == [1, 3, 4]
    told.clear()
    observers.tell(Walk(one))
    assert told == [1, 2]


def test_who_was_unsubscribed_by_another_is_not_told_any_more() -> None:
    observers = Observers()
    told: list[str] = []

    def first(event: Event) -> None:
        told.append("first")
        end()

    observers.subscribe(Walk, first, "enactor", None)
    end = observers.subscribe(Walk, lambda _: told.append("second"), "enactor", None)
    observers.tell(Walk(Entity(1)))
    assert told == ["first"]


def test_many_watchers_of_one_entity_each_are_found_by_entity() -> None:
    observers = Observers()
    told: list[int] = []
    crowd = [Entity(number) for number in range(1, 200)]
    ends = [
        observers.subscribe(Walk, lambda walk: told.append(walk.enactor.id), "enactor", entity)
        for entity in crowd
    ]
    observers.tell(Walk(crowd[7]))
    ends[7]()
    observers.tell(Walk(crowd[7]))
    observers.tell(Walk(crowd[8]))
    assert told == [crowd[7].id, crowd[8].id]
