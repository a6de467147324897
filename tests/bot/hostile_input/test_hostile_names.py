"""What people call themselves and write is shown to others as it was written, and has no effect."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.names import bare, coded, plain
from sandbox.limits.components import TEXT, walk
from sandbox.model.world import GuildPlan, PersonPlan, World
from tests.bot.conftest import open_harness
from tests.bot.hostile_input.sender import TEXTS
from tests.bot.numbered_pictures import NumberedPictures

PAGE = Path(__file__).resolve().parents[3] / "sandbox" / "page" / "vendor" / "discord-markdown.js"
NAMES = {
    "Anna": "**An** ||b|| `c` <@1> @everyone",
    "Bruno": "\u202eonurB\u200b\n# x\n> <@&2> @here",
    "Clara": "[l](http://e.vil) _C_ ~~D~~ a. 1.",
    "Marshal": "M<#3>:smile: <t:1:R>\u2066 - * z\u0338\u0322\u031b\u0316",
}
HALL = "||Hall|| **of** @here `x`\n# y"
WORDS = "*w* ||x|| `y` [z](http://e.vil) @everyone <@&9>\n# \u202eh"
LIVE = ("**An**", "||b||", "<@1>", "<@&", "[l](", "_C_", "~~D~~", "<#3>", "<t:1:", "||Hall||", "**of**")
LIVE += ("`x`", "*w*", "||x||")
UNSEEN = re.compile("[\u202e\u2066\u200b]")
CODE = re.compile(r"(?<!\\)`[^`\n]*`")


# --- the one way that names and words go -------------------------------------------------------------

ANYTHING = st.text(st.one_of(st.characters(), st.sampled_from("\\*_~|`<>@#:[]()-+.! \n1ah/")), max_size=60)


def literally(escaped: str) -> str | None:
    """What a text looks like in which every sign is escaped; None when one is not."""
    apart = re.findall(r"\\[^0-9A-Za-z\s]|[^\\]", escaped)
    if "".join(apart) != escaped or any(len(a) == 1 and a in "*_~|`<>[]()#@:-+.!" for a in apart):
        return None
    return "".join(a[-1] for a in apart)


@pytest.mark.promise(17)
@pytest.mark.fault(4, 5, 6, 7, 8)
@given(text=ANYTHING | st.sampled_from(TEXTS))
def test_what_is_escaped_looks_as_it_was_typed(text: str) -> None:
    assert literally(plain(text, 4000)) == bare(text, 4000)
    assert re.fullmatch(r"`[^`\n]+`", coded(text, 40))
    assert all(c == " " or not (c.isspace() or c in "\u202e\u2066\u200b\x00") for c in bare(text))


PARSE = f"""
import {{ SimpleMarkdown, rulesExtended }} from {json.dumps(PAGE.as_uri())};
const parse = SimpleMarkdown.parserFor({{ ...rulesExtended }});
const flat = (node) => Array.isArray(node) ? node.map(flat).join('')
  : node.type === 'text' ? node.content : node.type === 'twemoji' ? node.name : `<<${{node.type}}>>`;
