"""What the page says, in French as well: nothing is missing or left over, and the typography is French."""

import ast
import re
from pathlib import Path

SANDBOX = Path(__file__).parents[1]
PAGE = SANDBOX / "page"
ENTRY = re.compile(r"^  '((?:[^'\\]|\\.)*)': '((?:[^'\\]|\\.)*)',$", re.MULTILINE)
SAID = re.compile(r"\bt\(\s*'((?:[^'\\]|\\.)*)'")
BY_LIBRARY = {"used", "Original message was deleted"}
NAMED = {"player", "spectator", "moderator", "Players", "Spectators", "Moderators", "Apps"}
"""Roles and the groups of members, which the page looks up by role."""
REFUSING = ("client/client.py", "client/form_input.py", "client/command_input.py", "messages/uploads.py")
NO_BREAK = "\u00a0"


def french() -> dict[str, str]:
    """The French by the English."""
    text = (PAGE / "js" / "french.js").read_text(encoding="utf-8")
    return {english: said.replace("\\u00a0", NO_BREAK) for english, said in ENTRY.findall(text)}


def said() -> set[str]:
    """What the page says itself: in its scripts and its frame."""
    scripts = "".join(p.read_text(encoding="utf-8") for p in (PAGE / "js").glob("*.js"))
    frame = (PAGE / "index.html").read_text(encoding="utf-8")
    return {*SAID.findall(scripts), *re.findall(r'aria-label="([^"]+)"', frame)}


def refusals() -> set[str]:
    """The sentences with which the sandbox refuses, {} for each fact in them."""
    sentences = {"The sandbox refused ({})."}
    for path in (*REFUSING, "page_api.py"):
        for node in ast.walk(ast.parse((SANDBOX / path).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "InvalidInput":
                sentences.add(template(node.args[0]))
    sentences.add("The page asked for something strange.")
    return sentences


def template(words: ast.expr) -> str:
    if isinstance(words, ast.JoinedStr):
        return "".join(p.value if isinstance(p, ast.Constant) else "{}" for p in words.values)
    return words.value


def without_names(english: str) -> str:
    return re.sub(r"\{\w+\}", "{}", english)


def test_all_that_the_page_says_has_its_french():
    assert sorted(said() - french().keys()) == []


def test_all_refusals_of_the_sandbox_have_their_french():
    known = {without_names(english) for english in french()}
    assert sorted(refusals() - known) == []


def test_nothing_is_translated_that_nobody_says():
    used, refused = {*said(), *BY_LIBRARY, *NAMED}, refusals()
    assert [e for e in french() if e not in used and without_names(e) not in refused] == []


def test_facts_and_typography_are_right_in_french():
    for english, words in french().items():
        assert sorted(re.findall(r"\{\w+\}", english)) == sorted(re.findall(r"\{\w+\}", words)), english
        assert not re.search(r"[^\u00a0][:;?!»]|«[^\u00a0]|'", words), words
