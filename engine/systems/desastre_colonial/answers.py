"""What a side may answer beforehand, by kind of question (7.1): "ask" to be asked where it would not be."""

from __future__ import annotations

from collections.abc import Mapping

from engine.standing import ANY, ASK

_EITHER = ("yes", "no")

STANDING: Mapping[str, tuple[str, ...]] = {
    "reroll": ("none", ANY),
    "keep": _EITHER,
    "square": _EITHER,
    "principal": (ANY,),
    "conform": (ANY,),
    "chief_protects": _EITHER,
    "protection": ("highest", ASK),
    "commit": _EITHER,
    "advance": _EITHER,
    "rout": ("cover", "chief"),
    "rout_step": (ANY,),
    "aside": (ANY,),
    "face": ("keep", ASK),
    "follow": (*_EITHER, ASK),
    "flight": (ANY,),
    "crossing": (ANY,),
    "drame": ("1", "2", "3", "none"),
    "hand_back": _EITHER,
}
