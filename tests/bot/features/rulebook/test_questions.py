"""What players ask most of each rulebook, in both languages: the rule that answers is among the first three.

The words are a player's, not the rulebook's, and every question is asked by a reader of either language.
"""

from __future__ import annotations

import pytest

import scenarios
from bot.features.rulebook import page as rulebook_page
from bot.i18n.catalogue import catalogue_for

LANGUAGES = ("en", "fr")
MOST = 3
ASKED = {
    "morne_plaine": [
        ("MP-RET-1", "how does a unit fall back", "comment une unité bat en retraite"),
        ("MP-BOM-6", "can guns shoot over friends", "tirer par-dessus ses amis"),
        ("MP-ZOC-11", "when can I leave a zone of control", "quand sortir d'une zone de contrôle"),
        ("MP-RAL-5", "how do I get morale back", "comment récupérer du moral"),
        ("MP-CHG-1", "which units may charge", "quelles unités chargent"),
        ("MP-CBT-29", "how are the odds worked out", "calcul du rapport de force"),
        ("MP-GEN-11", "can I stack units", "empiler deux unités"),
        ("MP-MOV-21", "what does moving by road cost", "combien coûte la route"),
        ("MP-CMD-6", "what if the leader dies", "que se passe-t-il si le chef meurt"),
        ("MP-VIC-1", "how do I win", "comment gagner la partie"),
    ],
    "art_of_tactic": [
        ("AT-ORD-60", "how does a unit fall back", "comment une unité se replie"),
        ("AT-ORD-03", "when are orders revealed", "quand révèle-t-on les ordres"),
        ("AT-ENC-01", "two units entering the same hex", "deux unités entrent dans le même hexagone"),
        ("AT-DZ-10", "how far does a kill zone reach", "jusqu'où va la zone de feu"),
        ("AT-MEL-23", "how many dice in close combat", "combien de dés au corps à corps"),
        ("AT-MOR-11", "morale test after losing men", "tester le moral après des pertes"),
        ("AT-RNG-07", "what blocks line of sight", "qu'est-ce qui bloque la ligne de vue"),
        ("AT-MEL-27", "bonus for attacking in the flank", "bonus d'attaque de flanc"),
        ("AT-FAT-05", "how do tired units recover", "récupérer de la fatigue"),
        ("AT-RNG-04", "do archers run out of ammo", "les archers ont-ils assez de munitions"),
    ],
    "pousse_pion": [
        ("PP-RET-02", "how far does a unit fall back", "de combien recule une unité"),
        ("PP-MOR-12", "what does a disordered unit lose", "que subit une unité désorganisée"),
        ("PP-ZOC-08", "exit a zone of control", "sortir d'une zone de contrôle"),
        ("PP-RAL-05", "how do troops get out of disorder", "remettre ses troupes en ordre"),
        ("PP-FIR-06", "what obstructs line of sight", "ligne de vue bloquée"),
        ("PP-FIR-16", "opportunity fire", "tirer en réaction"),
        ("PP-CHG-03", "can I charge a unit in the open", "charger une cible à découvert"),
        ("PP-GEN-13", "how many units fit in a hex: stacking", "peut-on empiler les unités"),
        ("PP-CMD-09", "movement of uncommanded units", "mouvement des unités non commandées"),
        ("PP-PUR-06", "do I have to pursue", "suis-je obligé de poursuivre"),
    ],
    "desastre_colonial": [
        ("DC-ROU-05", "how far does a unit fall back", "jusqu'où recule une unité"),
        ("DC-GEN-02", "who goes first", "qui commence le tour"),
        ("DC-FIR-17", "which dice for shooting", "avec quels dés tirer"),
        ("DC-FOR-12", "which units can't form a square", "qui ne peut pas former le carré"),
        ("DC-MOR-03", "morale test after being shot at", "test de moral après un tir"),
        ("DC-PRO-T4", "shooting at units in cover", "tirer sur une cible à l'abri"),
        ("DC-CHF-04", "what if a general dies", "et si mon général meurt"),
        ("DC-FIR-27", "out of ammo", "plus de munitions"),
        ("DC-VIC-02", "how many turns is a battle", "une bataille dure combien de tours"),
        ("DC-MOV-14", "does this game have zocs", "y a-t-il des ZdC"),
    ],
}
QUESTIONS = [
    (system, rule, question)
    for system, rows in ASKED.items()
    for rule, *questions in rows
    for question in questions
]


def book(system: str, reader: str) -> rulebook_page.Rulebook:
    charts = scenarios.charts(system)
    return rulebook_page.Rulebook(words=catalogue_for(reader), system=system, language=reader, charts=charts)


@pytest.mark.parametrize("reader", LANGUAGES)
@pytest.mark.parametrize(("system", "rule", "question"), QUESTIONS)
def test_the_rule_that_answers_is_among_the_first_three(
    system: str, rule: str, question: str, reader: str
) -> None:
    first = [id_ for id_, _ in rulebook_page.matching(book(system, reader), question)[:MOST]]

    assert rule in first
