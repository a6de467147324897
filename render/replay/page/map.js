// Draws a moment on a canvas whose units are pixels of the printed map.
const ZONE_TINT = 0.09, ZONE_LINES = 0.8, ZONE_BORDER = 0.9; // how strong they are
const ZONE_BAND = 0.2, ZONE_EDGE = 0.035; // widths of the hatched band and of the border, in radii
const ZONE_STEP = 0.27, ZONE_LINE = 0.043; // the hatching: pixels until it repeats, width of a line, in radii

const [printedMap, ...sheets] = document.querySelectorAll("#pictures img");

// The hexes of the map, a little larger than they are: the paper around them is left out.
const mapOutline = new Path2D();
for (const [, x, y] of GAME.hexes) {
  GAME.corners.forEach(([right, down], n) => mapOutline[n ? "lineTo" : "moveTo"](x + 1.03 * right, y + 1.03 * down));
  mapOutline.closePath();
}

function drawMoment(context, moment, hidden) {
  context.save();
  context.clip(mapOutline);
  context.drawImage(printedMap, 0, 0);
  context.restore();
  moment.scene.forEach((list, group) => {
    const overlay = GAME.overlays[group];
    if (hidden.has(overlay)) return;
    if (overlay === "zones") drawZones(context, moment);
    for (const mark of listOf(list)) drawMark(context, ...GAME.marks[mark]);
  });
}

function drawMark(context, number, x, y) {
  const drawing = GAME.drawings[number];
  if (drawing.length === 5) {
    const [sheet, left, top, width, height] = drawing;
    context.drawImage(sheets[sheet], left, top, width, height, x, y, width, height);
    return;
  }
  context.save();
  context.translate(x, y);
  context.fillStyle = context.strokeStyle = drawing[0];
  context.lineJoin = "round";
  for (const shape of drawing[1]) drawShape(context, ...shape);
  context.restore();
}

function drawShape(context, kind, ...numbers) {
  SHAPES[kind](context, ...numbers);
}

const SHAPES = {
  line(context, width, roundEnds, ...places) {
    context.lineWidth = width;
    context.lineCap = roundEnds ? "round" : "butt";
    context.stroke(pathOf(places));
  },
  polygon(context, ...places) {
    context.fill(pathOf(places));
  },
  dot(context, radius, ...place) {
    const [x, y] = place.map(inPixels);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  },
  box(context, corner, frame, ...places) {
    const [left, top, right, bottom] = places.map(inPixels);
    const inside = frame / 2;
    const [width, height] = [right - left - frame, bottom - top - frame];
    context.beginPath();
    context.roundRect(left + inside, top + inside, width, height, Math.max(0, corner - inside));
    context.lineWidth = frame;
    if (frame) context.stroke();
    else context.fill();
  },
};

function inPixels(place) {
  return place / GAME.subpixels;
}

function pathOf(places) {
  const path = new Path2D();
  for (let n = 0; n < places.length; n += 2) path.lineTo(inPixels(places[n]), inPixels(places[n + 1]));
  return path;
}

// Zones of control: a faint tint, and a border hatched on its inner side, slanting differently for each side.
function drawZones(context, moment) {
  moment.zones.forEach((list, side) => {
    const zone = new Set(listOf(list));
    if (zone.size) drawZone(context, zone, side);
  });
}

function drawZone(context, zone, side) {
  const colour = GAME.sides[side][1];
  const inside = new Path2D();
  const edges = new Path2D();
  for (const hex of zone) {
    const [, x, y] = GAME.hexes[hex];
    const corners = GAME.corners.map(([right, down]) => [x + right, y + down]);
    corners.forEach(([u, v], n) => (n ? inside.lineTo(u, v) : inside.moveTo(u, v)));
    inside.closePath();
    corners.forEach((corner, n) => {
      if (zone.has(GAME.near[hex][n])) return;
      edges.moveTo(...corner);
      edges.lineTo(...corners[(n + 1) % 6]);
    });
  }
  context.save();
  context.clip(inside);
  context.globalAlpha = ZONE_TINT;
  context.fillStyle = colour;
  context.fill(inside);
  context.globalAlpha = ZONE_LINES;
  context.lineWidth = 2 * ZONE_BAND * GAME.radius;
  context.lineCap = "round";
  context.strokeStyle = hatching(context, side);
  context.stroke(edges);
  context.globalAlpha = ZONE_BORDER;
  context.lineWidth = 2 * ZONE_EDGE * GAME.radius;
  context.strokeStyle = colour;
  context.stroke(edges);
  context.restore();
}

const hatchings = [];

function hatching(context, side) {
  if (!hatchings[side]) {
    const step = Math.round(ZONE_STEP * GAME.radius);
    const tile = document.createElement("canvas");
    tile.width = tile.height = step;
    const ink = tile.getContext("2d");
    ink.strokeStyle = GAME.sides[side][1];
    ink.lineWidth = ZONE_LINE * GAME.radius;
    for (const shift of [-step, 0, step]) {
      const [from, to] = side % 2 ? [-step, 2 * step] : [2 * step, -step];
      ink.moveTo(shift - step, from);
      ink.lineTo(shift + 2 * step, to);
    }
    ink.stroke();
    hatchings[side] = context.createPattern(tile, "repeat");
  }
  return hatchings[side];
}
