// Times as Discord writes them, in the language of the page.
import { locale, t } from './words.js';

const DAY = 86400000;
const hour = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

export function messageTime(text) {
  const when = new Date(text);
  if (Number.isNaN(when.getTime())) return '';
  const midnight = new Date().setHours(0, 0, 0, 0);
  if (when >= midnight) return t('Today at {time}', { time: hour.format(when) });
  if (when >= midnight - DAY) return t('Yesterday at {time}', { time: hour.format(when) });
  return `${day.format(when)} ${hour.format(when)}`;
}

export function shortTime(text) {
  const when = new Date(text);
  return Number.isNaN(when.getTime()) ? '' : hour.format(when);
}

const STYLES = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};
const STEPS = [['year', 365 * DAY], ['month', 30 * DAY], ['day', DAY], ['hour', 3600000], ['minute', 60000], ['second', 1000]];

function fromNow(when) {
  const distance = when - Date.now();
  const [unit, size] = STEPS.find(([, length]) => Math.abs(distance) >= length) ?? STEPS.at(-1);
  return relative.format(Math.round(distance / size), unit);
}

/** <t:seconds:style> */
export function timestampElement(seconds, style = 'f') {
  const when = new Date(Number(seconds) * 1000);
  const element = document.createElement('time');
  if (Number.isNaN(when.getTime())) {
    element.textContent = t('Invalid date');
    return element;
  }
  element.className = 'md-time';
  element.dateTime = when.toISOString();
  element.title = when.toLocaleString(locale, STYLES.F);
  if (style === 'R') element.dataset.relative = String(when.getTime());
  element.textContent = style === 'R' ? fromNow(when) : when.toLocaleString(locale, STYLES[style] ?? STYLES.f);
  return element;
}

setInterval(() => {
  for (const element of document.querySelectorAll('time[data-relative]')) {
    element.textContent = fromNow(Number(element.dataset.relative));
  }
}, 10000);
