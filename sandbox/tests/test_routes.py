"""The remaining routes, called as discord.py calls them."""

import discord
import pytest

from sandbox.tests.tiny_bot import picture


@pytest.fixture
async def channel(sandbox, bot):
    return bot.get_channel(int(sandbox.channel("battle")["id"]))


async def test_messages(sandbox, bot, channel):
    message = await channel.send("one", file=picture(), nonce="n1")
    await channel.send("two", reference=message, silent=True)
    await message.edit(content="uno", attachments=[])

    assert [m.content async for m in channel.history()] == ["two", "uno"]
    assert [m.content async for m in channel.history(after=message)] == ["two"]
    assert (await channel.fetch_message(message.id)).attachments == []
    assert [m.text for m in sandbox.messages("battle", "Anna")] == ["uno", "two"]
    await message.delete()
    with pytest.raises(discord.NotFound):
        await channel.fetch_message(message.id)


async def test_bulk_delete(sandbox, bot, channel):
    messages = [await channel.send(str(n)) for n in range(3)]

    await channel.delete_messages(messages[:2])

    assert [m.text for m in sandbox.messages("battle", "Anna")] == ["2"]


async def test_pins(bot, channel):
    message = await channel.send("x")

    await message.pin()
    assert [m.id async for m in channel.pins()] == [message.id]
    await message.unpin()
    assert [m.id async for m in channel.pins()] == []


async def test_reactions_and_typing(sandbox, bot, channel):
    message = await channel.send("x")

    await channel.typing()
    await message.add_reaction("⚔️")
    fresh = await channel.fetch_message(message.id)
    assert [(r.emoji, r.count, r.me) for r in fresh.reactions] == [("⚔️", 1, True)]
    await message.remove_reaction("⚔️", bot.user)
    assert (await channel.fetch_message(message.id)).reactions == []
    await message.clear_reactions()


async def test_threads(sandbox, bot, channel):
    message = await channel.send("x")
    hanging = await message.create_thread(name="hanging")
    alone = await channel.create_thread(name="alone", type=discord.ChannelType.public_thread)
    private = await channel.create_thread(name="private")

    await hanging.send("in it")
    await private.add_user(discord.Object(int(sandbox.person("Anna").id)))
    await alone.edit(archived=True, locked=True)
    members = await private.fetch_members()

    assert hanging.id == message.id
    assert len(members) == 2
    assert [t.name async for t in channel.archived_threads()] == ["alone"]
    assert {t.name for t in await channel.guild.active_threads()} == {"hanging", "private"}
    assert [m.text for m in sandbox.messages("hanging", "Bruno")] == ["in it"]
    await alone.delete()


async def test_channels(sandbox, bot, channel):
    created = await channel.guild.create_text_channel("Second Table", topic="war", reason="why not")
    await created.edit(name="third-table", slowmode_delay=5)
    fetched = await bot.fetch_channel(created.id)

    assert (fetched.name, fetched.topic, fetched.slowmode_delay) == ("third-table", "war", 5)
    assert len(await channel.guild.fetch_channels()) == 4
    await created.delete(reason="over")
    with pytest.raises(discord.NotFound):
        await bot.fetch_channel(created.id)


async def test_guild_members_roles_users(sandbox, bot, raw, channel):
    guild = await bot.fetch_guild(channel.guild.id)
    anna = int(sandbox.person("Anna").id)

    assert guild.approximate_member_count == 6
    assert (await guild.fetch_member(anna)).display_name == "Anna"
    assert len((await raw("GET", f"/guilds/{guild.id}/members?limit=1000"))[1]) == 6
    assert {r.name for r in await guild.fetch_roles()} >= {"@everyone", "Moderator"}
    assert (await bot.fetch_user(anna)).name == "anna"
    assert [g.name async for g in bot.fetch_guilds()] == ["The local table"]
    assert (await bot.application_info()).id == bot.user.id
    await channel.guild.me.edit(nick="Umpire")


async def test_commands_of_a_guild(sandbox, bot, channel):
    tree = bot.tree
    tree.copy_global_to(guild=channel.guild)
    synced = await tree.sync(guild=channel.guild)
    again = await tree.sync(guild=channel.guild)
    fetched = await tree.fetch_commands(guild=channel.guild)

    assert [c.id for c in synced] == [c.id for c in again] == [c.id for c in fetched]
    await fetched[0].edit(description="changed")
    await fetched[1].delete()
    assert len(await tree.fetch_commands(guild=channel.guild)) == len(synced) - 1
    assert (await tree.fetch_command(synced[0].id, guild=channel.guild)).description == "changed"
    reply = await sandbox.person("Anna").slash("battle", "ping")
    assert reply.text == "pong"


async def test_a_layout_of_the_second_kind(sandbox, bot, channel):
    gallery = discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://map.png"))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(discord.ui.TextDisplay("# Map"), gallery, discord.ui.Separator()))
    view.add_item(discord.ui.ActionRow(discord.ui.Button(label="Go", custom_id="go")))
    section = discord.ui.Section("text", accessory=discord.ui.Thumbnail("attachment://map.png"))
    view.add_item(section)
    view.add_item(discord.ui.File("attachment://map.png"))

    message = await channel.send(view=view, file=picture())
    posted = sandbox.messages("battle", "Anna")[-1]

    assert posted.words == "# Map\ntext"
    assert posted.labels == ["Go"]
    assert [c["id"] for c in posted.components] == list(range(1, len(posted.components) + 1))
    await message.edit(view=view)


@pytest.mark.refused(404)
async def test_what_has_no_handler_fails_loudly(sandbox, bot):
    with pytest.raises(discord.NotFound, match="sandbox: no handler for GET"):
        await bot.fetch_sticker(1)

    assert list(sandbox.unhandled) == ["GET /stickers/1"]
