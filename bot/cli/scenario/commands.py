"""`grognard scenario`: begin a battle, check it, draw it, let the computer play it, pack it; its schemas."""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import click
import yaml

import scenarios
from bot.cli.scenario import new_battle, pictures, self_play
from bot.cli.scenario.tiled import tiled
from engine.errors import BadScenario
from engine.scenario import Scenario
from engine.scenario_builder import plain
from engine.scenario_builder.mapping_reader import LANGUAGES
from scenarios import catalogue, inherited_map, schema, upload_check
from scenarios.review import Draft, Finding, read_draft, review, source_line, summary

WRONG = 1
UNREADABLE = 2
LOPSIDED = 0.95
"""The share of games from which a battle is called lopsided."""
FEWEST_GAMES = 20
"""Games of which that can be said."""

BATTLES = click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
BATTLE = click.argument("path", type=click.Path(exists=True, path_type=Path))


@click.group()
def scenario() -> None:
    """Begin a battle, check it, draw it, let the computer play it, pack it (docs/authors-guide.md).

    PATH is the folder of a battle, or one YAML file with everything.
    """


scenario.add_command(tiled)


@scenario.command()
@BATTLES
@click.option("--map", "picture", type=click.Path(path_type=Path), help="Draw the findings on a map (PNG).")
@click.option(
    "--games",
    type=click.IntRange(0, 1000),
    default=0,
    help=f"Play so many games as well ({FEWEST_GAMES} or more), and tell whether one side always wins.",
)
def check(paths: tuple[Path, ...], picture: Path | None, games: int) -> None:
    """Tell every mistake, then what would make it a bad battle.

    Without PATHS, the battles that come along. Exit status: 0 no mistake, 1 mistakes.
    """
    wrong = False
    for path in paths or [scenarios.BATTLES / id_ for id_ in scenarios.all()]:
        draft = _checked(path)
        wrong |= draft is None
        if draft is not None and (battle := draft.scenario) is not None:
            findings = [*review(battle), *pictures.name_findings(battle)]
            for hint in draft.hints:
                click.echo(f"  {hint}")
            findings += _lopsided(_played(battle, games, "check")) if games else ()
            for number, finding in enumerate(findings, 1):
                click.echo(f"  {number}. {_located(draft, finding)}{finding.what}")
            if picture is not None:
                _write(picture, pictures.findings(battle, findings))
    raise SystemExit(WRONG if wrong else 0)


def _located(draft: Draft, finding: Finding) -> str:
    """File, line and key of a finding, as far as they are known."""
    return "".join(f"{part}: " for part in (source_line(draft.printed, finding), finding.key) if part)


@scenario.command()
@BATTLE
@click.argument("picture", type=click.Path(path_type=Path), required=False)
@click.option("--theme", type=click.Choice(pictures.THEMES), default="light", show_default=True)
@click.option(
    "--width",
    type=click.IntRange(390, 4000),
    help="The posted picture as an app shows it that has so many pixels for it.",
)
def draw(path: Path, picture: Path | None, theme: str, width: int | None) -> None:
    """Draw the map with all units where they begin."""
    battle = _readable(path)
    _write(picture or Path(f"{battle.id}.png"), pictures.beginning(battle, theme, width))


@scenario.command()
@BATTLE
@click.option("--games", type=click.IntRange(1, 1000), default=20, show_default=True)
@click.option("--seed", default="play", show_default=True, help="Another word, other dice.")
@click.option("--heat", "picture", type=click.Path(path_type=Path), help="Draw where units were lost (PNG).")
def play(path: Path, games: int, seed: str, picture: Path | None) -> None:
    """Let the computer play a battle against itself.

    Tells who wins how often, how long it takes, and where the fighting is.
    """
    battle = _readable(path)
    tally = _played(battle, games, seed)
    for line in tally.lines():
        click.echo(line)
    for finding in _lopsided(tally):
        click.echo(f"lopsided: {finding.what}")
    if picture is not None:
        _write(picture, pictures.heat(battle, tally.losses))


def _played(battle: Scenario, games: int, seed: str) -> self_play.Tally:
    """Games of the computer against itself, with a bar that tells how far they are."""
    tally = self_play.Tally(battle)
    with click.progressbar(range(games), label=battle.id, file=sys.stderr) as numbers:
        for number in numbers:
            tally.add(self_play.play(battle, f"{seed}-{number}".encode()))
    return tally


def _lopsided(tally: self_play.Tally) -> Iterator[Finding]:
    """Whether a side wins nearly all games, of enough of them."""
    side, share = tally.strongest()
    if len(tally.games) >= FEWEST_GAMES and share >= LOPSIDED:
        won = f"{side} wins {share:.0%} of {len(tally.games)} games of the computer against itself"
        yield Finding(what=f"{won}: give the other side something more", key="about.balance")


def _new_folder(context: click.Context, parameter: click.Parameter, folder: Path) -> Path:
    """A folder in which a battle can begin: looked at before the questions are asked."""
    try:
        new_battle.check_name(folder)
    except BadScenario as mistake:
        raise click.ClickException(str(mistake)) from mistake
    if folder.exists():
        raise click.ClickException(f"{folder} is there already: choose another name")
    return folder


