"""Who may what: the bot's rights in a channel, what people see, mentions held back."""

import pytest

from sandbox import GuildPlan, Permission, PersonPlan, Sandbox, World
from sandbox.client import command_input
from sandbox.tests.raw import Raw


async def test_a_wrong_token(sandbox, raw):
    status, refusal = await raw("GET", "/users/@me", Authorization="Bot wrong")

    assert (status, refusal) == (401, {"message": "401: Unauthorized", "code": 0})


async def test_what_is_not_there(sandbox, raw):
    place = sandbox.channel("battle")["id"]

    assert (await raw("GET", "/channels/1"))[1]["code"] == 10003
    assert (await raw("GET", f"/channels/{place}/messages/1"))[1]["code"] == 10008
    assert (await raw("GET", "/guilds/1"))[1]["code"] == 10004
    assert (await raw("GET", "/users/1"))[1]["code"] == 10013


async def test_the_bot_may_not_speak(sandbox, raw):
    sandbox.permit_bot("battle", deny=Permission.SEND_MESSAGES)

    assert (await raw.send({"content": "x"}))[1]["code"] == 50013
    assert (await raw.answer(4, {"content": "an answer is always allowed"}))[0] == 200


async def test_the_bot_does_not_see(sandbox, raw):
    sandbox.permit_bot("battle", deny=Permission.VIEW_CHANNEL)

    assert (await raw.send({"content": "x"}))[1]["code"] == 50001


async def test_no_files_no_threads(sandbox, raw):
    place = f"/channels/{sandbox.channel('battle')['id']}"
    sandbox.permit_bot("battle", deny=Permission.ATTACH_FILES | Permission.CREATE_PUBLIC_THREADS)

    assert (await raw.send({}, {"a.png": b"x"}))[1]["code"] == 50013
    assert (await raw("POST", f"{place}/threads", {"name": "t", "type": 11}))[1]["code"] == 50013


async def test_another_persons_message(sandbox, raw):
    message = await sandbox.person("Anna").say("battle", "mine")
    path = f"/channels/{message.channel}/messages/{message.id}"

    assert (await raw("PATCH", path, {"content": "yours"}))[1]["code"] == 50005
    assert (await raw("DELETE", path))[0] == 204
    assert message.gone


async def test_an_ephemeral_message_is_no_channel_message(sandbox, raw):
    _, answered = await raw.answer(4, {"content": "x", "flags": 64})
    message = answered["resource"]["message"]

    path = f"/channels/{message['channel_id']}/messages/{message['id']}"
    assert (await raw("GET", path))[1]["code"] == 10008
    assert (await raw("PATCH", path, {"content": "y"}))[1]["code"] == 10008
    assert (await raw("PUT", f"/channels/{message['channel_id']}/pins/{message['id']}"))[1]["code"] == 10008


async def test_an_archived_thread(sandbox, raw):
    place = sandbox.channel("battle")["id"]
    _, thread = await raw("POST", f"/channels/{place}/threads", {"name": "t", "type": 11})
    path = f"/channels/{thread['id']}"
    _, message = await raw("POST", f"{path}/messages", {"content": "x"})

    assert (await raw("PATCH", path, {"archived": True}))[0] == 200
    assert (await raw("PATCH", f"{path}/messages/{message['id']}", {"content": "y"}))[1]["code"] == 50083
    assert (await raw("PATCH", path, {"name": "u"}))[1]["code"] == 50083
    assert (await raw("POST", f"{path}/messages", {"content": "z"}))[0] == 200
    assert not sandbox.channel(thread["id"])["thread_metadata"]["archived"]


async def test_mentions_are_held_back(sandbox, raw):
    anna = sandbox.person("Anna")
    text = f"@everyone <@{anna.id}>"

    _, loud = await raw.send({"content": text})
    _, quiet = await raw.send({"content": text, "allowed_mentions": {"parse": []}})
    _, one = await raw.send({"content": text, "allowed_mentions": {"parse": [], "users": [anna.id]}})

    assert [u["id"] for u in loud["mentions"]] == [anna.id]
    assert not loud["mention_everyone"]  # the bot lacks that right
    assert quiet["mentions"] == []
    assert [u["id"] for u in one["mentions"]] == [anna.id]


async def test_a_private_thread_is_seen_by_its_members(sandbox, raw):
    place = sandbox.channel("battle")["id"]
    _, thread = await raw("POST", f"/channels/{place}/threads", {"name": "orders", "type": 12})
    anna, bruno = sandbox.person("Anna"), sandbox.person("Bruno")
    await raw("PUT", f"/channels/{thread['id']}/thread-members/{anna.id}")
    await raw("POST", f"/channels/{thread['id']}/messages", {"content": "hush"})

    assert [m.text for m in anna.sees("orders")] == ["hush"]
    assert bruno.sees("orders") == []
    assert [m.text for m in sandbox.person("Marshal").sees("orders")] == ["hush"]
    await raw("DELETE", f"/channels/{thread['id']}/thread-members/{anna.id}")
    assert anna.sees("orders") == []


async def test_two_guilds():
    guilds = (GuildPlan(name="One", channels=("map",)), GuildPlan(name="Two", channels=("map", "talk")))
    people = (PersonPlan(name="Ada"), PersonPlan(name="Zoe", guilds=("Two",), locale="fr"))
    async with Sandbox(world=World(guilds=guilds, people=people, joined=True)) as sandbox:
        raw = Raw(sandbox)
        one, two = sandbox.channel("map", "One"), sandbox.channel("map", "Two")
        for place in (one, two):
            await raw("POST", f"/channels/{place['id']}/messages", {"content": place["guild_id"]})

        assert [m.text for m in sandbox.person("Ada").sees(one)] == [one["guild_id"]]
        assert sandbox.person("Zoe").sees(one) == []
        assert [m.text for m in sandbox.person("Zoe").sees(two)] == [two["guild_id"]]
        with pytest.raises(KeyError):
            sandbox.channel("talk", "One")


async def test_what_a_person_may_do_in_a_channel_he_names_is_told_to_the_bot(sandbox):
    anna, place = sandbox.person("Anna"), sandbox.channel("parlour")
    sandbox.permit("Anna", "parlour", deny=Permission.ATTACH_FILES)
    resolver = command_input.OptionResolver(sandbox.state, sandbox.channel("battle"), anna.id)

    resolver("where", command_input.CHANNEL, "parlour")

    permissions = Permission(int(resolver.resolved["channels"][place["id"]]["permissions"]))
    assert Permission.SEND_MESSAGES in permissions
    assert Permission.ATTACH_FILES not in permissions
