// The list of messages: loading, showing, changing, and keeping the reader's place.
import { get, post } from './api.js';
import { h } from './dom.js';
import { EPHEMERAL, has, messageElement } from './message.js';
import { privateLine } from './notices.js';
import { nameOf, on, state, tell } from './state.js';
import { t } from './words.js';

const PAGE = 50;
const scroller = document.getElementById('scroller');
const list = document.getElementById('messages');
const jump = document.getElementById('jump');
const typing = document.getElementById('typing');

let shown = []; // messages of the open channel, oldest first
let elements = new Map(); // id of a message -> its element
let more = false; // whether there are older ones
let loading = false;
let generation = 0; // changes with the channel or person; answers to an older one are dropped
let atBottom = true;
let lastTop = 0; // a list that grows under the reader does not count as scrolling up
let arrived = []; // messages the socket brought while a load was under way
let unseen = 0; // new messages below what the reader sees

const older = (a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1);

export function toBottom() {
  scroller.scrollTop = scroller.scrollHeight;
  lastTop = scroller.scrollTop;
  atBottom = true;
  seen();
}

function seen() {
  unseen = 0;
  jump.hidden = true;
}

function tellOfNew() {
  unseen += 1;
  jump.textContent = unseen > 1 ? t('{count} new messages ↓', { count: unseen }) : t('1 new message ↓');
  jump.hidden = false;
}

/** Does a change to the list and, if the reader was at the bottom, stays there. */
function keepingPlace(change) {
  const was = atBottom;
  change();
  if (was) toBottom();
}

function draw(message) {
  const at = shown.indexOf(message);
  const element = messageElement(message, shown[at - 1]);
  element.said = JSON.stringify(message);
  elements.set(message.id, element);
  return element;
}

function focusMark(element) {
  const active = document.activeElement;
  return element.contains(active) ? active.dataset.customId : undefined;
}

function redraw(message) {
  const old = elements.get(message.id);
  const mark = focusMark(old);
  const made = draw(message);
  old.replaceWith(made);
  if (mark) made.querySelector(`[data-custom-id="${CSS.escape(mark)}"]`)?.focus({ preventScroll: true });
}

function put(message) {
  const at = shown.findIndex((one) => one.id === message.id);
  if (at >= 0) {
    if (elements.get(message.id).said === JSON.stringify(message)) return;
    shown[at] = message;
    return redraw(message);
  }
  shown.push(message);
  shown.sort(older);
  const place = shown.indexOf(message);
  const next = shown[place + 1];
  list.insertBefore(draw(message), next ? elements.get(next.id) : null);
  if (next) redraw(next);
}

function remove(id) {
  const at = shown.findIndex((one) => one.id === id);
  if (at < 0) return;
  shown.splice(at, 1);
  elements.get(id).remove();
  elements.delete(id);
  if (shown[at]) redraw(shown[at]);
}

function fetchPage(before) {
  return get('/table/messages', { person: state.person, channel: state.channel, before, limit: PAGE });
}

function drawAll() {
  elements = new Map();
  list.replaceChildren(...shown.map(draw));
  if (!shown.length) list.append(h('p', { class: 'empty' }, state.channel ? t('Nothing has been said here yet. Type /help to see what you can do.') : t('There is no channel you may see.')));
}

/** Loads the open channel afresh; with `keep`, only what was missed while the line was down. */
export async function load({ keep = false } = {}) {
  const mine = ++generation;
  loading = true;
  arrived = [];
  if (!keep) {
    shown = [];
    elements = new Map();
    list.replaceChildren(h('p', { class: 'empty', 'aria-busy': 'true' }, t('Loading…')));
  }
  try {
    const found = state.channel ? (await fetchPage()).messages : [];
    if (mine !== generation) return;
    const start = found[0]?.id;
    const still = keep && start ? shown.filter((one) => BigInt(one.id) < BigInt(start)) : [];
    keepingPlace(() => {
      const known = new Set(found.map((one) => one.id));
      shown = [...still, ...found, ...arrived.filter((one) => !known.has(one.id))].sort(older);
      if (!still.length) more = found.length >= PAGE;
      drawAll();
    });
    if (!keep) toBottom();
  } catch (error) {
    if (mine === generation && !keep) list.replaceChildren(privateLine(error.message));
  } finally {
    if (mine === generation) loading = false;
  }
}

async function loadOlder() {
  if (loading || !more || !shown.length) return;
  loading = true;
  const mine = generation;
  try {
    const found = (await fetchPage(shown[0].id)).messages;
    if (mine !== generation) return;
    const fromEnd = scroller.scrollHeight - scroller.scrollTop;
    const first = shown[0];
    more = found.length >= PAGE;
    shown = [...found, ...shown];
    list.prepend(...found.map(draw));
    if (first) redraw(first);
    scroller.scrollTop = scroller.scrollHeight - fromEnd;
  } catch {
    more = true; // scrolling up again tries again
  } finally {
    loading = false;
  }
}

/** A word to this person alone at the end of the list, as a failed command leaves one. */
export function sayPrivately(text) {
  keepingPlace(() => list.append(privateLine(text)));
}

scroller.addEventListener('scroll', () => {
  const near = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 80;
  if (near) atBottom = true;
  else if (scroller.scrollTop < lastTop - 1) atBottom = false;
  scroller.dataset.reading = atBottom ? 'last' : 'above';
  lastTop = scroller.scrollTop;
  if (atBottom) seen();
  if (scroller.scrollTop < 200) loadOlder();
});
new ResizeObserver(() => atBottom && toBottom()).observe(list);
new ResizeObserver(() => atBottom && toBottom()).observe(scroller);
jump.addEventListener('click', toBottom);

/** What one has said oneself, and what answers oneself alone. */
const forMe = (message) => message.author.id === state.person || has(message, EPHEMERAL);

on('socket:message', ({ message }) => {
  if (message.channel_id !== state.channel) {
    state.unread.add(message.channel_id);
    return tell('channels');
  }
  typing.textContent = '';
  if (loading) arrived.push(message);
  list.querySelector('.empty')?.remove();
  keepingPlace(() => put(message));
  if (forMe(message)) toBottom();
  else if (!atBottom) tellOfNew();
});
on('socket:update', ({ message }) => {
  if (message.channel_id === state.channel && elements.has(message.id)) keepingPlace(() => put(message));
});
on('socket:delete', ({ message }) => keepingPlace(() => remove(message)));
on('line', (line) => line.open && line.again && load({ keep: true }));

// A thread has the id of the message it began under, whose card tells of it.
on('channels', (one) => {
  const message = one && shown.find((other) => other.id === one.id);
  if (message) keepingPlace(() => redraw(message));
});

let quiet = 0;
on('socket:typing', ({ channel }) => {
  if (channel !== state.channel || !state.world.bot) return;
  typing.textContent = t('{name} is typing…', { name: nameOf(state.world.bot) });
  clearTimeout(quiet);
  quiet = setTimeout(() => (typing.textContent = ''), 8000);
});

export const say = (content) => post('/table/say', { person: state.person, channel: state.channel, content });
