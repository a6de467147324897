"""Two versions of the program over one database: the newer one adds to the tables while the older one plays
on, and starts again on them."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from engine.commands import Done
from storage import DatabaseTrouble, Entry, Store, backups, schema
from storage.postgres.database import Timeouts
from tests.patience import PATIENCE
from tests.storage.postgres_server import Postgres
from tests.storage.test_expanding import HEAD, NEXT

NOON = datetime(1815, 6, 18, 12, tzinfo=UTC)
HURRIED = Timeouts(lock=0.2)
ADDS = """op.add_column("letters", sa.Column("priority", sa.Integer, nullable=False, server_default="0"))
    op.create_table("leagues", sa.Column("id", sa.Integer, primary_key=True))"""


@contextmanager
def newer(folder: Path, *, expands: bool = True) -> Iterator[None]:
    """Within it, this is the program of a later schema."""
    with pytest.MonkeyPatch.context() as patch:
        if not folder.exists():
            shutil.copytree(schema.MIGRATIONS, folder)
            text = NEXT.format(head=HEAD, then=ADDS)
            text = text if expands else text.replace("expands = True\n", "")
            (folder / "versions" / "schema_99.py").write_text(text, "utf-8")
        patch.setattr(schema, "MIGRATIONS", folder)
        yield


def stamp(postgres: Postgres, name: str) -> str:
    return postgres.sql(name, "SELECT version_num FROM alembic_version")


@pytest.mark.long
async def test_the_older_program_plays_on_while_the_newer_one_upgrades_and_starts_again_on_its_tables(
    postgres: Postgres, tmp_path: Path
) -> None:
    name = postgres.empty()
    address = postgres.at(name)
    old = await Store.open(address, shared=True)
    games = GameService(old)
    by = [Actor(user=7, name="Anna", interaction=n, guild=1, channel=1) for n in range(1, 99)]
    game = (await seating.create_game(games, by.pop(), "tutorial", seating.BOTH, None)).record.id
    await seating.start(games, game, by.pop())
    over = asyncio.Event()

    async def post() -> int:
        """The older program writes all the time."""
        number = 0
        while not over.is_set():
            async with old.writing(apart=number % 2 == 0) as tx:
                await tx.outbox.add(game=game, channel=1, kind="call", body={})
            number += 1
        return number

    posting = asyncio.create_task(post())
    await asyncio.sleep(0.05)
    with newer(tmp_path / "later"):
        new = await Store.open(address, shared=True, copies=tmp_path / "copies")
    assert stamp(postgres, name) == "99"
    await games.order(game, by.pop(), Done())
    async with new.holding(game), new.writing() as tx:
        last = (await tx.games.version(game) or (0, 0))[1]
        await tx.log.append(game, last, Entry(kind="order", side="red", at=NOON))
    again = await Store.open(address, shared=True)  # the older one
    async with asyncio.timeout(PATIENCE):
        while not (old.in_touch and new.in_touch and again.in_touch):
            await asyncio.sleep(0.01)
    over.set()
    posted = await posting
    assert len(await again.outbox.of_game(game, "call")) == posted > 1
    assert (await again.log.chain(game)).broken is None
    for store in (old, new, again):
        await store.close()
    [copy] = (tmp_path / "copies").glob(f"grognard-{HEAD}-*.db")
    assert not (await asyncio.to_thread(backups.check, copy)).faults


@pytest.mark.long
async def test_two_newer_programs_that_start_at_once_upgrade_once(postgres: Postgres, tmp_path: Path) -> None:
    name = postgres.empty()
    old = await Store.open(postgres.at(name), shared=True)
    with newer(tmp_path / "later"):
        opened = await asyncio.gather(*(Store.open(postgres.at(name), shared=True) for _ in range(3)))
    assert stamp(postgres, name) == "99"
    for store in (old, *opened):
        await store.close()


@pytest.mark.long
async def test_a_migration_that_does_not_expand_waits_until_all_have_stopped(
    postgres: Postgres, tmp_path: Path
) -> None:
    name = postgres.empty()
    address = postgres.at(name)
    old = await Store.open(address, shared=True)
    with newer(tmp_path / "later", expands=False), pytest.raises(DatabaseTrouble, match="in_use"):
        await Store.open(address, shared=True, timeouts=HURRIED)
    assert stamp(postgres, name) == HEAD
    await old.close()
    with newer(tmp_path / "later", expands=False):
        await (await Store.open(address, shared=True)).close()
    assert stamp(postgres, name) == "99"
    with pytest.raises(DatabaseTrouble, match="newer_schema"):
        await Store.open(address, shared=True, timeouts=HURRIED)


async def test_a_program_that_has_the_database_to_itself_opens_no_newer_one(
    postgres: Postgres, tmp_path: Path
) -> None:
    name = postgres.empty()
    with newer(tmp_path / "later"):
        await (await Store.open(postgres.at(name), shared=True)).close()
    with pytest.raises(DatabaseTrouble, match="newer_schema"):
        await Store.open(postgres.at(name), timeouts=HURRIED)
