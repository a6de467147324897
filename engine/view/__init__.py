"""What a viewer may see of a game, ready to be drawn or told."""

from engine.display import Sight
from engine.view.build_view import fights, look
from engine.view.records import CounterView, HexsideView, HexView, ObjectiveView, PlanView, View
from engine.view.trails import Halt, Shot, Trail

__all__ = [
    "CounterView",
    "Halt",
    "HexView",
    "HexsideView",
    "ObjectiveView",
    "PlanView",
    "Shot",
    "Sight",
    "Trail",
    "View",
    "fights",
    "look",
]
