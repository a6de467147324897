"""The computer player: sees a game as its side may know it and gives one legal command at a time."""

from engine.commands import Command
from engine.scenario import Scenario
from engine.state import State
from engine.system import System
from opponent.draws import accepts_draw
from opponent.levels import LEVELS, Level, Player
from opponent.plans import lot_of
from opponent.position_value import Leads, public_leads
from opponent.rulebooks import rulebook
from opponent.rules_of_thumb.policy import next_command
from opponent.view import View

__all__ = ["LEVELS", "Leads", "Level", "Player", "View", "accepts_draw", "choose", "public_leads"]


def choose(system: System, scenario: Scenario, state: State, side: str, seed: bytes = b"") -> Command:
    """A sensible command by rules of thumb and by what the side may know: quick, without a search.

    Games with different seeds differ in what is equally good. For a level, keep a `Player`. Raises ValueError
    when the side has nothing to decide.
    """
    plan = rulebook(system.name).usual_plan(side, lot_of(seed))
    return next_command(View(system, scenario, state, side), plan)
