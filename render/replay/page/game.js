// The game as written into the page (JSON, deflated): moments, the drawings on the map, the places of units.
const GAME = await unpacked(document.getElementById("game").textContent);
const MOMENTS = GAME.moments;
const LABELS = GAME.labels;

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

// A label with its facts: filled("Moment {n}", {n: 3}).
function filled(label, facts) {
  return label.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
}

// Lists of numbers are written as "4-6,2,9", each list once, and read when they are first needed.
const readLists = new Map();

function listOf(number) {
  if (!readLists.has(number)) readLists.set(number, readList(GAME.lists[number]));
  return readLists.get(number);
}

function readList(written) {
  const numbers = [];
  for (const run of written ? written.split(",") : []) {
    const [from, to = from] = run.split("-").map(Number);
    for (let number = from; number <= to; number += 1) numbers.push(number);
  }
  return numbers;
}

// Where every unit stands in a moment: from its number to its side and hex.
const standings = [];

function standingAt(moment) {
  for (let n = standings.length; n <= moment; n += 1) {
    const units = new Map(n ? standings[n - 1] : []);
    for (const [unit, side, hex] of MOMENTS[n].places) {
      if (hex < 0) units.delete(unit);
      else units.set(unit, { side, hex });
    }
    standings.push(units);
  }
  return standings[moment];
}

// The hex whose middle is nearest to a point of the map, and near enough to contain it; -1 for none.
function hexAt(x, y) {
  let best = -1;
  let least = GAME.radius * GAME.radius;
  GAME.hexes.forEach(([, left, top], number) => {
    const far = (left - x) ** 2 + (top - y) ** 2;
    if (far < least) [best, least] = [number, far];
  });
  return best;
}
