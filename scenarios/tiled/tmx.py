"""Tiled's XML (.tmx), from the same map as its JSON: written by the standard library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

PLAIN = (str, int, float)


def tmx(document: Mapping[str, Any]) -> bytes:
    """The map as XML."""
    root = _element("map", document, ("type",))
    _properties(root, document)
    for tileset in document["tilesets"]:
        inner = ElementTree.SubElement(
            root, "tileset", _attributes(tileset, ("image", "imagewidth", "imageheight"))
        )
        size = {"width": str(tileset["imagewidth"]), "height": str(tileset["imageheight"])}
        ElementTree.SubElement(inner, "image", {"source": tileset["image"], **size})
        for tile in tileset["tiles"]:
            ElementTree.SubElement(inner, "tile", _attributes(tile))
    for layer in document["layers"]:
        if layer["type"] == "tilelayer":
            inner = ElementTree.SubElement(root, "layer", _attributes(layer, ("type", "x", "y")))
            ElementTree.SubElement(inner, "data", {"encoding": "csv"}).text = _csv(
                layer["data"], layer["width"]
            )
        else:
            inner = ElementTree.SubElement(root, "objectgroup", _attributes(layer, ("type", "x", "y")))
            for thing in layer["objects"]:
                _object(inner, thing)
    ElementTree.indent(root, " ")
    text: bytes = ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True)
    return text + b"\n"


def _element(name: str, entries: Mapping[str, Any], leave_out: tuple[str, ...] = ()) -> ElementTree.Element:
    return ElementTree.Element(name, _attributes(entries, leave_out))


def _attributes(entries: Mapping[str, Any], leave_out: tuple[str, ...] = ()) -> dict[str, str]:
    """The entries that are single words and numbers; truth is 1 or 0."""
    plain = {name: value for name, value in entries.items() if isinstance(value, PLAIN)}
    return {
        name: str(int(value))
        if isinstance(value, bool)
        else value
        if isinstance(value, str)
        else _number(value)
        for name, value in plain.items()
        if name not in leave_out
    }


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


def _csv(data: list[int], width: int) -> str:
    rows = (",".join(map(str, data[at : at + width])) for at in range(0, len(data), width))
    return "\n" + ",\n".join(rows) + "\n"


def _object(layer: ElementTree.Element, thing: Mapping[str, Any]) -> None:
    inner = ElementTree.SubElement(layer, "object", _attributes(thing, ("point",)))
    _properties(inner, thing)
    if thing.get("point"):
        ElementTree.SubElement(inner, "point")
    for shape in ("polyline", "polygon"):
        if shape in thing:
            points = " ".join(f"{_number(p['x'])},{_number(p['y'])}" for p in thing[shape])
            ElementTree.SubElement(inner, shape, {"points": points})


def _properties(inner: ElementTree.Element, entries: Mapping[str, Any]) -> None:
    if entries.get("properties"):
        holder = ElementTree.SubElement(inner, "properties")
        for entry in entries["properties"]:
            value = entry["value"]
            said = ("true" if value else "false") if isinstance(value, bool) else str(value)
            ElementTree.SubElement(holder, "property", {**_attributes(entry, ("value",)), "value": said})
