// A select menu: a button that opens a list of options, single or multiple.
import { h, icon, ICONS } from './dom.js';
import { t } from './words.js';

export const emojiText = (emoji) => (!emoji ? '' : emoji.id ? `:${emoji.name}:` : emoji.name ?? '');

/**
 * options: [{label, value, description, emoji, default}]; onpick(values) when the person has chosen.
 * `hold` keeps the choice without reporting it (in modals); read it with element.values().
 */
export function selectMenu({ id, testId, options, placeholder, min = 1, max = 1, disabled, label, onpick, hold }) {
  let chosen = new Set(options.filter((one) => one.default).map((one) => one.value));
  let before = chosen;
  let active = -1;
  const multiple = max > 1;
  const listId = `list-${Math.random().toString(36).slice(2)}`;
  const words = h('span', { class: 'select-words' });
  const rows = options.map((one, at) =>
    h(
      'li',
      { role: 'option', id: `${listId}-${at}`, 'data-value': one.value, 'data-testid': 'select-option', onclick: (event) => (event.stopPropagation(), pick(at)) },
      one.emoji && h('span', { class: 'select-emoji' }, emojiText(one.emoji)),
      h('span', { class: 'select-option-words' }, h('span', {}, one.label), one.description && h('small', {}, one.description)),
      h('span', { class: multiple ? 'select-box' : 'select-dot', 'aria-hidden': 'true' }),
    ),
  );
  const done = multiple && !hold ? h('button', { type: 'button', class: 'select-done', 'data-testid': 'select-done', onclick: () => finish() }, t('Done')) : null;
  const list = h('div', { class: 'select-popup', hidden: true }, h('ul', { role: 'listbox', id: listId, 'aria-multiselectable': String(multiple), 'aria-label': placeholder || label || t('Options') }, rows), done);
  const button = h(
    'button',
    {
      type: 'button',
      class: 'select-button',
      role: 'combobox',
      'aria-haspopup': 'listbox',
      'aria-expanded': 'false',
      'aria-controls': listId,
      'aria-label': label || placeholder || t('Make a selection'),
      'data-custom-id': id,
      'data-testid': testId ?? 'select',
      disabled,
      onclick: () => (list.hidden ? show() : finish()),
    },
    words,
    icon(ICONS.down, { size: 18 }),
  );
  const root = h('div', { class: 'select' }, button, list);

  function draw() {
    const picked = options.filter((one) => chosen.has(one.value));
    words.textContent = picked.length ? picked.map((one) => `${emojiText(one.emoji)} ${one.label}`.trim()).join(', ') : placeholder || t('Make a selection');
    words.classList.toggle('unset', !picked.length);
    rows.forEach((row, at) => {
      row.setAttribute('aria-selected', String(chosen.has(options[at].value)));
      row.classList.toggle('active', at === active);
    });
    button.toggleAttribute('data-open', !list.hidden);
    button.setAttribute('aria-expanded', String(!list.hidden));
    if (active >= 0 && !list.hidden) {
      button.setAttribute('aria-activedescendant', rows[active].id);
      rows[active].scrollIntoView({ block: 'nearest' });
    } else button.removeAttribute('aria-activedescendant');
    if (done) done.disabled = chosen.size < min;
  }

  function show() {
    before = new Set(chosen);
    active = Math.max(0, options.findIndex((one) => chosen.has(one.value)));
    list.hidden = false;
    const around = (root.closest('#scroller') ?? document.documentElement).getBoundingClientRect();
    const place = button.getBoundingClientRect();
    const below = Math.min(around.bottom, innerHeight) - place.bottom;
    const above = place.top - Math.max(around.top, 0);
    const up = below < Math.min(list.scrollHeight, 290) && above > below;
    list.classList.toggle('above', up);
    if (!hold) list.style.maxHeight = `${Math.max(140, Math.min(280, (up ? above : below) - 8))}px`;
    document.addEventListener('pointerdown', outside, true);
    draw();
  }

  function close() {
    list.hidden = true;
    document.removeEventListener('pointerdown', outside, true);
    draw();
  }

  const outside = (event) => root.contains(event.target) || finish();
  const changed = () => chosen.size !== before.size || [...chosen].some((value) => !before.has(value));

  function finish() {
    close();
    if (!multiple || hold || !changed()) return;
    if (chosen.size >= min) onpick?.([...chosen]);
    else chosen = new Set(before);
    draw();
  }

  function pick(at) {
    const value = options[at].value;
    if (multiple) {
      if (chosen.has(value)) chosen.delete(value);
      else if (chosen.size < max) chosen.add(value);
      active = at;
      return draw();
    }
    chosen = hold && min === 0 && chosen.has(value) ? new Set() : new Set([value]);
    close();
    button.focus();
    if (!hold) onpick?.([value]);
  }

  button.addEventListener('keydown', (event) => {
    if (list.hidden) {
      if (['ArrowDown', 'ArrowUp'].includes(event.key)) {
        event.preventDefault();
        show();
      }
      return;
    }
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move) active = (active + move + options.length) % options.length;
    else if (event.key === 'Enter' || event.key === ' ') pick(active);
    else if (event.key === 'Escape') finish();
    else if (event.key === 'Tab') return finish();
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (move) draw();
  });

  root.values = () => [...chosen];
  root.reset = () => {
    chosen = new Set(options.filter((one) => one.default).map((one) => one.value));
    draw();
  };
  draw();
  return root;
}
