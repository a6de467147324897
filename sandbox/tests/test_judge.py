"""The judges themselves: what Discord refuses they find in the record, whatever the sandbox says of it."""

from dataclasses import replace

import pytest

from sandbox.rest.exchanges import RECORDERS, recorded, recorder
from sandbox.tests import rules
from sandbox.tests.judge import judge, verdict
from sandbox.tests.test_limits import command, embed, field, form, menu, option, row

MIB = 2**20


def choice(letters):
    return {"name": "n", "value": "v" * letters}


def command_of(letters):
    """A command of so many characters, each option of which is within its limits."""
    options = [option(n, description="d" * 100, name=f"o{n:02}") for n in range(25)]
    for n, one in enumerate(options):
        one["choices"] = [{"name": f"{k:0100}", "value": "v" * 97} for k in range(1 + (n < 2))]
    rest = letters - len("c") - 25 * (3 + 100 + 197) - 2 * 197
    return command(description="d" * 100, options=options, name="c" * (rest - 99))


async def commands(raw, *bodies):
    return await raw.sync(*bodies)


async def message(raw, body, files=None):
    return await raw.send(body, files)


async def reason(raw, letters):
    place = f"/channels/{raw.sandbox.channel('battle')['id']}"
    return await raw("PATCH", place, {"topic": "x"}, **{"X-Audit-Log-Reason": "r" * letters})


async def opened(raw, *parts):
    return await raw.answer(9, form(*parts))


PNG_HERE = {"map.png": b"x"}
NINE = {
    rules.a_command_is_described: (
        lambda raw: commands(raw, command(description="")),
        lambda raw: commands(raw, command(description="d"), {"name": "Look", "type": 3}),
    ),
    rules.a_choice_has_100_characters: (
        lambda raw: commands(raw, command(options=[option(choices=[choice(101)])])),
        lambda raw: commands(raw, command(options=[option(choices=[choice(100)])])),
    ),
    rules.a_command_has_8000_characters: (
        lambda raw: commands(raw, command_of(8001)),
        lambda raw: commands(raw, command_of(8000)),
    ),
    rules.an_option_is_described_in_100_characters: (
        lambda raw: commands(raw, command(options=[option(description="d" * 101)])),
        lambda raw: commands(raw, command(options=[option(description="d" * 100)])),
    ),
    rules.a_file_has_10_megabytes: (
        lambda raw: message(raw, {}, {"a": b"x" * (10 * MIB + 1)}),
        lambda raw: message(raw, {}, {"a": b"x" * 10 * MIB}),
    ),
    rules.a_picture_has_come_along: (
        lambda raw: message(raw, embed(image={"url": "attachment://card.png"}), PNG_HERE),
        lambda raw: message(raw, embed(image={"url": "attachment://map.png"}), PNG_HERE),
    ),
    rules.a_field_says_something: (
        lambda raw: message(raw, embed(fields=[{"name": "n", "value": " "}])),
        lambda raw: message(raw, embed(fields=[{"name": "n", "value": "v"}])),
    ),
    rules.a_menu_offers_enough: (
        lambda raw: message(raw, {"components": [row(menu(options=2, max_values=3))]}),
        lambda raw: message(raw, {"components": [row(menu(options=3, max_values=3))]}),
    ),
    rules.a_reason_has_512_characters: (
        lambda raw: reason(raw, 513),
        lambda raw: reason(raw, 512),
    ),
}


def test_every_rule_that_no_one_else_knows_is_tried_here():
    assert tuple(NINE) == rules.NINE


@pytest.mark.refused(50035, 40005)
@pytest.mark.parametrize("rule", NINE, ids=lambda rule: rule.__name__)
async def test_a_rule_is_kept_by_the_sandbox_and_known_to_the_judge(sandbox, raw, rule):
    too_much, just_right = NINE[rule]

    status, refusal = await too_much(raw)
    wrong = sandbox.exchanges[-1]
    assert (status, refusal["code"]) in ((400, 50035), (413, 40005))
    assert list(rule(wrong)) != []
    assert judge([wrong]) == [], "refused as it should be"

    status, answer = await just_right(raw)
    right = sandbox.exchanges[-1]
    assert status == 200, answer
    assert list(rule(right)) == []

    let_pass = replace(wrong, status=200, response=right.response)
    turned_away = replace(right, status=400, response=refusal)
    assert judge([let_pass]) != []
    assert judge([turned_away]) != [], "refused for nothing"


@pytest.mark.promise(8)
@pytest.mark.refused(50035)
async def test_a_refusal_for_form_or_haste_is_noted(sandbox, raw):
    await raw.send({"content": "x"})
    good = sandbox.exchanges[-1]
    hasty = {"message": "You are being rate limited.", "retry_after": 1.0, "global": False}
    await raw.send({"content": "x" * 2001})
    too_long = sandbox.exchanges[-1]

    assert verdict(good).refused is None
    assert verdict(replace(good, status=429, response=hasty)).refused == 429
    assert verdict(replace(good, status=429, response=hasty, faulty=True)).refused is None
    assert verdict(too_long).refused == 50035


@pytest.mark.refused(50035)
async def test_answers_are_judged_refusals_too(sandbox, raw):
    await raw.send({"content": "x"})
    sent = sandbox.exchanges[-1]
    await raw.send(embed(fields=[{"name": "n", "value": ""}]))
    refused = sandbox.exchanges[-1]
    nameless = {key: value for key, value in sent.response.items() if key != "author"}

    assert judge([sent, refused]) == []
    assert "author" in judge([replace(sent, response=nameless)])[0]
    assert "message" in judge([replace(refused, response={"code": 50035})])[0]
    assert "boom" in judge([replace(sent, status=None, failure="boom")])[0]
    assert judge([replace(sent, response=nameless, faulty=True)]) == []


async def test_what_another_process_wrote_down_can_be_judged(sandbox, raw, tmp_path):
    witness = recorder(tmp_path / "record.jsonl")
    RECORDERS.append(witness)
    try:
        await raw.answer(9, form(field()))
    finally:
        RECORDERS.remove(witness)
    *_, line = (tmp_path / "record.jsonl").read_text().splitlines()

    assert recorded(line) == sandbox.exchanges[-1]
