"""What Discord refuses: calls that are too long, too many, doubled or empty, and nine rules by hand."""

import pytest

from sandbox.limits.messages import FILE_BYTES

pytestmark = pytest.mark.refused(50035, 50006, 40005)

V2 = 1 << 15


def button(n=0, **more):
    return {"type": 2, "style": 1, "label": "b", "custom_id": f"b{n}"} | more


def row(*components):
    return {"type": 1, "components": list(components)}


def menu(n=0, options=1, **more):
    offered = [{"label": "x", "value": str(k)} for k in range(options)]
    return {"type": 3, "custom_id": f"s{n}", "options": offered} | more


def embed(**more):
    return {"embeds": [{"title": "t"} | more]}


def text(content="x"):
    return {"type": 10, "content": content}


def layout(*components, **more):
    return {"flags": V2, "components": list(components)} | more


def gallery(n=1, url="https://x.example/y.png", **more):
    return {"type": 12, "items": [{"media": {"url": url}} | more] * n}


def thumbnail(**more):
    return {"type": 11, "media": {"url": "https://x.example/y.png"}} | more


MESSAGES = {
    "content 2001": {"content": "x" * 2001},
    "empty message": {"content": ""},
    "only spaces": {"content": "  \n "},
    "11 embeds": {"embeds": [{"title": "t"}] * 11},
    "embed title 257": embed(title="x" * 257),
    "embed description 4097": embed(description="x" * 4097),
    "26 embed fields": embed(fields=[{"name": "n", "value": "v"}] * 26),
    "field name 257": embed(fields=[{"name": "n" * 257, "value": "v"}]),
    "field value 1025": embed(fields=[{"name": "n", "value": "v" * 1025}]),
    "field value empty": embed(fields=[{"name": "n", "value": ""}]),
    "footer 2049": embed(footer={"text": "x" * 2049}),
    "author 257": embed(author={"name": "x" * 257}),
    "embeds total 6001": {"embeds": [{"description": "x" * 3000}, {"description": "x" * 3001}]},
    "6 action rows": {"components": [row(button(n)) for n in range(6)]},
    "26 buttons": {"components": [row(*(button(5 * r + n) for n in range(6))) for r in range(5)]},
    "custom_id 101": {"components": [row(button(custom_id="c" * 101))]},
    "button label 81": {"components": [row(button(label="l" * 81))]},
    "duplicate custom_id": {"components": [row(button(1), button(1))]},
    "select 26 options": {"components": [row(menu(options=26))]},
    "select option label 101": {
        "components": [row(menu() | {"options": [{"label": "x" * 101, "value": "1"}]})]
    },
    "select duplicate values": {
        "components": [row(menu() | {"options": [{"label": "x", "value": "1"}] * 2})]
    },
    "select placeholder 151": {"components": [row(menu(placeholder="p" * 151))]},
    "select max_values > options": {"components": [row(menu(options=2, max_values=3))]},
    "attachment:// to a missing file": embed(image={"url": "attachment://none.png"}),
    "v2: 41 components": layout(*[text() for _ in range(41)]),
    "v2: nested total 41": layout({"type": 17, "components": [text() for _ in range(40)]}),
    "v2: one text 4001": layout(text("x" * 4001)),
    "v2: text total 4001": layout(text("x" * 2000), text("x" * 2001)),
    "v2 with content": layout(text(), content="x"),
    "v2: gallery 11 items": layout(gallery(11)),
    "v2: section 4 texts": layout({"type": 9, "components": [text()] * 4, "accessory": button()}),
    "v2: gallery of a missing attachment": layout(gallery(url="attachment://none.png")),
    "v2: alt text 1025": layout(gallery(description="a" * 1025)),
    "v2: alt text empty": layout(gallery(description="")),
    "v2: alt text of a thumbnail 1025": layout(
        {"type": 9, "components": [text()], "accessory": thumbnail(description="a" * 1025)}
    ),
    "alt text of a file 1025": {"content": "x", "attachments": [{"id": 0, "description": "a" * 1025}]},
    "unknown attachment": {"content": "x", "attachments": [{"id": 3}]},
    "allowed_mentions twice": {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
    "link without url": {"components": [row({"type": 2, "style": 5, "label": "l"})]},
    "button alone": {"components": [button()]},
}


@pytest.mark.parametrize("case", MESSAGES)
async def test_a_message_is_refused_everywhere(sandbox, raw, case):
    body = MESSAGES[case]
    code = 50006 if case in ("empty message", "only spaces") else 50035

    status, refusal = await raw.answer(4, body)
    assert (status, refusal["code"]) == (400, code), case
    status, refusal = await raw.send(body)
    assert (status, refusal["code"]) == (400, code), case

    interaction = await raw.used()
    await raw.callback(interaction, 5)
    for method, path in (("PATCH", "/messages/@original"), ("POST", "")):
        status, refusal = await raw(method, f"/webhooks/{raw.application}/{interaction.token}{path}", body)
        assert (status, refusal["code"]) == (400, code), (case, method)
    assert [m for m in sandbox.messages("battle", "Anna") if not m.json["flags"] & 128] == []


async def test_a_nonce_has_25_characters_where_there_is_one(raw):
    assert (await raw.send({"content": "x", "nonce": "n" * 26}))[1]["code"] == 50035
    assert (await raw.send({"content": "x", "nonce": "n" * 25}))[0] == 200


@pytest.mark.long
async def test_files(sandbox, raw):
    eleven = {f"{n}.png": b"x" for n in range(11)}

    assert (await raw.answer(4, {}, eleven))[1]["code"] == 50035
    assert (await raw.answer(4, {}, {"a": b"x" * (FILE_BYTES + 1)}))[0] == 413
    assert (await raw.send({}, {"a": b"x" * (FILE_BYTES + 1)}))[1]["code"] == 40005
    three = dict.fromkeys("abc", b"x" * (FILE_BYTES - 9))
    assert (await raw.send({}, three))[1]["code"] == 40005
    assert (await raw.send({}, {"a": b"x" * FILE_BYTES}))[0] == 200


def form(*components, **more):
    return {"title": "t", "custom_id": "f", "components": list(components)} | more


def field(n=0, **more):
    return row({"type": 4, "custom_id": f"i{n}", "label": "l", "style": 1} | more)


def labelled(kind, **more):
    return {"type": 18, "label": "l", "component": {"type": kind, "custom_id": "f"} | more}


def options(n):
    return [{"label": "l", "value": str(k)} for k in range(n)]


TWICE = [{"label": "l", "value": "1"}] * 2

MODALS = {
    "modal title 46": form(field(), title="t" * 46),
    "modal 6 inputs": form(*(field(n) for n in range(6))),
    "modal label 46": form(field(label="l" * 46)),
    "modal input default 4001": form(field(value="v" * 4001)),
    "modal placeholder 101": form(field(placeholder="p" * 101)),
    "modal without fields": form(),
    "modal duplicate custom_id": form(field(1), field(1)),
    "label 46 in the newer form": form(
        {"type": 18, "label": "l" * 46, "component": field()["components"][0]}
    ),
    "radio group of 1": form(labelled(21, options=options(1))),
    "radio group of 11": form(labelled(21, options=options(11))),
    "radio group with a value twice": form(labelled(21, options=TWICE)),
    "radio option label 101": form(labelled(21, options=[*options(2), {"label": "l" * 101, "value": "v"}])),
    "checkbox group of 0": form(labelled(22, options=[])),
    "checkbox group of 11": form(labelled(22, options=options(11))),
    "checkbox group, 11 to be chosen": form(labelled(22, options=options(3), max_values=11)),
    "checkbox option description 101": form(
        labelled(22, options=[{"label": "l", "value": "v", "description": "d" * 101}])
    ),
    "checkbox custom_id 101": form(labelled(23, custom_id="c" * 101)),
    "file upload of 11": form(labelled(19, max_values=11)),
    "file upload of -1": form(labelled(19, min_values=-1)),
    "disabled menu in a modal": form(labelled(3, options=options(2), disabled=True)),
    "disabled radio group in a modal": form(labelled(21, options=options(2), disabled=True)),
}


@pytest.mark.parametrize("case", MODALS)
async def test_a_modal_is_refused(raw, case):
    status, refusal = await raw.answer(9, MODALS[case])

    assert (status, refusal["code"]) == (400, 50035)
    assert "data" in refusal["errors"]


def command(name="c", **more):
    return {"name": name, "description": "d", "type": 1} | more


def option(n=0, **more):
    return {"type": 3, "name": f"o{n}", "description": "d"} | more


LONG = [
    option(n, description="d" * 100, choices=[{"name": "n" * 100, "value": "v" * 100}]) for n in range(25)
]
TOO_BIG = [o | {"choices": [{"name": f"{k:0100}", "value": "v" * 100} for k in range(2)]} for o in LONG]

COMMANDS = {
    "description 101": [command(description="d" * 101)],
    "description empty": [command(description="")],
    "name 33": [command("c" * 33)],
    "name with a space": [command("a b")],
    "name upper case": [command("ABC")],
    "26 options": [command(options=[option(n) for n in range(26)])],
    "option description 101": [command(options=[option(description="d" * 101)])],
    "26 choices": [command(options=[option(choices=[{"name": f"n{n}", "value": "v"} for n in range(26)])])],
    "choice name 101": [command(options=[option(choices=[{"name": "n" * 101, "value": "v"}])])],
    "choice value 101": [command(options=[option(choices=[{"name": "n", "value": "v" * 101}])])],
    "26 subcommands": [command(options=[option(n, type=1) for n in range(26)])],
    "total 8001 chars": [command(options=TOO_BIG)],
    "two commands of one name": [command(), command()],
    "required after optional": [command(options=[option(1), option(2, required=True)])],
    "two options of one name": [command(options=[option(1), option(1)])],
    "choices and autocomplete": [
        command(options=[option(autocomplete=True, choices=[{"name": "n", "value": "v"}])])
    ],
    "context menu with description": [{"name": "Look", "type": 3, "description": "d"}],
}


@pytest.mark.parametrize("case", COMMANDS)
async def test_commands_are_refused(sandbox, raw, case):
    status, refusal = await raw.sync(*COMMANDS[case])

    assert (status, refusal["code"]) == (400, 50035)
    assert not sandbox.state.records.commands


async def test_too_many_commands(raw):
    hundred = [command(f"c{n}") for n in range(100)]
    menus = [{"name": f"m{n}", "type": 2} for n in range(16)]

    assert (await raw.sync(*hundred))[0] == 200
    assert (await raw.sync(*hundred, command("one-more")))[1]["code"] == 30032
    assert (await raw.sync(*menus))[1]["code"] == 30032


async def test_too_many_choices_completed(sandbox, raw):
    await raw.sync(command(options=[option(autocomplete=True)]))
    place = sandbox.channel("battle")["id"]

    for choices in ([{"name": "n", "value": "v"}] * 26, [{"name": "n" * 101, "value": "v"}]):
        interaction = sandbox.client.complete(sandbox.person("Anna").id, place, "c", {}, "o0")
        status, refusal = await raw.callback(interaction, 8, {"choices": choices})
        assert (status, refusal["code"]) == (400, 50035)


async def test_threads_and_reasons(sandbox, raw):
    place = f"/channels/{sandbox.channel('battle')['id']}"

    for body in ({"name": "n" * 101}, {"name": ""}, {"name": "n", "rate_limit_per_user": 21601}):
        status, refusal = await raw("POST", f"{place}/threads", body | {"type": 11})
        assert (status, refusal["code"]) == (400, 50035)
    long = {"X-Audit-Log-Reason": "r" * 513}
    assert (await raw("PATCH", place, {"topic": "x"}, **long))[1]["code"] == 50035


async def test_a_refusal_names_the_place(raw):
    _, refusal = await raw.answer(4, embed(fields=[{"name": "n", "value": ""}]))

    assert refusal == {
        "message": "Invalid Form Body",
        "code": 50035,
        "errors": {
            "data": {
                "embeds": {
                    "0": {
                        "fields": {
                            "0": {
                                "value": {
                                    "_errors": [
                                        {"code": "BASE_TYPE_REQUIRED", "message": "This field is required"}
                                    ]
                                }
                            }
                        }
                    }
                }
            }
        },
    }


async def test_what_is_just_within_the_limits_is_taken(raw):
    rows = [row(*(button(5 * r + n) for n in range(5))) for r in range(5)]
    embeds = [{"description": "x" * 3000}, {"description": "x" * 3000}]
    body = {"content": "x" * 2000, "embeds": embeds, "components": rows}

    assert (await raw.answer(4, body))[0] == 200
    assert (await raw.send(layout(text("x" * 4000), gallery(10), row(menu(options=25, max_values=25)))))[
        0
    ] == 200
    assert (await raw.answer(9, form(*(field(n, value="v" * 4000) for n in range(5)), title="t" * 45)))[
        0
    ] == 200
    alt = "a" * 1024
    pictures = layout(
        gallery(10, description=alt),
        {"type": 9, "components": [text()], "accessory": thumbnail(description=alt)},
    )
    assert (await raw.send(pictures))[0] == 200
    choices = [labelled(21, options=options(10)), labelled(22, options=options(10), max_values=10)]
    choices += [labelled(23, default=True), labelled(19, max_values=10)]
    for n, choice in enumerate(choices):
        choice["component"]["custom_id"] = f"f{n}"
    assert (await raw.answer(9, form(*choices)))[0] == 200
    assert (await raw.sync(command("c" * 32, description="d" * 100, options=LONG[:20])))[0] == 200
