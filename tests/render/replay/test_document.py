"""The file of a replay: its parts, its policy, its size, what people wrote."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import zlib
from typing import Any

import pytest

from render.replay import LABELS, ReplayLine, ReplayMoment, ReplayText, draw_page, draw_scenes
from render.replay import document as document_module
from render.replay.moment import OVERLAYS
from render.replay.scenes import LAYER_GROUPS
from tests.render import sample_views

EVIL = '</script><img src=x onerror="alert(1)">{{game}}'


def moments(*lines: str) -> list[ReplayMoment]:
    """Moments of one battle: it begins, a fight, a march."""
    land = sample_views.field()
    views = (land, sample_views.fight(), sample_views.marching())
    return [
        ReplayMoment(
            view=view,
            caption=sample_views.caption(),
            possible=None,
            zones={},
            entry=number,
            part=1,
            turn=1,
            phase="movement",
            player="blue",
            heading=f"Moment {number}",
            lines=tuple(ReplayLine(text=line) for line in lines),
        )
        for number, view in enumerate(views, start=1)
        if view.grid == land.grid
    ]


def text(**more: Any) -> ReplayText:
    units = {c.id: c.name for moment in moments() for c in moment.view.counters}
    words = {
        "title": "Field",
        "subtitle": "Anna, Bruno",
        "language": "en",
        "units": units,
        "sides": {side: side for side, _ in moments()[0].view.sides},
        "labels": {name: name for name in LABELS},
    }
    return ReplayText(**(words | more))


def page(told: list[ReplayMoment], **more: Any) -> str:
    return draw_page(told[0].view, [draw_scenes(told)], text(**more)).decode()


def game_in(source: str) -> dict[str, Any]:
    """What the script of a page reads."""
    packed = re.search(r'id="game">([\w+/=]+)</script>', source)
    assert packed
    read: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(packed[1])))
    return read


@pytest.mark.long
def test_the_policy_lets_only_this_script_and_this_style_run_and_nothing_be_fetched() -> None:
    source = page(moments("It begins."))
    policy = html.unescape(re.search(r'Content-Security-Policy" content="([^"]*)"', source)[1])  # type: ignore[index]

    for kind, tag in (("script", '<script type="module">'), ("style", "<style>")):
        inside = source.partition(tag)[2].partition(f"</{kind}>")[0]
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert not re.search(r"https?://", source)


@pytest.mark.long
def test_what_people_wrote_is_text_and_fills_no_other_place() -> None:
    source = page(moments(EVIL), title=EVIL, subtitle=EVIL)
    game = game_in(source)

    assert "<img src=x" not in source
    assert source.count("</script>") == 2
    assert html.escape(EVIL) in source
    assert game["moments"][0]["lines"] == [[EVIL, 0]]


@pytest.mark.long
def test_a_replay_drawn_in_pieces_is_the_same() -> None:
    told = moments("It begins.")
    whole = draw_page(told[0].view, [draw_scenes(told)], text())

    pieces = draw_page(told[0].view, [draw_scenes([moment]) for moment in told], text())

    assert len(told) > 1
    assert game_in(pieces.decode()) == game_in(whole.decode())


@pytest.mark.long
def test_units_are_where_the_view_has_them() -> None:
    told = moments("It begins.")
    game = game_in(page(told))

    standing: dict[int, str] = {}
    for moment, shown in zip(told, game["moments"], strict=True):
        for unit, _, hex_ in shown["places"]:
            standing[unit] = game["hexes"][hex_][0] if hex_ >= 0 else ""
        names = {game["units"][unit]: at for unit, at in standing.items() if at}
        assert names == {c.name: c.hex for c in moment.view.counters if c.hex}


@pytest.mark.long
def test_a_label_that_is_missing_is_found_at_once() -> None:
    with pytest.raises(KeyError, match="overlay_zones"):
        page(moments("It begins."), labels={name: name for name in LABELS if name != "overlay_zones"})


@pytest.mark.long
def test_a_file_that_is_too_large_has_pictures_of_less_quality(monkeypatch: pytest.MonkeyPatch) -> None:
    told = moments("It begins.")
    best = page(told)
    monkeypatch.setattr(document_module, "MOST_BYTES", len(best.encode()) - 1)

    smaller = page(told)

    assert len(smaller) < len(best)
    assert game_in(smaller) == game_in(best)


def test_counters_cannot_be_hidden_and_every_overlay_has_layers() -> None:
    overlay_of = {layer.__name__: overlay for overlay, layers in LAYER_GROUPS for layer in layers}

    assert overlay_of["counters"] == ""
    assert {*overlay_of.values()} == {"", *OVERLAYS}
