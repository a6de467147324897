// Pictures and files: attachments, the pictures of embeds, galleries.
import { ownAddress, webAddress } from './api.js';
import { h, icon, ICONS } from './dom.js';
import { openLightbox } from './lightbox.js';

const isPicture = (file) =>
  (file.content_type ?? '').startsWith('image/') || /\.(png|jpe?g|gif|webp|bmp)$/i.test(file.filename ?? '');

export function bytes(size) {
  if (!Number.isFinite(size)) return '';
  if (size < 1024) return `${size} bytes`;
  return size < 1048576 ? `${(size / 1024).toFixed(1)} KB` : `${(size / 1048576).toFixed(1)} MB`;
}

/** A picture to press for its full size; one kept on another host is a link, for the page loads nothing from there. */
export function picture(media, description, className = '') {
  const address = ownAddress(media.url) ?? ownAddress(media.proxy_url);
  if (!address) {
    const web = webAddress(media.url);
    return h('p', { class: 'picture-elsewhere' }, web ? h('a', { href: web, target: '_blank', rel: 'noopener noreferrer' }, web) : 'A picture that cannot be shown');
  }
  const image = h('img', {
    src: address,
    alt: description ?? '',
    width: media.width,
    height: media.height,
    loading: 'lazy',
    decoding: 'async',
  });
  const frame = h(
    'button',
    {
      type: 'button',
      class: `picture ${className}`,
      'data-testid': 'picture',
      'aria-label': `${description || 'Picture'}. Press to enlarge`,
      title: description,
      onclick: () => openLightbox(address, description),
    },
    image,
  );
  image.addEventListener('error', () => {
    frame.replaceWith(h('p', { class: 'picture-elsewhere' }, `The picture did not load. ${description ?? ''}`));
  });
  return frame;
}

function spoilered(element, hidden) {
  if (!hidden) return element;
  const cover = h('button', { type: 'button', class: 'media-spoiler', onclick: () => cover.replaceWith(element) }, 'Spoiler: press to show');
  return cover;
}

export function file(one) {
  const address = ownAddress(one.url);
  return h(
    'div',
    { class: 'file', 'data-testid': 'file' },
    icon(ICONS.file, { size: 28 }),
    h(
      'div',
      {},
      address ? h('a', { href: address, download: one.filename, target: '_blank', rel: 'noopener' }, one.filename) : h('span', {}, one.filename),
      h('small', {}, [bytes(one.size), one.description].filter(Boolean).join(' · ')),
    ),
  );
}

export function attachments(list) {
  if (!list?.length) return null;
  const hidden = (one) => Boolean((one.flags ?? 0) & 8) || one.filename?.startsWith('SPOILER_');
  const shown = list.map((one) =>
    spoilered(isPicture(one) ? picture(one, one.description ?? one.filename, 'attached') : file(one), hidden(one)),
  );
  return h('discord-attachments', { slot: 'attachments' }, shown);
}
