"""discord.py, unmodified, through a person's hands."""

import pytest

from sandbox import InvalidInput, NoAnswer
from sandbox.tests.tiny_bot import PNG


async def test_a_command_is_answered(sandbox, bot):
    reply = await sandbox.person("Anna").slash("battle", "ping")

    assert reply.text == "pong"
    assert not reply.ephemeral
    assert reply.json["interaction_metadata"]["user"]["id"] == sandbox.person("Anna").id


async def test_a_button_edits_its_message(sandbox, bot):
    panel = await sandbox.person("Anna").slash("battle", "panel")

    await sandbox.person("Bruno").click(panel, "Count")
    await sandbox.person("Anna").click(panel, "panel:count")

    assert panel.text == "Panel 2"


async def test_a_silent_acknowledgement_and_then_an_edit(sandbox, bot):
    panel = await sandbox.person("Anna").slash("battle", "panel")

    reply = await sandbox.person("Anna").click(panel, "Silent")

    assert reply.text == "Panel 100"
    assert reply.kind == 6


async def test_a_form_is_opened_and_sent(sandbox, bot):
    anna = sandbox.person("Anna")
    panel = await anna.slash("battle", "panel")

    form = await anna.click(panel, "Ask")
    answer = await anna.submit(form, {"Name": "Ney"})

    assert [field["custom_id"] for field in form.fields] == ["name"]
    assert answer.text == "Hello Ney"


async def test_a_form_field_has_limits(sandbox, bot):
    anna = sandbox.person("Anna")
    form = await anna.click(await anna.slash("battle", "panel"), "Ask")

    with pytest.raises(InvalidInput, match="20 characters"):
        await anna.submit(form, {"name": "x" * 21})
    with pytest.raises(InvalidInput, match="fill this in"):
        await anna.submit(form, {})


async def test_a_menu_answers_the_chooser_alone(sandbox, bot):
    panel = await sandbox.person("Anna").slash("battle", "panel")

    reply = await sandbox.person("Bruno").select(panel, "panel:choose", ["Blue"])

    assert reply.text == "chose b"
    assert reply.id in [m.id for m in sandbox.messages("battle", "Bruno")]
    assert reply.id not in [m.id for m in sandbox.messages("battle", "Anna")]


async def test_completion(sandbox, bot):
    choices = await sandbox.person("Anna").complete(
        "battle", "game new", {"scenario": "lig"}, focused="scenario"
    )

    assert [choice["value"] for choice in choices] == ["ligny", "ligny-2"]


async def test_options_reach_the_bot_as_the_client_sends_them(sandbox, bot):
    anna = sandbox.person("Anna")

    game = await anna.slash("battle", "game new", scenario="ligny", turns="4", against="Bruno")
    odds = await anna.slash("battle", "odds", side="The red side", ratio=1.5)
    where = await anna.slash("battle", "where", place="#parlour")

    assert game.text == "ligny for 4 against Bruno"
    assert odds.text == "red 1.5"
    assert where.text.startswith("parlour ")


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("game new", {}, "scenario is missing"),
        ("game new", {"scenario": "x", "turns": 10}, "between 1 and 9"),
        ("game new", {"scenario": "x", "turns": "many"}, "whole number"),
        ("game new", {"scenario": "x", "colour": "red"}, "no option colour"),
        ("game new", {"scenario": "x", "against": "Nobody"}, "not to be found"),
        ("game", {}, "choose one of"),
        ("game old", {}, "no subcommand"),
        ("odds", {"side": "green"}, "given values"),
        ("odds", {"side": "red", "ratio": "nan"}, "number"),
        ("slow", {}, "may not"),
        ("nothing", {}, "no such command"),
    ],
)
async def test_the_client_refuses(sandbox, bot, name, options, reason):
    with pytest.raises(InvalidInput, match=reason):
        await sandbox.person("Anna").slash("battle", name, options)


async def test_a_moderator_may_use_what_others_may_not(sandbox, bot):
    marshal = sandbox.person("Marshal")

    reply = await marshal.slash("battle", "slow")

    assert reply.text == "done"
    assert "slow" in marshal.commands("battle")
    assert "slow" not in sandbox.person("Anna").commands("battle")


async def test_a_deferred_picture_is_waited_for(sandbox, bot):
    reply = await sandbox.person("Anna").slash("battle", "map")

    assert reply.kind == 5
    assert reply.file() == PNG
    assert reply.embeds[0]["image"]["url"] == reply.attachments[0]["url"]
    assert reply.json["attachments"] == []  # an embed shows it
    assert not reply.json["flags"]


async def test_follow_ups(sandbox, bot):
    anna = sandbox.person("Anna")

    reply = await anna.slash("battle", "follow")
    await sandbox.settled(quiet=0.3)

    assert reply.text == "first, again"
    assert [(m.text, m.ephemeral) for m in reply.followups] == [("second", True)]


async def test_what_is_ephemeral_is_shown_to_one_and_lives_until_dismissed(sandbox, bot):
    anna, bruno = sandbox.person("Anna"), sandbox.person("Bruno")

    reply = await anna.slash("battle", "secret")

    assert reply.ephemeral
    assert [m.text for m in anna.sees("battle")] == ["psst"]
    assert bruno.sees("battle") == []
    assert "psst" not in str(bruno.page_events())
    anna.dismiss(reply)
    assert anna.sees("battle") == []
    assert reply.gone


async def test_a_letter(sandbox, bot):
    anna = sandbox.person("Anna")

    await anna.slash("battle", "whisper")
    await anna.until(sandbox.conversation(anna.id), "a letter")

    assert [m.text for m in anna.direct_messages()] == ["a letter"]
    assert sandbox.conversation(sandbox.person("Bruno").id)["id"] != anna.direct_messages()[0].channel


async def test_silence_is_noticed(sandbox, bot):
    sandbox.delivery.window = 0.2

    with pytest.raises(NoAnswer, match="did not respond"):
        await sandbox.person("Anna").slash("battle", "silence")

    assert [i.name for i in sandbox.unanswered] == ["silence"]


async def test_everything_was_acknowledged(sandbox, bot):
    await sandbox.person("Anna").slash("battle", "ping")
    await sandbox.settled()

    assert sandbox.unanswered == []
    assert sandbox.unhandled == type(sandbox.unhandled)()
