"""A small discord.py bot that does one thing of each kind. It knows nothing of the sandbox."""

import io
from typing import Any

import discord
from discord import app_commands

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)


def picture(name: str = "map.png") -> discord.File:
    """A picture to send."""
    return discord.File(io.BytesIO(PNG), name)


class Panel(discord.ui.View):
    """Buttons and a menu that outlive the process."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Count", custom_id="panel:count")
    async def count(self, interaction: discord.Interaction, button: Any) -> None:
        """Count in the message's own text."""
        assert interaction.message is not None
        number = int(interaction.message.content.split()[-1]) + 1
        await interaction.response.edit_message(content=f"Panel {number}")

    @discord.ui.button(label="Ask", custom_id="panel:ask", style=discord.ButtonStyle.primary)
    async def ask(self, interaction: discord.Interaction, button: Any) -> None:
        """Open a form."""
        await interaction.response.send_modal(Form())

    @discord.ui.button(label="Silent", custom_id="panel:silent")
    async def silent(self, interaction: discord.Interaction, button: Any) -> None:
        """Acknowledge, then edit."""
        await interaction.response.defer()
        await interaction.edit_original_response(content="Panel 100")

    @discord.ui.select(
        custom_id="panel:choose",
        options=[discord.SelectOption(label="Red", value="r"), discord.SelectOption(label="Blue", value="b")],
    )
    async def choose(self, interaction: discord.Interaction, select: Any) -> None:
        """Say what was chosen, to the chooser alone."""
        await interaction.response.send_message(f"chose {select.values[0]}", ephemeral=True)


class Form(discord.ui.Modal, title="A form"):
    """One field to type in."""

    name: Any = discord.ui.TextInput(label="Name", custom_id="name", max_length=20)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Greet."""
        await interaction.response.send_message(f"Hello {self.name.value}")


class TinyBot(discord.Client):
    """The bot."""

    def __init__(self, **options: Any) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.03, **options)
        self.tree = app_commands.CommandTree(self)
        self.joined: list[str] = []
        self.available: list[str] = []
        for command in COMMANDS:
            self.tree.add_command(command)
        self.tree.add_command(Game())

    async def setup_hook(self) -> None:
        """Make commands and buttons known."""
        self.add_view(Panel())
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait."""

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Note it."""
        self.joined.append(guild.name)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Note it."""
        self.available.append(guild.name)


class Game(app_commands.Group):
    """Subcommands."""

    def __init__(self) -> None:
        super().__init__(name="game", description="Games")

    @app_commands.command(description="A new game")
    @app_commands.describe(scenario="Which one", turns="How many")
    async def new(
        self,
        interaction: discord.Interaction,
        scenario: str,
        turns: app_commands.Range[int, 1, 9] = 3,
        against: discord.Member | None = None,
    ) -> None:
        """Begin a game."""
        rival = "nobody" if against is None else against.display_name
        await interaction.response.send_message(f"{scenario} for {turns} against {rival}")

    @new.autocomplete("scenario")
    async def scenarios(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """Scenarios that begin so."""
        names = ("ligny", "ligny-2", "wavre")
        return [app_commands.Choice(name=n, value=n) for n in names if n.startswith(current)]


@app_commands.command(description="Answer at once")
async def ping(interaction: discord.Interaction) -> None:
    """Pong."""
    await interaction.response.send_message("pong")


@app_commands.command(description="Buttons")
async def panel(interaction: discord.Interaction) -> None:
    """A panel."""
    await interaction.response.send_message("Panel 0", view=Panel())


@app_commands.command(name="map", description="A picture, later")
async def picture_later(interaction: discord.Interaction) -> None:
    """Defer, then a picture in an embed."""
    await interaction.response.defer()
    embed = discord.Embed(title="Map").set_image(url="attachment://map.png")
    await interaction.edit_original_response(embed=embed, attachments=[picture()])


@app_commands.command(description="More than one answer")
async def follow(interaction: discord.Interaction) -> None:
    """Defer, then two messages."""
    await interaction.response.defer()
    first = await interaction.followup.send("first", wait=True)
    await interaction.followup.send("second", file=picture(), ephemeral=True)
    await interaction.followup.edit_message(first.id, content="first, again")


@app_commands.command(description="For you alone")
async def secret(interaction: discord.Interaction) -> None:
    """An ephemeral answer."""
    await interaction.response.send_message("psst", ephemeral=True)


@app_commands.command(description="Choices")
@app_commands.choices(side=[app_commands.Choice(name="The red side", value="red")])
async def odds(interaction: discord.Interaction, side: app_commands.Choice[str], ratio: float = 1.0) -> None:
    """Options of several kinds."""
    await interaction.response.send_message(f"{side.value} {ratio}")


@app_commands.command(description="A channel")
async def where(interaction: discord.Interaction, place: discord.TextChannel) -> None:
    """A channel option."""
    await interaction.response.send_message(f"{place.name} {place.id}")


@app_commands.command(description="For moderators")
@app_commands.default_permissions(manage_guild=True)
async def slow(interaction: discord.Interaction) -> None:
    """Only for some."""
    await interaction.response.send_message("done")


@app_commands.command(description="No answer")
async def silence(interaction: discord.Interaction) -> None:
    """Nothing at all."""


@app_commands.command(description="Anything that is asked of it")
async def fail(interaction: discord.Interaction) -> None:
    """Replaced by tests."""
    raise AssertionError


@app_commands.command(description="A direct message")
async def whisper(interaction: discord.Interaction) -> None:
    """Write to the person."""
    await interaction.response.send_message("see your letters", ephemeral=True)
    await interaction.user.send("a letter")


@app_commands.command(description="What is in a file")
async def weigh(interaction: discord.Interaction, file: discord.Attachment) -> None:
    """Name, size and bytes of a file."""
    content = await file.read()
    await interaction.response.send_message(f"{file.filename}, {file.size} bytes: {content!r}")


COMMANDS = (ping, panel, picture_later, follow, secret, odds, where, slow, silence, fail, whisper, weigh)
