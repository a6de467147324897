"""Sentences, pages and messages: every key is there, every limit is kept."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from discord.ext import commands

import scenarios
from bot import post
from bot.buttons import ITEMS, of_this_version
from bot.client import COGS, PERMISSIONS, Grognard
from bot.crier import payload
from bot.page import Choice, Menu, Note, Page, Press, menu_id, press_id
from bot.say import refusals, rules
from bot.say.names import percent, plain
from bot.say.report import cut
from bot.words import Words, speak
from engine.errors import IllegalOrder
from sandbox.limits.commands import check_all

ROOT = Path(__file__).resolve().parents[2]
REFUSALS = {"IllegalOrder", "NotOnTable", "NotYours", "WrongPhase", "GameOver", "Refused", "Barred"}


def reasons() -> set[str]:
    """The reason keys of every refusal in the house."""
    sources = [p for top in ("engine", "bot") for p in (ROOT / top).rglob("*.py") if p.parent.name != "box"]
    calls = [n for p in sources for n in ast.walk(ast.parse(p.read_bytes())) if isinstance(n, ast.Call)]
    named = [c for c in calls if isinstance(c.func, ast.Name) and c.func.id in REFUSALS and len(c.args) > 1]
    return {c.args[1].value for c in named if isinstance(c.args[1], ast.Constant)}


@pytest.mark.parametrize("reason", sorted(reasons()))
def test_every_refusal_has_a_sentence(reason: str) -> None:
    assert f"refusal.{reason}" in speak()


def test_a_refusal_with_facts_nobody_thought_of_is_still_told() -> None:
    told = refusals.sentence(speak(), IllegalOrder("MP-MOV-3", "too_far"))

    assert "Nothing has moved" in told
    assert "`/rule MP-MOV-3`" in told


def test_sentences_count() -> None:
    words = Words("en", {"x": "{n:point/points} and {name}"})

    assert (words("x", n=1, name="a"), words("x", n=2, name="b")) == ("1 point and a", "2 points and b")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna", "Anna"),
        ("@everyone", "\\@everyone"),
        ("a\u202eb\u200bc\n\nd", "abc d"),
        ("\u200b", "?"),
        ("", "?"),
    ],
)
def test_names_are_harmless(name: str, shown: str) -> None:
    assert plain(name) == shown


def test_chances_are_never_rounded_to_certainty() -> None:
    assert [percent(p) for p in (0, 0.001, 0.42, 0.9999, 1)] == ["0", "<1", "42", ">99", "100"]


def test_long_reports_are_cut_by_whole_lines() -> None:
    class Names:
        words = speak()

    told = cut(Names(), [f"line {n} " + "x" * 90 for n in range(100)], 1000)  # type: ignore[arg-type]

    assert len(told) <= 1000
    assert told.splitlines()[-1].startswith("… and 91 more lines") or "more lines" in told.splitlines()[-1]


def test_a_message_keeps_within_discords_limits() -> None:
    page = Page(
        text="x\n" * 3000,
        notes=tuple(Note(title="t" * 300, text="y\n" * 4000, footer="f" * 10) for _ in range(3)),
        rows=(
            Menu(
                id=menu_id(1, 1, "pick"),
                hint="h" * 200,
                choices=(Choice(label="l" * 200, value="v", about="a" * 200),),
            ),
            tuple(Press(label="b" * 100, id=press_id(1, 1, "map", n)) for n in range(5)),
        ),
    )

    made = post.sent(page, None)

    embeds = made["embeds"]
    assert len(made["content"]) <= 2000
    assert sum(len(e) for e in embeds) <= 6000
    assert all(len(e.title or "") <= 256 and len(e.description or "") <= 4096 for e in embeds)
    assert all(len(c.item.label or "") <= 80 for c in made["view"].children[1:])
    assert made["allowed_mentions"].to_dict()["parse"] == []


BUTTON, MENU = 2, 3


def test_buttons_of_this_version_are_known_and_no_others() -> None:
    longest = press_id(10**17, 10**8, "go", "u" * 40)

    assert of_this_version(BUTTON, longest)
    assert of_this_version(MENU, menu_id(1, 2, "go", "line-1"))
    assert not of_this_version(MENU, longest)
    assert not of_this_version(BUTTON, "g2:1:2:map")
    assert not of_this_version(BUTTON, "g1:x:2:map")
    assert len(ITEMS) == 2


async def test_the_command_tree_keeps_within_discords_limits() -> None:
    bot = Grognard(None)  # type: ignore[arg-type]
    assert isinstance(bot, commands.Bot)
    for cog in COGS:
        await bot.add_cog(cog(bot))

    tree = await payload(bot.tree)

    assert {c["name"] for c in tree} == {
        *("game", "move", "attack", "bombard", "rally", "done", "undo", "map", "board", "odds", "rule"),
        *("place", "unplace", "orders", "order", "sheet", "lock", "unlock", "back", "charge"),
        *("activate", "lead", "deal", "face", "form", "fire", "standing"),
        *("clock", "hours", "vacation", "substitute"),
        *("verify", "luck", "salt", "whatif", "why", "log", "predictions"),
        *("games", "lobby", "team", "learn", "help", "preferences", "share"),
        *("marshal", "privacy", "server"),
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
    await bot.close()


def test_the_bot_asks_for_nine_permissions_and_no_more() -> None:
    held = [name for name, value in PERMISSIONS if value]

    assert sorted(held) == [
        *("attach_files", "create_private_threads", "create_public_threads", "embed_links"),
        *("pin_messages", "read_message_history"),
        *("read_messages", "send_messages", "send_messages_in_threads"),
    ]


def book(language: str = "en-US") -> rules.Book:
    charts = scenarios.load("ormes").charts
    return rules.Book(words=speak(), system="morne_plaine", language=language, charts=charts)


@pytest.mark.parametrize(
    ("asked", "first"),
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
def test_the_likeliest_rule_comes_first(asked: str, first: str) -> None:
    assert rules.found(book(), asked)[0][0].startswith(first)


def test_the_tables_can_be_read() -> None:
    woods, crt = (rules.page(book(), asked).notes for asked in ("movement table", "MP-CBT-34"))

    assert "Woods     2   2   3   3" in woods[0].text
    assert "8/1   1/3* 0/3* 0/4* 0/5* 0/6* 0/7* 0/8* 0/9*" in crt[1].text


def test_a_rule_is_told_in_french_to_the_french() -> None:
    english, french = (rules.page(book(language), "MP-GEN-3") for language in ("en-US", "fr"))

    assert "whole player-turn" in english.notes[0].text
    assert "tour de joueur" in french.notes[0].text


def test_a_rule_is_found_by_words_from_it() -> None:
    page = rules.page(book(), "length of a game")

    assert page.notes[0].title.startswith("MP-GEN-2")


@pytest.mark.parametrize("id_", scenarios.all())
def test_the_sides_of_every_battle_have_names(id_: str) -> None:
    assert all(f"side.{side}.sign" in speak() for side in scenarios.load(id_).side_ids)


def test_every_phase_and_state_that_is_shown_has_words() -> None:
    from engine.systems import morne_plaine

    words = speak()
    shown = [*morne_plaine.shows.SHOWN_TO_ALL, *morne_plaine.shows.SHOWN_OF_THE_PLAYER, "demoralised"]
    assert all(f"phase.{phase}" in words for phase in morne_plaine.SYSTEM.phases)
    assert all(f"state.{state}" in words for state in shown)
