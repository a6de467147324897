// Where one writes: plain text, a command line typed out, or a command chosen from the list.
import { get } from './api.js';
import { commandOf, fixedChoices, flatten, matching, pairs, readLine, valueOf } from './commands.js';
import { asRow, createCompleter, fitting } from './complete.js';
import { h } from './dom.js';
import { createForm } from './form.js';
import { sayPrivately, say, toBottom } from './messages.js';
import { privateLine } from './notices.js';
import { interact } from './pending.js';
import { createPopup } from './popup.js';
import { channel, channelName, isThread, on, person, state } from './state.js';
import { t } from './words.js';

const box = document.getElementById('composer-text');
const trouble = document.getElementById('composer-error');
const status = document.getElementById('composer-status');
const sendButton = document.getElementById('composer-send');
const popup = createPopup(document.getElementById('popup'));
const completer = createCompleter();
let sent = []; // lines sent, for the up arrow
let back = 0;
let moved = false; // whether the arrows moved through the list since the last key typed

const wrong = (words) => trouble.replaceChildren(...(words ? [privateLine(words)] : []));

const form = createForm({
  place: document.getElementById('composer-form'),
  popup,
  wrong,
  send: (entry, options, line) => sendCommand(entry, options, line, () => form.close(false)),
  leave(text) {
    document.getElementById('composer-line').hidden = false;
    setText(text);
    box.focus();
    if (text) suggest();
  },
});

function setText(text) {
  box.value = text;
  grow();
}

function grow() {
  box.style.height = 'auto';
  box.style.height = `${Math.min(box.scrollHeight, innerHeight * 0.4)}px`;
  sendButton.disabled = !box.value.trim();
}

function openForm(entry, texts, focused, choice) {
  wrong('');
  completer.cancel();
  document.getElementById('composer-line').hidden = true;
  form.start(entry, texts, focused, choice);
}

function remember(line) {
  sent = [...sent.filter((one) => one !== line), line].slice(-50);
  back = 0;
}

async function sendCommand(entry, options, line, clearIt) {
  wrong('');
  const waiting = h('span', { class: 'sending' }, h('span', { class: 'spinner' }), ` /${entry.shown} …`);
  status.append(waiting);
  const refused = (error) => wrong(error.message);
  const asked = interact('/table/slash', { person: state.person, channel: state.channel, name: entry.name, options });
  // A refusal comes at once and leaves the line as it was; an accepted command clears it.
  const early = await Promise.race([asked.then(() => null, (error) => error), new Promise((resolve) => setTimeout(resolve, 250))]);
  if (early instanceof Error) {
    waiting.remove();
    return refused(early);
  }
  remember(line);
  clearIt();
  toBottom();
  try {
    const outcome = await asked;
    if (!outcome.ok) sayPrivately(t('{option}: {words}', { option: `/${entry.shown}`, words: outcome.text }));
  } catch (error) {
    setText(line);
    refused(error);
  } finally {
    waiting.remove();
  }
}

async function sendText(text) {
  wrong('');
  try {
    setText('');
    await say(text);
  } catch (error) {
    if (!box.value) setText(text);
    wrong(error.message);
  }
}

function submit() {
  const text = box.value.trim();
  if (!text || !state.channel) return;
  completer.cancel();
  popup.hide();
  if (!text.startsWith('/')) return sendText(text);
  const read = readLine(text);
  if (!read.error) return sendCommand(read.entry, read.options, text, () => setText(''));
  if (!read.entry || read.rest !== undefined) return wrong(read.error);
  openForm(read.entry, pairs(read.entry, commandOf(text).rest).texts);
  if (commandOf(text).rest.trim()) wrong(read.error);
}

// Suggestions while a command line is typed as text. Taking one turns the line into fields.

function suggestNames(typed) {
  const rows = matching(typed).map((entry) => ({
    label: `/${entry.shown}`,
    value: entry.name,
    detail: entry.options.filter((one) => one.required).map((one) => one.shown).join(' '),
    description: entry.description,
    entry,
  }));
  const words = rows.length ? null : [h('span', {}, state.commands.length ? t('No command begins like this.') : t('There are no commands here. Is the bot running?'))];
  popup.show({ to: box, rows, words, first: 0, onpick: (row) => openForm(row.entry) });
}

