"""Files for options of commands: chosen at the page or by hand, fetched by discord.py."""

import aiohttp
import pytest

from sandbox import InvalidInput


async def test_a_file_goes_with_a_command_and_is_what_was_chosen(sandbox, bot):
    anna = sandbox.person("Anna")
    query = {"person": anna.id, "name": "my battle.zip"}
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{sandbox.base_url}/table/file", params=query, data=b"PK1") as answer,
    ):
        chosen = (await answer.json())["file"]

    reply = await anna.slash("battle", "weigh", file=chosen["id"])

    assert reply.text == "my_battle.zip, 3 bytes: b'PK1'"
    assert (await anna.slash("battle", "weigh", file=anna.choose("a.txt", b""))).text == "a.txt, 0 bytes: b''"
    with pytest.raises(InvalidInput, match="choose a file"):
        await anna.slash("battle", "weigh", file="17")
    with pytest.raises(InvalidInput, match="too large"):
        anna.choose("x", bytes(10 * 2**20 + 1))
