"""Write the small database of this schema to tests/data/releases, for later releases to open.

    .venv/bin/python tools/release_database.py

It holds a lobby, a battle under way of every rulebook (one with an order undone), a finished battle, and at
least one row of every table. To be run with the last tree of a schema, before the next migration.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent.parent
FOLDER = HERE / "tests" / "data" / "releases"
RECORDS = HERE / "tests" / "data" / "records"
sys.path.insert(0, str(HERE))

import opponent  # noqa: E402
import storage  # noqa: E402
from bot.clock import terms as clock_terms  # noqa: E402
from bot.core.game import Game  # noqa: E402
from bot.core.game_service import GameService  # noqa: E402
from bot.core.order_rules.undo_rules import undoable_entry  # noqa: E402
from bot.core.requests.actor import Actor  # noqa: E402
from bot.features.lobby import seating  # noqa: E402
from bot.features.record.import_service import RecordImport  # noqa: E402
from bot.features.tournaments.seasons import terms as season_terms  # noqa: E402
from bot.features.tournaments.state.terms import Terms  # noqa: E402
from engine.commands import Command, Done  # noqa: E402
from storage import EntrantRecord, PairingRecord, RoundRecord, StoredRating, TournamentGame  # noqa: E402
from storage.queries.league.following import FollowingServer  # noqa: E402
from storage.queries.league.records import (  # noqa: E402
    BoardRecord,
    MemberRecord,
    StoredBid,
    TournamentDecision,
)
from storage.queries.league.seasons import SeasonPlayer  # noqa: E402
from storage.queries.servers.custom_battles import CustomBattle  # noqa: E402

NUMBERS = count(1)
DAY = datetime(2026, 11, 21, tzinfo=UTC)
BATTLES = {"ormes": 25, "nonaka": 12, "gue": 16, "puits": 20}
"""A battle of every rulebook, and how many orders are given in it."""
SHORT = "nonaka"
"""One that is soon over."""
LOBBY = 1
"""The first game."""
ANNA, BRUNO = 11, 12
SHARDS = (
    "INSERT INTO shards VALUES (0, 2, 'one', 3, 0, 's1', 'wss://gateway.invalid', 41)",
    "INSERT INTO shard_processes VALUES ('one', 0)",
    "INSERT INTO shard_identifies VALUES (0, 0)",
)
"""What processes leave behind that shared a server; in a file no process writes that."""


def actor(channel: int) -> Actor:
    """Anna, in a new interaction."""
    return Actor(user=ANNA, name="Anna", interaction=next(NUMBERS), guild=1, channel=channel)


def partner(table: Game, side: str) -> Command:
    """What the computer player would order."""
    return opponent.choose(table.system, table.scenario, table.state, side)


async def fill(path: Path) -> None:
    """Write the games, and a row of every other table."""
    secret = (bytes([n % 256]) * 32 for n in count(1))
    store = await storage.Store.open(path, clock=lambda: DAY)
    desk = GameService(store, clock=lambda: DAY, secret=lambda n: next(secret)[:n])
    await seating.create_game(desk, actor(101), "ormes", "blue", None)
    for channel, (battle, orders) in enumerate(BATTLES.items(), 102):
        await played(desk, channel, battle, orders)
    last = await played(desk, 120, SHORT, 2000)
    assert last.state.result is not None
    importer = RecordImport(desk, None, None)  # type: ignore[arg-type]
    await importer.add(actor(140), gzip.decompress((RECORDS / f"{SHORT}.record.gz").read_bytes()))
    playing = await store.games.all("playing")
    async with store.writing() as tx:
        for letter in (await tx.outbox.waiting())[:3]:
            await tx.outbox.mark_posted(letter.id, 1000 + letter.id)
        await tx.outbox.give_up((await tx.outbox.waiting())[0].id, "10003")
        await tx.guilds.add(1)
        await tx.drafts.save(playing[0].id, ANNA, "line-1 N\ndone")
        await beside(tx, *(game.id for game in playing))
    await store.close()


async def played(desk: GameService, channel: int, battle: str, orders: int) -> Game:
    """A battle after so many orders by Anna, who plays both sides as the computer player would."""
    table = await seating.create_game(desk, actor(channel), battle, seating.BOTH, None)
    table = await seating.start(desk, table.record.id, actor(channel))
    for _ in range(orders):
        if table.state.result is not None:
            return table
        table = (await desk.order(table.record.id, actor(channel), partner(table, table.side_for(ANNA)))).game
    if battle == "ormes":
        if undoable_entry(table, table.owing[0])[0] is None:
            table = (await desk.order(table.record.id, actor(channel), Done())).game
        assert undoable_entry(table, table.owing[0])[0] is not None
        await desk.undo(table.record.id, actor(channel))
    return table


async def beside(tx: storage.WriteTransaction, first: int, second: int, *_: int) -> None:
    """A row of every table beside the logs: about two games and two players."""
    await _time(tx, first, second)
    await tx.seekers.save(
        storage.Seeker(
            guild=1,
            user=BRUNO,
            name="Bruno é",
            systems=("morne_plaine",),
            note="le soir, après 20 h",
            since=DAY,
        )
    )
    await tx.join_rules.save(second, storage.JoinRules(min_reliability=80, reserved={"red": (BRUNO,)}))
    status = storage.StatusMessage(kind="game", about=first, channel=102, message=5, pinned=True)
    await tx.status_messages.save(status)
    ping = storage.TurnPing(message=6, game=first, channel=102, kind="report", side="blue", after=3)
    await tx.turn_pings.save(ping)
    await tx.players.save_preferences(ANNA, {"theme": "dark"})
    await tx.settings.set(1, "gallery", 77)
    await tx.channel_languages.set(102, "fr")
    guess = storage.Prediction(game=first, after=3, user=BRUNO, name="Bruno", guess="blue")
    await tx.predictions.save(guess)
    what_if = storage.WhatIf(
        game=first,
        user=ANNA,
        channel=102,
        side="blue",
        after=3,
        seed=b"\0\xff",
        faces=(6, 1),
        entries=(storage.Entry(seq=2, kind="order", side="blue", who=ANNA, at=DAY),),
    )
    await tx.what_ifs.save(what_if)
    await _dice(tx, first, second)
    await _league(tx, first, second)


async def _league(tx: storage.WriteTransaction, first: int, second: int) -> None:
    """A tournament in its first round, and a rating."""
    terms = Terms(battle=SHORT, rounds=3).json()
    event = await tx.tournaments.create(guild=1, channel=130, name="Coupe d’été", owner=ANNA, terms=terms)
    for place, (user, name) in enumerate(((ANNA, "Anna"), (BRUNO, "Bruno é"), (13, "Clara")), 1):
        entrant = EntrantRecord(
            place=place,
            user=user,
            name=name,
            checked_in=True,
            number=place,
            left=3 if user == 13 else None,
            since=DAY,
        )
        await tx.tournaments.save_entrant(event, entrant)
    await tx.tournaments.set_organiser(event, BRUNO, helps=True)
    await tx.tournaments.set_bye(event, 2, 1, "half")
    opened = TournamentGame(game=second, channel=103, opened=DAY, claim="first", claimed_by=1)
    boards = (
        PairingRecord(board=1, first=1, second=2, games=(opened,)),
        PairingRecord(board=2, first=3, bye="allocated"),
    )
    await tx.tournaments.add_round(
        event, RoundRecord(number=1, since=DAY, deadline=DAY + timedelta(days=7), pairings=boards)
    )
    await tx.tournaments.touch(event, status="playing")
    result = (await tx.results.in_guild(1))[0]
    rating = StoredRating(pool="", user=ANNA, games=1, game=result.game, mean=25.5, deviation=8.1)
    await tx.ratings.count([result.game], [rating])
    await tx.games.mark_checked({first: DAY})
    await _events(tx, event)
    await _teams(tx, event)


async def _teams(tx: storage.WriteTransaction, event: int) -> None:
    """Members of a team, who plays on which board, a server that follows the tournament, an open code."""
    for member in (
        MemberRecord(team=1, user=ANNA, name="Anna", board=1, status="member", since=DAY),
        MemberRecord(team=1, user=14, name="Dédé", board=2, status="invited", since=DAY),
    ):
        await tx.tournaments.save_member(event, member)
    await tx.tournaments.add_line_ups(event, 1, [BoardRecord(number=1, board=1, user=ANNA, name="Anna")])
    follower = FollowingServer(guild=2, channel=230, by=BRUNO, name="Club d’à côté", since=DAY)
    await tx.tournaments.save_server(event, follower)
    await tx.tournaments.add_code(event, "c0" * 32, ANNA, DAY + timedelta(days=2))


async def _events(tx: storage.WriteTransaction, event: int) -> None:
    """What organisers decided, a bid, a season, and a battle of a server."""
    decision = TournamentDecision(
        seq=1, round=1, at=DAY, by=BRUNO, act="extend", value=DAY.isoformat(), reason="grippe"
    )
    await tx.tournaments.add_decision(event, decision)
    await tx.tournaments.save_bid(event, StoredBid(round=1, number=2, side="first", points=3))
    season = await tx.seasons.create(
        guild=1, channel=130, name="Saison d’été", owner=ANNA, terms=season_terms.read("", 0, "").json()
    )
    await tx.seasons.add_tournament(season, event, 0)
    await tx.seasons.save_player(
        season, SeasonPlayer(user=BRUNO, division=0, place=1, name="Bruno é", leaves=True)
    )
    battle = CustomBattle(
        guild=1,
        battle="gue-d-anna",
        version=2,
        author=ANNA,
        name="Anna",
        rulebook="pousse_pion",
        title={"fr": "Le gué d’Anna"},
        uploaded=DAY,
    )
    await tx.custom_battles.save(battle, {"title": "Le gué d’Anna"})


async def _dice(tx: storage.WriteTransaction, first: int, second: int) -> None:
    """Sealed words, an order that waits for its round, and a round drawn on."""
    await tx.dice.save_word(storage.DiceWord(game=LOBBY, user=ANNA, seal="5e" * 32, word="marée haute"))
    await tx.dice.save_word(storage.DiceWord(game=LOBBY, user=BRUNO, seal="a1" * 32, word=None))
    waiting = storage.AnnouncedOrder(
        game=LOBBY,
        number=1,
        seq=1,
        side="",
        who=ANNA,
        command=None,
        fixed="{}",
        letter=1,
        interaction=next(NUMBERS),
        at=DAY,
    )
    await tx.dice.announce(waiting)
    for number, game in enumerate((first, second), 1):
        drawn = storage.BeaconRound(
            game=game, number=1, seq=2, message=1000 + number, round=number, signature="0f" * 48, fixed="{}"
        )
        await tx.dice.draw(drawn)


async def _time(tx: storage.WriteTransaction, first: int, second: int) -> None:
    """Clocks, vacations and a pause."""
    agreed = clock_terms.read("7d")
    assert agreed is not None
    terms = agreed.json()
    await tx.clocks.save(storage.ClockRecord(game=first, terms=terms, proposed={}))
    proposed = {**terms, "number": next(NUMBERS), "user": ANNA, "name": "Anna"}
    await tx.clocks.save(storage.ClockRecord(game=second, terms={}, proposed=proposed))
    remaining = timedelta(days=2)
    side = storage.SideClock(game=first, side="blue", period="2", left=remaining, since=DAY, ran=True)
    await tx.clocks.save_sides([side])
    await tx.clocks.save_heartbeat(DAY)
    player = storage.Player(user=ANNA, zone="Europe/Paris", quiet=(1380, 420), hours_set=DAY)
    await tx.players.save(player)
    tx.players.count_deadlines([ANNA], met=3, missed=1)
    vacation = storage.Vacation(
        user=ANNA,
        first=date(2026, 12, 24),
        last=date(2026, 12, 26),
        starts=DAY + timedelta(days=33),
        ends=DAY + timedelta(days=36),
    )
    await tx.players.save_vacation(vacation)
    await tx.vacancies.open(storage.Vacancy(game=second, side="red", user=None, since=DAY))
    await tx.pauses.save(storage.Pause(game=second, by=BRUNO, reason="a question of rules", since=DAY))


async def describe(path: Path) -> dict[str, object]:
    """What every later release must find in those games."""
    store = await storage.Store.open(path)
    desk = GameService(store)
    games: dict[str, object] = {}
    for game in await store.games.all():
        table = await desk.game(game.id)
        games[str(game.id)] = {
            "status": game.status,
            "entries": len(table.entries),
            "struck": [e.seq for e in table.entries if e.struck],
            "phase": f"{table.state.turn} {table.state.player} {table.state.phase}",
            "units": {u.id: [u.place, u["cs"], u["mv"]] for u in table.state.units.values()},
            "result": table.state.result.level if table.state.result else None,
        }
    await store.close()
    return games


def main() -> None:
    """Write the database and its description."""
    with TemporaryDirectory() as folder:
        write(Path(folder) / "games.db")


def write(fresh: Path) -> None:
    """Write both for a new file, packed."""
    asyncio.run(fill(fresh))
    known = asyncio.run(describe(fresh))
    with closing(sqlite3.connect(fresh, isolation_level=None)) as plain:
        schema = plain.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        for statement in SHARDS:
            plain.execute(statement)
        plain.execute("DELETE FROM snapshots WHERE seq < (SELECT max(seq) FROM snapshots)")
        plain.execute("PRAGMA journal_mode=DELETE")
        plain.execute("VACUUM")
    (FOLDER / f"schema-{schema}.db.gz").write_bytes(gzip.compress(fresh.read_bytes(), mtime=0))
    (FOLDER / f"schema-{schema}.json").write_text(json.dumps(known) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
