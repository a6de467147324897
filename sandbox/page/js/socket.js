// The live line to the sandbox: one websocket per person, opened again with growing pauses when it breaks.
import { tell } from './state.js';

let socket = null;
let wanted = null;
let tries = 0;
let timer = 0;
let everOpen = false;

function open() {
  clearTimeout(timer);
  const who = wanted;
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const mine = new WebSocket(`${scheme}://${location.host}/table/socket?person=${encodeURIComponent(who)}`);
  socket = mine;
  mine.onopen = () => {
    if (socket !== mine) return;
    tries = 0;
    tell('line', { open: true, again: everOpen });
    everOpen = true;
  };
  mine.onmessage = (event) => {
    if (socket !== mine) return;
    let said;
    try {
      said = JSON.parse(event.data);
    } catch {
      return;
    }
    tell(`socket:${said.t}`, said);
  };
  mine.onclose = () => {
    if (socket !== mine) return;
    tell('line', { open: false });
    const pause = Math.min(15000, 400 * 2 ** tries) * (0.75 + Math.random() / 2);
    tries += 1;
    timer = setTimeout(open, pause);
  };
}

/** Opens the line of a person and closes that of the last one. */
export function connect(person) {
  const old = socket;
  socket = null;
  old?.close();
  wanted = person;
  tries = 0;
  everOpen = false;
  if (person) open();
}

// A page that comes back to the front does not wait for the rest of a long pause.
const hurry = () => {
  if (wanted && socket?.readyState === WebSocket.CLOSED) {
    tries = 0;
    open();
  }
};
addEventListener('online', hurry);
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && hurry());
