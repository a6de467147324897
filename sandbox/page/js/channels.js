// The list of channels with their threads, and the head over the messages.
import { avatar } from './avatar.js';
import { clear, h, icon, ICONS } from './dom.js';
import { channel, channelName, DIRECT, isThread, listedChannels, nameOf, on, person, state, tell } from './state.js';
import { t } from './words.js';

const place = document.getElementById('channels');
const guild = document.getElementById('guild-name');
const head = document.getElementById('channel-head');
const me = document.getElementById('me');
const PRIVATE_THREAD = 12;

function sign(one, size) {
  if (one.type === DIRECT) return icon(ICONS.at, { size });
  if (one.type === PRIVATE_THREAD) return icon(ICONS.lock, { size });
  return icon(isThread(one) ? ICONS.thread : ICONS.hash, { size });
}

function row(one) {
  const unread = state.unread.has(one.id);
  return h(
    'li',
    {},
    h(
      'button',
      {
        type: 'button',
        class: `channel ${isThread(one) ? 'thread' : ''} ${unread ? 'unread' : ''}`,
        'aria-current': one.id === state.channel ? 'page' : undefined,
        'data-testid': 'channel',
        'data-channel-id': one.id,
        'data-channel-name': channelName(one),
        onclick: () => tell('open-channel', one.id),
      },
      sign(one, 18),
      h('span', { class: 'channel-name' }, channelName(one)),
      unread && h('span', { class: 'unread-dot' }, h('span', { class: 'sr' }, t('unread'))),
    ),
  );
}

function draw() {
  guild.textContent = state.world.guild.name;
  clear(place).append(
    ...listedChannels().map((group) =>
      h('section', {}, group.name && h('h2', {}, group.name), h('ul', {}, group.channels.map(row))),
    ),
  );
  const one = channel();
  const parent = one && isThread(one) ? channel(one.parent_id) : null;
  clear(head);
  if (one) {
    head.append(
      sign(one, 22),
      ...(parent ? [h('button', { type: 'button', class: 'as-link parent', onclick: () => tell('open-channel', parent.id) }, channelName(parent)), h('span', { class: 'muted' }, '›')] : []),
      h('h1', { 'data-testid': 'channel-name' }, channelName(one)),
      one.topic ? h('p', { class: 'topic', title: one.topic }, one.topic) : '',
    );
  }
  document.title = `${one ? (isThread(one) ? '' : '#') + channelName(one) : 'Sandbox'} · ${state.world.guild.name}`;
  const who = person();
  clear(me).append(...(who ? [h('img', { src: avatar(who.user), alt: '', width: 32, height: 32 }), h('span', {}, h('strong', {}, nameOf(who.user)), h('small', {}, t(who.role)))] : []));
}

on('entered', draw);
on('channels', draw);

// On a narrow window the list is a drawer.
const drawer = document.getElementById('sidebar');
const opener = document.getElementById('open-sidebar');
const shade = document.getElementById('shade');

function setDrawer(open) {
  drawer.classList.toggle('open', open);
  shade.hidden = !open;
  opener.setAttribute('aria-expanded', String(open));
}
opener.addEventListener('click', () => setDrawer(!drawer.classList.contains('open')));
shade.addEventListener('click', () => setDrawer(false));
addEventListener('keydown', (event) => event.key === 'Escape' && setDrawer(false));
on('entered', () => setDrawer(false));
