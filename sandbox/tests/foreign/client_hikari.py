"""A bot on hikari that does one thing of each kind: python client_hikari.py ADDRESS TOKEN."""

import sys

import hikari

DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)
COMMANDS = ("text", "file", "panel", "later")
CREATE, UPDATE = hikari.ResponseType.MESSAGE_CREATE, hikari.ResponseType.MESSAGE_UPDATE

address, token = sys.argv[1:]
bot = hikari.GatewayBot(
    token, rest_url=f"{address}/api/v10", intents=hikari.Intents.GUILDS, banner=None, logs="ERROR"
)


@bot.listen(hikari.StartedEvent)
async def sync(event: hikari.StartedEvent) -> None:
    """Make the commands known."""
    application = await bot.rest.fetch_application()
    builders = [bot.rest.slash_command_builder(name, name) for name in COMMANDS]
    await bot.rest.set_application_commands(application.id, builders)


@bot.listen(hikari.InteractionCreateEvent)
async def answer(event: hikari.InteractionCreateEvent) -> None:
    """Answer whatever it is."""
    on = event.interaction
    if isinstance(on, hikari.CommandInteraction):
        await command(on)
    elif isinstance(on, hikari.ComponentInteraction):
        await component(on)
    elif isinstance(on, hikari.ModalInteraction):
        await on.create_initial_response(CREATE, f"Hello {on.components[0][0].value}")


async def command(on: hikari.CommandInteraction) -> None:
    """A slash command."""
    if on.command_name == "text":
        await on.create_initial_response(CREATE, f"pong to {on.user.display_name}")
    elif on.command_name == "file":
        embed = hikari.Embed(title="Map").set_image(hikari.Bytes(DOT, "map.png"))
        await on.create_initial_response(CREATE, embed=embed)
    elif on.command_name == "panel":
        await on.create_initial_response(CREATE, "Panel 0", components=panel())
    else:
        await on.create_initial_response(hikari.ResponseType.DEFERRED_MESSAGE_CREATE)
        await on.edit_initial_response("done", attachment=hikari.Bytes(DOT, "late.png"))
        await on.execute("and more", flags=hikari.MessageFlag.EPHEMERAL)


def panel() -> list[hikari.api.ComponentBuilder]:
    """Two buttons and a menu."""
    buttons = bot.rest.build_message_action_row()
    buttons.add_interactive_button(hikari.ButtonStyle.PRIMARY, "count", label="Count")
    buttons.add_interactive_button(hikari.ButtonStyle.SECONDARY, "ask", label="Ask")
    row = bot.rest.build_message_action_row()
    row.add_text_menu("choose").add_option("Red", "r").add_option("Blue", "b")
    return [buttons, row]


async def component(on: hikari.ComponentInteraction) -> None:
    """A button or the menu."""
    if on.custom_id == "choose":
        await on.create_initial_response(CREATE, f"chose {on.values[0]}", flags=hikari.MessageFlag.EPHEMERAL)
    elif on.custom_id == "ask":
        row = bot.rest.build_modal_action_row().add_text_input("name", "Name")
        await on.create_modal_response("A form", "form", components=[row])
    else:
        number = int(on.message.content.split()[1]) + 1
        await on.create_initial_response(UPDATE, f"Panel {number}")


@bot.listen(hikari.ShardResumedEvent)
async def resumed(event: hikari.ShardResumedEvent) -> None:
    """Say so."""
    print("resumed", flush=True)


bot.run(check_for_updates=False)
