// Words to the person alone: a refusal beside what was refused, a failed interaction, the bot being away.
import { h, icon, ICONS } from './dom.js';
import { on, state } from './state.js';
import { t } from './words.js';

/** A private line with a way to dismiss it. */
export function privateLine(text, kind = 'error') {
  const line = h(
    'div',
    { class: `private-line ${kind}`, role: 'alert', 'data-testid': 'private-error' },
    h('span', {}, text),
    h('button', { type: 'button', class: 'private-dismiss', 'aria-label': t('Dismiss'), onclick: () => line.remove() }, icon(ICONS.close, { size: 14 })),
  );
  return line;
}

let lineOpen = true;

export function showBanner() {
  const banner = document.getElementById('banner');
  const text = !lineOpen
    ? t('The line to the sandbox is down. Trying again…')
    : state.world.online
      ? ''
      : t('The bot is not running. Commands and buttons get no answer until it is started.');
  banner.textContent = text;
  banner.hidden = !text;
}

on('line', (line) => {
  lineOpen = line.open;
  showBanner();
});
on('socket:bot', (said) => {
  state.world.online = said.online;
  showBanner();
});
on('entered', showBanner);
