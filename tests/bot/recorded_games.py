"""Games of the computer player as records. Run as a program it writes those in tests/data/records
again, of all battles or of those named."""

from __future__ import annotations

import gzip
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import opponent
import scenarios
from bot.core.game import Game
from bot.features.record.recorded_game import Sources, record_of
from engine.commands import Bombard, Command, Done, Move, Resign
from engine.ledger import SeededDice
from engine.referee import play, start
from engine.scenario import Scenario
from engine.state import State
from engine.system import System
from notation.record import RecordedGame, write
from notation.record.writer import checksum
from storage import BY_ORDER, DiceKeys, Entry, Seat, log_chain, row_mapping
from storage.log_chain import ChainReport
from storage.proofs.rules_fingerprint import rules_fingerprint
from tests.bot.sample_games import new_game

FOLDER = Path(__file__).parents[1] / "data" / "records"
SEED = bytes(range(32))
WORDS = ("a word", "another")
WHOLE = 5000
"""Orders, more than any game has."""


def played(
    battle: str,
    orders: int,
    choose: Callable[[System, Scenario, State, str], Command] = opponent.choose,
    undo: Callable[[int], int] = lambda _: 0,
    keys: DiceKeys = BY_ORDER,
) -> Game:
    """A game of the computer player against itself, ended after so many orders. `undo` says how many of the
    newest orders to take back after entry n."""
    game, dice = new_game(battle), SeededDice(SEED, WORDS)
    scenario, system = game.scenario, game.system
    record = replace(
        game.record,
        status="over",
        seed=SEED,
        salts=WORDS,
        printed=dict(scenario.printed),
        options=dict(scenario.options),
        dice_keys=keys,
    )
    game = replace(game, record=record, state=State(), entries=())
    begun = start(system, scenario, dice, game.rolled)
    game = game.added(Entry(seq=1, kind="start", events=begun, at=record.created))
    while game.state.result is None and game.last < orders:
        state, number = game.state, game.last + 1
        at = record.created + timedelta(seconds=37 * number, microseconds=number)
        count = undo(number)
        back = [e.seq for e in game.active_entries if e.kind == "order"][-count:] if count else []
        if back:
            game = game.struck(back, Entry(seq=number, kind="undo", side=game.owing[0], who=1, at=at))
            continue
        side = game.owing[0]
        order = choose(system, scenario, state, side)
        events = play(system, scenario, state, side, order, dice, number, game.dice_undone, game.rolled)
        who = scenario.side_ids.index(side) + 1
        game = game.added(
            Entry(seq=number, kind="order", side=side, who=who, command=order, events=events, at=at)
        )
    return game


def sources(game: Game) -> Sources:
    """What a database holds of a game beside its log."""
    rules = rules_fingerprint()
    rows = [
        row_mapping.entry_row(game.record.id, e.seq, e) | {"rules": rules, "struck": e.struck}
        for e in game.entries
    ]
    links = dict(enumerate(log_chain.links(game.record.id, rows), start=1))
    return Sources(chain=ChainReport(links=links, rules=dict.fromkeys(links, rules), broken=None))


def recorded(game: Game) -> RecordedGame:
    """The record of such a game."""
    return record_of(game, sources(game))


def stored(battle: str) -> bytes:
    """The record of a whole game of a battle, as it was when it was written."""
    return gzip.decompress((FOLDER / f"{battle}.record.gz").read_bytes())


REMARKS = {
    "battle:": "which battle: its id, title, hash and rulebook, and the optional rules of this game",
    "program:": "the program and its rules (a hash of the referee's source)",
    "game:": "the number of the game in the bot's database, when it was opened (UTC), who may know all this",
    "player:": "players 1, 2, ...: side and name",
    "clock:": "time control ({}: none) and result",
    "commitment:": "the dice: SHA-256 of the seed, seed, words of the players; SHA-256 of each word,",
    "message:": "the Discord message with these, the public beacon ({}: none)",
    "1 start": "an entry: number, side, order  [time by player]; below it what the referee decided",
    "  rolled": "dice, with the key that they are worked out from",
    "5 blue undo": "entry 4 is undone",
    "[battle]": "the battle as JSON; this one comes with the program, so it can be left out",
    "log:": "the fingerprint of the log, the SHA-256 of everything above the last line",
}
"""Remarks of the example, each above the first line that begins so."""
PAGE = Path(__file__).parents[2] / "docs" / "record.md"
FENCE = re.compile(r"(?<=```text\n)grognard record .*?(?=```)", re.DOTALL)


def example() -> str:
    """The record in docs/record.md: a short game with remarks, its battle left out."""
    guard = Move(unit="guard", path=("0206", "0305"))
    orders = iter((Bombard(unit="gun-1", target="militia"), Done(), guard, guard, Resign()))
    game = played("tutorial", WHOLE, lambda *_: next(orders), lambda number: int(number == 5))
    seats = (Seat(side="blue", user=1, name="Anna"), Seat(side="orange", user=None, name="", bot=True))
    text = write(recorded(replace(game, record=replace(game.record, seats=seats))))
    lines = re.sub(r"\[battle\]\n.*\n\[end\]", "[battle]\n[end]", text, flags=re.DOTALL).split("\n")
    remarks = dict(REMARKS)
    with_remarks = []
    for line in lines[:-2]:
        about = next((start for start in remarks if line.startswith(start)), None)
        with_remarks += [] if about is None else [f"# {remarks.pop(about)}"]
        with_remarks.append(line)
    above = "\n".join([*with_remarks, ""])
    return f"{above}sum: {checksum(above)}\n"


def in_page() -> str:
    """The record that stands in docs/record.md."""
    return FENCE.findall(PAGE.read_text("utf-8"))[0]


def main() -> None:
    """Write a record of a whole game of the battles named, or of all and that of the page."""
    FOLDER.mkdir(exist_ok=True)
    for battle in sys.argv[1:] or scenarios.all():
        text = write(recorded(played(battle, WHOLE))).encode()
        (FOLDER / f"{battle}.record.gz").write_bytes(gzip.compress(text, mtime=0))
    if not sys.argv[1:]:
        PAGE.write_text(PAGE.read_text("utf-8").replace(in_page(), example()), "utf-8")


if __name__ == "__main__":
    main()
