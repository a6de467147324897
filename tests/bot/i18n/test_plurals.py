"""Counts and agreement in a language with more forms than English: Polish (`locale/pl.po`)."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.i18n import plurals
from bot.i18n.catalogue import Catalogue, Name, read_translations, sentences
from bot.i18n.plurals import Entry
from tools.catalogue import english, po_bytes, untranslated, updated

PO = Path(__file__).parent / "locale" / "pl.po"
ENGLISH = {
    "list.and": "{some} and {last}",
    "count.points": "{n:point/points}",
    "count.units": "{side} has {n:unit/units} on the map.",
    "count.hexes": "{unit} is {away:hex/hexes} away.",
    "count.dice": "{n:die/dice} against {value}",
    "count.hours": "You have {n:hour/hours} left, {side}.",
    "count.turns": "The game ends in {n:turn/turns}.",
    "count.losses": "**{n:loss/losses}** ({units})",
    "count.levels": "a slope of {levels:level/levels}",
    "count.games": "{n:game/games} at once are too many.",
    "count.orders": "{n:order is/orders are} locked.",
    "count.wait": "{n:unit/units} {n:=waits/wait} for orders.",
    "count.chance": "a chance of {chance:percent/percent}",
    "two.picture": "You have shared {n:picture/pictures} within {minutes:minute/minutes}.",
    "two.dice": "{units:unit/units} {units:=needs/need} {dice:die/dice}.",
    "two.verb": "Against {dice:die/dice}, {units:unit/units} {units:=is/are} too many.",
    "three.score": "{side}: {score:point/points}, {units:unit/units} on the map, {lost:loss/losses}",
    "agree.retreat": "{unit} {unit:=retreats/retreat} to **{hex}**.",
    "agree.shaken": "{unit} {unit:=is/are} shaken: {n:hit/hits}.",
    "plain": "Nothing has moved.",
}
POLISH = Catalogue("pl", ENGLISH, read_translations(PO))


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def entries(texts: dict[str, str]) -> list[Entry]:
    return [entry for key, text in texts.items() for entry in plurals.entries(key, text)]


@pytest.mark.parametrize(
    ("n", "points"),
    [
        (0, "0 punktów"),
        (1, "1 punkt"),
        (2, "2 punkty"),
        (4, "4 punkty"),
        (5, "5 punktów"),
        (12, "12 punktów"),
        (21, "21 punktów"),
        (22, "22 punkty"),
        (-1, "-1 punkt"),
        ("3", "3 punkty"),
        ("<1", "<1 punktów"),
        (">99", ">99 punktów"),
    ],
)
def test_polish_counts_by_its_own_rule(n: int | str, points: str) -> None:
    assert POLISH("count.points", n=n) == points


@pytest.mark.parametrize(
    ("n", "sentence"),
    [
        (1, "1 oddział czeka na rozkazy."),
        (3, "3 oddziały czekają na rozkazy."),
        (5, "5 oddziałów czeka na rozkazy."),
    ],
)
def test_the_verb_of_a_count_has_all_forms_of_the_language(n: int, sentence: str) -> None:
    assert POLISH("count.wait", n=n) == sentence


@pytest.mark.parametrize(
    ("pictures", "minutes", "sentence"),
    [
        (1, 2, "Udostępniono 1 obraz w ciągu 2 minut."),
        (2, 1, "Udostępniono 2 obrazy w ciągu 1 minuty."),
        (5, 22, "Udostępniono 5 obrazów w ciągu 22 minut."),
    ],
)
def test_two_counts_of_a_sentence_have_their_own_forms(pictures: int, minutes: int, sentence: str) -> None:
    assert POLISH("two.picture", n=pictures, minutes=minutes) == sentence


def test_the_count_that_a_verb_agrees_with_chooses_the_sentence() -> None:
    assert [entry.context for entry in plurals.entries("x", ENGLISH["two.verb"])] == ["x", "x#dice"]
    assert POLISH("two.verb", dice=1, units=2) == "Wobec 1 kości 2 oddziały to za dużo."
    assert POLISH("two.verb", dice=5, units=7) == "Wobec 5 kości 7 oddziałów to za dużo."


def test_three_counts_of_a_sentence_have_their_own_forms() -> None:
    sentence = POLISH("three.score", side="Niebiescy", score=5, units=2, lost=1)

    assert sentence == "Niebiescy: 5 punktów, 2 oddziały na mapie, 1 strata"


def test_polish_words_agree_with_a_name() -> None:
    rekruci, gwardia = Name("Rekruci", plural=True), Name("Gwardia")

    sentences = [POLISH("agree.retreat", unit=u, hex="0304") for u in (rekruci, gwardia)]
    both = POLISH("agree.shaken", unit=POLISH.join_list([gwardia, rekruci]), n=5)

    assert sentences == ["Rekruci wycofują się na **0304**.", "Gwardia wycofuje się na **0304**."]
    assert both == "Gwardia i Rekruci są wstrząśnięci: 5 trafień."


@pytest.mark.parametrize("key", ENGLISH)
def test_every_polish_sentence_can_be_said(key: str) -> None:
    facts = {"n": 2, "away": 2, "levels": 2, "minutes": 2, "dice": 2, "units": 2, "score": 2, "lost": 2}
    names = {"unit": "U", "side": "S", "hex": "0304", "value": 4, "some": "a", "last": "b", "chance": "<1"}

    polish, english_ = (words(key, **facts, **names) for words in (POLISH, Catalogue("en", ENGLISH)))

    assert polish != english_


def test_the_polish_catalogue_is_as_the_tool_writes_it() -> None:
    polish = read(PO)

    made = updated(polish, entries(ENGLISH))

    assert po_bytes(made) == PO.read_bytes()
    assert (made.num_plurals, untranslated(made), list(made.check())) == (3, [], [])


# --- the tool -----------------------------------------------------------------------------------------


def french(context: str, english_text: str, text: str) -> Catalog:
    made = Catalog(locale="fr")
    made.add(english_text, text, context=context)
    return made


def strings(catalog: Catalog) -> dict[str, object]:
    return {str(m.context): m.string for m in catalog if m.id}


def test_an_entry_whose_english_has_changed_keeps_its_forms_and_is_fuzzy() -> None:
    after = "{n:hex/hexes} away"
    old = Catalog(locale="fr")
    old.add(("{n} hex", "{n} hexes"), ("{n} hexagone", "{n} hexagones"), context="x")

    made = updated(old, plurals.entries("x", after))

    (message,) = [m for m in made if m.id]
    assert (message.fuzzy, message.string) == (True, ("{n} hexagone", "{n} hexagones"))
    assert list(message.previous_id) == ["{n} hex", "{n} hexes"]
    assert b"#| msgid_plural" in po_bytes(made)


def test_a_sentence_that_begins_to_count_is_fuzzy_in_all_forms() -> None:
    made = updated(french("x", "{n} hexes", "{n} hexagones"), plurals.entries("x", "{n:hex/hexes}"))

    assert strings(made) == {"x": ("{n} hexagones", "{n} hexagones")}
    assert untranslated(made) == ["x"]


def test_a_new_language_gets_its_own_number_of_empty_forms(tmp_path: Path) -> None:
    empty = tmp_path / "pl.po"
    empty.touch()

    made = updated(read(empty), plurals.entries("x", "{n:hex/hexes}"))
    empty.write_bytes(po_bytes(made))

    assert strings(read(empty)) == {"x": ("", "", "")}
    assert "nplurals=3" in read(empty).plural_forms
    assert Catalogue("pl", {"x": "{n:hex/hexes}"}, read_translations(empty))("x", n=5) == "5 hexes"


def test_a_sentence_with_a_form_missing_is_said_in_english(tmp_path: Path) -> None:
    path, text = tmp_path / "pl.po", {"x": "{n:hex/hexes}"}
    made = Catalog(locale="pl")
    made.add(("{n} hex", "{n} hexes"), ("{n} pole", "", ""), context="x")
    path.write_bytes(po_bytes(made))

    polish = Catalogue("pl", text, read_translations(path))

    assert [polish("x", n=n) for n in (1, 0, 2)] == ["1 hex", "0 hexes", "2 hexes"]


def test_every_english_sentence_has_entries_of_different_contexts() -> None:
    contexts = [entry.context for entry in entries(dict(sentences()))]

    assert len(contexts) == len(set(contexts))
    assert {entry.context for entry in english()} >= {c for c in contexts if sentences().get(c, c)}


def test_one_fact_cannot_count_two_things_beside_another_count() -> None:
    with pytest.raises(ValueError, match="use another fact"):
        plurals.entries("x", "{a:die/dice}: {n:hit/hits}, {n:loss/losses}")
