from __future__ import annotations
from typing import Any
from bot.desk import By
from tests.bot.test_bot_marshal import a_game

async def test_clock_in_pause(house: Any) -> None:
    anna, bruno, marshal = await a_game(house)
    await house.later(days=1)
    await marshal.slash("battle", "marshal pause", reason="x")
    await house.quiet()
    p = await anna.slash("battle", "clock", time="1d")
    print(p.words)
    await house.quiet()
    post = [m for m in house.sandbox.messages("battle", "Bruno") if m.buttons][-1]
    print(post.labels, post.words[:200])
    lab = next(l for l in post.labels if "gree" in l)
    r = await bruno.click(post, lab)
    print(r.words)
    await house.later(days=20)
    await marshal.slash("battle", "marshal resume", reason="x")
    await house.quiet()
    print((await anna.slash("battle", "game status")).words[:500])
    before = (await house.game()).last
    await house.later(hours=2)
    print(before, (await house.game()).last, [e.command for e in (await house.game()).entries[before:]])
    print((await anna.slash("battle", "clock")).words)
    assert 0

async def test_team_twice(house: Any) -> None:
    anna, bruno = house.person("Anna"), house.person("Bruno")
    clara = house.person("Clara")
    await anna.slash("battle", "game new", scenario="ormes", side="blue")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await house.quiet()
    await anna.slash("battle", "game share", {"with": clara.id})
    await house.quiet()
    t = await house.game()
    u = next(iter(t.state.fielded("blue"))).id
    r = await anna.slash("battle", "team assign", player=clara.id, corps=u)
    print(r.words[:200])
    g = t.game
    by = By(user=int(clara.id), name="Clara", interaction=4242, guild=g.guild, channel=g.channel)
    for _ in range(2):
        try:
            print(repr(await house.bot.team.assign(by, int(anna.id), "Anna", u))[:300])
        except Exception as e:
            print("REFUSED", e)
    by = By(user=int(anna.id), name="Anna", interaction=4243, guild=g.guild, channel=g.channel)
    for _ in range(2):
        try:
            print(repr(await house.bot.team.release(by, ""))[:300])
        except Exception as e:
            print("REFUSED", e)
    assert 0

async def test_both(house: Any) -> None:
    anna = house.person("Anna")
    marshal = house.person("Marshal")
    await anna.slash("battle", "game new", scenario="ormes", side="both")
    await anna.slash("battle", "game start")
    await house.quiet()
    for c, a in (("team show", {}), ("game draw", {}), ("predictions", {}), ("log", {}), ("games", {}), ("why", {}), ("help", {}), ("privacy delete", {}), ("share", {"what": "fight", "channel": house.sandbox.channel("tutorial")["id"]})):
        r = await anna.slash("battle", c, **a); await house.quiet()
        print(c, r.words[:200], r.labels)
    r = await marshal.slash("battle", "marshal remove", reason="x")
    b = r.labels[0]
    await marshal.click(r, b); await house.quiet()
    for c, a in (("log", {}), ("game draw", {}), ("why", {}), ("board", {}), ("games", {}), ("marshal export", {}), ("team show", {}), ("game rematch", {}), ("clock", {"time": "1d"}), ("lobby show", {})):
        r = await anna.slash("battle", c, **a); await house.quiet()
        print("OVER", c, r.words[:200], r.labels)
    r = await marshal.slash("battle", "marshal pause", reason="x"); print(r.words)
    r = await marshal.slash("battle", "marshal rollback", phase="1", reason="x"); print(r.words)
    r = await marshal.slash("battle", "marshal remove", reason="x"); print(r.words)
    await marshal.click(r, r.labels[0]); await house.quiet()
    r = await anna.slash("battle", "game status"); print(r.words[:100])
    assert 0
