"""`grognard record`: show, check, decide again, draw and replay a game; without Discord or database."""

from __future__ import annotations

from pathlib import Path

import click

from bot.cli.verify import fault_line
from bot.features.record import checks, summary
from bot.features.record.record_moments import moment_at
from bot.features.record.record_picture import draw_moment
from bot.features.record.recorded_game import game_of, log_of
from bot.features.replay.service import replay_of
from bot.i18n.catalogue import DEFAULT_LANGUAGE, catalogue_for, languages
from notation.record import BadRecord, RecordedGame, read
from notation.record.reader import LARGEST
from render.paint.theme import THEMES
from storage.proofs.rules_fingerprint import rules_fingerprint

WRONG = 1
UNREADABLE = 2
MOST_TOLD = 20
CHANGED = "the file was changed or is incomplete: its checksum is wrong"

FILE = click.argument("file", type=click.Path(path_type=Path, allow_dash=True))


@click.group()
def record() -> None:
    """Show, check, decide again, draw and replay the record of a game (docs/record.md).

    FILE is what /game export gives ("-" for standard input).
    """


@record.command()
@FILE
@click.option("--events", is_flag=True, help="Also show what each order led to.")
def show(file: Path, events: bool) -> None:
    """Print a summary and all orders.

    Exit status: 0 it was printed, 2 the file is not a record.
    """
    game = _read(file)
    _warn(game)
    for line in summary.lines(game, events=events):
        click.echo(line)


@record.command()
@FILE
@click.option(
    "--log", "noted", multiple=True, metavar="FINGERPRINT", help="A fingerprint noted during the game."
)
def check(file: Path, noted: tuple[str, ...]) -> None:
    """Check the form of a record, its log and its dice.

    Every die is recomputed from the seed, the words, its round of the public beacon and its key. Compare the
    SHA-256s with the posts in Discord, and the fingerprint of the log with what /dice verify shows; --log
    finds one that it showed earlier. Without these a record proves nothing.

    Exit status: 0 everything is right, 1 something is wrong, 2 the file is not a record.
    """
    game = _read(file)
    if not game.whole and game.intact:
        click.echo(f"The form is right. The record is what {game.known_to} knew before the end of the game:")
        click.echo("log and dice can be checked only when it is over.")
        return
    wrong = _faults(file, game, noted)
    for line in wrong[:MOST_TOLD]:
        click.echo(line)
    if len(wrong) > MOST_TOLD:
        click.echo(f"and {len(wrong) - MOST_TOLD} more")
    if wrong:
        raise SystemExit(WRONG)
    click.echo("The form is right, the log has its fingerprint, and every die is what seed and key make it.")
    click.echo("Compare with the posts in Discord, none of which may say that it was edited:")
    click.echo(f"SHA-256 of the seed: {game.dice.commitment}")
    for seal in game.dice.seals:
        click.echo(f"sealed word: {seal}")
    click.echo(f"fingerprint of the log: {game.log}")


def _faults(file: Path, game: RecordedGame, noted: tuple[str, ...]) -> list[str]:
    if not game.whole:
        return [CHANGED]
    try:
        log = log_of(game)
        wrong = [fault_line(fault) for fault in checks.dice_faults(game, log)]
        if not checks.log_is_whole(game, log):
            wrong.insert(0, "the log does not have the fingerprint that stands below it: it was changed")
        if not checks.imports_are_told(game):
            wrong.insert(0, "the log does not say where the imported part ends")
        if not checks.result_fits(game, log):
            wrong.insert(0, "the result in the head is not the one that the log leads to")
        for each in noted:
            entry = checks.entry_with(game, log, each)
            if entry is None:
                wrong.append(f"the log has this fingerprint nowhere: {each}")
            else:
                click.echo(f"{each} is the fingerprint of the log up to entry {entry}.")
        if checks.shipped(game) is False:
            click.echo(f"Note: this program has another edition of the battle {game.battle}.")
    except BadRecord as error:
        raise _unreadable(file, error) from error
    return wrong


