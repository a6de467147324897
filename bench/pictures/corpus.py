"""Pictures as the bot posts them: after each order the panel of the player who gave it, and the reports.

The games are those of the load test: legal orders at random, in all rulebooks. Every picture is one that the
bot's own panels and reports ask for; nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import scenarios
from bench.load import scripts
from bot.core.game import Game
from bot.core.report_segments import ended_by, parts
from bot.features.orders import panel
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.reports import phase_report
from bot.ui.page import Picture
from engine.ledger import SeededDice
from engine.referee import start
from engine.state import State
from engine.systems import find
from storage import Entry, GameRecord, Seat

SCRIPTS, ORDERS = 20, 60
PLAYER = 11
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)


def posted(count: int = SCRIPTS, orders: int = ORDERS) -> Iterator[tuple[str, Picture]]:
    """The kind (panel or report) and the picture of everything the bot posts in so many games."""
    for script in scripts.written(count, orders):
        for game, side in positions(script):
            if side:
                page = panel.panel(_names(game, side), side)
                if isinstance(page.picture, Picture):
                    yield "panel", page.picture
            for picture in _reported(game):
                yield "report", picture


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
        id=script.number + 1, guild=1, channel=1, scenario=scn.id, printed=dict(scn.printed), options={},
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
