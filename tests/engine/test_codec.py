"""Stored names and forms of events and commands: they never change, and nothing is lost on the way."""

from __future__ import annotations

import json
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import commands as co
from engine import events as ev
from engine.codec import COMMANDS, EVENTS, Unreadable, from_json, to_json
from engine.state import Question, Unit


def defined(module: Any, base: type) -> set[type]:
    return {
        each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, base) and each is not base
    }


KINDS = [*EVENTS.values(), *COMMANDS.values()]

# As written by release 0.1.0, every field filled. Lines are added; none is ever changed.
WRITTEN = """
{"is":"introduced","rule":"X-1","only":"red","counter":{"id":"r1","side":"red","kind":"inf","place":"0101",\
"name":"1er","corps":"I","symbol":"x","traits":["a","b"],"printed":{"cs":3},"values":{"cs":2},"facing":{"f":1}}}
{"is":"began","phase":"move","turn":3,"player":"red","owing":["red"]}
{"is":"owed","sides":["red","blue"]}
{"is":"moved","unit":"r1","origin":"0101","hex":"0102","manner":"step"}
{"is":"placed","unit":"r1","origin":"0101","place":"@eliminated","manner":"eliminated"}
{"is":"turned","unit":"r1","facing":{"front":2,"rear":5}}
{"is":"changed","value":"mp","was":3,"now":2,"unit":"r1","reason":"moved"}
{"is":"marked","name":"charged","on":"r1","to":"b1"}
{"is":"unmarked","name":"charged","on":"r1","to":"b1"}
{"is":"selected","unit":"r1"}
{"is":"released","unit":"r1"}
{"is":"rolled","purpose":"morale","key":"88/1","sides":9,"dice":[3,9],"by":"r1"}
{"is":"pooled","pool":"red","dice":[1,6,6]}
{"is":"written","side":"red","unit":"r1","order":{"go":"0102"},"only":"red"}
{"is":"sealed","side":"red"}
{"is":"unsealed","side":"red"}
{"is":"opened","side":"red"}
{"is":"ordered","unit":"r1","order":{"go":"0102"}}
{"is":"asked","question":{"kind":"retreat","side":"red","about":"r1","options":["0101","0102"],"default":"0101"}}
{"is":"answered","option":"0101"}
{"is":"pushed","kind":"pursuit","about":["r1","b1"]}
{"is":"popped"}
{"is":"painted","thing":"0101","terrain":"ruin"}
{"is":"noted","kind":"odds","facts":{"hexes":["0101","0102"],"ratio":"3:1","shift":-1}}
{"is":"ended","winner":"red","level":"decisive","reason":"objectives"}
{"is":"move","unit":"r1","path":["0101","0102"]}
{"is":"step","unit":"r1","hex":"0102"}
{"is":"release"}
{"is":"attack","unit":"r1","target":"b1"}
{"is":"bombard","unit":"r1","target":"b1"}
{"is":"charge","unit":"r1","target":"b1"}
{"is":"rally"}
{"is":"place","unit":"r1","hex":"0101"}
{"is":"unplace","unit":"r1"}
{"is":"write","unit":"r1","order":{"go":"0102"}}
{"is":"seal"}
{"is":"unseal"}
{"is":"answer","option":"0101"}
{"is":"done"}
{"is":"resign"}
{"is":"draw"}
{"is":"expired"}
{"is":"instructed","side":"red","kind":"advance","answer":"yes","only":"red"}
{"is":"activate","chief":"r9"}
{"is":"lead","chief":"r9","units":["r1","r2"],"dice":3}
{"is":"share","given":{"r1":[7,3],"r2":[5]}}
{"is":"face","unit":"r1","facing":{"left":0,"right":2}}
{"is":"form","unit":"r1","formation":"square","facing":{"left":0,"right":3}}
{"is":"volley","target":"b1","shooters":["r1","r2/left"]}
{"is":"instruct","kind":"advance","answer":"yes"}
""".strip().splitlines()


def test_every_event_has_a_stored_name() -> None:
    assert set(EVENTS.values()) == defined(ev, ev.Event)


def test_every_command_has_a_stored_name() -> None:
    assert set(COMMANDS.values()) == defined(co, co.Command)


