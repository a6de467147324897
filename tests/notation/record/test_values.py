"""Values within a line of a record."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation.record.values import DEEPEST, read_value, text_of

anything = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**18), 10**18) | st.text() | st.from_regex(r"[-+]?\d{1,5}"),
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(st.text(), parts, max_size=4),
    max_leaves=12,
)


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(anything)
def test_a_value_is_read_as_it_was_written(value: object) -> None:
    text = text_of(value)

    assert json.dumps(read_value(text)) == json.dumps(value)
    assert text.isprintable()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("0203", "0203"),
        (203, "203"),
        ("203", '"203"'),
        (1200, "+1200"),
        ("+1200", '"+1200"'),
        (-1200, "-1200"),
        ("true", '"true"'),
        ("3rd Hussars", '"3rd Hussars"'),
        ("Jäger", "Jäger"),
        ("a\u202eb", '"a\\u202eb"'),
        ("\x7f", '"\\u007f"'),
        ("", '""'),
        ({"a": [], "b c": {}}, '{a:[] "b c":{}}'),
    ],
)
def test_each_value_has_one_spelling(value: object, text: str) -> None:
    assert text_of(value) == text
    assert read_value(text) == value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "a value is expected"),
        ("[1 2", "a value is expected"),
        ("{a:1", "a word is expected"),
        ("{a 1}", "':' is expected, not '1'"),
        ("{a:1 a:2}", "stands twice"),
        ('"open', "not closed"),
        ('"\\x"', "cannot be read"),
        ("a b", "one value is expected"),
        ("]", "a value is expected, not"),
        ("[" * (DEEPEST + 2), f"more than {DEEPEST} deep"),
        ("[" * 100_000, f"more than {DEEPEST} deep"),
    ],
)
def test_what_is_no_value_is_refused_with_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        read_value(text)
