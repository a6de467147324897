"""An order that was given beside those that could have been given in its place, from the view of its side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.commands import Command
from opponent.advice.alternatives import Alternatives, Outcome
from opponent.view import View, require_view

MOST_OTHERS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What an order led to and the best other ones, the best first. `given` is None where it cannot be played
    out."""

    given: Outcome | None
    others: tuple[Outcome, ...] = ()

    @property
    def gain(self) -> float:
        """By how much the best other order was better, in chances to win; 0 or less where none was."""
        return self.others[0].value - self.given.value if self.given is not None and self.others else 0.0


def compare(
    view: View,
    command: Command,
    seed: bytes,
    samples: int,
    effort: float,
    others: Sequence[Command] | None = None,
) -> Comparison:
    """An order compared with those named, or with all that are worth it. The same seed gives the same.

    TypeError for anything but a view.
    """
    require_view(view)
    alternatives = Alternatives(view, seed, effort)
    given = alternatives.outcome(command, samples)
    if given is None:
        return Comparison(given=None)
    instead = alternatives.instead_of(command) if others is None else others
    known = [o for o in alternatives.outcomes(instead, samples) if o.samples == given.samples]
    return Comparison(given=given, others=tuple(known[:MOST_OTHERS]))
