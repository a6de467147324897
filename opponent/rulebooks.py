"""What the computer player knows of each rulebook, as data: worth of a unit, what counts how much, plans."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace

from engine.scenario import Scenario
from engine.state import Unit
from opponent.judging.expected_margin import ExpectedMargin
from opponent.judging.losses_decide import LossesDecide
from opponent.plans import CLOSE, FALL_BACK, FREE, HOLD, PLAIN, Plan

UnitWorth = Callable[[Scenario, Unit], float]
"""(scenario, unit that is not lost): its worth, about 1 for an ordinary unit at full strength."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistakes:
    """Mistakes that a level makes on purpose, as parts of a plan: overlooks a percentage of the attacks and
    moves, though not where it is alert; fights at bad odds, walks into bad company (None: as the plan says).
    """

    missed: int
    alert: bool = False
    fair_odds: float | None = None
    charge_lead: int | None = None
    caution: float | None = None

    def made_in(self, plan: Plan) -> Plan:
        """The plan as a player who makes them follows it."""
        values = {part.name: getattr(self, part.name) for part in fields(self)}
        return replace(plan, **{name: value for name, value in values.items() if value is not None})


BEGINNER = Mistakes(fair_odds=0.7, charge_lead=-1, caution=0.1, missed=75)


@dataclass(frozen=True, slots=True, kw_only=True)
class Thorough:
    """How *hard* searches in a rulebook where a double oracle does not gain.

    `effort`: of a search, as a part of the level's. `margin`: by what it judges where playouts end. `stages`:
    after how many playouts two plans are compared; what is worse by then is left, what is surely better is
    taken over. `foreseen`: how many plans of the enemy are found by a search in its seat, each for an effort
    of `foreseeing`, a part of the level's; `idle`: how many more are those of an enemy who overlooks nearly
    everything, since against one who always acts it is enough to wait. `each_lead`: whether it makes a new
    plan whenever it chooses a leader, which says whom to activate or to command, too.
    """

    effort: float
    margin: ExpectedMargin | None = None
    stages: tuple[int, ...]
    foreseen: int = 0
    foreseeing: float = 0
    idle: int = field(default=0, repr=False)
    each_lead: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """How the computer player judges a rulebook's positions.

    `points`, `units` and `way` say how much a point of score, a unit of ordinary worth and the way to an
    objective count for the chance to win. `alternates`: whether the sides take turns one after the other in
    each game turn. `command_price`: processor milliseconds for a command of a playout, with a dozen units on
    the map; with more of them it grows by the power `crowding`. `horizon`: how many turns playouts go on for,
    the present one counting; player-turns where the sides alternate. `strength`: of a unit in a fight, where
    the counters do not say (None: they do). `losses_decide`: how the game is won where one side's losses
    decide it. `plan` is the plan to begin with, `usual` those of sides that have one of their own; `aims` and
    `fair_odds` are what a search tries apart from the objectives. `mistakes`: those that a level makes on
    purpose, by its name. `by_lot`: what is equally good is chosen, and what goes unnoticed drawn, by lot,
    otherwise in each game.
    `thorough`: how *hard*, and no other level, searches otherwise than by a double oracle.
    """

    worth: UnitWorth
    points: float
    units: float
    way: float
    alternates: bool = False
    command_price: float = 2.0
    crowding: float = 1.0
    horizon: int = 2
    strength: Callable[[Unit], int] | None = None
    losses_decide: LossesDecide | None = None
    usual: Mapping[str, Plan] = field(default_factory=dict)
    plan: Plan = PLAIN
    mistakes: Mapping[str, Mistakes] = field(default_factory=lambda: {"easy": BEGINNER})
    aims: tuple[str, ...] = (FREE, CLOSE, HOLD, FALL_BACK)
    fair_odds: tuple[float, ...] = (1.0, 1.5, 2.2)
    by_lot: bool = False
    thorough: Thorough | None = None

    def usual_plan(self, side: str, lot: str = "") -> Plan:
        """The plan a side starts from; `lot` says what is chosen of what is equally good, where lots do."""
        plan = self.usual.get(side, self.plan)
        return replace(plan, lot=lot) if self.by_lot else plan

    def followed_by(self, level: str, plan: Plan) -> Plan:
        """The plan with the mistakes of a level, by its name."""
        return self.mistakes[level].made_in(plan) if level in self.mistakes else plan


