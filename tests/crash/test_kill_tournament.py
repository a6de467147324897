"""SIGKILL of the real bot while it opens a round of a tournament: each pairing is written once, each game is
opened once, and no one is called twice.

The bot kills itself at a step (`mortal_bot`). Quick: one bot after another dies, each a step further. Long:
each named step alone, of the first round and of one that follows by itself. `SOAK=1`: every step there is.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal, get_args

import pytest

from sandbox import Sandbox
from storage import backups
from tests.crash.bot_lives import PATIENCE, BotLives
from tests.crash.mortal_bot import Nursery, Step
from tests.crash.test_kill import answered, delivered, judge_posts

SOAK = bool(os.environ.get("SOAK"))
SAMPLE = 3
"""Steps that are tried, with `LONG=1`, of all there are."""
PLAYERS = ("Anna", "Bruno", "Clara", "Marshal")
BOARDS = 2
Round = Literal[1, 2]
"""Which round is opened: the first one when the tournament starts, the second one by itself."""

PAIRED = "commit *tournament.add_round*"
THREAD = "POST /channels/{channel_id}/threads"
MEMBER = "PUT /channels/{channel_id}/thread-members/{user_id}"
OPENED = "commit game.create*tournament.save_game*"
BEGUN = "commit game.update*log.append*"
POSTED = "POST /channels/{channel_id}/messages"
NOTED = "commit outbox.mark_posted"
PINNED = "PUT /channels/{channel_id}/messages/pins/{message_id}"
SINCE = "before tournament.add_round"
STEPS: dict[str, Step] = {
    "nothing of the round is on the disk": Step(f"before {PAIRED}", 1),
    "the pairings are stored": Step(f"after {PAIRED}", 1),
    "no thread yet": Step(f"before {THREAD}", 1),
    "a thread without a game": Step(f"after {THREAD}", 1),
    "a thread with one of its players": Step(f"after {MEMBER}", 1),
    "in the transaction, before the game": Step("before game.create", 1),
    "in the transaction, before the note of the game": Step("before tournament.save_game", 1),
    "a game that is not on the disk": Step(f"before {OPENED}", 1),
    "a game that has not begun": Step(f"after {OPENED}", 1),
    "a game whose beginning is not on the disk": Step(f"before {BEGUN}", 1),
    "a game that has just begun": Step(f"after {BEGUN}", 1),
    "the thread of the second game": Step(f"after {THREAD}", 2),
    "the second game, not begun": Step(f"after {OPENED}", 2),
    "the first post, not noted": Step(f"after {POSTED}", 1),
    "the second post, not noted": Step(f"after {POSTED}", 2),
    "a post that is noted": Step(f"after {NOTED}", 1),
    "a card that is pinned, not noted": Step(f"after {PINNED}", 1),
}
CHAIN = (
    "nothing of the round is on the disk",
    "the pairings are stored",
    "a thread with one of its players",
    "a game that is not on the disk",
    "a game that has not begun",
    "a thread without a game",
    "the first post, not noted",
)
"""One after another, each as it comes in the life of the next bot."""
GAMES = """SELECT p.round, p.board, p.first, p.second, g.game, games.status, games.channel
    FROM tournament_pairings p
    LEFT JOIN tournament_games g ON g.round = p.round AND g.board = p.board
    LEFT JOIN games ON games.id = g.game ORDER BY p.round, p.board"""

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes of POSIX"),
    pytest.mark.promise(1, 2, 7),
    pytest.mark.fault(76),
    pytest.mark.timeout(600),
]


class MortalBots(BotLives):
    """Bots that die over a tournament, and its players."""

    async def announced(self) -> None:
        """Four players enter a tournament."""
        await self.sandbox.ready(timeout=PATIENCE)
        anna = self.sandbox.person("Anna")
        terms = {"battle": "ormes", "dice": "sealed", "rounds": 2, "automatic": True}
        await anna.slash("battle", "tournament new", name="Open", **terms)
        for name in PLAYERS:
            await self.sandbox.person(name).slash("battle", "tournament join")

    async def start(self) -> None:
        """The organiser starts the tournament; no answer is waited for."""
        await self.sandbox.ready(timeout=PATIENCE)
        await self.sandbox.person("Anna").slash("battle", "tournament start", wait=False)

    async def resign(self) -> None:
        """In each game of the first round a player gives up; in the last one no answer is waited for."""
        await self.sandbox.ready(timeout=PATIENCE)
        playing = self.rows(
            "SELECT g.channel, s.user FROM games g JOIN seats s ON s.game = g.id GROUP BY g.id"
        )
        for number, (channel, user) in enumerate(playing, start=1):
            person = next(p for p in map(self.sandbox.person, PLAYERS) if p.id == str(user))
            sure = await person.slash(str(channel), "game resign")
            await person.click(sure, "Yes, give up", wait=number < BOARDS)

    async def opened(self, round_: Round) -> None:
        """Wait until all games of a round are played and all posts are there."""
        async with asyncio.timeout(PATIENCE):
            while [r[5] for r in self.rows(GAMES) if r[0] == round_] != ["playing"] * BOARDS:
                await asyncio.sleep(0.02)
            await delivered(self.database)
            while not self.rows("SELECT 1 FROM boards WHERE kind = 'tournament'"):
                await asyncio.sleep(0.02)


@pytest.fixture
async def bots(tmp_path: Path, bots_nursery: Nursery) -> AsyncIterator[MortalBots]:
    """Bots on a tournament that four players have entered; none lives."""
    (tmp_path / "data").mkdir()
    async with Sandbox(tmp_path / "discord", join_delay=0.05) as sandbox:
        bots = MortalBots(tmp_path / "data", sandbox, bots_nursery)
        try:
            yield bots
        finally:
            await bots_nursery.kill()


def judge(bots: MortalBots, rounds: Round) -> None:
    """Each round is paired once, each of its games is opened once, each of its players is called once."""
    games = bots.rows(GAMES)
    assert [(row[0], row[1]) for row in games] == [(r, b) for r in range(1, rounds + 1) for b in (1, 2)]
    for round_ in range(1, rounds + 1):
        numbers = [n for row in games if row[0] == round_ for n in row[2:4]]
        assert sorted(numbers) == [1, 2, 3, 4]
    assert len({row[4] for row in games}) == len(bots.rows("SELECT id FROM games")) == BOARDS * rounds
    assert calls(bots.sandbox) == {str(row[6]): 1 for row in games if row[0] == rounds}
    words = [m.words for m in bots.sandbox.messages("battle", "Anna")]
    for round_ in range(1, rounds + 1):
        assert sum(f"· round {round_}" in each for each in words) == 1
    judge_posts(bots.database, bots.sandbox)
    assert not backups.check(bots.database).faults
    assert "Traceback" not in (bots.folder / "log").read_text()


def calls(sandbox: Sandbox) -> Counter[str]:
    """How often players are called in each channel."""
    posts = (post.message for post in sandbox.state.records.posts.values())
    return Counter(str(post["channel_id"]) for post in posts for _ in post["mentions"])


async def test_a_round_is_opened_once_though_one_bot_after_another_dies_over_it(bots: MortalBots) -> None:
    for nth, name in enumerate(CHAIN):
        await bots.live(STEPS[name])
        if nth == 0:
            await bots.announced()
        if nth < 2:  # the first press was lost with the bot
            await bots.start()
        assert await bots.died()
        assert bots.rows("SELECT count(*) FROM tournament_rounds") == [(min(nth, 1),)]

    await bots.live()
    await bots.sandbox.ready(timeout=PATIENCE)
    await answered(bots.sandbox)
    await bots.opened(1)
    await bots.kill()
    judge(bots, 1)


@pytest.mark.long
@pytest.mark.parametrize("round_", get_args(Round))
@pytest.mark.parametrize("name", STEPS)
async def test_a_round_is_opened_once_wherever_the_bot_dies(
    bots: MortalBots, name: str, round_: Round
) -> None:
    await begun(bots, STEPS[name], round_)
    assert await bots.died()
    await gone_on(bots, round_)


@pytest.mark.long  # SOAK=1: a bot for each step there is
@pytest.mark.timeout(0 if SOAK else 300)
@pytest.mark.parametrize("round_", get_args(Round))
async def test_a_round_is_opened_once_at_every_step_there_is(
    tmp_path: Path, bots_nursery: Nursery, round_: Round
) -> None:
    async with begun_at(tmp_path / "whole", bots_nursery, None, round_) as (bots, journal):
        await bots.opened(round_)
        await bots.died(within=3.0)  # until then the cards of the games have come
        steps = steps_of(journal.read_text().splitlines())
        await gone_on(bots, round_)
    tried = steps if SOAK else steps[:: len(steps) // SAMPLE]
    reached = 0
    for number, step in enumerate(tried):
        async with begun_at(tmp_path / str(number), bots_nursery, step, round_) as (bots, _):
            reached += await bots.died(within=15.0)  # what comes at the same time comes in any order
            await gone_on(bots, round_)

    assert len(steps) > 80
    assert reached > (0.9 if SOAK else 0.3) * len(tried)


@asynccontextmanager
async def begun_at(
    folder: Path, nursery: Nursery, step: Step | None, round_: Round
) -> AsyncIterator[tuple[MortalBots, Path]]:
    """Bots on games of their own, the first of which has `begun`."""
    (folder / "data").mkdir(parents=True)
    async with Sandbox(folder / "discord", join_delay=0.05) as sandbox:
        bots = MortalBots(folder / "data", sandbox, nursery)
        yield bots, await begun(bots, step, round_)


async def begun(bots: MortalBots, step: Step | None, round_: Round) -> Path:
    """A bot that is about to open a round, and to die at a step of it; the file that names its steps."""
    steps = await bots.live(step and step._replace(since=SINCE) if round_ == 1 else None)
    await bots.announced()
    await bots.start()
    if round_ == 2:
        await bots.opened(1)
        await bots.kill()
        steps = await bots.live(step and step._replace(since=SINCE))
        await bots.resign()
    return steps


async def gone_on(bots: MortalBots, round_: Round) -> None:
    """The next bot opens the round, and all is as if none had died."""
    written = bots.rows("SELECT count(*) FROM tournament_rounds")[0][0]
    await bots.live()
    await bots.sandbox.ready(timeout=PATIENCE)
    await answered(bots.sandbox)
    if written == 0:  # the press was lost with the bot
        await bots.start()
    await bots.opened(round_)
    await bots.kill()
    judge(bots, round_)


def steps_of(names: Sequence[str]) -> list[Step]:
    """Each step from the pairing on, with which time it comes."""
    first = next(at for at, name in enumerate(names) if fnmatchcase(name, SINCE))
    times = Counter(names[first:])
    return [Step(name, nth, SINCE) for name, most in times.items() for nth in range(1, most + 1)]