let text = '';
for await (const some of process.stdin) text += some;
console.log(JSON.stringify(JSON.parse(text).map((one) => flat(parse(one, {{ inline: true }})))));
"""


@pytest.mark.promise(17)
@pytest.mark.skipif(shutil.which("node") is None, reason="no node to ask the page's parser")
def test_the_page_finds_no_markdown_in_it() -> None:
    characters, chance = "\\*_~|`<>@#:[]()-+.! \n1ahé/", random.Random(17)
    made_up = ["".join(chance.choices(characters, k=32)) for _ in range(2000)]
    made = [plain(text, 4000) for text in (*made_up, *TEXTS, *NAMES.values(), HALL, WORDS)]

    parsed = subprocess.run(
        ["node", "--input-type=module", "-e", PARSE],
        input=json.dumps(made),
        capture_output=True,
        text=True,
        check=True,
    )

    assert [m for m, read in zip(made, json.loads(parsed.stdout), strict=True) if read != literally(m)] == []


# --- everywhere ---------------------------------------------------------------------------------------


LOOKS = (
    "game status",
    "game board",
    "game list",
    "log",
    "why",
    "game team show",
    "help",
    "me predictions",
    "map",
)
LOOKS += (
    "game export",
    "me data show",
    "me data export",
    "lobby show",
    "dice luck",
    "dice verify",
    "time clock",
)


async def played(harness: Any) -> None:
    """Nearly everything with which people are named and quoted, before others and to themselves."""
    anna, bruno, clara, marshal = (harness.person(name) for name in NAMES.values())
    tutorial = harness.sandbox.channel("tutorial")["id"]

    async def says(person: Any, command: str, **words: Any) -> Any:
        made = await person.slash("battle", command, {k.rstrip("_"): v for k, v in words.items()})
        await harness.quiet()
        return made

    await says(anna, "lobby seek", system="any", note=WORDS)
    await says(clara, "lobby show")
    await says(anna, "game new", battle="ormes", side="blue")
    await says(marshal, "lobby invite", friend=bruno.id)
    await says(anna, "lobby invite", friend=bruno.id)
    await says(bruno, "game join")
    await says(anna, "game start")
    await says(anna, "game share", with_=clara.id)
    await says(anna, "game team assign", player=clara.id, corps="marchand")
    await says(anna, "time clock", time="3d")
    await says(bruno, "time clock", time="2d")
    await says(marshal, "marshal pause", reason=WORDS)
    await says(anna, "move", unit="inf-1", path="NE")
    await says(marshal, "marshal resume", reason=WORDS)
    await says(marshal, "marshal correct", unit="game", what="turn", to="2", reason=WORDS)
    await says(anna, "game picture", what="map", channel=tutorial, caption=WORDS)
    for command in ("done", "undo", "time substitute", "game draw", "time hours", "time vacation"):
        await says(anna, command)
    for person in (anna, bruno, clara, marshal):
        for command in (
            "game status",
            "game board",
            "game list",
            "log",
            "why",
            "game team show",
            "help",
            "me predictions",
            "map",
        ):
            await says(person, command)
        for command in (
            "game export",
            "me data show",
            "me data export",
            "lobby show",
            "dice luck",
            "dice verify",
            "time clock",
        ):
            await says(person, command)
    await says(clara, "learn", system="morne_plaine")
    await says(marshal, "marshal replace", side="orange", with_=clara.id, reason=WORDS)
    await says(bruno, "game join")
    await says(anna, "whatif open")
    await says(anna, "whatif end")
    made = await says(anna, "game resign")
    if made.buttons:
        await anna.click(made, made.buttons[0]["custom_id"])
    await harness.quiet()
    for person in (anna, bruno):
        for command in ("game status", "log", "dice luck", "game rematch"):
            await says(person, command)


def flaws(post: Any) -> list[str]:
    """Places where a player's name or text has an effect in a message, or is garbled."""
    message, flaws_ = post.message, []
    embeds = [e.get(key) or "" for e in message["embeds"] for key in ("title", "description")]
    shown = [c["content"] for c in parts_of(message["components"]) if c["type"] == TEXT]
    for text in (message["content"], *embeds, *shown):
        flaws_ += [f"markdown: {text[:300]!r}"] if any(w in CODE.sub("", text) for w in LIVE) else []
    for text in unread(message, post.files):
        flaws_ += [f"escaped: {text!r}"] if "\\" in text.replace("\\n", "") else []
    texts = (message["content"], *embeds, *shown, *unread(message, post.files))
    flaws_ += [f"unseen: {text!r}" for text in texts if UNSEEN.search(text)]
    return flaws_


def unread(message: Any, files: list[Any]) -> list[str]:
    """The texts that are not rendered as Markdown."""
    texts_ = [e["footer"]["text"] for e in message["embeds"] if e.get("footer")]
    texts_ += [f.get("description") or "" for f in files] + [f["filename"] for f in files]
    for part in parts_of(message["components"]):
        texts_ += [part.get("label") or "", part.get("placeholder") or "", part.get("description") or ""]
        texts_ += [item.get("description") or "" for item in part.get("items") or ()]
        for option in part.get("options") or ():
            texts_ += [option["label"], option.get("description") or ""]
    return texts_


def parts_of(components: Any) -> list[Any]:
    """All components of a message: those in containers, rows and sections as well."""
    return [part for _, part in walk(components)]


@pytest.mark.long
@pytest.mark.promise(17)
@pytest.mark.fault(4, 6, 7, 8)
async def test_names_and_words_have_no_effect_wherever_they_are_shown(tmp_path: Any) -> None:
    roles = {"Clara": "spectator", "Marshal": "moderator"}
    people = tuple(PersonPlan(name=name, role=roles.get(who, "player")) for who, name in NAMES.items())
    world = World(guilds=(GuildPlan(name=HALL, channels=("tutorial", "battle")),), people=people)
    async with open_harness(tmp_path, world=world) as harness:
        drawn, harness.bot.drawing_process.draw = harness.bot.drawing_process.draw, NumberedPictures().draw
        await played(harness)
        harness.bot.drawing_process.draw = drawn
        me, records = harness.sandbox.state.bot["id"], harness.sandbox.state.records
        posts = [p for p in records.posts.values() if p.message["author"]["id"] == me]

        assert len(posts) > 50
        assert [flaw for post in posts for flaw in flaws(post)] == []
        assert [c["name"] for c in records.channels.values() if UNSEEN.search(c.get("name") or "")] == []
        assert not any(p.message["mention_everyone"] or p.message["mention_roles"] for p in posts)
