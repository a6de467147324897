"""The file of a proof: what each line says, what is no record, and every kind of fault, one at a time."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.beacon import announcement
from bot.features.dice import proof as dice_proof
from bot.features.dice.proof import Die, Fault, NoRecord, Record
from engine import codec
from engine.commands import Done
from engine.events import Began, Rolled
from storage import BY_ORDER, BY_STREAM, BeaconRound, Entry
from tests.bot.features.dice.test_proof import (
    CHAIN,
    LOG,
    MESSAGE,
    NOON,
    PUBLIC,
    RECORD,
    SALTS,
    SEED,
    entry,
    resealed,
    rolled,
)

WORD = "Ney's sabre, à l'aube"
FULL = replace(PUBLIC, salts=(*SALTS, WORD), seals=("a" * 64, "b" * 64, "c" * 64))


def line(name: str, text: str) -> str:
    """What a field says in a file."""
    return next(each.removeprefix(f"{name}: ") for each in text.split("\n") if each.startswith(f"{name}: "))


def changed(text: str, name: str, value: str) -> str:
    """The file with another value of a field, and a sum that fits."""
    return resealed(text.replace(f"{name}: {line(name, text)}\n", f"{name}: {value}\n"))


def test_a_file_says_what_the_record_holds_in_lines_that_people_read() -> None:
    written = dice_proof.text(replace(FULL, game="The  bridge\nat Ormes"))
    first = PUBLIC.dice[0]

    assert written.startswith("grognard dice 2\ngame: The bridge at Ormes\n")
    assert line("salts", written) == f'["0a1b", "marshal_Ney", "{WORD}"]'
    assert line("seals", written) == json.dumps(list(FULL.seals))
    assert line("message", written) == str(MESSAGE - 1)
    assert json.loads(line("beacon", written))["public_key"] == CHAIN.public_key
    assert (line("rounds", written), line("dice", written)) == ("1", "3")
    assert f"\n2/1/1 d6 {first.face} r1 combat, line-1" in written
    assert "\n\nsum: " in written
    assert "keys:" not in written


@pytest.mark.parametrize("keys", [BY_ORDER, BY_STREAM])
@pytest.mark.parametrize("record", [RECORD, FULL], ids=["own dice", "public dice"])
def test_every_field_is_read_as_it_was_written(record: Record, keys: str) -> None:
    by_kind = replace(record, keys=keys)  # type: ignore[arg-type]
    bare = replace(by_kind, dice=tuple(replace(each, only="") for each in record.dice))

    assert dice_proof.read(dice_proof.text(by_kind)) == bare
    assert not dice_proof.read(dice_proof.text(by_kind)).damaged


def test_a_die_without_words_is_read_too() -> None:
    written = dice_proof.text(replace(RECORD, dice=(replace(RECORD.dice[0], what="", only=""),)))

    assert dice_proof.read(written).dice == (replace(RECORD.dice[0], what="", only=""),)
    assert f"d6 {RECORD.dice[0].face} r0\n" in written


CHAINS = {
    "no mapping": "[]",
    "no chain": '{"name": "x"}',
    "a number for the key": json.dumps(
        {**json.loads(line("beacon", dice_proof.text(PUBLIC))), "public_key": 7}
    ),
    "no hexadecimal": json.dumps({**json.loads(line("beacon", dice_proof.text(PUBLIC))), "group_hash": "xy"}),
    "no name": json.dumps({**json.loads(line("beacon", dice_proof.text(PUBLIC))), "name": 7}),
    "words for the period": json.dumps(
        {**json.loads(line("beacon", dice_proof.text(PUBLIC))), "period": "3"}
    ),
    "a period of nothing": json.dumps({**json.loads(line("beacon", dice_proof.text(PUBLIC))), "period": 0}),
    "before all time": json.dumps({**json.loads(line("beacon", dice_proof.text(PUBLIC))), "period": -3}),
    "a genesis that is too far": json.dumps(
        {**json.loads(line("beacon", dice_proof.text(PUBLIC))), "genesis": 2**64}
    ),
    "infinite": line("beacon", dice_proof.text(PUBLIC)).replace(
        f'"genesis": {CHAIN.genesis}', '"genesis": 1e999'
    ),
    "broken": '{"name"',
}


@pytest.mark.parametrize("what", CHAINS)
def test_what_is_no_chain_is_refused(what: str) -> None:
    with pytest.raises(NoRecord, match="beacon"):
        dice_proof.read(changed(dice_proof.text(PUBLIC), "beacon", CHAINS[what]))


def test_a_chain_of_one_second_is_a_chain() -> None:
    about = {**json.loads(line("beacon", dice_proof.text(PUBLIC))), "period": 1}

    read = dice_proof.read(changed(dice_proof.text(PUBLIC), "beacon", json.dumps(about)))

    assert read.chain is not None
    assert read.chain.period == 1


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("seed", "0g", "seed"),
        ("seed", "abc", "seed"),
        ("salts", '"a word"', "salts are no list"),
        ("salts", '["a", 7]', "salts are no list"),
        ("salts", '{"a": "b"}', "salts are no list"),
        ("salts", "[", "salts cannot be read"),
        ("seals", "[null]", "seals are no list"),
        ("message", "-1", "message is no number"),
        ("message", "", "message"),
        ("message", "\u0664\u0662", "message is no number"),
        ("message", "12a", "message is no number"),
    ],
)
def test_a_field_that_says_nothing_is_named(name: str, value: str, said: str) -> None:
    with pytest.raises(NoRecord, match=said):
        dice_proof.read(changed(dice_proof.text(PUBLIC), name, value))


@pytest.mark.parametrize("name", dice_proof.FIELDS)
def test_a_field_that_is_missing_is_named(name: str) -> None:
    written = dice_proof.text(PUBLIC)
    gone = written.replace(f"{name}: {line(name, written)}\n", "")

    with pytest.raises(NoRecord, match=f"'{name}' is missing"):
        dice_proof.read(resealed(gone))
    with pytest.raises(NoRecord, match=f"'{name}' is missing"):
        dice_proof.read(resealed(written.replace(f"{name}: ", f"{name}:")))


def test_a_file_that_ends_in_its_head_has_no_seed_to_check() -> None:
    written = dice_proof.text(RECORD)
    head = written[: written.index("salts: ") - 1]

    with pytest.raises(NoRecord, match="the seed is missing"):
        dice_proof.read(head)


def test_keys_of_another_kind_are_refused() -> None:
    by_stream = dice_proof.text(replace(RECORD, keys=BY_STREAM))
    assert by_stream.startswith("grognard dice 3\n")

    for other in ("order", "streams"):
        with pytest.raises(NoRecord, match="unknown kind"):
            dice_proof.read(changed(by_stream, "keys", other))


@pytest.mark.parametrize(
    "bad",
    [
        "2/1/1 d0 1 r0", "2/1/1 d6 0 r0", "2/1/1 d6", "2/1/1 6 1", "2/1/1 d6 -1", "nothing",
        "2/1/1 d1000000 1",
    ],
)  # fmt: skip
def test_a_line_that_is_no_die_is_shown(bad: str) -> None:
    first = f"{RECORD.dice[0].key} d6"
    written = dice_proof.text(RECORD)
    at = written.index(first)

    with pytest.raises(NoRecord, match="no die: '" + bad[:10]):
        dice_proof.read(resealed(written[:at] + bad + written[written.index("\n", at) :]))


@pytest.mark.parametrize("bad", ["round 0 1 1 ", "round 1 0 1 ", "round 1 1 x ", "round 1 1 1 ab {}"])
def test_a_line_that_is_no_round_is_shown(bad: str) -> None:
    written = dice_proof.text(PUBLIC)
    at = written.index("\nround ") + 1

    with pytest.raises(NoRecord, match="no round: '" + bad[:10]):
        dice_proof.read(resealed(written[:at] + bad + written[written.index("\n", at) :]))


def test_a_long_line_is_shown_by_its_beginning() -> None:
    written = dice_proof.text(RECORD)

    with pytest.raises(NoRecord) as refused:
        dice_proof.read(resealed(written.replace("\nsum: ", "x" * 500 + "\nsum: ")))
    assert str(refused.value) == f"this line is no die: {'x' * 60!r}"
    with pytest.raises(NoRecord) as refused:
        dice_proof.read(resealed(written.replace("\nsum: ", "round " + "x" * 500 + "\nsum: ")))
    assert str(refused.value) == f"this line is no round: {'round ' + 'x' * 54!r}"


@pytest.mark.parametrize(
    ("record", "name"),
    [(RECORD, "dice"), (PUBLIC, "rounds"), (PUBLIC, "dice")],
    ids=["dice", "rounds", "dice of a public record"],
)
def test_a_count_that_does_not_fit_is_damage_whatever_the_sum(record: Record, name: str) -> None:
    written = dice_proof.text(record)
    more = changed(written, name, str(int(line(name, written)) + 1))

    assert Fault(kind="sum") in dice_proof.faults(dice_proof.read(more))
    assert Fault(kind="sum") not in dice_proof.faults(dice_proof.read(written))


def test_a_sum_that_does_not_fit_is_damage_whatever_the_counts() -> None:
    written = dice_proof.text(RECORD)

    assert dice_proof.read(written.replace("at Ormes", "at Vaux")).damaged
    assert dice_proof.read(written + "more").damaged
    assert dice_proof.read(written.rstrip("\n")).damaged
    assert dice_proof.read(written[: written.rindex("sum: ")]).damaged


# --- faults, one at a time --------------------------------------------------------------------------------


def kinds(record: Record, chain: str = "") -> list[tuple[str, str]]:
    return [(fault.kind, fault.key) for fault in dice_proof.faults(record, chain)]


def test_a_right_record_has_none_whichever_chain_is_meant() -> None:
    assert kinds(PUBLIC) == kinds(PUBLIC, CHAIN.hash) == []
    assert kinds(RECORD, "another") == []
    assert kinds(replace(RECORD, seals=())) == []


def test_faults_say_what_is_there_and_what_should_be() -> None:
    other = dice_proof.faults(replace(PUBLIC, seals=("x", "y")), "another")
    sealed = " ".join(PUBLIC.seals)

    assert other == (
        Fault(kind="seal", fell="x y", due=sealed),
        Fault(kind="chain", fell=CHAIN.hash, due="another"),
    )


def test_a_die_names_a_round_of_the_record_or_none() -> None:
    unknown = replace(PUBLIC, dice=(replace(PUBLIC.dice[0], round=2), *PUBLIC.dice[1:]))
    needless = replace(RECORD, dice=(replace(RECORD.dice[0], round=1), *RECORD.dice[1:]))

    assert dice_proof.faults(unknown) == (Fault(kind="round", key="2/1/1", fell="2", due="?"),)
    assert dice_proof.faults(needless) == (Fault(kind="round", key="2/1/1", fell="1", due="?"),)


def test_what_is_wrong_with_one_die_hides_no_other() -> None:
    face = PUBLIC.dice[2].face % 6 + 1
    dice = (replace(PUBLIC.dice[0], round=0), PUBLIC.dice[1], replace(PUBLIC.dice[2], face=face))

    assert kinds(replace(PUBLIC, dice=dice)) == [("round", "2/1/1"), ("face", "2/1/3")]


def test_rounds_are_numbered_in_order_and_need_a_chain() -> None:
    second = replace(PUBLIC, rounds=(replace(PUBLIC.rounds[0], number=2),), dice=())
    both = replace(PUBLIC, rounds=PUBLIC.rounds * 2, dice=())

    assert dice_proof.faults(second) == (Fault(kind="round", key="r2", fell="2", due="1"),)
    assert dice_proof.faults(both) == (Fault(kind="round", key="r1", fell="1", due="2"),)
    assert kinds(replace(PUBLIC, chain=None, dice=())) == [("round", "r1")]


def test_each_round_that_is_out_of_order_is_named() -> None:
    first, second = PUBLIC.rounds[0], replace(PUBLIC.rounds[0], number=2)

    assert kinds(replace(PUBLIC, rounds=(second, first), dice=())) == [("round", "r2"), ("round", "r1")]


@pytest.mark.parametrize("signature", ["00" * 48, "ff" * 48, PUBLIC.rounds[0].signature[:-2] + "00"])
def test_a_signature_that_is_no_point_of_the_curve_is_no_signature(signature: str) -> None:
    forged = replace(PUBLIC.rounds[0], signature=signature)

    assert kinds(replace(PUBLIC, rounds=(forged,), dice=())) == [("signature", "r1")]


def test_a_record_is_whole_and_of_no_message_unless_it_says_otherwise() -> None:
    bare = Record(game="x", commitment=RECORD.commitment, seed=SEED, salts=(), dice=(), keys=BY_STREAM)
    late = Die(key="blue/rally/2/1", sides=6, face=dice_proof.face(SEED, (), "blue/rally/2/1", 6))

    assert (bare.message, bare.partial, bare.damaged, late.round) == (0, False, False, 0)
    assert kinds(replace(bare, dice=(late,))) == [("gap", "blue/rally/2/1")]
    assert kinds(replace(bare, dice=(late,), partial=True)) == []


def test_by_stream_there_is_one_round() -> None:
    twice = (PUBLIC.rounds[0], replace(PUBLIC.rounds[0], number=2))
    by_stream = replace(PUBLIC, keys=BY_STREAM, rounds=twice, dice=())

    assert dice_proof.faults(by_stream) == (
        Fault(kind="round", key="r2", fell=str(PUBLIC.rounds[0].round), due="-"),
    )
    assert kinds(replace(by_stream, keys=BY_ORDER)) == []
    assert kinds(replace(by_stream, rounds=PUBLIC.rounds)) == []


def test_a_round_that_is_late_or_early_is_named_with_the_one_that_was_due() -> None:
    late = replace(PUBLIC.rounds[0], message=MESSAGE - (int(CHAIN.period) * 1000 << 22))

    assert dice_proof.faults(replace(PUBLIC, rounds=(late,))) == (
        Fault(kind="round", key="r1", fell=str(late.round), due=str(late.round - 1)),
    )
    early = replace(PUBLIC.rounds[0], message=MESSAGE + (int(CHAIN.period) * 1000 << 22))
    assert dice_proof.faults(replace(PUBLIC, rounds=(early,))) == (
        Fault(kind="round", key="r1", fell=str(early.round), due=str(early.round + 1)),
    )


# --- from the log -----------------------------------------------------------------------------------------


def log_round(number: int, seq: int) -> BeaconRound:
    fixed = announcement.fixed(1, number, "blue", codec.to_json(Done()), bytes(16))
    return BeaconRound(
        game=1, number=number, seq=seq, message=MESSAGE, round=9, signature="00" * 48, fixed=fixed
    )


def test_dice_draw_on_the_round_of_their_own_order() -> None:
    rounds = (log_round(1, 2), log_round(2, 5))

    assert [die.round for die in dice_proof.dice(LOG, rounds)] == [1, 1, 1, 1, 0, 0, 2, 2]
    assert [die.round for die in dice_proof.dice(LOG, rounds, BY_STREAM)] == [1] * 8
    assert (
        {die.round for die in dice_proof.dice(LOG)}
        == {die.round for die in dice_proof.dice(LOG, (), BY_STREAM)}
        == {0}
    )


def test_dice_since_an_entry_are_those_after_it() -> None:
    assert [die.key for die in dice_proof.dice(LOG, after=2)] == ["3/1/1", "3/1/2", "5/1/1", "5/1/2"]
    assert [die.key for die in dice_proof.dice(LOG, after=3)] == ["5/1/1", "5/1/2"]
    assert [die.only for die in dice_proof.dice(LOG, after=2)] == ["blue", "blue", "", ""]


def test_what_a_die_was_for_is_said_with_where_the_game_stood() -> None:
    said = [die.what for die in dice_proof.dice(LOG)]

    assert said[0] == "combat, line-1 (turn 3, blue, combat)"
    assert said[4] == "combat, line-1 (turn 3, blue, combat, undone)"
    bare = Rolled(purpose="weather", key="1/1", sides=6, dice=(1,), rule="")
    assert dice_proof.dice((entry(1, bare),))[0].what == "weather (turn 0)"


def test_what_was_taken_back_does_not_change_where_the_game_stood() -> None:
    log = (
        entry(1, Began(phase="combat", turn=3, player="blue")),
        entry(2, Began(phase="rally", turn=4, player="orange"), rolled("2/1", 1, 6), struck=3),
        entry(4, rolled("4/1", 1, 6)),
    )

    assert [die.what for die in dice_proof.dice(log)] == [
        "combat, line-1 (turn 3, blue, combat, undone)",
        "combat, line-1 (turn 3, blue, combat)",
    ]


@pytest.mark.parametrize(
    ("change", "other"),
    [
        (lambda about: about, False),
        (lambda about: {**about, "game": 7}, True),
        (lambda about: {**{k: v for k, v in about.items() if k != "game"}, "games": [7, 1]}, False),
        (lambda about: {**about, "games": [7, 8]}, True),
        (lambda about: {**about, "number": 2}, True),
        (lambda about: {**about, "side": "orange"}, True),
        (lambda about: {**about, "order": None}, True),
        (lambda about: {k: v for k, v in about.items() if k != "game"}, True),
    ],
)
def test_a_round_is_that_of_the_order_that_was_announced(
    change: Callable[[dict[str, object]], dict[str, object]], other: bool
) -> None:
    played = replace(entry(2), command=Done())
    each = log_round(1, 2)
    announced = replace(each, fixed=json.dumps(change(json.loads(each.fixed))))

    assert [drawn.other for drawn in dice_proof.drawn([played], [announced])] == [other]


def test_a_round_whose_order_is_not_in_the_log_is_another() -> None:
    assert [
        drawn.other for drawn in dice_proof.drawn([replace(entry(3), command=Done())], [log_round(1, 2)])
    ] == [True]


def test_what_begins_by_itself_is_announced_without_an_order() -> None:
    start = Entry(seq=2, kind="start", at=NOON)
    fixed = announcement.fixed(1, 1, "", None, bytes(16))

    assert not dice_proof.drawn([start], [replace(log_round(1, 2), fixed=fixed)])[0].other


def test_a_face_is_derived_from_seed_words_and_key() -> None:
    faces = {dice_proof.face(SEED, SALTS, f"{n}/1/1", 6) for n in range(100)}

    assert faces == {1, 2, 3, 4, 5, 6}
    assert dice_proof.face(b"", (), "", 1) == 1
