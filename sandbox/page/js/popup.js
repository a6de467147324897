// The list over the composer: commands, options, choices. The focus stays in the text field.
import { clear, h } from './dom.js';
import { t } from './words.js';

export function createPopup(place) {
  const list = h('ul', { role: 'listbox', id: 'option-list', 'aria-label': t('Suggestions') });
  const head = h('div', { class: 'popup-head' });
  place.append(head, list);
  place.hidden = true;
  let items = [];
  let active = -1;
  let field = null;
  let picked = () => {};

  function mark() {
    [...list.children].forEach((row, at) => {
      row.setAttribute('aria-selected', String(at === active));
      if (at === active) row.scrollIntoView({ block: 'nearest' });
    });
    if (active >= 0 && field) field.setAttribute('aria-activedescendant', `option-${active}`);
    else field?.removeAttribute('aria-activedescendant');
  }

  const popup = {
    get open() {
      return !place.hidden && items.length > 0;
    },
    get active() {
      return items[active];
    },
    /** items: [{label, detail, description}]; words: nodes of the head. */
    show({ to, rows, words, first = -1, onpick }) {
      if (field && field !== to) field.removeAttribute('aria-activedescendant');
      field = to;
      items = rows;
      picked = onpick;
      active = rows.length ? first : -1;
      clear(head).append(...[words ?? []].flat());
      head.hidden = !words;
      list.replaceChildren(
        ...rows.map((one, at) =>
          h(
            'li',
            {
              role: 'option',
              id: `option-${at}`,
              'data-testid': 'option',
              'data-name': one.label,
              'data-value': one.value === undefined ? undefined : String(one.value),
              onpointerdown: (event) => event.preventDefault(),
              onclick: () => picked(one),
              onpointermove: () => active !== at && ((active = at), mark()),
            },
            h('span', { class: 'popup-label' }, one.label, one.detail && h('span', { class: 'popup-detail' }, one.detail)),
            one.description && h('span', { class: 'popup-description' }, one.description),
          ),
        ),
      );
      list.hidden = !rows.length;
      place.hidden = !rows.length && !words;
      field?.setAttribute('aria-expanded', String(rows.length > 0));
      mark();
    },
    hide() {
      place.hidden = true;
      items = [];
      active = -1;
      field?.setAttribute('aria-expanded', 'false');
      field?.removeAttribute('aria-activedescendant');
    },
    /** Arrow keys and the like; true when the key was for the list. */
    key(event) {
      if (!popup.open) return false;
      const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (move) {
        active = active < 0 ? (move > 0 ? 0 : items.length - 1) : (active + move + items.length) % items.length;
        mark();
      } else if (event.key === 'Escape') popup.hide();
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    pick(one = items[active]) {
      if (one) picked(one);
    },
  };
  return popup;
}
