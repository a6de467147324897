"""What those who look on predict of big fights: taken, told once the fight is over, counted. No Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot import bigfights, opening
from bot.bigfights import OUTCOMES, Fight
from bot.chapters import newest_first
from bot.desk import By, Desk, receipt
from bot.page import Page
from bot.say import wagers as saying
from bot.say.names import Names, plain
from bot.table import Table
from bot.words import Words, speak
from engine.errors import IllegalOrder, NotOnTable, NotYours
from storage import Letter, Prediction

MOST_KEPT = 500
"""Games whose fights are remembered as they ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """How somebody has predicted: fights settled, how many of them rightly, fights still open."""

    user: int
    name: str
    settled: int = 0
    right: int = 0
    open: int = 0


class Wagers:
    """Takes predictions and counts them."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._ended: dict[int, tuple[int, Mapping[int, str | None]]] = {}

    async def guess(self, by: By, game: int, after: int, guess: str) -> Page:
        """Keep what somebody predicts of the fight that impended when everybody knew so many entries.

        Raises Refused: players_know for whoever plays or has played, no_such_fight, fight_begun.
        """
        async with self.desk.alone(game):
            table = await self.desk.table(game)
            if table.sides_of(by.user) or await opening.sides_left(self.desk, table, by.user):
                raise NotYours("", "players_know")
            fight, open_ = await asyncio.to_thread(_standing, table, after)
            if fight is None or guess not in OUTCOMES:
                raise NotOnTable("", "no_such_fight")
            if not await self.desk.store.receipt(by.interaction):
                if not open_:
                    raise IllegalOrder("", "fight_begun", unit=fight.unit)
                made = Prediction(game=game, after=after, user=by.user, name=by.name, guess=guess)
                async with self.desk.store.writing() as w:
                    await w.predict(made)
                    await w.receive(receipt(by, game, game=game))
        return saying.noted(Names.to(by.language, by.user, table), fight, guess)

    async def board(self, by: By) -> Page:
        """Who predicts best in a server, and how the asker does."""
        every = await self.desk.store.ask(lambda r: r.predicted(by.guild))
        games: dict[int, list[Prediction]] = {}
        for made in every:
            games.setdefault(made.game, []).append(made)
        found: dict[int, Record] = {}
        for game, guesses in games.items():
            _count(found, guesses, await self._outcomes(game, {g.after for g in guesses}))
        return saying.board(speak(by.language), list(found.values()), by.user)

    async def _outcomes(self, game: int, fights: Iterable[int]) -> Mapping[int, str | None]:
        """How fights of a game ended: "" while they are open, None of one that was undone or is not told."""
        table = await self.desk.table(game)
        last, before = self._ended.get(game, (0, {}))
        known = dict(before) if last == table.last else {}
        wanted = [after for after in fights if after not in known]
        if wanted:
            known |= await asyncio.to_thread(_outcomes, table, wanted)
        self._ended.pop(game, None)
        self._ended[game] = (table.last, known)
        while len(self._ended) > MOST_KEPT:
            self._ended.pop(next(iter(self._ended)))
        return known


def _standing(table: Table, after: int) -> tuple[Fight | None, bool]:
    """The fight that impended then, and whether it has not begun yet."""
    entry = bigfights.entry_of(table, after)
    fight = bigfights.impending(table.at(entry.seq)) if entry is not None else None
    if entry is None or fight is None:
        return None, False
    return fight, table.playing and not bigfights.begun(table, fight, entry.seq)


def _outcomes(table: Table, fights: Sequence[int]) -> dict[int, str | None]:
    found: dict[int, str | None] = {}
    for after in fights:
        entry = bigfights.entry_of(table, after)
        fight = bigfights.impending(table.at(entry.seq)) if entry is not None else None
        if entry is None or fight is None:
            found[after] = None
            continue
        ended = bigfights.outcome(table, fight, entry.seq)
        over = bigfights.end(table, fight, entry.seq) is not None
        found[after] = ended or (None if over else "")
    return found


def _count(found: dict[int, Record], guesses: Iterable[Prediction], ended: Mapping[int, str | None]) -> None:
    """Add the guesses of one game to what each has done elsewhere."""
    for made in guesses:
        outcome = ended[made.after]
        if outcome is None:
            continue
        before = found.get(made.user, Record(user=made.user, name=made.name))
        found[made.user] = Record(
            user=made.user,
            name=made.name,
            settled=before.settled + bool(outcome),
            right=before.right + (outcome == made.guess),
            open=before.open + (not outcome),
        )


# --- in reports -----------------------------------------------------------------------------------------


async def settled(desk: Desk, words: Words, table: Table, letter: Letter) -> list[str]:
    """How the fights ended of which nobody has been told yet, with who saw it: for the report of a letter."""
    made = await desk.store.ask(lambda r: r.guesses(table.game.id))
    if not made:
        return []
    reports = await desk.store.letters_of(table.game.id, "report")
    untold = frozenset(int(r.body["last"]) for r in reports if r.failed and not r.body.get("part"))
    return await asyncio.to_thread(_settled, words, table, int(letter.body["last"]), untold, made)


def _settled(
    words: Words, table: Table, last: int, untold: frozenset[int], made: Sequence[Prediction]
) -> list[str]:
    then, told = table.at(last), []
    for n, chapter in enumerate(newest_first(then)):
        if n and chapter.last not in untold:
            break
        told += _ended_at(words, then.at(chapter.last), made)
    return told


def _ended_at(words: Words, table: Table, made: Sequence[Prediction]) -> list[str]:
    """The fights that ended with the newest entry of a table and that somebody has predicted, a line each."""
    told = []
    for since in bigfights.ended_with(table):
        before = table.at(since)
        fight = bigfights.impending(before)
        mine = [guess for guess in made if guess.after == len(before.known_to(""))]
        outcome = bigfights.outcome(table, fight, since) if fight is not None and mine else ""
        if fight is not None and outcome:
            right = [plain(guess.name) for guess in mine if guess.guess == outcome]
            told.append(saying.ended(Names(words, table), fight, outcome, right, len(mine)))
    return told


def asked(names: Names, table: Table, page: Page) -> Page:
    """The report with the question about the big fight that impends at its end; `table` is the referee's."""
    fight = bigfights.impending(table)
    return page if fight is None else saying.asked(names, fight, page)
