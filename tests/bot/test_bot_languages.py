"""English and French: nothing is left out, both say the same, and what is longer still fits."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import scenarios
from bot.client import COGS, Grognard
from bot.crier import payload
from bot.script import orders, secret
from bot.tongue import Tongue, said, slash
from bot.words import FIRST, FOLDER, languages, speak
from engine.errors import Refused
from sandbox.limits.commands import check_all
from tests.bot.said_in_code import Said, sentences_in
from tests.bot.tables import laid

OTHERS = languages()[1:]
CODE = re.compile(r"`[^`]*`|\{[^{}]*\}")
BOT = Path(__file__).resolve().parents[2] / "bot"
MUTE = {
    "bot/proof.py": "a file that programs read, too",
    "bot/typed.py": "orders as they are typed",
    "bot/record.py": "a file that programs read, too",
    "bot/gauges.py": "read by those who watch the bot",
    "bot/postman.py": "reasons for the log",
    "bot/rights.py": "reasons for the log",
    "bot/crier.py": "advice in the log",
    "bot/wire.py": "advice in the log, and headers",
    "bot/grammar.py": "the articles of a language",
    "bot/whatif/copy.py": "keys of dice",
}
"""Modules whose strings no player reads, and why."""


@cache
def catalogue(language: str) -> Catalog:
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


async def commands() -> list[tuple[str, str]]:
    """What the commands say in English, each with its place."""
    bot = Grognard(None)  # type: ignore[arg-type]
    for cog in COGS:
        await bot.add_cog(cog(bot))
    found = list(said(bot.tree))
    await bot.close()
    return found


def facts(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


# --- what is said -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
async def test_no_sentence_is_without_translation(language: str) -> None:
    known = {(str(m.context), str(m.id)): m for m in catalogue(language) if m.id}

    due = [said for said in (*speak(FIRST).written(), *await commands()) if said[1]]

    lacking = [key for key in due if key not in known or not known[key].string or known[key].fuzzy]
    assert lacking == [], "`.venv/bin/python tools/catalogue.py` puts them into the catalogue"
    assert set(known) <= set(due), "`.venv/bin/python tools/catalogue.py` takes them out of the catalogue"


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_facts_of_its_sentence(language: str) -> None:
    both = [(m.context, str(m.id), str(m.string)) for m in catalogue(language) if m.id and m.string]

    assert [key for key, english, other in both if facts(english) != facts(other)] == []


def test_french_is_set_as_printers_set_it() -> None:
    texts = {str(m.context): CODE.sub("x", str(m.string)) for m in catalogue("fr") if m.id}

    wrong = re.compile(r"(?<=\w)'(?=\w)|(?<![\s\u00a0]) [:;?!»%](?!\w)|« |[\w*][;?!»](?=\s|$)|“|”")
    assert {key: text for key, text in texts.items() if wrong.search(text)} == {}


def test_french_players_are_addressed_politely() -> None:
    texts = {str(m.context): str(m.string) for m in catalogue("fr") if m.id}

    familiar = re.compile(r"\b(tu|toi|ton|tes|t’)\b", re.IGNORECASE)
    assert [key for key, text in texts.items() if familiar.search(text)] == []


@pytest.mark.parametrize("n", [0, 1, 2, 21])
def test_each_language_counts_its_own_way(n: int) -> None:
    english, french = (speak(x)("sheet.range", n=n) for x in ("en-GB", "fr"))

    assert english == f"{n} {'hex' if n == 1 else 'hexes'}"
    assert french == f"{n} {'hexagone' if n < 2 else 'hexagones'}"


def test_facts_join_the_words_around_them() -> None:
    french = speak("fr")

    assert french("legend.zone", side=french("side.orange.name")) == "Zone de contrôle d’Orange"
    assert french("legend.zone", side=french("side.blue.name")) == "Zone de contrôle de Bleu"
    assert french("board.place", hex="0304", terrain=french("terrain.orchard")) == "0304 verger"
    assert french.number(1.25, 1) in ("1,2", "1,3")
    assert speak("en-US").number(0.5, 1) == "0.5"


def test_an_unknown_language_is_answered_in_english() -> None:
    assert speak("ja").language == speak("").language == FIRST


def test_every_text_of_scenarios_and_rulebooks_is_in_every_language() -> None:
    def lacking(entries: object, place: str) -> Iterator[str]:
        if isinstance(entries, dict):
            if FIRST in entries and not set(languages()) <= set(entries):
                yield place
            for name, entry in entries.items():
                yield from lacking(entry, f"{place}.{name}")
        elif isinstance(entries, list):
            for n, entry in enumerate(entries):
                yield from lacking(entry, f"{place}.{n}")

    folder = Path(scenarios.__file__).parent
    found = [p for path in folder.rglob("*.yaml") for p in lacking(scenarios.read(path), str(path.name))]
    assert found == []


# --- commands -----------------------------------------------------------------------------------------


async def test_commands_keep_within_discords_limits_in_every_language() -> None:
    bot = Grognard(None)  # type: ignore[arg-type]
    await bot.tree.set_translator(Tongue())
    for cog in COGS:
        await bot.add_cog(cog(bot))

    told = await payload(bot.tree)

    check_all(told)
    french = {c["name"]: c["name_localizations"]["fr"] for c in told}
    assert french["map"] == "carte"
    assert len(set(french.values())) == len(french), "two commands have one name"
    for command in [*told, *(o for c in told for o in c["options"] if o["type"] == 1)]:
        options = [o.get("name_localizations", {}).get("fr", o["name"]) for o in command["options"]]
        assert len(set(options)) == len(options), command["name"]
        for option in command["options"]:
            assert all(c["name_localizations"] for c in option.get("choices") or []), option["name"]
    await bot.close()


GROUPS = {"/game", "/lobby", "/team", "/marshal", "/privacy", "/whatif"}
"""Commands that have others under them."""


@pytest.mark.parametrize("language", languages())
async def test_commands_that_sentences_name_exist_in_that_language(language: str) -> None:
    words, places = speak(language), {place for place, _ in await commands()}
    known = {slash(words, place.split(" ")[0]) for place in places} | {
        slash(words, place) for place in places if place.split(" ")[0] in GROUPS
    }
    named = [
        (key, found.group(1))
        for key in words
        for found in re.finditer(r"`(/[^`{]+?)(?: [^ `]+:[^`]*| ?\{[^`]*)?`", words.raw(key))
    ]

    assert len(named) > 30
    assert [(key, name) for key, name in named if name.strip() not in known] == []


def test_what_a_lesson_proposes_is_told_as_the_reader_types_it() -> None:
    assert slash(speak("fr"), "/move unit:inf-1 path:NE") == "/déplacer unité:inf-1 trajet:NE"
    assert slash(speak("fr"), "`/game resign` ou `/done`") == "`/partie abandonner` ou `/fini`"
    assert slash(speak("en-GB"), "/move unit:inf-1 path:NE") == "/move unit:inf-1 path:NE"


@pytest.mark.parametrize("language", languages())
def test_what_a_lesson_proposes_can_be_typed_in_every_language(language: str) -> None:
    table = laid("tutorial")
    side = table.scenario.side_ids[0]

    def meant(text: str) -> object:
        try:
            return orders.read(text, table.system, table.scenario, table.state, side)
        except Refused as refused:
            return refused.reason

    tried = [page.try_it for page in table.scenario.lessons if page.try_it]
    assert len(tried) > 10
    for text in tried:
        assert meant(slash(speak(language), text)) == meant(text)


@pytest.mark.parametrize("language", languages())
def test_secret_orders_are_read_by_what_they_are_called(language: str) -> None:
    words = speak(language)
    names = {
        key.removeprefix("written.name."): words(key) for key in words if key.startswith("written.name.")
    }

    assert [
        name for order, name in names.items() if secret.VERBS.get(tuple(name.lower().split())) != order
    ] == []


async def test_no_text_for_players_stands_in_the_code() -> None:
    known = {text for _, text in await commands()}

    found = [
        Said(place=f"bot/{path.relative_to(BOT)}", line=line, text=text)
        for path in sorted(BOT.rglob("*.py"))
        if path.parent.name not in ("cli", "script") and f"bot/{path.relative_to(BOT)}" not in MUTE
        for line, text in sentences_in(path.read_text())
        if text not in known
    ]

    assert found == []
