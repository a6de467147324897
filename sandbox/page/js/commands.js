// The slash commands as one flat table, in the language of who looks, and a command line read as text.
import { BOOLEANS, channels, roles, users } from './choices.js';
import { state } from './state.js';
import { t } from './words.js';

export const OPTION = { sub: 1, group: 2, string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10, attachment: 11 };

/** Discord's own: whose language a command lacks is shown another before the default. */
const FALLBACKS = { 'en-US': 'en-GB', 'en-GB': 'en-US', 'es-419': 'es-ES' };

/** Subcommands as entries of their own: {name: 'game new', shown: 'partie nouvelle', description, options}. What is
 * shown is in the language `locale`; the bot hears the name. Choices, known by value, have a `plain` name. */
export function flatten(commands, locale) {
  const entries = [];
  const inLanguage = (texts) => texts?.[locale] ?? texts?.[FALLBACKS[locale]];
  const shown = (one) => inLanguage(one.name_localizations) ?? one.name;
  const about = (one) => inLanguage(one.description_localizations) ?? one.description ?? '';
  const choices = (option) => option.choices?.map((one) => ({ ...one, name: shown(one), plain: one.name }));
  const worded = (option) => ({ ...option, shown: shown(option), description: about(option), choices: choices(option) });
  const walk = (names, one) => {
    const subs = (one.options ?? []).filter((option) => [OPTION.sub, OPTION.group].includes(option.type));
    if (subs.length) subs.forEach((sub) => walk({ name: `${names.name} ${sub.name}`, shown: `${names.shown} ${shown(sub)}` }, sub));
    else entries.push({ ...names, description: about(one), options: inOrder(one.options ?? []).map(worded) });
  };
  for (const one of commands) if ((one.type ?? 1) === 1) walk({ name: one.name, shown: shown(one) }, one);
  return entries.sort((a, b) => a.shown.localeCompare(b.shown));
}

const inOrder = (options) => [...options].sort((a, b) => Number(Boolean(b.required)) - Number(Boolean(a.required)));

/** What may be typed for commands or options: [text, one], the texts of the own language first. */
const called = (ones) => [...ones.map((one) => [one.shown, one]), ...ones.map((one) => [one.name, one])];

/** Entries for what has been typed after the slash: names that begin with it first. */
export function matching(typed) {
  const wanted = typed.toLowerCase().trimStart();
  const first = (name) => name.startsWith(wanted.trimEnd()) && (wanted === wanted.trimEnd() || name.startsWith(wanted));
  const begins = state.commands.filter((entry) => first(entry.shown) || first(entry.name));
  const within = (entry) => entry.shown.includes(wanted.trim()) || entry.name.includes(wanted.trim());
  const rest = state.commands.filter((entry) => !begins.includes(entry) && wanted.trim() && within(entry));
  return [...begins, ...rest];
}

/** The fixed choices of an option, or null when any text goes. */
export function fixedChoices(option) {
  if (option.choices?.length) return option.choices;
  return (
    {
      [OPTION.boolean]: () => BOOLEANS,
      [OPTION.user]: users,
      [OPTION.mentionable]: () => [...users(), ...roles()],
      [OPTION.role]: roles,
      [OPTION.channel]: () => channels(option.channel_types),
    }[option.type]?.() ?? null
  );
}

