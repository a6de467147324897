// Avatars drawn here: a person's initials on the person's colour, a hexagon for the bot. Nothing is fetched.
import { nameOf, person, state } from './state.js';

const COLOURS = ['#5865f2', '#3ba55d', '#c27c0e', '#ad1457', '#206694', '#71368a', '#a84300'];
const cache = new Map();

export function colourOf(user) {
  const given = person(user?.id)?.colour;
  if (given) return given;
  return user ? COLOURS[Number(BigInt(user.id || 0) % BigInt(COLOURS.length))] : COLOURS[0];
}

/** The same colour, light enough to be read as text on the dark ground. */
export function nameColour(user) {
  return person(user?.id) ? `color-mix(in srgb, ${colourOf(user)} 60%, white)` : '#f2f3f5';
}

const escape = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

function initials(name) {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  return words.length > 1 ? [...words[0]][0] + [...words[1]][0] : [...(words[0] ?? '?')].slice(0, 2).join('');
}

export function avatar(user) {
  const bot = Boolean(user?.bot);
  const key = `${user?.id}/${nameOf(user)}/${colourOf(user)}/${bot}`;
  if (!cache.has(key)) {
    const colour = bot && !person(user.id) ? '#4e5d94' : colourOf(user);
    const drawn = bot
      ? '<path d="M30 14h20l10 18-10 18H30L20 32z" transform="translate(0 8)" fill="none" stroke="#fff" stroke-width="4"/>' +
        '<path d="M31 33l18 14M49 33L31 47" stroke="#fff" stroke-width="4"/>'
      : `<text x="40" y="41" fill="#fff" font-family="sans-serif" font-weight="600" font-size="32" text-anchor="middle" dominant-baseline="central">${escape(initials(nameOf(user)))}</text>`;
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80" width="80" height="80">' +
      `<rect width="80" height="80" fill="${escape(colour)}"/>${drawn}</svg>`;
    cache.set(key, `data:image/svg+xml,${encodeURIComponent(svg)}`);
  }
  return cache.get(key);
}

export function isBot(user) {
  return Boolean(user?.bot) || (state.world.bot && user?.id === state.world.bot.id);
}
