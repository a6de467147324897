"""Transfer of a side's view to the process that thinks: what the side may know, and nothing else."""

from __future__ import annotations

import hashlib
import json
import pickle
from dataclasses import dataclass, replace

from engine.scenario import Scenario
from opponent.view import View, require_view


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewParcel:
    """A view on its way. `battle` names the battle as printed, which is sent apart, once; `state` is the
    position as `side` may know it, pickled."""

    system: str
    battle: str
    side: str
    state: bytes


def pack(view: View) -> ViewParcel:
    """The parcel of a view. Raises TypeError for anything but a view, such as a whole position."""
    require_view(view)
    return ViewParcel(
        system=view.system.name,
        battle=fingerprint(view.scenario),
        side=view.side,
        state=pickle.dumps(replace(view.state)),  # without what was calculated about it
    )


def fingerprint(battle: Scenario) -> str:
    """The name of a battle as printed; that of another version is another one."""

    def digest() -> str:
        return hashlib.sha256(json.dumps(battle.printed, sort_keys=True, default=str).encode()).hexdigest()

    return battle.cached("fingerprint", digest)
