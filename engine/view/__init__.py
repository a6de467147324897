"""What a viewer may see of a game, ready to be drawn or told."""

from engine.display import Sight
from engine.view.bearing import bearing
from engine.view.build_view import fights, look
from engine.view.outcomes import Outcome
from engine.view.records import CounterView, HexsideView, HexView, ObjectiveView, PlanView, View
from engine.view.trails import Halt, Shot, Trail

__all__ = [
    "CounterView",
    "Halt",
    "HexView",
    "HexsideView",
    "ObjectiveView",
    "Outcome",
    "PlanView",
    "Shot",
    "Sight",
    "Trail",
    "View",
    "bearing",
    "fights",
    "look",
]
