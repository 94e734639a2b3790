"""Unknown things look different in each game."""

from tests.bidden.scenes import MakeSession, give


def test_the_looks_are_drawn_for_each_game(make_session: MakeSession) -> None:
    looks = set()
    for seed in range(8):
        session = make_session("#@#", seed=seed)
        give(session, "potion of health", known=False)
        looks.add(session.view().pack[0].name)
    assert len(looks) > 2
