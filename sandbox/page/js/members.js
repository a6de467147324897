// The list of members: who is at the table, as what, and who has the page open.
import { avatar, nameColour } from './avatar.js';
import { clear, h, icon, ICONS } from './dom.js';
import { nameOf, on, state } from './state.js';
import { t } from './words.js';

const place = document.getElementById('members');
const opener = document.getElementById('open-members');
const shade = document.getElementById('members-shade');
const TITLES = { player: 'Players', spectator: 'Spectators', moderator: 'Moderators', app: 'Apps' };
const wide = matchMedia('(min-width: 1100px)');

function member({ user, role, online }) {
  return h(
    'li',
    { class: `member ${online ? '' : 'away'}`, 'data-testid': 'member', 'data-person-name': nameOf(user), 'data-role': role, 'data-online': String(Boolean(online)) },
    h('span', { class: 'face' }, h('img', { src: avatar(user), alt: '', width: 32, height: 32 }), h('span', { class: 'presence', role: 'img', 'aria-label': online ? t('online') : t('away'), title: online ? t('online') : t('away') })),
    h('span', { class: 'member-name', style: `color: ${nameColour(user)}` }, nameOf(user), user.id === state.person && h('small', {}, ` ${t('(you)')}`)),
    role === 'app' && h('span', { class: 'app-tag' }, t('app')),
  );
}

function draw() {
  const bot = state.world.bot;
  const all = [...state.world.people, ...(bot ? [{ user: bot, role: 'app', online: state.world.online }] : [])];
  const groups = Object.keys(TITLES).map((role) => [role, all.filter((one) => one.role === role)]);
  clear(place).append(
    ...groups
      .filter(([, members]) => members.length)
      .map(([role, members]) => h('section', {}, h('h2', {}, `${t(TITLES[role])} — ${members.length}`), h('ul', {}, members.map(member)))),
  );
}

function show(open) {
  place.hidden = !open;
  shade.hidden = !open || wide.matches;
  opener.setAttribute('aria-expanded', String(open));
}

opener.append(icon(ICONS.people, { size: 22 }));
opener.addEventListener('click', () => show(place.hidden));
shade.addEventListener('click', () => show(false));
addEventListener('keydown', (event) => event.key === 'Escape' && !wide.matches && show(false));
wide.addEventListener('change', () => show(wide.matches));
show(wide.matches);

on('entered', draw);
on('socket:bot', draw);
on('socket:presence', ({ person, online }) => {
  for (const one of state.world.people) if (one.user.id === person) one.online = online;
  draw();
});
