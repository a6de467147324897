"""Sentences, pages and messages: every key is there, every limit is kept."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from string import Formatter

import discord
import pytest
from discord.ext import commands
from hypothesis import given
from hypothesis import strategies as st

import scenarios
from bot.client import PERMISSIONS
from bot.connection.command_sync import payload
from bot.features.rulebook import page as rulebook_page
from bot.i18n.catalogue import Catalogue, Name, catalogue_for, sentences
from bot.i18n.names import Names, percent, plain
from bot.reports.event_lines import cut
from bot.transport import messages
from bot.transport.components import ITEMS, of_this_version
from bot.ui import refusals
from bot.ui.page import Button, Choice, Embed, Menu, Page, button_id, menu_id
from bot.without_discord import bot_without_discord
from engine.errors import IllegalOrder
from sandbox.limits.commands import check_all
from tests.bot.sample_games import new_game

ROOT = Path(__file__).resolve().parents[3]
REFUSALS = {"IllegalOrder", "NotOnTable", "NotYours", "WrongPhase", "GameOver", "Refused", "Barred"}


def reasons() -> set[str]:
    """The reason keys of every refusal in the code."""
    sources = [p for top in ("engine", "bot") for p in (ROOT / top).rglob("*.py") if p.parent.name != "box"]
    calls = [n for p in sources for n in ast.walk(ast.parse(p.read_bytes())) if isinstance(n, ast.Call)]
    named = [c for c in calls if isinstance(c.func, ast.Name) and c.func.id in REFUSALS and len(c.args) > 1]
    return {c.args[1].value for c in named if isinstance(c.args[1], ast.Constant)}


@pytest.mark.long
def test_every_refusal_has_a_sentence() -> None:
    keys = sorted(f"refusal.{reason}" for reason in reasons())

    assert len(keys) > 100
    assert [key for key in keys if key not in catalogue_for()] == []


def test_a_refusal_with_facts_no_one_thought_of_is_still_told() -> None:
    sentence = refusals.sentence(catalogue_for(), IllegalOrder("MP-MOV-3", "too_far"))

    assert "Nothing has moved" in sentence
    assert "`/rule MP-MOV-3`" in sentence


def test_where_orders_are_only_written_a_refused_march_has_changed_nothing() -> None:
    names = Names(catalogue_for(), new_game("nonaka"))
    refused = IllegalOrder("AT-MOV-07", "not_neighbours", hex="0101")

    assert "Nothing has changed" in refusals.sentence(catalogue_for(), refused, names)


@pytest.mark.parametrize(
    ("refused", "en", "fr"),
    [
        (
            IllegalOrder("AT-ORD-20", "not_on_card", unit="R1", order="all_around_defense", who="infantry"),
            "it is only for infantry",
            "réservé à l’infanterie",
        ),
        (
            IllegalOrder("AT-ORD-30", "not_on_card", unit="R1", order="fire_ranged_weapons", who="ranged"),
            "it is only for units that shoot",
            "réservé aux unités de tir",
        ),
        (
            IllegalOrder("AT-ORD-44", "not_on_card", unit="R1", order="move_and_fire", who="mounted_archers"),
            "it is only for mounted samurai archers",
            "réservé aux archers samouraïs montés",
        ),
        (
            IllegalOrder("AT-ORD-51", "not_on_card", unit="R1", order="reconnaissance", who="ninja"),
            "it is only for ninja",
            "réservé aux ninjas",
        ),
        (
            IllegalOrder("AT-TER-07", "no_cover", unit="R1", hex="0705", terrain="village", who="infantry"),
            "where only infantry can hide",
            "où seule l’infanterie peut se cacher",
        ),
        (
            IllegalOrder("AT-TER-07", "no_cover", unit="R1", hex="0505", terrain="plains"),
            "where units cannot hide",
            "où l’on ne peut pas se cacher",
        ),
    ],
)
def test_a_refusal_says_who_may_instead(refused: IllegalOrder, en: str, fr: str) -> None:
    assert en in refusals.reason(catalogue_for(), refused)
    assert fr in refusals.reason(catalogue_for("fr"), refused)


def test_sentences_count() -> None:
    words = Catalogue("en", {"x": "{n:point/points} and {name}"})

    assert (words("x", n=1, name="a"), words("x", n=2, name="b")) == ("1 point and a", "2 points and b")


AGREEING = Catalogue(
    "en",
    {
        "retreat": "{unit} {unit:=retreats/retreat}.",
        "wait": "{n} {n:=waits/wait}.",
        "unit.plain": "**{name}**",
        "list.and": "{some} and {last}",
        "list.or": "{some} or {last}",
    },
)


@pytest.mark.parametrize(
    ("unit", "sentence"),
    [
        (Name("Recruits", plural=True), "Recruits retreat."),
        (Name("The Guard"), "The Guard retreats."),
        ("Uhlans", "Uhlans retreats."),
        (AGREEING.join_list([Name("A"), Name("B")]), "A and B retreat."),
        (AGREEING.join_list(["A", "B"], "list.or"), "A or B retreat."),
        (AGREEING.join_list([Name("Recruits", plural=True)]), "Recruits retreat."),
        (AGREEING.join_list([Name("The Guard")]), "The Guard retreats."),
        (AGREEING.join_list([]), " retreats."),
    ],
)
def test_words_agree_with_the_number_of_a_name(unit: str, sentence: str) -> None:
    assert AGREEING("retreat", unit=unit) == sentence


@pytest.mark.parametrize(
    ("n", "sentence"), [(0, "0 wait."), (1, "1 waits."), (-1, "-1 waits."), (2, "2 wait.")]
)
def test_words_agree_with_a_whole_number(n: int, sentence: str) -> None:
    assert AGREEING("wait", n=n) == sentence


@given(st.text(), st.booleans(), st.text())
def test_a_name_written_otherwise_keeps_its_number(text: str, plural: bool, other: str) -> None:
    name = Name.like(Name(text, plural), other)

    assert (name, name.plural, type(str(name))) == (other, plural, str)
    assert not Name.like(text, other).plural


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("battle", "unit", "plural"),
    [
        ("tutorial", "recruits", {"en", "fr"}),
        ("tutorial", "guard", set()),
        ("tutorial", "cav-1", {"en"}),
        ("ormes", "uhlans", {"en", "fr"}),
        ("ormes", "no-such-unit", set()),
    ],
)
def test_units_are_singular_or_plural_as_their_battle_says(
    language: str, battle: str, unit: str, plural: set[str]
) -> None:
    names = Names(catalogue_for(language), new_game(battle))

    written = [
        names.unit(unit),
        names.full(unit),
        names.bold(unit),
        names.typed(unit),
        names.units([unit]),
    ]

    assert [getattr(name, "plural", False) for name in written] == [language in plural] * len(written)


def test_several_units_are_plural() -> None:
    assert Names(catalogue_for(), new_game("tutorial")).units(["guard", "gun-1"]).plural  # type: ignore[attr-defined]


def test_units_of_a_language_without_names_are_called_and_numbered_in_english() -> None:
    names = Names(Catalogue("pl", {"unit.plain": "**{name}**"}), new_game("tutorial"))

    assert (names.bold("cav-1"), names.unit("cav-1").plural) == ("**cav-1**", True)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Anna", "Anna"),
        ("@everyone", "\\@everyone"),
        ("a\u202eb\u200bc\n\nd", "abc d"),
        ("\u200b", "?"),
        ("", "?"),
    ],
)
def test_names_are_harmless(name: str, expected: str) -> None:
    assert plain(name) == expected


def test_chances_are_never_rounded_to_certainty() -> None:
    assert [percent(p) for p in (0, 0.001, 0.42, 0.9999, 1)] == ["0", "<1", "42", ">99", "100"]


def test_long_reports_are_cut_by_whole_lines() -> None:
    class Names:
        words = catalogue_for()

    report = cut(Names(), [f"line {n} " + "x" * 90 for n in range(100)], 1000)  # type: ignore[arg-type]

    assert len(report) <= 1000
    assert (
        report.splitlines()[-1].startswith("… and 91 more lines") or "more lines" in report.splitlines()[-1]
    )


def test_a_message_keeps_within_discords_limits() -> None:
    page = Page(
        text="x\n" * 3000,
        embeds=tuple(Embed(title="t" * 300, text="y\n" * 4000, footer="f" * 10) for _ in range(3)),
        rows=(
            Menu(
                id=menu_id(1, 1, "pick"),
                hint="h" * 200,
                choices=(Choice(label="l" * 200, value="v", about="a" * 200),),
            ),
            tuple(Button(label="b" * 100, id=button_id(1, 1, "map", n)) for n in range(5)),
        ),
    )

    classic, card = messages.as_message(replace(page, pings=(1,)), None), messages.as_message(page, None)

    embeds = classic["embeds"]
    assert len(classic["content"]) <= 2000
    assert sum(len(e) for e in embeds) <= 6000
    assert all(len(e.title or "") <= 256 and len(e.description or "") <= 4096 for e in embeds)
    assert all(len(c.item.label or "") <= 80 for c in classic["view"].children[1:])
    parts = list(card["view"].walk_children())
    assert len(parts) <= 40
    assert sum(len(p.content) for p in parts if isinstance(p, discord.ui.TextDisplay)) <= 4000
    assert "content" not in card
    assert card["allowed_mentions"].to_dict()["parse"] == []


BUTTON, MENU = 2, 3


def test_buttons_of_this_version_are_known_and_no_others() -> None:
    longest = button_id(10**17, 10**8, "go", "u" * 40)

    assert of_this_version(BUTTON, longest)
    assert of_this_version(MENU, menu_id(1, 2, "go", "line-1"))
    assert not of_this_version(MENU, longest)
    assert not of_this_version(BUTTON, "g2:1:2:map")
    assert not of_this_version(BUTTON, "g1:x:2:map")
    assert len(ITEMS) == 2


async def test_the_command_tree_keeps_within_discords_limits() -> None:
    async with bot_without_discord() as bot:
        assert isinstance(bot, commands.Bot)

        tree = await payload(bot.tree)

    assert {c["name"] for c in tree} == {
        *("move", "attack", "fire", "charge", "rally", "done", "undo", "orders", "map", "odds"),
        *("why", "log", "film", "rule", "help", "learn"),
        *("game", "unit", "plan", "time", "dice", "me", "whatif", "lobby", "tournament", "rating"),
        "battle",
        *("marshal", "server"),
    }
    for command in [*tree, *(o for c in tree for o in c["options"] if o["type"] == 1)]:
        assert 1 <= len(command["name"]) <= 32
        assert 1 <= len(command["description"]) <= 100
        assert len(command.get("options", [])) <= 25
        for option in command.get("options", []):
            assert 1 <= len(option["description"]) <= 100
            assert option["description"] != "…"
            assert len(option.get("choices") or []) <= 25
    check_all(tree)
    assert all(c["contexts"] == [0] and c["integration_types"] == [0] for c in tree)


def test_the_bot_asks_for_nine_permissions_and_no_more() -> None:
    held = [name for name, value in PERMISSIONS if value]

    assert sorted(held) == [
        *("attach_files", "create_private_threads", "create_public_threads", "embed_links"),
        *("pin_messages", "read_message_history"),
        *("read_messages", "send_messages", "send_messages_in_threads"),
    ]


def book(language: str = "en-US") -> rulebook_page.Rulebook:
    charts = scenarios.load("ormes").charts
    return rulebook_page.Rulebook(
        words=catalogue_for(), system="morne_plaine", language=language, charts=charts
    )


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("charge", "MP-CHG"),
        ("reaction fire", "MP-BOM-20"),
        ("zone", "MP-ZOC-1"),
        ("leave a zone", "MP-ZOC-1"),
        ("support", "MP-CBT-1"),
        ("woods cost", "movement"),
        ("CRT", "MP-CBT-34"),
        ("fire table", "fire"),
        ("mov-2", "MP-MOV-2"),
    ],
)
def test_the_likeliest_rule_comes_first(query: str, first: str) -> None:
    assert rulebook_page.matching(book(), query)[0][0].startswith(first)


def test_the_tables_can_be_read() -> None:
    woods, crt = (rulebook_page.page(book(), query).embeds for query in ("movement table", "MP-CBT-34"))

    assert "Woods     2   2   3   3" in woods[0].text
    assert "8/1   1/3* 0/3* 0/4* 0/5* 0/6* 0/7* 0/8* 0/9*" in crt[1].text


def test_a_rule_is_told_in_french_to_the_french() -> None:
    english, french = (rulebook_page.page(book(language), "MP-GEN-3") for language in ("en-US", "fr"))

    assert "whole player-turn" in english.embeds[0].text
    assert "tour de joueur" in french.embeds[0].text


def test_a_rule_is_found_by_words_from_it() -> None:
    page = rulebook_page.page(book(), "length of a game")

    assert page.embeds[0].title.startswith("MP-GEN-2")


@pytest.mark.parametrize("id_", scenarios.all())
def test_the_sides_of_every_battle_have_names(id_: str) -> None:
    assert all(f"side.{side}.sign" in catalogue_for() for side in scenarios.load(id_).side_ids)


def test_every_phase_and_state_that_is_shown_has_words() -> None:
    from engine.systems import morne_plaine

    words = catalogue_for()
    names = [*morne_plaine.display.SHOWN_TO_ALL, *morne_plaine.display.SHOWN_OF_THE_PLAYER, "demoralised"]
    assert all(f"phase.{phase}" in words for phase in morne_plaine.SYSTEM.phases)
    assert all(f"state.{state}" in words for state in names)


@pytest.mark.long
def test_sentences_get_all_their_facts_where_they_are_said() -> None:
    texts = sentences()
    needed = {key: {name for _, name, _, _ in Formatter().parse(text) if name} for key, text in texts.items()}

    lacking = [
        f"{path.relative_to(ROOT)}:{call.lineno}: {key}: {sorted(facts)}"
        for path in sorted((ROOT / "bot").rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute | ast.Name) and call.args
        if getattr(call.func, "attr", getattr(call.func, "id", "")) in ("words", "said", "say")
        if isinstance(key := getattr(call.args[0], "value", None), str) and key in needed
        if all(given.arg for given in call.keywords)
        if (facts := needed[key] - {given.arg for given in call.keywords})
    ]

    assert lacking == []
