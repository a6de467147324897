// What stands under a message: buttons, select menus, and the layout parts of Discord's newer messages.
import { webAddress } from './api.js';
import * as choices from './choices.js';
import { h, icon, ICONS } from './dom.js';
import { markdown } from './markdown.js';
import { attached } from './embed.js';
import { file, gallery, picture, veiled } from './media.js';
import { privateLine } from './notices.js';
import { interact } from './pending.js';
import { emojiText, selectMenu } from './select.js';
import { state } from './state.js';
import { t } from './words.js';

export const TYPE = { row: 1, button: 2, select: 3, user: 5, role: 6, mentionable: 7, channel: 8, section: 9, text: 10, thumbnail: 11, gallery: 12, file: 13, separator: 14, container: 17 };
const STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link' };

async function click(message, customId, values, shown) {
  if (shown.classList.contains('busy')) return;
  const host = shown.closest('discord-message') ?? shown.parentElement;
  host.querySelector('.private-line')?.remove();
  shown.classList.add('busy');
  shown.setAttribute('aria-busy', 'true');
  const place = shown.closest('discord-action-row') ?? shown;
  try {
    const body = { person: state.person, message: message.id, custom_id: customId };
    const outcome = await interact('/table/click', values ? { ...body, values } : body);
    if (!outcome.ok) place.after(privateLine(outcome.text));
  } catch (error) {
    place.after(privateLine(error.message));
  } finally {
    shown.classList.remove('busy');
    shown.removeAttribute('aria-busy');
    shown.closest('.select')?.reset?.();
  }
}

function button(one, message) {
  const inside = [one.emoji && h('span', { class: 'button-emoji' }, emojiText(one.emoji)), one.label && h('span', {}, one.label)];
  if (one.url) {
    const address = webAddress(one.url);
    return h('a', { class: 'button link', href: one.disabled ? undefined : address, target: '_blank', rel: 'noopener noreferrer', 'aria-disabled': one.disabled && 'true' }, inside, icon(ICONS.open, { size: 14 }));
  }
  const shown = h(
    'button',
    {
      type: 'button',
      class: `button ${STYLES[one.style] ?? 'secondary'}`,
      disabled: one.disabled,
      'data-custom-id': one.custom_id,
      'data-testid': 'button',
      'aria-label': one.label ? undefined : emojiText(one.emoji) || t('Button'),
      onclick: () => click(message, one.custom_id, null, shown),
    },
    inside,
    h('span', { class: 'button-dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')),
  );
  return shown;
}

/** The options of any kind of select menu. */
export function optionsOf(one) {
  const from = (list) => list.map((entry) => ({ label: entry.name, value: entry.value, description: entry.description }));
  const made =
    {
      [TYPE.user]: () => from(choices.users()),
      [TYPE.role]: () => from(choices.roles()),
      [TYPE.mentionable]: () => from([...choices.users(), ...choices.roles()]),
      [TYPE.channel]: () => from(choices.channels(one.channel_types)),
    }[one.type]?.() ?? one.options ?? [];
  const given = new Set((one.default_values ?? []).map((entry) => entry.id));
  return made.map((entry) => (given.has(entry.value) ? { ...entry, default: true } : entry));
}

function select(one, message) {
  const menu = selectMenu({
    id: one.custom_id,
    options: optionsOf(one),
    placeholder: one.placeholder,
    min: one.min_values ?? 1,
    max: one.max_values ?? 1,
    disabled: one.disabled,
    onpick: (values) => click(message, one.custom_id, values, menu.querySelector('.select-button')),
  });
  return menu;
}

const media = (item, message) => attached(item.media ?? item.file ?? {}, message.attachments);

const drawers = {
  [TYPE.row]: (one, message) => h('discord-action-row', {}, many(one.components, message)),
  [TYPE.button]: button,
  [TYPE.select]: select,
  [TYPE.user]: select,
  [TYPE.role]: select,
  [TYPE.mentionable]: select,
  [TYPE.channel]: select,
  [TYPE.text]: (one) => h('div', { class: 'part-text' }, markdown(one.content)),
  [TYPE.section]: (one, message) =>
    h('div', { class: 'part-section' }, h('div', {}, many(one.components, message)), one.accessory && component(one.accessory, message)),
  [TYPE.thumbnail]: (one, message) => h('div', { class: 'part-thumbnail' }, veiled(picture(media(one, message), one.description), one.spoiler)),
  [TYPE.gallery]: (one, message) => gallery(one.items.map((item) => veiled(picture(media(item, message), item.description), item.spoiler))),
  [TYPE.file]: (one, message) =>
    veiled(file({ ...media(one, message), filename: one.name ?? one.file?.url?.split('/').at(-1) ?? t('file'), size: one.size }), one.spoiler),
  [TYPE.separator]: (one) => h('hr', { class: `part-separator ${one.spacing === 2 ? 'large' : ''} ${one.divider === false ? 'plain' : ''}` }),
  [TYPE.container]: (one, message) => {
    const box = h('div', { class: 'part-container', 'data-testid': 'container' }, many(one.components, message));
    if (one.accent_color !== undefined && one.accent_color !== null) {
      box.style.borderLeftColor = `#${Number(one.accent_color).toString(16).padStart(6, '0')}`;
    }
    return veiled(box, one.spoiler);
  },
};

function component(one, message) {
  return drawers[one.type]?.(one, message) ?? h('span', { class: 'muted' }, t('(a component of type {type})', { type: one.type }));
}

const many = (list, message) => (list ?? []).map((one) => component(one, message));

export function components(message) {
  if (!message.components?.length) return null;
  return h('div', { slot: 'components', class: 'components' }, many(message.components, message));
}
