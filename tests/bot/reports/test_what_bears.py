"""Which zones, fights and dangers are shown unasked: those that bear on the decision at hand."""

from __future__ import annotations

from dataclasses import replace

from engine.view import View, bearing, look
from engine.view.overlays import OverlayRequest, look_with_overlays
from tests.bot.sample_games import game_after, new_game


def shown(name: str, orders: int = 0, selected: str = "", phase: str = "") -> View:
    game = game_after(name, orders)[0] if orders else new_game(name)
    state = replace(game.state, phase=phase) if phase else game.state
    side = state.player
    view = look(game.system, game.scenario, state, side, selected=selected)
    return bearing(game.system, game.scenario, state, view, side)


def test_one_who_moves_sees_no_zone_of_their_own_and_of_the_enemys_what_they_can_reach():
    game, view = new_game("ormes"), shown("ormes")
    every = look(game.system, game.scenario, game.state, "blue").zones
    reach = {
        h
        for c in view.counters
        if c.side == "blue" and c.hex
        for h in game.system.display.routes(game.scenario, game.state, c.id)
    }

    assert every["blue"]
    assert {*view.zones} == {"orange"}
    assert view.zones["orange"] == every["orange"] & reach
    assert view.zones["orange"] < every["orange"]


def test_with_a_unit_in_hand_only_zones_in_its_reach_are_seen():
    view = shown("ormes", selected="marchand")

    assert view.reach
    assert all(zone <= view.reach.keys() for zone in view.zones.values())


def test_where_no_one_moves_there_are_no_zones():
    assert shown("ormes", phase="combat").zones == {}
    assert shown("ormes", phase="bombardment").zones == {}


def test_odds_are_seen_where_attacks_come_and_not_while_units_move():
    game, _ = game_after("ormes", 60)
    view = look(game.system, game.scenario, game.state, game.state.player)
    fighting = replace(game.state, phase="combat")
    moving = replace(game.state, phase="movement")

    assert any(c.odds for c in view.clashes)
    assert bearing(game.system, game.scenario, fighting, view).clashes == view.clashes
    assert not any(c.odds for c in bearing(game.system, game.scenario, moving, view).clashes)


def test_hexes_in_reach_that_an_enemy_gun_sees_are_dangerous():
    view = shown("ormes", selected="line-2")
    game = new_game("ormes")
    sight = game.system.display.sight(game.scenario, game.state, "gun-2")

    assert sight is not None
    assert view.danger == sight.seen & view.reach.keys()
    assert view.danger
    assert shown("ormes").danger == frozenset()


def test_what_was_asked_for_stays_and_none_is_nothing():
    game = new_game("ormes")

    def asked(name: str) -> View:
        request = OverlayRequest(overlays=frozenset({name}))
        view = look_with_overlays(game.system, game.scenario, game.state, request, "blue")
        return bearing(game.system, game.scenario, game.state, view, "blue")

    assert asked("zones").zones == look(game.system, game.scenario, game.state, "blue").zones
    assert {*asked("zones").zones} == {"blue", "orange"}
    nothing = asked("none")
    assert not any((nothing.zones, nothing.clashes, nothing.trails, nothing.shots, nothing.objectives))
    assert nothing.counters
