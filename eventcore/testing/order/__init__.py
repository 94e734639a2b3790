"""The order checker: which handlers of equal priority only their place keeps in order."""

from eventcore.testing.order.accesses import Accesses
from eventcore.testing.order.arranging import arranged, shuffled, swapped
from eventcore.testing.order.checking import check_order
from eventcore.testing.order.conflicts import Conflict, find_conflicts
from eventcore.testing.order.footprints import Footprint
from eventcore.testing.order.pairs import Decider, Pair, pairs_of
from eventcore.testing.order.report import Moved, OrderReport
from eventcore.testing.order.scenario import Scenario, scenario_of

__all__ = [
    "Accesses",
    "Conflict",
    "Decider",
    "Footprint",
    "Moved",
    "OrderReport",
    "Pair",
    "Scenario",
    "arranged",
    "check_order",
    "find_conflicts",
    "pairs_of",
    "scenario_of",
    "shuffled",
    "swapped",
]
