"""What a refusal says in both languages, where its sentence depends on the cause."""

from __future__ import annotations

import pytest

from bot.i18n.catalogue import catalogue_for
from bot.ui.refusals import reason
from engine.errors import Refused
from notation.scripts.runner import run

ORDERS = {
    "base": {
        "place": {"c1": "0505 infantry activated ordered"},
        "order": "c1 faces middle NNE right SSW",
    },
    "stream": {
        "phase": "movement",
        "streams": "0505 N",
        "place": {"c1": "0505 cavalry ordered", "n1": "0112"},
        "order": "colonial c1 N N",
    },
    "start": {
        "phase": "movement",
        "terrain": {"rocks": "0505"},
        "place": {"c1": "0505 cavalry ordered", "n1": "0112"},
        "order": "colonial c1 N N",
    },
    "gravity": {
        "options": {"faux_pas": "yes", "setup": "free"},
        "phase": "setup",
        "place": {"c1": "0510", "c9": "0511 chief", "n1": "0101", "n9": "0102 chief"},
        "dice": ["1"],
        "orders": ["native done", "native E1:2 E2:1"],
    },
    "rows": {
        "options": {"faux_pas": "yes", "setup": "free"},
        "phase": "setup",
        "place": {"c1": "0508", "c9": "0507 chief", "n1": "0101", "n9": "0102 chief"},
        "dice": ["2"],
        "orders": ["native done", "native E1:3 E2:0", "colonial none", "native place c1 0210"],
    },
    "verb": {"place": {"c1": "0505 infantry activated ordered"}, "order": "colonial c1"},
}


def refused(name: str) -> Refused:
    """The refusal of the last order of a script."""
    last = [outcome.refused for outcome in run({"system": "desastre_colonial", **ORDERS[name]}).outcomes()][
        -1
    ]
    assert last is not None
    return last


@pytest.mark.parametrize(
    ("name", "english", "french"),
    [
        ("base", "no such base. Choose one of: `left` and `right`", "`left` et `right`"),
        ("stream", "crossed slow ground", "traversé un terrain difficile"),
        ("start", "started in slow ground (rocks)", "partie d’un terrain difficile (rochers)"),
        ("gravity", "Share all points of Gravity out among all effects", "tous les points de Gravité"),
        ("rows", "outside the rows where the Faux Pas puts c1: `11` and `12`", "rangées où le Faux Pas"),
    ],
)
def test_a_refusal_names_its_cause(name: str, english: str, french: str) -> None:
    refusal = refused(name)

    assert english in reason(catalogue_for("en"), refusal)
    assert french in reason(catalogue_for("fr"), refusal)


def test_an_order_that_cannot_be_read_suggests_only_verbs_of_the_rulebook() -> None:
    near = refused("verb").facts["near"]

    assert isinstance(near, tuple)
    assert {"move", "activate", "lead", "share", "face", "form", "fire"} <= {*near}
    assert not {"charge", "rally", "bombard", "back"} & {*near}
