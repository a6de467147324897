"""Pictures that other processes have drawn: what lies in the queue is shown only if it is a picture."""

from __future__ import annotations

import pytest

from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.images.drawn_elsewhere import SIGNATURES, DrawnElsewhere
from bot.reports.map_picture import picture
from storage.jobs.queue import JobQueue
from tests.bot.sample_games import new_game
from tests.storage.postgres_server import Postgres

DRAWN = SIGNATURES[0] + b"dots"


@pytest.mark.parametrize(
    ("kept", "shown"),
    [(DRAWN, DRAWN), (b"no picture", None), (b"", None)],
    ids=["a picture", "text", "nothing"],
)
async def test_what_another_process_has_left_is_shown_only_if_it_is_a_picture(
    postgres: Postgres, kept: bytes, shown: bytes | None
) -> None:
    queue = JobQueue(postgres.at(postgres.empty()))
    await queue.start()
    elsewhere = DrawnElsewhere(queue)
    wanted = picture(Names(catalogue_for(), new_game("tutorial")))
    key = await elsewhere.key(wanted)

    await elsewhere.keep(key, kept)
    found = await elsewhere.draw(key, wanted)
    await queue.close()

    assert found == shown
