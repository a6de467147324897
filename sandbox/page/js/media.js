// Pictures and files: attachments, the pictures of embeds, galleries.
import { ownAddress, webAddress } from './api.js';
import { h, icon, ICONS } from './dom.js';
import { openLightbox } from './lightbox.js';
import { locale, t } from './words.js';

const isPicture = (file) =>
  (file.content_type ?? '').startsWith('image/') || /\.(png|jpe?g|gif|webp|bmp)$/i.test(file.filename ?? '');

const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

export function bytes(size) {
  if (!Number.isFinite(size)) return '';
  if (size < 1024) return t('{count} bytes', { count: size });
  return size < 1048576 ? t('{count} KB', { count: decimal.format(size / 1024) }) : t('{count} MB', { count: decimal.format(size / 1048576) });
}

/** A picture to press for its full size; one kept on another host is a link, for the page loads nothing from there. */
export function picture(media, description) {
  const address = ownAddress(media.url) ?? ownAddress(media.proxy_url);
  if (!address) {
    const web = webAddress(media.url);
    return h('p', { class: 'picture-elsewhere' }, web ? h('a', { href: web, target: '_blank', rel: 'noopener noreferrer' }, web) : t('A picture that cannot be shown'));
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
      class: 'picture',
      'data-testid': 'picture',
      'aria-label': t('{description}. Press to enlarge', { description: description || t('Picture') }),
      title: description,
      onclick: () => openLightbox(address, description),
    },
    image,
  );
  image.addEventListener('error', () => {
    frame.replaceWith(h('p', { class: 'picture-elsewhere' }, t('The picture did not load.'), ' ', description));
  });
  return frame;
}

/** What is a spoiler is blurred until it is pressed. */
export function veiled(element, hidden) {
  if (!hidden) return element;
  element.inert = true;
  const cover = h('button', { type: 'button', class: 'veil', 'data-testid': 'veil', onclick: reveal }, h('span', {}, t('Spoiler')));
  const box = h('div', { class: 'veiled' }, element, cover);
  function reveal() {
    element.inert = false;
    box.replaceWith(element);
  }
  return box;
}

/** Pictures as Discord lays them out: one is bounded, several are cropped to a mosaic. */
export function gallery(pictures) {
  return h('div', { class: pictures.length === 1 ? 'single' : `mosaic rest-${pictures.length % 3} of-${pictures.length}`, 'data-testid': 'gallery' }, pictures);
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
  const pictures = list.filter(isPicture).map((one) => veiled(picture(one, one.description ?? one.filename), hidden(one)));
  const files = list.filter((one) => !isPicture(one)).map((one) => veiled(file(one), hidden(one)));
  return h('discord-attachments', { slot: 'attachments' }, pictures.length > 0 && gallery(pictures), files);
}