def _share(unit: Unit, value: str) -> float:
    """What is left of a printed value, from 0 to 1."""
    return unit[value] / unit.printed[value] if unit.printed.get(value) else 1.0


def _morne_plaine(scenario: Scenario, unit: Unit) -> float:
    if unit.kind == "leader":
        return 0.5
    return unit["cs"] / 5 * (0.6 + 0.4 * _share(unit, "mv"))


def _pousse_pion(scenario: Scenario, unit: Unit) -> float:
    if unit.kind == "general":
        return 0.5
    strength, other = ("vt", "range") if unit.kind == "artillery" else ("vc", "mo")
    return unit[strength] * unit[other] / 16


def _desastre_colonial(scenario: Scenario, unit: Unit) -> float:
    """The Native side wins by Colonial units lost; its own losses cost it only means."""
    one = 1.0 if unit.side == "colonial" else 0.15
    if unit.kind == "chief":
        return 0.5 * one
    return one * (1 - 0.6 * min(1.0, unit["losses"] / (1 + unit["cohesion"])))


def _art_of_tactic(scenario: Scenario, unit: Unit) -> float:
    return _glory(scenario, unit) * (0.4 + 0.6 * _share(unit, "figures"))


def _figures_strength(unit: Unit) -> int:
    """The attack of all figures together, with what they can take."""
    return unit["figures"] * max(1, unit["dice"]) * (unit["attack_inf"] + unit["defense"])


def _glory(scenario: Scenario, unit: Unit) -> int:
    """The points for destroying a unit."""
    glory = scenario.chart("glory")
    points = int(glory["unit"].get(unit.symbol, 1))
    return points + (int(glory["general_staff"]) if "general_staff" in unit.traits else 0)


RULEBOOKS: Mapping[str, Rulebook] = {
    "morne_plaine": Rulebook(
        worth=_morne_plaine, points=0.5, units=0.5, way=0.3, alternates=True, command_price=0.9
    ),
    "pousse_pion": Rulebook(
        worth=_pousse_pion,
        points=0.5,
        units=0.4,
        way=0.3,
        alternates=True,
        command_price=2.4,
        mistakes={"easy": BEGINNER, "normal": Mistakes(missed=20, alert=True)},
    ),
    "desastre_colonial": Rulebook(
        worth=_desastre_colonial,
        points=0.2,
        units=0.9,
        way=0.8,
        command_price=1.5,
        horizon=1,
        losses_decide=LossesDecide(side="colonial", lost_from="native", won_below="colonial"),
        usual={"native": Plan(aim=CLOSE, fair_odds=1.0, caution=0.4)},
        by_lot=True,
        mistakes={
            "easy": replace(BEGINNER, fair_odds=0.8, caution=0.0, missed=77),
            "normal": Mistakes(missed=45, alert=True),
        },
        thorough=Thorough(effort=0.18, stages=(2, 4, 8, 16), each_lead=True),
    ),
    "art_of_tactic": Rulebook(
        worth=_art_of_tactic,
        points=0.35,
        units=0.35,
        way=0.2,
        strength=_figures_strength,
        command_price=6.0,
        crowding=1.5,
        horizon=1,
        plan=Plan(fair_odds=6.0),  # to be assaulted costs less than to assault
        fair_odds=(1.0, 2.5, 6.0),
        mistakes={"easy": Mistakes(missed=97), "normal": Mistakes(missed=50, alert=True)},
        by_lot=True,
        thorough=Thorough(
            effort=0.24,
            stages=(4, 8, 16, 24),
            foreseen=4,
            foreseeing=0.015,
            idle=2,
            margin=ExpectedMargin(
                strength_of=lambda unit: _figures_strength(unit) / 20,
                prey_of=_glory,
                ahead=0.7,
                held=(0.0, 0.7),
                pull=(0.0, 0.6),
                strength=(1.55, 0.35),
                prey=(1.1, 0.4),
                staff=(1.0, 0.0),
                scale=0.4,
            ),
        ),
    ),
}


def rulebook(name: str) -> Rulebook:
    """What is known of a rulebook; of one that is not listed, only that strength counts."""
    return RULEBOOKS.get(name, Rulebook(worth=_any_unit, points=0.5, units=0.5, way=0.3))


def _any_unit(scenario: Scenario, unit: Unit) -> float:
    return 1.0