@scenario.command()
@click.argument("folder", type=click.Path(path_type=Path), callback=_new_folder)
@click.option("--title", prompt="1. What is it called?")
@click.option("--rulebook", prompt="2. Which rulebook?", type=click.Choice(scenarios.templated()))
@click.option("--size", prompt="3. How large?", type=click.Choice(tuple(new_battle.SIZES)), default="small")
@click.option("--units", prompt="4. How many units a side?", type=click.IntRange(3, 12), default=5)
@click.option("--turns", prompt="5. How many turns?", type=click.IntRange(2, 30), default=8)
def new(folder: Path, title: str, rulebook: str, size: str, units: int, turns: int) -> None:
    """Ask five questions and write a battle that plays, to be changed step by step.

    FOLDER is created; its name becomes the battle's id.
    """
    new_battle.write(folder, new_battle.Plan(title, rulebook, size, units, turns))
    click.echo(f"{folder} is written. Now: grognard scenario check {folder}; grognard scenario draw {folder}")


@scenario.command("schema")
@BATTLE
def write_schema(path: Path) -> None:
    """Write JSON Schemas for editors that complete and check (VS Code with its YAML extension).

    Beside the files of the battle, in .schema: one each for scenario.yaml, map.yaml and units.yaml, and
    battle.json for one file that contains everything.
    """
    folder = path if path.is_dir() else path.parent
    try:
        rulebook = scenarios.system_of(scenarios.read(path / "scenario.yaml" if path.is_dir() else path))
    except BadScenario as mistake:
        raise click.ClickException(str(mistake)) from mistake
    for file in schema.write(rulebook, folder / new_battle.SCHEMAS):
        click.echo(f"{file}: {file.stat().st_size:,} bytes")


@scenario.command("translate")
@BATTLE
@click.argument("language", type=click.Choice(LANGUAGES))
def write_catalogue(path: Path, language: str) -> None:
    """Write the catalogue of a language beside the battle, for Poedit, Weblate or an editor.

    PATH is the folder of a battle. Translations are kept; those of texts that have changed are marked as
    fuzzy, and the battle's own text stands in.
    """
    if path.is_file():
        raise click.ClickException("a battle in one file has no catalogues: put it into a folder")
    file = path / f"{language}.po"
    try:
        printed = scenarios.read(path / "scenario.yaml")
        printed.update(scenarios.read(path / "units.yaml"))
        known = file.read_bytes() if file.exists() else None
        _write(file, catalogue.updated(printed, language, known, f"{path.name}/{file.name}"))
    except BadScenario as mistake:
        raise click.ClickException(str(mistake)) from mistake


@scenario.command()
@BATTLE
@click.argument("archive", type=click.Path(path_type=Path), required=False)
def pack(path: Path, archive: Path | None) -> None:
    """Pack a battle into the zip that /game new file: takes.

    It is checked as the bot will check it, limits of uploads included.
    """
    battle = _readable(path)
    data = packed(path)
    result = upload_check.examined(data, f"{battle.id}.zip")
    if not isinstance(result, Scenario):
        for mistake in result:
            click.echo(f"{path.name}: {mistake}")
        raise SystemExit(WRONG)
    _write(archive or Path(f"{battle.id}.zip"), data)


def packed(path: Path) -> bytes:
    """The zip of a folder's three files, or of the one file; the same bytes for the same files."""
    if path.is_file():
        return path.read_bytes()
    files = [*(path / name for name in upload_check.FILES), *sorted(path.glob("*.po"))]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.writestr(zipfile.ZipInfo(file.name, (1980, 1, 1, 0, 0, 0)), _standing_alone(file))
    return out.getvalue()


def _standing_alone(file: Path) -> bytes:
    """A file of a battle as it is; a map with all that it inherits."""
    sheet = scenarios.read(file) if file.name == "map.yaml" else {}
    if inherited_map.INHERITS not in sheet:
        return file.read_bytes()
    whole = plain(scenarios.whole_map(sheet, file.resolve().parent.parent))
    return yaml.safe_dump(whole, allow_unicode=True, sort_keys=False, width=1000).encode()


def _checked(path: Path) -> Draft | None:
    """The draft of the battle, with its summary printed; None, with all its mistakes printed, else."""
    draft = read_draft(path)
    for mistake in draft.mistakes:
        click.echo(f"{draft.name}: {mistake}")
    if draft.mistakes or draft.scenario is None:
        return None
    click.echo(f"{draft.name}: {summary(draft.scenario)}")
    return draft


def _readable(path: Path) -> Scenario:
    draft = read_draft(path)
    if draft.mistakes or draft.scenario is None:
        for mistake in draft.mistakes:
            click.echo(f"{draft.name}: {mistake}", err=True)
        raise SystemExit(UNREADABLE)
    return draft.scenario


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror}") from error
    click.echo(f"{path}: {len(data):,} bytes")
