// Embeds: the library draws the frame, colour, description, fields and footer; pictures and titles are ours, so that maps
// are large and every text knows markdown.
import { ownAddress, webAddress } from './api.js';
import { h } from './dom.js';
import { markdown } from './markdown.js';
import { picture } from './media.js';
import { messageTime } from './times.js';

const colour = (number) => `#${Number(number).toString(16).padStart(6, '0')}`;

function linked(address, ...inside) {
  const web = webAddress(address);
  return web ? h('a', { href: web, target: '_blank', rel: 'noopener noreferrer' }, inside) : inside;
}

function author(given) {
  const face = ownAddress(given.icon_url);
  return h('div', { class: 'embed-author', slot: 'description' }, face && h('img', { src: face, alt: '', width: 24, height: 24 }), linked(given.url, h('span', {}, given.name)));
}

function fields(list) {
  let inline = 0;
  return h(
    'discord-embed-fields',
    { slot: 'fields' },
    list.map((field) => {
      inline = field.inline ? (inline % 3) + 1 : 0;
      return h(
        'discord-embed-field',
        { inline: field.inline, 'inline-index': inline || undefined },
        h('div', { class: 'embed-field-name' }, markdown(field.name)),
        h('div', { class: 'embed-field-value' }, markdown(field.value)),
      );
    }),
  );
}

function footer(given, timestamp) {
  const face = ownAddress(given?.icon_url);
  const words = [given?.text, timestamp && messageTime(timestamp)].filter(Boolean).join(' • ');
  return h('discord-embed-footer', { slot: 'footer' }, face && h('img', { class: 'embed-footer-icon', src: face, alt: '', width: 20, height: 20 }), h('span', {}, words));
}

function thumbnail(media, description) {
  return h('div', { class: 'embed-thumbnail', slot: 'description' }, picture(media, description));
}

/** attachment://name as the address of the file of that name. */
export function attached(media, files) {
  const name = /^attachment:\/\/(.+)$/.exec(media.url ?? '')?.[1];
  const found = name && files?.find((one) => one.filename === name);
  return found ? { ...media, ...found } : media;
}

export function embed(given, files = []) {
  const describe = (media) => media.description ?? files.find((one) => one.url === attached(media, files).url)?.description;
  return h(
    'discord-embed',
    {
      slot: 'embeds',
      class: given.image ? 'embed-wide' : '',
      color: given.color === undefined || given.color === null ? undefined : colour(given.color),
      'data-testid': 'embed',
    },
    given.thumbnail && thumbnail(attached(given.thumbnail, files), describe(given.thumbnail)),
    given.author?.name && author(given.author),
    given.title && h('div', { class: 'embed-title', slot: 'description' }, linked(given.url, markdown(given.title))),
    given.description && h('discord-embed-description', { slot: 'description' }, markdown(given.description)),
    given.fields?.length && fields(given.fields),
    given.image && h('div', { class: 'embed-image', slot: 'fields' }, picture(attached(given.image, files), describe(given.image))),
    (given.footer?.text || given.timestamp) && footer(given.footer, given.timestamp),
  );
}