def test_no_name_stands_for_two_things() -> None:
    assert not EVENTS.keys() & COMMANDS.keys()
    assert len(set(KINDS)) == len(KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_what_is_stored_comes_back(kind: type, data: st.DataObject) -> None:
    thing = data.draw(st.builds(kind, **{name: st.from_type(hint) for name, hint in hints(kind).items()}))

    stored = json.loads(json.dumps(to_json(thing)))

    assert from_json(stored) == thing
    assert type(from_json(stored)) is kind


def hints(kind: type) -> dict[str, Any]:
    """Every field, those with defaults too, so that hypothesis fills them all."""
    return get_type_hints(kind)


st.register_type_strategy(
    Unit, st.builds(Unit, **{name: st.from_type(hint) for name, hint in hints(Unit).items()})
)


@pytest.mark.parametrize("line", WRITTEN, ids=lambda line: json.loads(line)["is"])
def test_what_an_earlier_release_wrote_is_read_and_written_alike(line: str) -> None:
    thing = from_json(json.loads(line))

    assert to_json(thing) == json.loads(line)


def test_there_is_a_written_line_of_every_kind() -> None:
    assert {json.loads(line)["is"] for line in WRITTEN} == EVENTS.keys() | COMMANDS.keys()


def test_fields_equal_to_their_default_are_left_out() -> None:
    unit = Unit(id="r1", side="red", kind="inf", place="0101")

    assert to_json(ev.Introduced(counter=unit)) == {
        "is": "introduced",
        "counter": {"id": "r1", "side": "red", "kind": "inf", "place": "0101"},
    }


def test_a_name_that_many_events_tell_of_is_kept_in_memory_once() -> None:
    line = '{"is":"changed","value":"strength","was":3,"now":2,"unit":"cavalry-of-the-left-wing"}'

    first, second = from_json(json.loads(line)), from_json(json.loads(line))

    assert isinstance(first, ev.Changed)
    assert isinstance(second, ev.Changed)
    assert (first.unit is second.unit, first.value is second.value) == (True, True)


def test_the_order_of_orders_is_kept() -> None:
    written = co.Write(unit="r1", order={"b": "1", "a": "2"})

    again = from_json(json.loads(json.dumps(to_json(written))))

    assert isinstance(again, co.Write)
    assert [*again.order] == ["b", "a"]


@pytest.mark.parametrize(
    ("stored", "words"),
    [
        ({"is": "teleported", "unit": "r1"}, "teleported: no such event"),
        ({"unit": "r1"}, "neither an event nor a command"),
        ({"is": ["moved"]}, "neither an event nor a command"),
        ({"is": "selected", "unit": "r1", "speed": 3}, "selected: no such field: speed"),
        ({"is": "selected"}, "selected: field missing: unit"),
        ({"is": "selected", "unit": 5}, "selected.unit: 5 is not str"),
        ({"is": "pooled", "pool": "a", "dice": "66"}, "pooled.dice: '66' is not a list"),
        ({"is": "pooled", "pool": "a", "dice": [6, "6"]}, "pooled.dice: '6' is not int"),
        ({"is": "turned", "unit": "a", "facing": [1]}, "turned.facing: .* is not an object"),
        ({"is": "asked", "question": {"kind": "a"}}, "asked.question: field missing: side"),
        ({"is": "noted", "kind": "a", "facts": {"x": None}}, "noted.facts.x: None"),
    ],
)
def test_what_a_newer_program_or_a_hand_wrote_is_refused(stored: dict[str, Any], words: str) -> None:
    with pytest.raises(Unreadable, match=words):
        from_json(stored)


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        (ev.Selected(unit=7), "selected.unit: 7 is not str"),  # type: ignore[arg-type]
        (ev.Pooled(pool="a", dice=[6]), "pooled.dice"),  # type: ignore[arg-type]
        (ev.Turned(unit="a", facing={1: 1}), "turned.facing"),  # type: ignore[dict-item]
        (ev.Noted(kind="a", facts={"x": 0.5}), "noted.facts.x"),  # type: ignore[dict-item]
        (ev.Asked(question=None), "asked.question"),  # type: ignore[arg-type]
        (ev.Event(), "Event has no stored name"),
    ],
)
def test_what_could_not_be_read_again_is_not_written(thing: ev.Event, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        to_json(thing)


def test_a_question_keeps_its_options_in_order() -> None:
    event = ev.Asked(question=Question(kind="k", side="red", about="r1", options=("b", "a"), default="b"))

    assert from_json(to_json(event)) == event