const plain = (text) => String(text).toLowerCase().replace(/^[@#]/, '');

/** A typed text as the value the bot gets: {value} or {error}. */
export function valueOf(option, text) {
  const typed = text.trim();
  const wrong = (words) => ({ error: t('{option}: {words}', { option: option.shown, words }) });
  const choices = fixedChoices(option);
  if (choices) {
    const id = /^<(?:@[!&]?|#)(\d+)>$/.exec(typed)?.[1] ?? typed;
    const yes = { yes: 'true', no: 'false', oui: 'true', non: 'false' };
    const wanted = option.type === OPTION.boolean ? yes[plain(typed)] ?? plain(typed) : plain(typed);
    const found =
      choices.find((one) => String(one.value) === id) ??
      choices.find((one) => plain(one.name) === wanted) ??
      choices.find((one) => one.plain && plain(one.plain) === wanted);
    if (found) return { value: found.value };
    const names = choices.slice(0, 8).map((one) => one.name).join(', ');
    return wrong(t('“{typed}” is not one of: {names}.', { typed, names: names + (choices.length > 8 ? ', …' : '') }));
  }
  if (option.type === OPTION.integer || option.type === OPTION.number) {
    const whole = option.type === OPTION.integer;
    if (!(whole ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/).test(typed)) return wrong(whole ? t('“{typed}” is not a whole number.', { typed }) : t('“{typed}” is not a number.', { typed }));
    const number = Number(typed);
    if (option.min_value !== undefined && number < option.min_value) return wrong(t('at least {least}.', { least: option.min_value }));
    if (option.max_value !== undefined && number > option.max_value) return wrong(t('at most {most}.', { most: option.max_value }));
    return { value: number };
  }
  if (option.type === OPTION.attachment) return wrong(t('choose a file.'));
  if (option.min_length && typed.length < option.min_length) return wrong(t('at least {least} characters.', { least: option.min_length }));
  if (option.max_length && typed.length > option.max_length) return wrong(t('at most {most} characters.', { most: option.max_length }));
  return { value: typed };
}

/** The longest command a line begins with: {entry, rest} or null. */
export function commandOf(line) {
  const text = line.replace(/^\//, '');
  const [name, entry] =
    called(state.commands)
      .filter(([name]) => text.toLowerCase().startsWith(name) && /^(\s|$)/.test(text.slice(name.length)))
      .sort(([a], [b]) => b.length - a.length)[0] ?? [];
  return entry ? { entry, rest: text.slice(name.length) } : null;
}

/** `name:value` pairs: {texts: Map name → text, stray: text that belongs to no option, last: name of the last option}. */
export function pairs(entry, rest) {
  const meant = new Map(called(entry.options).reverse().map(([text, option]) => [text, option.name]));
  const names = [...meant.keys()].sort((a, b) => b.length - a.length);
  const texts = new Map();
  if (!names.length) return { texts, stray: rest.trim(), last: null };
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const marks = [...rest.matchAll(new RegExp(`(?<=^|\\s)(${escaped.join('|')}):`, 'gi'))];
  marks.forEach((mark, at) => {
    const end = marks[at + 1]?.index ?? rest.length;
    texts.set(meant.get(mark[1].toLowerCase()), rest.slice(mark.index + mark[0].length, end).trim());
  });
  return { texts, stray: rest.slice(0, marks[0]?.index ?? rest.length).trim(), last: meant.get(marks.at(-1)?.[1].toLowerCase()) ?? null };
}

/** Texts of options as the body to send: {options} or {error, option}. `picked` holds values chosen from a list. */
export function optionsFrom(entry, texts, picked = new Map()) {
  const options = {};
  for (const option of entry.options) {
    const text = texts.get(option.name);
    if (text === undefined || text.trim() === '') {
      if (option.required) return { error: t('{option} is needed: {about}', { option: option.shown, about: option.description }), option: option.name };
      continue;
    }
    const chosen = picked.get(option.name);
    const made = chosen && chosen.name === text ? { value: chosen.value } : valueOf(option, text);
    if (made.error) return { error: made.error, option: option.name };
    options[option.name] = made.value;
  }
  return { options };
}

/** A whole line as something to send: {entry, options} or {error, entry}. */
export function readLine(line) {
  const found = commandOf(line.trim());
  if (!found) return { error: t('There is no command “{name}” here. Type / to see those there are.', { name: line.trim().split(/\s+/)[0] }) };
  const { texts, stray } = pairs(found.entry, found.rest);
  const first = found.entry.options[0]?.name;
  // As in Discord, where the first option is open as soon as a command is chosen.
  if (stray && first && !texts.has(first)) texts.set(first, stray);
  else if (stray) {
    const hint = found.entry.options.map((option) => `${option.shown}:…`).join(' ');
    return { ...found, error: hint ? t('“{stray}” belongs to no option. Write /{line}', { stray, line: `${found.entry.shown} ${hint}` }) : t('/{name} takes no options.', { name: found.entry.shown }) };
  }
  return { entry: found.entry, ...optionsFrom(found.entry, texts) };
}
