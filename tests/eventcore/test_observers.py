"""Observers: the signals behind them keep the order of their receivers."""

from blinker import ANY

from eventcore.observers import Observers, _InOrder, _OrderedSignal
from tests.eventcore.fakes import Dawn, Run, Walk


def test_a_set_in_order_remembers_when_its_members_came() -> None:
    members = _InOrder(["c", "a"])
    members.add("b")
    members.add("a")
    assert list(members) == ["c", "a", "b"]
    assert list(members | ["d", "c"]) == ["c", "a", "b", "d"]
    assert list(members.copy()) == ["c", "a", "b"]
    members.remove("a")
    members.discard("a")
    assert list(members) == ["c", "b"]
    assert "a" not in members


def test_a_signal_tells_in_the_order_of_connecting() -> None:
    told: list[int] = []
    signal = _OrderedSignal()
    receivers = [lambda sender, n=n: told.append(n) for n in range(20)]
    for receiver in receivers:
        signal.connect(receiver, sender=ANY, weak=False)
    signal.send(None)
    assert told == list(range(20))
    signal.disconnect(receivers[3])
    told.clear()
    signal.send(None)
    assert told == [n for n in range(20) if n != 3]


def test_who_is_heard_is_known_by_class() -> None:
    observers = Observers()
    end = observers.subscribe(Walk, lambda _: None, "enactor", None)
    assert [observers.hear(kind) for kind in (Walk, Run, Dawn)] == [True, True, False]
    end()
    assert [observers.hear(kind) for kind in (Walk, Run, Dawn)] == [False, False, False]
