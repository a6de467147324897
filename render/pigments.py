"""The colours of the printed map, by day, by night and in a printer's ink. Counters have their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Colour = tuple[int, ...]
"""Red, green, blue from 0 to 255, and alpha where it matters."""

Trio = tuple[Colour, Colour, Colour]
"""In the shade, the thing itself, in the light."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Land:
    """Every colour of the printed map; as they stand here, by day. Alpha 0 leaves a thing out."""

    lowland: Colour = (219, 219, 173)
    upland: Colour = (202, 158, 98)
    levels: int = 5
    contour: Colour = (138, 96, 50, 170)
    shade: Colour = (84, 58, 34, 120)
    shine: Colour = (255, 250, 226, 130)
    slope: Colour = (116, 74, 38)
    grid: Colour = (88, 76, 50, 70)
    border: Colour = (84, 72, 50)
    number: Colour = (76, 66, 46, 225)
    number_on_dark: Colour = (248, 244, 218)
    number_rim: Colour = (68, 98, 58)
    name_ink: Colour = (44, 30, 22)
    halo: Colour = (248, 243, 224)
    ground: Mapping[str, Colour] = field(
        default_factory=lambda: {
            "rough": (201, 186, 142, 170),
            "coppice": (186, 200, 132, 190),
            "orchard": (199, 208, 140, 200),
            "woods": (150, 174, 108, 235),
            "village": (226, 208, 172, 235),
            "marsh": (178, 201, 182, 225),
            "hollow": (196, 190, 150, 205),
            "built_up": (226, 208, 172, 235),
            "light_woods": (186, 200, 132, 200),
            "heavy_woods": (142, 168, 104, 240),
            "rice_fields": (196, 206, 158, 235),
            "rocky_ground": (206, 196, 168, 215),
            "ravine": (204, 186, 142, 200),
        }
    )
    tree: Trio = ((58, 86, 50), (96, 130, 72), (132, 162, 92))
    copse: Trio = ((62, 90, 52), (102, 136, 76), (138, 168, 96))
    fir: Trio = ((44, 72, 52), (70, 106, 72), (100, 136, 88))
    shrub: Trio = ((92, 112, 62), (132, 152, 84), (164, 180, 112))
    fruit: Trio = ((88, 112, 56), (126, 154, 74), (164, 186, 104))
    cast: Colour = (52, 58, 30, 100)
    stone: Trio = ((112, 96, 72), (186, 172, 142), (222, 212, 186))
    scree: Trio = ((118, 100, 74), (186, 172, 142), (222, 212, 186))
    tuft: Colour = (128, 134, 82, 150)
    sedge: Trio = ((66, 100, 84), (116, 162, 184), (116, 162, 184))
    meadow: Colour = (190, 206, 140, 62)
    parcels: tuple[Colour, ...] = ((232, 216, 154, 190), (203, 211, 148, 190), (208, 190, 140, 170),
                                   (226, 224, 176, 190))  # fmt: skip
    furrow: Colour = (142, 126, 76, 70)
    hedge: Colour = (128, 146, 84, 210)
    verge: Colour = (112, 130, 72)
    dyke: Trio = ((148, 142, 96), (206, 204, 150), (232, 228, 184))
    paddies: tuple[Colour, ...] = ((172, 200, 190), (186, 206, 170), (160, 192, 192))
    sprout: Colour = (104, 136, 70, 200)
    roof: Trio = ((148, 66, 48), (190, 98, 70), (86, 44, 32))
    slate: Trio = ((92, 96, 108), (136, 142, 152), (48, 46, 50))
    garden: Colour = (162, 180, 104, 235)
    road: Colour = (249, 239, 207)
    road_edge: Colour = (124, 90, 56)
    track: Colour = (122, 86, 50)
    bridge: Colour = (48, 40, 34)
    water: Colour = (84, 142, 184)
    bank: Colour = (44, 92, 134)
    shallow: Colour = (170, 206, 220)
    sand: Colour = (236, 224, 180, 210)
    gorge: Trio = ((96, 66, 42), (138, 106, 70), (176, 146, 102))