@record.command()
@FILE
def decide(file: Path) -> None:
    """Put every order to the referee again.

    The dice fall as they were recorded. Prints the first entry that this program decides otherwise.

    Exit status: 0 everything is decided as recorded, 1 something is not, 2 the file is not a record or it
    was made before the end of the game.
    """
    game = _read(file)
    _warn(game)
    try:
        decided = checks.decide(game)
    except BadRecord as error:
        raise _unreadable(file, error) from error
    if decided.elsewhere:
        click.echo(
            f"{decided.elsewhere} of {decided.orders} orders were decided by other rules than this program's "
            f"({rules_fingerprint()})."
        )
    if decided.difference is None:
        click.echo(f"{decided.orders} orders are decided as they were recorded.")
        return
    entry = decided.difference.entry
    click.echo(f"{file}, line {entry.line}: entry {entry.number} is decided otherwise.")
    click.echo(f"  {summary.entry_line(entry)}")
    click.echo(f"  recorded: {decided.difference.recorded or '(nothing)'}")
    click.echo(f"  decided:  {decided.difference.decided or '(nothing)'}")
    raise SystemExit(WRONG)


@record.command()
@FILE
@click.option(
    "--at",
    "when",
    default="end",
    show_default=True,
    metavar="MOMENT",
    help="45 (after that entry), 7.combat, 7.blue.combat (the end of the phase), 7.blue or end.",
)
@click.option("--side", default="", help="Draw what this side saw (default: what spectators saw).")
@click.option("--theme", type=click.Choice(list(THEMES)), default="light", show_default=True, help="Colours.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="The PNG (default: BATTLE-MOMENT.png)."
)
def draw(file: Path, when: str, side: str, theme: str, out: Path | None) -> None:
    """Draw the map of a record at a moment, as a PNG.

    Exit status: 0 it was drawn, 2 the file is not a record, or has no such moment or side.
    """
    game = _read(file)
    _warn(game)
    try:
        played = game_of(game)
        if side and side not in played.scenario.side_ids:
            raise BadRecord(0, f"there is no side {side!r}; there are: {', '.join(played.scenario.side_ids)}")
        picture = draw_moment(catalogue_for(), moment_at(played, when), side, theme)
        target = out or Path(f"{game.battle}-{when}.png")
        target.write_bytes(picture)
    except (OSError, BadRecord) as error:
        raise _unreadable(file, error) from error
    click.echo(str(target))


@record.command()
@FILE
@click.option(
    "--language",
    type=click.Choice(languages()),
    default=DEFAULT_LANGUAGE,
    show_default=True,
    help="Of its words.",
)
@click.option("--theme", type=click.Choice(list(THEMES)), default="light", show_default=True, help="Colours.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="The page (default: BATTLE.html)."
)
def html(file: Path, language: str, theme: str, out: Path | None) -> None:
    """Make a page from a record that replays the game in a browser.

    The page is one file and needs no network.

    Exit status: 0 it was made, 2 the file is not a record, or was made before the end of the game.
    """
    game = _read(file)
    _warn(game)
    try:
        page = replay_of(catalogue_for(language), game_of(game), theme=theme)
        if page is None:
            raise BadRecord(0, "nothing happened in this game")
        target = out or Path(f"{game.battle}.html")
        target.write_bytes(page)
    except (OSError, BadRecord) as error:
        raise _unreadable(file, error) from error
    click.echo(str(target))


def _read(file: Path) -> RecordedGame:
    """The game in a file. Ends the program when it is no record."""
    try:
        with click.open_file(str(file), "rb") as source:
            return read(source.read(LARGEST + 1))
    except (OSError, BadRecord) as error:
        raise _unreadable(file, error) from error


def _warn(game: RecordedGame) -> None:
    if not game.intact:
        click.echo(f"Note: {CHANGED}.", err=True)


def _unreadable(file: Path, error: Exception) -> SystemExit:
    click.echo(f"{file}: {error}", err=True)
    return SystemExit(UNREADABLE)
