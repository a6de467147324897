"""Cards (components version 2) and the newer fields of forms: as Discord takes them and gives them back."""

import pytest

from sandbox import InvalidInput
from sandbox.tests.test_limits import form, gallery, labelled, layout, options, text
from sandbox.tests.tiny_bot import PNG

RED, BLUE = {"label": "Red", "value": "red"}, {"label": "Blue", "value": "blue"}


async def shown(raw, *components, files=None):
    """The message of a command answered with a card."""
    status, body = await raw.answer(4, layout(*components), files)
    assert status == 200, body
    return body["resource"]["message"]


@pytest.mark.refused(50035)
@pytest.mark.parametrize("earlier", [{"content": "old"}, {"embeds": [{"title": "old"}]}])
async def test_a_classic_message_becomes_a_card_only_when_it_is_cleared(raw, earlier):
    _, message = await raw.send(earlier)
    place = f"/channels/{message['channel_id']}/messages/{message['id']}"
    nulls = dict.fromkeys(earlier)

    status, refusal = await raw("PATCH", place, layout(text("new")))
    assert (status, refusal["code"]) == (400, 50035)
    assert list(refusal["errors"]) == list(earlier)
    assert (await raw("PATCH", place, layout(text("new"), **nulls)))[0] == (
        400 if "embeds" in earlier else 200
    )
    status, card = await raw("PATCH", place, layout(text("new"), content=None, embeds=[]))
    assert status == 200
    assert (card["content"], card["embeds"], card["flags"] & 1 << 15) == ("", [], 1 << 15)


@pytest.mark.refused(50035)
async def test_a_press_turns_a_classic_message_into_a_card_only_when_it_clears_it(sandbox, raw):
    button = {"type": 2, "style": 1, "label": "b", "custom_id": "b"}
    _, message = await raw.send({"content": "old", "components": [{"type": 1, "components": [button]}]})
    anna = sandbox.person("Anna").id

    pressed = sandbox.client.click(anna, message["id"], "b", None)
    assert (await raw.callback(pressed, 7, layout(text("new"))))[0] == 400
    assert (await raw.callback(pressed, 7, layout(text("new"), content=None, embeds=[])))[0] == 200


async def test_the_attachments_of_a_card_are_empty_and_its_gallery_names_them(sandbox, raw):
    item = {"media": {"url": "attachment://map.png"}, "description": "The map", "spoiler": False}
    message = await shown(raw, {"type": 12, "items": [item]}, files={"map.png": PNG})
    seen = sandbox.person("Anna").sees("battle")[-1]

    assert message["attachments"] == []
    media = message["components"][0]["items"][0]["media"]
    assert sandbox.state.records.file(media["attachment_id"]) == PNG
    assert [(p["filename"], p["description"]) for p in seen.pictures] == [("map.png", "The map")]
    assert seen.picture() == PNG


async def test_what_a_card_shows_is_found_wherever_it_stands(sandbox, raw):
    why = {"type": 2, "style": 2, "label": "Why?", "custom_id": "why"}
    done = {"type": 2, "style": 1, "label": "Done", "custom_id": "done"}
    menu = {"type": 3, "custom_id": "unit", "options": options(2)}
    await shown(
        raw,
        {
            "type": 17,
            "accent_color": 0x1E4D9B,
            "components": [
                text("## Movement\n-# Ormes"),
                {"type": 9, "components": [text("1st Line")], "accessory": why},
                {"type": 1, "components": [menu]},
                {"type": 1, "components": [done]},
            ],
        },
    )
    seen = sandbox.person("Anna").sees("battle")[-1]

    assert seen.words == "## Movement\n-# Ormes\n1st Line"
    assert seen.titles == ["Movement"]
    assert seen.colours == [0x1E4D9B]
    assert seen.labels == ["Why?", "Done"]
    assert [s["custom_id"] for s in seen.selects] == ["unit"]
    assert [[c["custom_id"] for c in row] for row in seen.rows] == [["unit"], ["done"]]


async def sent(sandbox, raw, component, *values):
    """What a form with one field sends when it is filled in with `values`, or left as it is."""
    interaction = await raw.used()
    assert (await raw.callback(interaction, 9, form(component)))[0] == 200
    deliveries = []
    sandbox.delivery.amend = deliveries.append
    filled = {"f": values[0]} if values else {}
    sandbox.client.submit(sandbox.person("Anna").id, interaction.id, filled)
    data = deliveries[0]["data"]
    return data | data["components"][0]["component"]


FILLED = {
    "a choice": (labelled(21, options=[RED, BLUE]), ["red"], {"value": "red"}),
    "a choice as the page sends it": (labelled(21, options=[RED, BLUE]), [["red"]], {"value": "red"}),
    "the choice the bot made": (labelled(21, options=[RED, BLUE | {"default": True}]), [], {"value": "blue"}),
    "no choice where none is needed": (
        labelled(21, options=[RED, BLUE], required=False),
        [],
        {"value": None},
    ),
    "boxes": (labelled(22, options=[RED, BLUE]), [["red", "blue"]], {"values": ["red", "blue"]}),
    "boxes left empty": (labelled(22, options=[RED, BLUE], required=False), [], {"values": []}),
    "a box": (labelled(23), [True], {"value": True}),
    "a box left empty": (labelled(23), [], {"value": False}),
    "no file where none is needed": (labelled(19, required=False), [], {"values": []}),
}


@pytest.mark.parametrize("case", FILLED)
async def test_a_form_sends_what_was_filled_in(sandbox, raw, case):
    component, values, expected = FILLED[case]

    field = await sent(sandbox, raw, component, *values)

    assert {key: field.get(key) for key in ("value", "values") if key in field} == expected
    assert field["type"] == component["component"]["type"]


REFUSED = {
    "no choice": (labelled(21, options=[RED, BLUE]), []),
    "two choices": (labelled(21, options=[RED, BLUE]), [["red", "blue"]]),
    "a choice that is not offered": (labelled(21, options=[RED, BLUE]), ["green"]),
    "no box": (labelled(22, options=[RED, BLUE]), []),
    "too many boxes": (labelled(22, options=[RED, BLUE], max_values=1), [["red", "blue"]]),
    "no file": (labelled(19), []),
    "a file that was not chosen": (labelled(19), [["1"]]),
}


@pytest.mark.parametrize("case", REFUSED)
async def test_the_client_does_not_send_what_is_not_filled_in(sandbox, raw, case):
    with pytest.raises(InvalidInput):
        await sent(sandbox, raw, REFUSED[case][0], *REFUSED[case][1])


async def test_a_file_in_a_form_is_resolved(sandbox, raw):
    chosen = sandbox.person("Anna").choose("x.yaml", b"a: 1")

    data = await sent(sandbox, raw, labelled(19), [chosen])

    assert data["values"] == [chosen]
    file = data["resolved"]["attachments"][chosen]
    assert (file["filename"], file["size"]) == ("x.yaml", 4)


async def test_a_gallery_of_a_picture_elsewhere_names_no_attachment(sandbox, raw):
    await shown(raw, gallery())

    assert sandbox.person("Anna").sees("battle")[-1].pictures == []
