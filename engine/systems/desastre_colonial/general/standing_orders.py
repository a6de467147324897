"""Standing orders: the answers a side may give in advance, by kind of question (7.1).

ASK asks to be asked a quiet question, ANY stands for whatever option the question offers.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.rules.standing_answers import ANY, ASK

YES_OR_NO = ("yes", "no")

STANDING: Mapping[str, tuple[str, ...]] = {
    "reroll": ("none", ANY),
    "keep": YES_OR_NO,
    "square": YES_OR_NO,
    "principal": (ANY,),
    "conform": (ANY,),
    "chief_protects": YES_OR_NO,
    "protection": ("highest", ASK),
    "commit": YES_OR_NO,
    "advance": YES_OR_NO,
    "rout": ("cover", "chief"),
    "rout_step": (ANY,),
    "aside": (ANY,),
    "face": ("keep", ASK),
    "follow": (*YES_OR_NO, ASK),
    "flight": (ANY,),
    "crossing": (ANY,),
    "drame": ("1", "2", "3", "none"),
    "hand_back": YES_OR_NO,
}
