// The switch between the people at the table, and the line that says who one is.
import { avatar } from './avatar.js';
import { clear, h, icon, ICONS } from './dom.js';
import { nameOf, on, person, state, tell } from './state.js';
import { t } from './words.js';

const place = document.getElementById('people');
const line = document.getElementById('newcomer');
const HIDDEN = 'sandbox-newcomer-hidden';

function draw() {
  clear(place).append(
    ...state.world.people.map(({ user, role }) =>
      h(
        'button',
        {
          type: 'button',
          class: 'person',
          'aria-pressed': String(user.id === state.person),
          'data-testid': 'person',
          'data-person-id': user.id,
          'data-person-name': nameOf(user),
          title: `${nameOf(user)}, ${t(role)}`,
          onclick: () => user.id !== state.person && tell('become', user.id),
        },
        h('img', { src: avatar(user), alt: '', width: 28, height: 28 }),
        h('span', { class: 'person-words' }, h('span', { class: 'person-name' }, nameOf(user)), h('small', {}, t(role))),
      ),
    ),
  );
  drawLine();
}

function drawLine() {
  const me = person();
  line.hidden = !me || sessionStorage.getItem(HIDDEN) === 'yes';
  if (line.hidden) return;
  const hide = () => {
    sessionStorage.setItem(HIDDEN, 'yes');
    drawLine();
  };
  clear(line).append(
    h(
      'span',
      {},
      t('You are'),
      ' ',
      h('strong', {}, nameOf(me.user)),
      ` (${t(me.role)}). `,
      t('Switch person at the top right.'),
      h('span', { class: 'wide' }, ' ', t('Open a second window to be two at once. Type'), ' ', h('kbd', {}, '/'), ' ', t('for commands.')),
    ),
    h('button', { type: 'button', class: 'icon-button small', 'aria-label': t('Hide this line'), onclick: hide }, icon(ICONS.close, { size: 14 })),
  );
}

on('entered', draw);
