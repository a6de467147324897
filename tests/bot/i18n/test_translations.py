"""English and French: nothing is left out, both say the same, and what is longer still fits."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

import scenarios
from bot.connection.command_sync import payload
from bot.i18n import plurals
from bot.i18n.catalogue import DEFAULT_LANGUAGE, LOCALE_FOLDER, catalogue_for, languages, sentences
from bot.i18n.command_translator import CommandTranslator, command_texts, localize_commands
from bot.without_discord import bot_without_discord
from engine.errors import Refused
from notation import order_text, secret_orders
from sandbox.limits.commands import check_all
from tests.bot.i18n.text_in_code import TextLiteral, sentences_in
from tests.bot.sample_games import new_game

OTHERS = languages()[1:]
CODE = re.compile(r"`[^`]*`|\{[^{}]*\}")
BOT = Path(__file__).resolve().parents[3] / "bot"
MUTE = {
    "bot/beacon/client.py": "advice in the log and to the host",
    "bot/features/dice/proof.py": "a file that programs read, too",
    "bot/features/record/checks.py": "read on the console",
    "bot/features/record/import_check.py": "mistakes in a file, in English like those of battles",
    "bot/features/record/record_moments.py": "read on the console",
    "bot/features/record/summary.py": "read on the console",
    "bot/runtime/metrics.py": "read by those who watch the bot",
    "bot/workers/films/turn_films.py": "reasons for the log",
    "bot/workers/outbox_sender.py": "reasons for the log",
    "bot/connection/lost_permissions.py": "reasons for the log",
    "bot/connection/command_sync.py": "advice in the log",
    "bot/connection/discord_clock.py": "advice in the log and to the host",
    "bot/connection/rest_guard.py": "advice in the log, and headers",
    "bot/runtime/job_process.py": "what a process runs",
    "bot/i18n/grammar.py": "the articles of a language",
    "bot/i18n/command_groups.py": "translated like all commands",
    "bot/transport/cards.py": "addresses of files",
    "bot/features/orders/destinations.py": "the letters on a map",
    "bot/features/what_if/private_copy.py": "keys of dice",
}
"""Modules whose strings no player reads, and why."""


@cache
def catalogue(language: str) -> Catalog:
    with (LOCALE_FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


async def commands() -> list[tuple[str, str]]:
    """What the commands say in English, each with its place."""
    async with bot_without_discord() as bot:
        return list(command_texts(bot.tree))


def references(text: str) -> set[tuple[str, bool]]:
    """The facts of a text, each with whether its count is an entry of its own."""
    parts = string.Formatter().parse(text)
    return {(name, spec == plurals.REFERENCE) for _, name, spec, _ in parts if name is not None}


def texts(message: Message) -> list[str]:
    """The translation of a message: one text, or each plural form."""
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def translated(language: str) -> dict[str, list[str]]:
    """The translations of a language by context."""
    translations: dict[str, list[str]] = {}
    for message in catalogue(language):
        if message.id:
            translations.setdefault(str(message.context), []).extend(texts(message))
    return translations


def spoken(language: str) -> dict[str, list[str]]:
    """The sentences of a language by context, each in all its forms."""
    if language != DEFAULT_LANGUAGE:
        return translated(language)
    entries = [e for key, text in sentences().items() for e in plurals.entries(key, text)]
    return {e.context: [e.singular, e.plural] for e in entries}


# --- what is said -------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("language", OTHERS)
async def test_no_sentence_is_without_translation(language: str) -> None:
    known = {(str(m.context), m.id): m for m in catalogue(language) if m.id}
    entries = [e for key, text in sentences().items() if text for e in plurals.entries(key, text)]

    due = [(e.context, (e.singular, e.plural) if e.plural else e.singular) for e in entries]
    due += await commands()

    lacking = [key for key in due if key not in known or not all(texts(known[key])) or known[key].fuzzy]
    assert lacking == [], "`.venv/bin/python tools/catalogue.py` puts them into the catalogue"
    assert set(known) <= set(due), "`.venv/bin/python tools/catalogue.py` takes them out of the catalogue"


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_no_mistake_that_gettext_would_find(language: str) -> None:
    for message in catalogue(language):
        message.flags.discard("python-format")  # "5 % of" is none: facts stand in braces

    assert [(message.context, errors) for message, errors in catalogue(language).check()] == []
    assert catalogue(language).plural_forms == Catalog(locale=language).plural_forms


@pytest.mark.parametrize("language", OTHERS)
def test_translations_count_by_plural_entries(language: str) -> None:
    inside = {key: forms for key, forms in translated(language).items() if any(map(plurals.counted, forms))}

    assert inside == {}, "counts belong in plural entries: `msgid_plural`, `msgstr[0]` ..."


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_facts_of_its_sentence(language: str) -> None:
    both = [
        (m.context, m.id if isinstance(m.id, str) else m.id[0], text)
        for m in catalogue(language)
        if m.id
        for text in texts(m)
        if text
    ]

    assert [key for key, english, other in both if references(english) != references(other)] == []


@pytest.mark.parametrize("language", languages())
def test_words_that_agree_with_a_name_have_a_singular_and_a_plural(language: str) -> None:
    specs = [
        (key, spec)
        for key, forms in spoken(language).items()
        for text in forms
        for _, _, spec, _ in string.Formatter().parse(text)
        if spec and spec.startswith("=")
    ]

    assert [(key, spec) for key, spec in specs if spec.count("/") != 1] == []


def test_french_is_set_as_printers_set_it() -> None:
    lines = {key: CODE.sub("x", "\n".join(forms)) for key, forms in translated("fr").items()}

    wrong = re.compile(r"(?<=\w)'(?=\w)|(?<![\s\u00a0]) [:;?!»%](?!\w)|« |[\w*][;?!»](?=\s|$)|“|”")
    assert {key: text for key, text in lines.items() if wrong.search(text)} == {}


def test_french_players_are_addressed_politely() -> None:
    familiar = re.compile(r"\b(tu|toi|ton|tes|t’)\b", re.IGNORECASE)
    assert [key for key, forms in translated("fr").items() if familiar.search("\n".join(forms))] == []


@pytest.mark.parametrize("n", [0, 1, 2, 21])
def test_each_language_counts_its_own_way(n: int) -> None:
    english, french = (catalogue_for(x)("sheet.range", n=n) for x in ("en-GB", "fr"))

    assert english == f"{n} {'hex' if n == 1 else 'hexes'}"
    assert french == f"{n} {'hexagone' if n < 2 else 'hexagones'}"


def test_facts_join_the_words_around_them() -> None:
    french = catalogue_for("fr")

    assert french("legend.zone", side=french("side.orange.name")) == "Zone de contrôle d’Orange"
    assert french("legend.zone", side=french("side.blue.name")) == "Zone de contrôle de Bleu"
    assert french("board.place", hex="0304", terrain=french("terrain.orchard")) == "0304 verger"
    assert french.number(1.25, 1) in ("1,2", "1,3")
    assert catalogue_for("en-US").number(0.5, 1) == "0.5"


def test_an_unknown_language_is_answered_in_english() -> None:
    assert catalogue_for("ja").language == catalogue_for("").language == DEFAULT_LANGUAGE


@pytest.mark.long
def test_every_text_of_scenarios_and_rulebooks_is_in_every_language() -> None:
    def lacking(entries: object, place: str) -> Iterator[str]:
        if isinstance(entries, dict):
            if DEFAULT_LANGUAGE in entries and not set(languages()) <= set(entries):
                yield place
            for name, entry in entries.items():
                yield from lacking(entry, f"{place}.{name}")
        elif isinstance(entries, list):
            for n, entry in enumerate(entries):
                yield from lacking(entry, f"{place}.{n}")

    folder = Path(scenarios.__file__).parent
    missing = [p for path in folder.rglob("*.yaml") for p in lacking(scenarios.read(path), str(path.name))]
    assert missing == []


# --- commands -----------------------------------------------------------------------------------------


async def test_commands_keep_within_discords_limits_in_every_language() -> None:
    async with bot_without_discord() as bot:
        await bot.tree.set_translator(CommandTranslator())

        tree = await payload(bot.tree)

    check_all(tree)
    french = {c["name"]: (c["name_localizations"] or {}).get("fr", c["name"]) for c in tree}
    assert french["map"] == "carte"
    assert len(set(french.values())) == len(french), "two commands have one name"
    for command in [*tree, *(o for c in tree for o in c["options"] if o["type"] == 1)]:
        options = [(o.get("name_localizations") or {}).get("fr", o["name"]) for o in command["options"]]
        assert len(set(options)) == len(options), command["name"]
        for option in command["options"]:
            assert all(c["name_localizations"] for c in option.get("choices") or []), option["name"]


GROUPS = {
    "/battle",
    "/game",
    "/lobby",
    "/marshal",
    "/me",
    "/whatif",
    "/unit",
    "/plan",
    "/time",
    "/dice",
    "/tournament",
} | {"/rating"}
"""Commands that have others under them."""


@pytest.mark.parametrize("language", languages())
async def test_commands_that_sentences_name_exist_in_that_language(language: str) -> None:
    words, places = catalogue_for(language), {place for place, _ in await commands()}
    known = {localize_commands(words, place.split(" ")[0]) for place in places} | {
        localize_commands(words, place) for place in places if place.split(" ")[0] in GROUPS
    }
    named = [
        (key, match.group(1))
        for key, forms in spoken(language).items()
        for text in forms
        for match in re.finditer(r"`(/[^`{]+?)(?: [^ `]+:[^`]*| ?\{[^`]*)?`", text)
    ]

    assert len(named) > 30
    assert [(key, name) for key, name in named if name.strip() not in known] == []


def test_what_a_lesson_proposes_is_told_as_the_reader_types_it() -> None:
    assert (
        localize_commands(catalogue_for("fr"), "/move unit:inf-1 path:NE")
        == "/déplacer unité:inf-1 trajet:NE"
    )
    assert (
        localize_commands(catalogue_for("fr"), "`/game resign` ou `/done`")
        == "`/partie abandonner` ou `/fini`"
    )
    assert localize_commands(catalogue_for("en-GB"), "/move unit:inf-1 path:NE") == "/move unit:inf-1 path:NE"


@pytest.mark.parametrize("language", languages())
def test_what_a_lesson_proposes_can_be_typed_in_every_language(language: str) -> None:
    game = new_game("tutorial")
    side = game.scenario.side_ids[0]

    def meant(text: str) -> object:
        try:
            return order_text.read(text, game.system, game.scenario, game.state, side)
        except Refused as refused:
            return refused.reason

    tried = [page.try_it for page in game.scenario.lessons if page.try_it]
    assert len(tried) > 10
    for text in tried:
        assert meant(localize_commands(catalogue_for(language), text)) == meant(text)


@pytest.mark.parametrize("language", languages())
def test_secret_orders_are_read_by_what_they_are_called(language: str) -> None:
    words = catalogue_for(language)
    names = {
        key.removeprefix("written.name."): words(key) for key in words if key.startswith("written.name.")
    }

    assert [
        name for order, name in names.items() if secret_orders.VERBS.get(tuple(name.lower().split())) != order
    ] == []


@pytest.mark.long
async def test_no_text_for_players_stands_in_the_code() -> None:
    known = {text for _, text in await commands()}

    literals = [
        TextLiteral(place=f"bot/{path.relative_to(BOT)}", line=line, text=text)
        for path in sorted(BOT.rglob("*.py"))
        if not {"cli", "script"} & {*path.relative_to(BOT).parts}
        and f"bot/{path.relative_to(BOT)}" not in MUTE
        for line, text in sentences_in(path.read_text())
        if text not in known
    ]

    assert literals == []
