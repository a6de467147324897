// Which part of the map is shown: the point of the map in the middle of the canvas, and pixels per pixel of the map.
const CLOSEST = 3; // pixels of the screen for each pixel of the map
const ZOOM_STEP = 1.4;
const AROUND = 2.4; // what is shown around the action, in radii
const NARROWEST = 9; // hexes across that are shown of the action at least
const MOVE_TIME = 250; // milliseconds
const SMALL_COUNTER = 28; // points: where counters would be smaller, the action is followed from the start

const canvas = document.getElementById("map");
const still = matchMedia("(prefers-reduced-motion: reduce)");

const camera = {
  x: GAME.size[0] / 2,
  y: GAME.size[1] / 2,
  scale: 0,
  following: false,

  // The scale at which the whole map is seen.
  fit() {
    return Math.min(canvas.clientWidth / GAME.size[0], canvas.clientHeight / GAME.size[1]);
  },

  get closeUp() {
    return this.scale > this.fit() * 1.01;
  },

  aim(x, y, scale) {
    const [width, height] = GAME.size;
    const least = this.fit();
    this.scale = Math.min(Math.max(scale, least), Math.max(CLOSEST, least));
    this.x = within(x, canvas.clientWidth / this.scale / 2, width);
    this.y = within(y, canvas.clientHeight / this.scale / 2, height);
    requestDrawing();
  },

  // Keep the point of the map under a point of the canvas where it is.
  zoom(by, left = canvas.clientWidth / 2, top = canvas.clientHeight / 2) {
    const [x, y] = this.toMap(left, top);
    const before = this.scale;
    const scale = Math.min(Math.max(before * by, this.fit()), CLOSEST);
    this.aim(x - ((x - this.x) * before) / scale, y - ((y - this.y) * before) / scale, scale);
  },

  pan(right, down) {
    this.aim(this.x - right / this.scale, this.y - down / this.scale, this.scale);
  },

  whole() {
    this.glide(GAME.size[0] / 2, GAME.size[1] / 2, this.fit());
  },

  toMap(left, top) {
    return [
      this.x + (left - canvas.clientWidth / 2) / this.scale,
      this.y + (top - canvas.clientHeight / 2) / this.scale,
    ];
  },

  // Show the hexes in which something happens; without any, all stays as it is, at first with all units in view.
  follow(moment) {
    if (!this.following) return;
    const happens = MOMENTS[moment].focus;
    const hexes = happens.length || this.closeUp ? happens : [...standingAt(moment).values()].map((place) => place.hex);
    if (!hexes.length) return;
    const places = hexes.map((hex) => GAME.hexes[hex]);
    const around = AROUND * GAME.radius;
    const [left, right] = [Math.min(...places.map((p) => p[1])) - around, Math.max(...places.map((p) => p[1])) + around];
    const [top, bottom] = [Math.min(...places.map((p) => p[2])) - around, Math.max(...places.map((p) => p[2])) + around];
    const closest = canvas.clientWidth / (NARROWEST * 1.7 * GAME.radius);
    const scale = Math.min(canvas.clientWidth / (right - left), canvas.clientHeight / (bottom - top), closest);
    this.glide((left + right) / 2, (top + bottom) / 2, Math.max(scale, this.fit()));
  },

  // Move there smoothly, or at once for readers who want no motion.
  glide(x, y, scale) {
    const from = { x: this.x, y: this.y, scale: this.scale };
    const began = performance.now();
    const number = (this.glides = (this.glides || 0) + 1);
    const step = (now) => {
      if (number !== this.glides) return;
      const share = still.matches ? 1 : Math.min(1, Math.max(0, now - began) / MOVE_TIME);
      const eased = share * (2 - share);
      const between = (a, b) => a + (b - a) * eased;
      this.aim(between(from.x, x), between(from.y, y), between(from.scale, scale));
      if (share < 1) requestAnimationFrame(step);
    };
    step(began);
  },

  stop() {
    this.glides = (this.glides || 0) + 1;
  },
};

function within(middle, half, size) {
  return 2 * half >= size ? size / 2 : Math.min(Math.max(middle, half), size - half);
}

let drawingAsked = false;
let picturesRead = false;

function requestDrawing() {
  if (drawingAsked) return;
  drawingAsked = true;
  requestAnimationFrame(() => {
    drawingAsked = false;
    draw();
  });
}

function draw() {
  if (!picturesRead) return;
  const sharpness = window.devicePixelRatio || 1;
  const [width, height] = [Math.round(canvas.clientWidth * sharpness), Math.round(canvas.clientHeight * sharpness)];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  const scale = camera.scale * sharpness;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  context.setTransform(scale, 0, 0, scale, width / 2 - camera.x * scale, height / 2 - camera.y * scale);
  context.imageSmoothingQuality = "high";
  drawMoment(context, MOMENTS[current], hidden);
  canvas.dataset.drawn = String(current);
}