function suggestOptions(entry, texts) {
  const rows = entry.options
    .filter((one) => !texts.has(one.name))
    .map((one) => ({ label: `${one.shown}:`, value: one.name, detail: one.required ? t('required') : t('optional'), description: one.description }));
  const words = [h('strong', {}, `/${entry.shown}`), h('span', {}, entry.description)];
  popup.show({ to: box, rows, words, onpick: (row) => openForm(entry, texts, row.value) });
}

function suggestValues(entry, texts, option) {
  const typed = texts.get(option.name);
  const words = [h('strong', {}, option.shown), h('span', {}, option.description ?? '')];
  const offer = (choices, note) =>
    popup.show({
      to: box,
      rows: choices.map(asRow),
      words: note ? [...words, h('em', {}, note)] : words,
      onpick: (row) => openForm(entry, texts, option.name, row.choice),
    });
  const fixed = fixedChoices(option);
  if (fixed) return offer(fitting(fixed, typed));
  if (!option.autocomplete) return suggestOptions(entry, texts);
  const others = entry.options.filter((one) => one !== option && texts.has(one.name)).map((one) => [one.name, valueOf(one, texts.get(one.name)).value]);
  completer.ask(entry, Object.fromEntries([...others, [option.name, typed]]), option.name, (answer) =>
    offer(answer.choices ?? [], answer.loading ? t('Looking…') : answer.failed ? t('Loading options failed') : ''),
  );
}

const begins = (longer, entry) => longer.name.startsWith(entry.name) || longer.shown.startsWith(entry.shown);

function suggest() {
  completer.cancel();
  moved = false;
  const text = box.value;
  if (!text.startsWith('/')) return popup.hide();
  const found = commandOf(text);
  const longer = found && matching(text.slice(1)).some((entry) => entry !== found.entry && begins(entry, found.entry));
  if (!found || (!found.rest && longer) || !found.rest) return suggestNames(text.slice(1));
  const { texts, last } = pairs(found.entry, found.rest);
  const option = found.entry.options.find((one) => one.name === last);
  if (option) suggestValues(found.entry, texts, option);
  else suggestOptions(found.entry, texts);
}

box.addEventListener('input', () => {
  grow();
  wrong('');
  suggest();
});
box.addEventListener('blur', () => popup.hide());
box.addEventListener('focus', () => box.value.startsWith('/') && suggest());
box.addEventListener('keydown', (event) => {
  if (event.isComposing) return;
  if (popup.key(event)) {
    moved = event.key !== 'Escape';
    return;
  }
  if (event.key === 'Tab' && popup.open && !event.shiftKey) {
    event.preventDefault();
    if (!popup.active) popup.key(new KeyboardEvent('keydown', { key: 'ArrowDown' }));
    return popup.pick();
  }
  if (event.key === 'Enter' && !event.shiftKey) {
    event.preventDefault();
    const whole = box.value.startsWith('/') && !readLine(box.value).error;
    if (popup.open && popup.active && (moved || !whole)) popup.pick();
    else submit();
  } else if (event.key === 'ArrowUp' && (box.value === '' || back) && sent.length) {
    event.preventDefault();
    back = Math.min(back + 1, sent.length);
    setText(sent.at(-back));
  } else if (event.key !== 'ArrowUp') back = 0;
});
sendButton.addEventListener('click', submit);

async function loadCommands() {
  const [who, where] = [state.person, state.channel];
  if (!who || !where) return;
  try {
    const { commands } = await get('/table/commands', { person: who, channel: where });
    if (who !== state.person || where !== state.channel) return;
    state.commands = flatten(commands, person()?.locale);
    if (document.activeElement === box && box.value.startsWith('/')) suggest();
  } catch {
    state.commands = [];
  }
}

on('entered', ({ newPerson }) => {
  if (newPerson && form.open) form.close(false);
  if (newPerson) sent = [];
  wrong('');
  const one = channel();
  box.disabled = !one;
  box.placeholder = one ? t('Message {channel}', { channel: `${isThread(one) ? '' : '#'}${channelName(one)}` }) : t('No channel');
  loadCommands();
});
on('socket:commands', loadCommands);
on('fill-command', (name) => {
  const entry = state.commands.find((one) => one.name === name || one.shown === name);
  if (entry) openForm(entry);
  else {
    setText(`/${name} `);
    box.focus();
  }
});
grow();
