// Which moment is shown, and how the reader gets from one to another.
const SHORTEST = 900, LONGEST = 4500, PER_LETTER = 32; // milliseconds a moment is shown while the game plays

let current = 0;
let playing = 0; // the timer while the game plays
const hidden = new Set();

const element = (id) => document.getElementById(id);

function show(number, { link = true } = {}) {
  current = Math.min(Math.max(number, 0), MOMENTS.length - 1);
  const moment = MOMENTS[current];
  element("heading").textContent = moment.heading;
  element("lines").replaceChildren(...moment.lines.map(lineElement));
  element("slider").value = current;
  const count = filled(LABELS.moment_of, { n: current + 1, of: MOMENTS.length });
  element("slider").setAttribute("aria-valuetext", `${count}. ${moment.heading}`);
  element("count").textContent = `${current + 1} / ${MOMENTS.length}`;
  element("jump").value = String(phaseStart(current));
  canvas.setAttribute("aria-label", `${LABELS.map}. ${moment.heading}`);
  for (const [id, end] of [["first", 0], ["back", 0], ["back_phase", 0], ["last", 1], ["forward", 1], ["forward_phase", 1]]) {
    element(id).setAttribute("aria-disabled", String(current === (end ? MOMENTS.length - 1 : 0)));
  }
  if (element("standing").open) showPosition();
  if (link) history.replaceState(null, "", "#" + linkTo(current));
  camera.follow(current);
  requestDrawing();
}

function lineElement([text, aside]) {
  const line = document.createElement("li");
  line.textContent = text;
  if (aside) line.className = "aside";
  return line;
}

function phaseOf(number) {
  const { turn, phase, heading } = MOMENTS[number];
  return `${turn}|${phase}|${heading}`;
}

function phaseStart(number) {
  let start = number;
  while (start > 0 && phaseOf(start - 1) === phaseOf(number)) start -= 1;
  return start;
}

function nextPhase() {
  let next = current;
  while (next < MOMENTS.length - 1 && phaseOf(next) === phaseOf(current)) next += 1;
  return next;
}

function earlierPhase() {
  const start = phaseStart(current);
  return start < current || !start ? start : phaseStart(start - 1);
}

// Links: #order=42, #order=42.2 for the second moment of an order; #7 for a turn, #7.blue for a player's turn,
// #7.combat or #7.blue.combat for where a phase begins.
function linkTo(number) {
  const { entry, part } = MOMENTS[number];
  return part > 1 ? `order=${entry}.${part}` : `order=${entry}`;
}

function linked(hash) {
  const link = decodeURIComponent(hash.replace(/^#/, "")).toLowerCase();
  const order = /^order=(\d+)(?:\.(\d+))?$/.exec(link);
  if (order) {
    const [entry, part] = [Number(order[1]), Number(order[2] || 1)];
    const later = (m) => m.entry > entry || (m.entry === entry && m.part >= part);
    const found = MOMENTS.findIndex(later);
    return found < 0 ? MOMENTS.length - 1 : found;
  }
  const [turn, ...words] = link.split(".");
  const fits = (m) => String(m.turn) === turn && words.every((word) => word === m.phase || word === m.player);
  const found = MOMENTS.findIndex(fits);
  if (found >= 0 || !/^\d+$/.test(turn)) return found;
  const inTurn = MOMENTS.findIndex((m) => m.turn >= Number(turn)); // nothing happened in that phase
  return inTurn < 0 ? MOMENTS.length - 1 : inTurn;
}

function play(on = !playing) {
  clearTimeout(playing);
  playing = 0;
  if (on) {
    if (current === MOMENTS.length - 1) show(0);
    playing = setTimeout(playOn, timeOf(current));
  }
  const label = playing ? LABELS.pause : LABELS.play;
  element("play").setAttribute("aria-label", label);
  element("play").title = label;
  element("play").classList.toggle("playing", Boolean(playing));
}

function playOn() {
  show(current + 1);
  if (current === MOMENTS.length - 1) play(false);
  else playing = setTimeout(playOn, timeOf(current));
}

function timeOf(number) {
  const letters = MOMENTS[number].lines.reduce((sum, [text, aside]) => sum + (aside ? 0 : text.length), 0);
  return Math.min(LONGEST, SHORTEST + PER_LETTER * letters) * Number(element("speed").value);
}

function go(number) {
  play(false);
  show(number);
}

// Where everything stands, in words.
function showPosition() {
  const bySide = GAME.sides.map(() => []);
  for (const [unit, { side, hex }] of standingAt(current)) bySide[side].push([GAME.hexes[hex][0], GAME.units[unit]]);
  const rows = GAME.sides.flatMap(([name], side) => {
    const units = bySide[side].sort().map(([hex, unit]) => `${unit} ${hex}`);
    return [textElement("dt", name), textElement("dd", units.join(", ") || LABELS.none)];
  });
  element("position").replaceChildren(...rows);
}

function textElement(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}
