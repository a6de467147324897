"""Pictures as the bot posts them: after each order the panel of the player who gave it, and the reports.

The games are those of the load test: legal orders at random, in all rulebooks. Every picture is one that the
bot's own panels, reports and `/map` ask for; nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import scenarios
from bench.load import scripts
from bot.core.game import Game
from bot.core.report_segments import ended_by, latest, parts
from bot.features.orders import panel
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.reports import battle_preview, map_picture, phase_report
from bot.ui.page import Picture
from engine.ledger import SeededDice
from engine.referee import start
from engine.state import State
from engine.systems import find
from engine.view.overlays import OVERLAYS, OverlayRequest
from storage import Entry, GameRecord, Seat

SCRIPTS, ORDERS = 20, 60
PLAYER = 11
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
THEMES = ("light", "dark", "contrast", "print")


def posted(count: int = SCRIPTS, orders: int = ORDERS) -> Iterator[tuple[str, Picture]]:
    """The kind (panel or report) and the picture of everything the bot posts in so many games."""
    for script in scripts.written(count, orders):
        for game, side in positions(script):
            if side:
                page = panel.panel(_names(game, side), side)
                if page.picture is not None:
                    yield "panel", page.picture
            for picture in _reported(game):
                yield "report", picture


def mixed(count: int = SCRIPTS, orders: int = ORDERS) -> Iterator[Picture]:
    """What is posted, and between it what is asked for: maps with overlays, whole, in other themes, small."""
    words = catalogue_for()
    for battle in scenarios.all():
        yield battle_preview.thumbnail("en", battle)
        yield battle_preview.picture(words, scenarios.load(battle))
    number = 0
    for script in scripts.written(count, orders):
        for game, side in positions(script):
            names = _names(game, side or game.scenario.side_ids[0])
            if side:
                yield from filter(None, [panel.panel(names, side).picture])
            yield from _reported(game)
            number += 1
            yield from _asked_for(names, side, number)


def _asked_for(names: Names, side: str, number: int) -> Iterator[Picture]:
    """Every third position, one request of `/map`, in turn over overlays, themes and sizes."""
    if number % 3:
        return
    turn = number // 3
    overlays = frozenset({OVERLAYS[turn % len(OVERLAYS)]}) if turn % 2 else frozenset()
    request = OverlayRequest(overlays=overlays)
    picture = map_picture.picture(names, side, latest(names.game), overlays=request, full=turn % 5 == 0)
    yield replace(picture, theme=THEMES[turn % 7 % len(THEMES)], margin=turn % 11 == 0)


def positions(script: scripts.Script) -> Iterator[tuple[Game, str]]:
    """The game after its start ("") and after each order, with the side that gave it."""
    game = _started(script)
    yield game, ""
    for seq, step in enumerate(script.steps, start=2):
        side = next(iter(game.owing))
        entry = Entry(
            seq=seq, kind="order", side=side, who=PLAYER, command=step.command, events=step.events, at=BEGUN
        )
        game = game.added(entry)
        game = game.based() if game.base_due else game
        if game.state.result is not None:
            game = replace(game, record=replace(game.record, status="over"))
        yield game, side


def _started(script: scripts.Script) -> Game:
    """The game of a script before its first order."""
    scn = scenarios.load(script.battle)
    system, seed, salt = find(scn.system), scripts.secret(script.number, 32), scripts.secret(script.number, 8)
    events = start(system, scn, SeededDice(seed, (salt.hex(),)))
    record = GameRecord(
        id=script.number + 1, guild=1, channel=1, scenario=scn.id, printed=scn.printed, options={},
        status="playing", seed=seed, salts=(salt.hex(),), owner=PLAYER, created=BEGUN, revision=1,
        seats=tuple(Seat(side=side, user=PLAYER, name="Anna") for side in scn.side_ids),
    )  # fmt: skip
    game = Game(record=record, scenario=scn, system=system, state=State())
    return game.added(Entry(seq=1, kind="start", who=PLAYER, events=tuple(events), at=BEGUN))


def _names(game: Game, side: str) -> Names:
    return Names(catalogue_for(), game.seen(side, PLAYER))


def _reported(game: Game) -> Iterator[Picture]:
    """The pictures of the reports that the newest entry brings about."""
    segment = ended_by(game, game.last)
    if segment is None:
        return
    for part in parts(game, segment):
        page = phase_report.report(Names(catalogue_for(), game.until(part.stop)), segment, part)
        if page is not None:
            pictures = [*(note.picture for note in page.embeds), page.picture]
            yield from (picture for picture in pictures if isinstance(picture, Picture))
