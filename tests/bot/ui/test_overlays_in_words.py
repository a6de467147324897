"""What the bot says of overlays on request: command, range and sight, paths, entries; the alt text."""

from __future__ import annotations

import datetime
from dataclasses import replace

from bot.core.game import Game
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.reports import map_picture
from bot.ui import overlays_in_words
from engine.display import MapEntry
from engine.view import View
from engine.view.overlays import OVERLAYS
from notation.scripts.position import Position
from storage import GameRecord, Seat
from tests.engine.test_overlays import CORPS, GUNS, WOOD, first_position, overlaid, scripted_position


def names_at(on: Position, viewer: str = "blue") -> Names:
    """The words of a game as a side may know it."""
    seats = tuple(Seat(side=s, user=n, name=s) for n, s in enumerate(on.scenario.side_ids, 1))
    game = GameRecord(
        id=1, guild=1, channel=1, scenario=on.scenario.id, printed={}, options={}, status="playing", seed=b"",
        salts=(), seats=seats, owner=1, created=datetime.datetime(2024, 1, 1), revision=1,
    )  # fmt: skip
    whole = Game(record=game, scenario=on.scenario, system=on.system, state=on.state)
    return Names(catalogue_for(), whole.seen(viewer))


def sentences(on: Position, view: View) -> str:
    return " ".join(overlays_in_words.sentences(names_at(on), view))


def test_words_name_who_is_out_of_command() -> None:
    on = scripted_position(place=CORPS)

    words = sentences(on, overlaid(on, "command"))

    assert "bL leads b1" in words
    assert "Out of command: b2; b3" in words


def test_words_name_what_blocks() -> None:
    on = scripted_position(place=GUNS, terrain=WOOD, options={"line_of_sight": "yes"})

    words = sentences(on, overlaid(on, "sight", unit="b1"))

    assert "range 3 hexes, has a clear line to o2" in words
    assert "Line of sight blocked to o1 by 0505" in words


def test_words_tell_each_step_and_what_is_left() -> None:
    on = scripted_position(place={"b1": "0305", "o1": "0605"})

    words = sentences(on, overlaid(on, "path", unit="b1", path=("0405", "0505", "0504")))

    assert "b1 goes 0405 for 1; 0505 for 1, where its movement ends: 2 in all, 1 left." in words
    assert "b1 cannot enter 0504 (MP-MOV-14)." in words


def test_a_rulebook_may_say_where_counters_come_and_go() -> None:
    on = scripted_position(place={"b1": "0305"})
    display = replace(
        on.system.display,
        entries=lambda scn, state: (MapEntry(side="orange", hexes=frozenset({"0901", "0902"}), turn=4),),
    )
    on = replace(on, system=replace(on.system, display=display))

    view = overlaid(on, "entries")

    assert [e.turn for e in view.entries] == [4]
    assert sentences(on, view) == "Orange may enter at 0901; 0902 from turn 4."
    assert overlaid(on, "zones").entries == ()


def test_every_overlay_has_a_name_and_every_one_a_rulebook_has_not_a_substitute() -> None:
    words = catalogue_for()

    assert all(f"overlay.{name}" in words for name in OVERLAYS)
    assert {key.split(".")[2] for key in words if key.startswith("stands.")} <= {*OVERLAYS}


def test_art_of_tactic_says_what_stands_for_support() -> None:
    system, scn, state = first_position("takase")
    tactic = names_at(Position(system=system, scenario=scn, state=state), "red")

    assert "in melee" in overlays_in_words.stands(tactic, "supports")
    assert overlays_in_words.stands(names_at(scripted_position(place={"b1": "0305"})), "supports") == ""


def test_alt_text_begins_with_what_was_asked_for() -> None:
    on = scripted_position(place=CORPS)

    text = map_picture.alt(names_at(on), overlaid(on, "command"))

    assert text.index("Out of command") < text.index("units with hex")
