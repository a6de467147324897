// What the page knows: who looks, which channel is open, the table's world. Parts listen for changes.
import { get } from './api.js';
import { t } from './words.js';

export const state = {
  person: null, // id of the person who looks
  channel: null, // id of the open channel
  world: { guild: { id: '0', name: '' }, channels: [], people: [], bot: null, online: true },
  commands: [],
  unread: new Set(), // ids of channels with messages not looked at yet
};

const bus = new EventTarget();
export const on = (name, action) => bus.addEventListener(name, (event) => action(event.detail));
export const tell = (name, detail) => bus.dispatchEvent(new CustomEvent(name, { detail }));

export const person = (id = state.person) => state.world.people.find((one) => one.user.id === id);
export const channel = (id = state.channel) => state.world.channels.find((one) => one.id === id);
export const nameOf = (user) => user?.global_name || user?.username || t('Unknown');

export function userById(id) {
  return person(id)?.user ?? (state.world.bot?.id === id ? state.world.bot : undefined);
}

export const roleName = (id) => state.world.guild.roles?.find((role) => role.id === id)?.name;

export function channelName(one) {
  if (one?.name) return one.name;
  const others = (one?.recipients ?? []).filter((user) => user.id !== state.person);
  return others.map(nameOf).join(', ') || (state.world.bot ? nameOf(state.world.bot) : t('direct message'));
}

export const TEXT = 0, DIRECT = 1, CATEGORY = 4, NEWS = 5, THREADS = [10, 11, 12];
export const isThread = (one) => THREADS.includes(one?.type);
export const canWrite = (one) => [TEXT, DIRECT, NEWS, ...THREADS].includes(one?.type);

/** The channels one can open, in the order of the list: each with its threads behind it. */
export function listedChannels() {
  const all = state.world.channels;
  const order = (a, b) => (a.position ?? 0) - (b.position ?? 0) || (BigInt(a.id) < BigInt(b.id) ? -1 : 1);
  const threadsOf = (id) => all.filter((one) => isThread(one) && one.parent_id === id).sort(order);
  const groups = [{ id: null, name: null }, ...all.filter((one) => one.type === CATEGORY).sort(order)];
  const known = new Set(groups.map((group) => group.id));
  const rows = groups.map((group) => ({
    name: group.name,
    channels: all
      .filter((one) => !isThread(one) && one.type !== DIRECT && canWrite(one))
      .filter((one) => (known.has(one.parent_id ?? null) ? one.parent_id ?? null : null) === group.id)
      .sort(order)
      .flatMap((one) => [one, ...threadsOf(one.id)]),
  }));
  const direct = all.filter((one) => one.type === DIRECT);
  if (direct.length) rows.push({ name: t('Direct messages'), channels: direct });
  return rows.filter((row) => row.channels.length);
}

// The person and the channel live in the address: #person=…&channel=…, ids or names.

const same = (a, b) => a?.toLowerCase() === b?.toLowerCase();

export function readHash() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  return { person: wanted.get('person'), channel: wanted.get('channel') };
}

function findPerson(wanted) {
  const people = state.world.people;
  return (
    people.find((one) => one.user.id === wanted) ??
    people.find((one) => same(one.user.username, wanted) || same(nameOf(one.user), wanted)) ??
    people[0]
  );
}

function findChannel(wanted) {
  const rows = listedChannels().flatMap((row) => row.channels);
  return (
    rows.find((one) => one.id === wanted) ?? rows.find((one) => wanted && same(channelName(one), wanted)) ?? rows[0]
  );
}

export function writeHash() {
  const hash = `#person=${state.person}&channel=${state.channel ?? ''}`;
  if (location.hash !== hash) history.replaceState(null, '', hash);
}

/** Loads the world as one person sees it and opens a channel: both by id or name, or the first there is. */
export async function enter(wantedPerson, wantedChannel) {
  const id = /^\d+$/.test(wantedPerson ?? '') ? wantedPerson : undefined;
  const nobody = (error) => (error.status ? get('/table/world') : Promise.reject(error)); // a person long gone
  let world = await get('/table/world', { person: id }).catch(nobody);
  state.world = world;
  const found = findPerson(wantedPerson);
  if (found && found.user.id !== wantedPerson) {
    world = await get('/table/world', { person: found.user.id });
    state.world = world;
  }
  if (found?.user.id !== state.person) state.unread.clear();
  state.person = found?.user.id ?? null;
  state.channel = findChannel(wantedChannel)?.id ?? null;
  state.unread.delete(state.channel);
  writeHash();
}

export function putChannel(one) {
  const at = state.world.channels.findIndex((other) => other.id === one.id);
  if (at < 0) state.world.channels.push(one);
  else state.world.channels[at] = { ...state.world.channels[at], ...one };
  tell('channels', one);
}

export function dropChannel(id) {
  state.world.channels = state.world.channels.filter((one) => one.id !== id);
  tell('channels');
}