DAY = Land()
NIGHT = Land(
    lowland=(56, 66, 74),
    upland=(124, 100, 76),
    contour=(172, 146, 104, 130),
    shade=(14, 16, 24, 130),
    shine=(150, 156, 152, 70),
    slope=(196, 164, 116),
    grid=(164, 178, 186, 62),
    border=(16, 20, 26),
    number=(200, 208, 210, 222),
    number_on_dark=(206, 214, 196),
    number_rim=(28, 54, 48),
    name_ink=(244, 236, 212),
    halo=(26, 32, 38),
    ground={
        "rough": (84, 78, 68, 180),
        "coppice": (66, 90, 74, 210),
        "orchard": (66, 84, 66, 205),
        "woods": (40, 66, 56, 235),
        "village": (84, 76, 72, 235),
        "marsh": (46, 80, 92, 225),
        "hollow": (52, 58, 60, 205),
        "built_up": (84, 76, 72, 235),
        "light_woods": (66, 90, 74, 210),
        "heavy_woods": (34, 60, 52, 240),
        "rice_fields": (60, 84, 84, 235),
        "rocky_ground": (88, 88, 92, 215),
        "ravine": (80, 74, 66, 200),
    },
    tree=((14, 32, 30), (30, 58, 48), (50, 82, 62)),
    copse=((26, 46, 40), (56, 92, 72), (82, 120, 88)),
    fir=((12, 28, 32), (24, 50, 50), (42, 72, 66)),
    shrub=((34, 54, 44), (84, 114, 82), (112, 140, 98)),
    fruit=((38, 58, 40), (82, 110, 70), (110, 138, 88)),
    cast=(10, 14, 18, 120),
    stone=((34, 34, 40), (120, 116, 110), (156, 150, 138)),
    scree=((164, 154, 136), (120, 116, 110), (156, 150, 138)),
    tuft=(104, 120, 116, 130),
    sedge=((136, 176, 160), (92, 146, 176), (92, 146, 176)),
    meadow=(48, 70, 72, 60),
    parcels=((76, 78, 70, 190), (58, 76, 72, 190), (72, 68, 66, 170), (70, 80, 82, 190)),
    furrow=(140, 140, 116, 44),
    hedge=(38, 60, 50, 235),
    verge=(38, 60, 50),
    dyke=((30, 38, 42), (98, 104, 92), (124, 128, 110)),
    paddies=((58, 96, 108), (62, 92, 90), (52, 86, 104)),
    sprout=(122, 158, 112, 170),
    roof=((112, 62, 52), (154, 90, 72), (28, 20, 20)),
    slate=((88, 98, 114), (130, 140, 154), (22, 24, 30)),
    garden=(62, 92, 68, 235),
    road=(186, 170, 136),
    road_edge=(30, 28, 28),
    track=(186, 164, 124),
    bridge=(236, 226, 200),
    water=(70, 126, 168),
    bank=(22, 46, 72),
    shallow=(112, 164, 196),
    sand=(112, 104, 86, 150),
    gorge=((20, 20, 24), (54, 48, 44), (96, 86, 72)),
)
INK = Land(
    lowland=(255, 255, 255),
    upland=(196, 196, 196),
    contour=(90, 90, 90, 200),
    shade=(60, 60, 60, 70),
    shine=(255, 255, 255, 0),
    slope=(70, 70, 70),
    grid=(70, 70, 70, 90),
    border=(40, 40, 40),
    number=(84, 84, 84, 255),
    number_on_dark=(40, 40, 40),
    number_rim=(255, 255, 255),
    name_ink=(0, 0, 0),
    halo=(255, 255, 255),
    ground={
        "rough": (244, 244, 244, 255),
        "coppice": (246, 248, 244, 255),
        "orchard": (248, 249, 246, 255),
        "woods": (222, 228, 218, 255),
        "village": (240, 238, 236, 255),
        "marsh": (238, 243, 245, 255),
        "hollow": (232, 232, 230, 255),
        "built_up": (240, 238, 236, 255),
        "light_woods": (246, 248, 244, 255),
        "heavy_woods": (206, 214, 202, 255),
        "rice_fields": (244, 247, 248, 255),
        "rocky_ground": (240, 240, 240, 255),
        "ravine": (238, 238, 238, 255),
    },
    tree=((98, 108, 96), (206, 214, 202), (240, 244, 238)),
    copse=((98, 108, 96), (214, 222, 210), (242, 246, 240)),
    fir=((74, 84, 74), (180, 190, 178), (222, 228, 220)),
    shrub=((110, 118, 106), (226, 232, 222), (248, 250, 246)),
    fruit=((96, 104, 92), (214, 222, 208), (246, 249, 244)),
    cast=(70, 74, 68, 60),
    stone=((110, 110, 110), (222, 222, 222), (250, 250, 250)),
    scree=((110, 110, 110), (222, 222, 222), (250, 250, 250)),
    tuft=(140, 140, 140, 150),
    sedge=((92, 100, 100), (150, 178, 196), (150, 178, 196)),
    meadow=(255, 255, 255, 0),
    parcels=((255, 255, 255, 0),) * 4,
    furrow=(255, 255, 255, 0),
    hedge=(255, 255, 255, 0),
    verge=(150, 156, 148),
    dyke=((130, 130, 130), (236, 236, 236), (252, 252, 252)),
    paddies=((222, 234, 240), (240, 245, 246), (230, 240, 244)),
    sprout=(110, 122, 110, 220),
    roof=((150, 144, 142), (206, 202, 200), (50, 46, 44)),
    slate=((96, 96, 100), (150, 150, 154), (30, 30, 30)),
    garden=(226, 232, 222, 255),
    road=(255, 255, 255),
    road_edge=(70, 70, 70),
    track=(80, 80, 80),
    bridge=(30, 30, 30),
    water=(148, 182, 206),
    bank=(48, 74, 96),
    shallow=(228, 240, 246),
    sand=(255, 255, 255, 220),
    gorge=((70, 70, 70), (150, 150, 150), (210, 210, 210)),
)
