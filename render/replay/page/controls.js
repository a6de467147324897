// Buttons, keys, fingers.
const SWIPE = 40, TAP = 10; // points a finger moves at least, at most

const STEPS = {
  first: () => 0,
  back_phase: earlierPhase,
  back: () => current - 1,
  forward: () => current + 1,
  forward_phase: nextPhase,
  last: () => MOMENTS.length - 1,
};

for (const [id, target] of Object.entries(STEPS)) element(id).addEventListener("click", () => go(target()));
element("play").addEventListener("click", () => play());
element("closer").addEventListener("click", () => zoomBy(ZOOM_STEP));
element("wider").addEventListener("click", () => zoomBy(1 / ZOOM_STEP));
element("whole").addEventListener("click", showWhole);
element("slider").max = MOMENTS.length - 1;
element("slider").addEventListener("input", (event) => go(Number(event.target.value)));
element("jump").addEventListener("change", (event) => go(Number(event.target.value)));
element("standing").addEventListener("toggle", (event) => event.target.open && showPosition());
element("follow").addEventListener("change", (event) => follow(event.target.checked));
window.addEventListener("hashchange", () => linked(location.hash) >= 0 && go(linked(location.hash)));

function zoomBy(by, left, top) {
  follow(false);
  camera.stop();
  camera.zoom(by, left, top);
}

function showWhole() {
  follow(false);
  camera.whole();
}

function follow(on) {
  camera.following = on;
  element("follow").checked = on;
  camera.follow(current);
}

// The choices that depend on the game: phases to jump to, overlays that it has.
function fillChoices() {
  const starts = MOMENTS.map((_, n) => n).filter((n) => phaseStart(n) === n);
  element("jump").replaceChildren(...starts.map((n) => new Option(MOMENTS[n].heading, String(n))));
  for (const overlay of overlaysShown()) {
    const label = document.createElement("label");
    const box = Object.assign(document.createElement("input"), { type: "checkbox", id: `show_${overlay}` });
    box.checked = !OFF_AT_FIRST.includes(overlay);
    if (!box.checked) hidden.add(overlay);
    box.addEventListener("change", () => {
      if (box.checked) hidden.delete(overlay);
      else hidden.add(overlay);
      requestDrawing();
    });
    label.className = "shown";
    label.append(box, " ", textElement("span", LABELS[`overlay_${overlay}`]));
    element("follow").parentElement.before(label);
  }
}

const OFF_AT_FIRST = ["zones", "possible"];

function overlaysShown() {
  const used = new Set();
  for (const moment of MOMENTS) {
    moment.scene.forEach((list, group) => list && used.add(GAME.overlays[group]));
    if (moment.zones.some((list) => list)) used.add("zones");
  }
  return GAME.shown.filter((overlay) => used.has(overlay));
}

const KEYS = {
  ArrowLeft: STEPS.back,
  ArrowRight: STEPS.forward,
  PageUp: STEPS.back_phase,
  PageDown: STEPS.forward_phase,
  Home: STEPS.first,
  End: STEPS.last,
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const on = event.target.tagName;
  if (on === "SELECT" || event.target.id === "slider") return;
  const key = event.key;
  if (KEYS[key]) go(KEYS[key]());
  else if (key === " " && !["BUTTON", "INPUT", "SUMMARY", "A"].includes(on)) play();
  else if (key === "k") play();
  else if (key === "+") zoomBy(ZOOM_STEP);
  else if (key === "-") zoomBy(1 / ZOOM_STEP);
  else if (key === "0") showWhole();
  else if (/^[1-9]$/.test(key)) element("overlays").querySelectorAll("input")[Number(key) - 1]?.click();
  else return;
  event.preventDefault();
});

// Fingers and the mouse: one drags a map that is shown in part, else it swipes; two zoom; a tap steps.
const fingers = new Map();
let touch = null;

canvas.addEventListener("pointerdown", (event) => {
  canvas.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, [event.offsetX, event.offsetY]);
  const drags = camera.closeUp && (event.pointerType === "mouse" || !camera.following);
  touch = { right: 0, down: 0, drags, several: fingers.size > 1 || Boolean(touch && touch.several) };
  camera.stop();
});

canvas.addEventListener("pointermove", (event) => {
  tellHex(event);
  const before = fingers.get(event.pointerId);
  if (!before || !touch) return;
  const place = [event.offsetX, event.offsetY];
  const [right, down] = [place[0] - before[0], place[1] - before[1]];
  if (fingers.size === 2) {
    const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
    const apart = (a) => Math.hypot(a[0] - other[0], a[1] - other[1]) || 1;
    zoomBy(apart(place) / apart(before), (place[0] + other[0]) / 2, (place[1] + other[1]) / 2);
    camera.pan(right / 2, down / 2);
  } else if (touch.drags) {
    follow(false);
    camera.pan(right, down);
  }
  touch.right += right;
  touch.down += down;
  fingers.set(event.pointerId, place);
});

canvas.addEventListener("pointerup", (event) => {
  fingers.delete(event.pointerId);
  if (fingers.size || !touch) return;
  const { right, down, drags, several } = touch;
  touch = null;
  if (several) return;
  if (Math.hypot(right, down) <= TAP) go(event.offsetX < canvas.clientWidth / 2 ? STEPS.back() : STEPS.forward());
  else if (!drags && Math.abs(right) >= SWIPE && Math.abs(right) > 1.5 * Math.abs(down)) go(right > 0 ? STEPS.back() : STEPS.forward());
});

canvas.addEventListener("pointercancel", (event) => {
  fingers.delete(event.pointerId);
  touch = null;
});

canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoomBy(Math.exp(-event.deltaY / 500), event.offsetX, event.offsetY);
}, { passive: false });

canvas.addEventListener("pointerleave", () => (element("under").hidden = true));

// The hex under the mouse, and who stands there.
function tellHex(event) {
  if (event.pointerType !== "mouse" || event.buttons) return;
  const hex = hexAt(...camera.toMap(event.offsetX, event.offsetY));
  element("under").hidden = hex < 0;
  if (hex < 0) return;
  const units = [...standingAt(current)].filter(([, place]) => place.hex === hex).map(([unit]) => GAME.units[unit]);
  element("under").textContent = [GAME.hexes[hex][0], ...units].join(" · ");
}

new ResizeObserver(() => {
  camera.aim(camera.x, camera.y, camera.following ? camera.scale : camera.fit());
  camera.follow(current);
}).observe(canvas);

async function begin() {
  element("no_script").hidden = true;
  element("shown").open = matchMedia("(min-width: 56rem)").matches;
  fillChoices();
  camera.aim(camera.x, camera.y, 0);
  const asked = linked(location.hash);
  show(Math.max(asked, 0), { link: asked >= 0 });
  follow(camera.fit() * GAME.radius * 1.3 < SMALL_COUNTER);
  await Promise.all([printedMap, ...sheets].map((image) => image.decode()));
  picturesRead = true;
  draw();
}

await begin();
