// One message as an element.
import { post } from './api.js';
import { avatar, isBot, nameColour } from './avatar.js';
import { components } from './components.js';
import { h, icon, ICONS } from './dom.js';
import { embed } from './embed.js';
import { markdown } from './markdown.js';
import { attachments } from './media.js';
import { privateLine } from './notices.js';
import { channel, channelName, nameOf, state, tell, userById } from './state.js';
import { messageTime, shortTime } from './times.js';
import { t, translateInside } from './words.js';

export const EPHEMERAL = 64, THINKING = 128, LAYOUT = 32768;
const REPLY = 19, THREAD_STARTER = 21, PINNED = 6, THREAD_CREATED = 18;

export const has = (message, flag) => Boolean((message.flags ?? 0) & flag);

function usedCommand(message) {
  const used = message.interaction_metadata ?? message.interaction;
  if (!used?.user || (used.type !== undefined && used.type !== 2)) return null;
  const user = userById(used.user.id) ?? used.user;
  return translateInside(h('discord-command', {
    slot: 'reply',
    type: 'slash_command',
    author: nameOf(user),
    avatar: avatar(user),
    'role-color': nameColour(user),
    command: `/${used.name ?? message.interaction?.name ?? 'command'}`,
    'data-testid': 'used-command',
  }));
}

function repliedTo(message) {
  if (message.type !== REPLY) return null;
  const to = message.referenced_message;
  if (!to) return translateInside(h('discord-reply', { slot: 'reply', deleted: true }));
  const jump = () => document.querySelector(`[data-message-id="${CSS.escape(to.id)}"]`)?.scrollIntoView({ block: 'center' });
  return h(
    'discord-reply',
    { slot: 'reply', author: nameOf(to.author), avatar: avatar(to.author), bot: isBot(to.author), 'role-color': nameColour(to.author) },
    h('span', { class: 'reply-words', onclick: jump }, to.content || t('Press to see the message')),
  );
}

function thread(message) {
  const given = message.thread ?? state.world.channels.find((one) => one.id === message.id);
  if (!given) return null;
  const one = channel(given.id) ?? given;
  const open = () => tell('open-channel', one.id);
  const count = one.message_count ?? 0;
  return h(
    'discord-thread',
    {
      slot: 'thread',
      name: channelName(one),
      cta: t('See thread'),
      role: 'link',
      tabindex: 0,
      'data-testid': 'thread',
      'data-channel-id': one.id,
      onclick: open,
      onkeydown: (event) => event.key === 'Enter' && open(),
    },
    count > 1 ? t('{count} messages', { count }) : count ? t('1 message') : t('A thread'),
  );
}

function onlyYou(message) {
  const dismiss = async (event) => {
    const line = event.currentTarget.parentElement;
    try {
      await post('/table/dismiss', { person: state.person, message: message.id });
      tell('socket:delete', { channel: message.channel_id, message: message.id });
    } catch (error) {
      line.after(privateLine(error.message));
    }
  };
  return h(
    'div',
    { class: 'only-you', slot: 'thread' },
    t('Only you can see this'),
    ' · ',
    h('button', { type: 'button', class: 'as-link', 'data-testid': 'dismiss', onclick: dismiss }, t('Dismiss message')),
  );
}

function systemWords(message) {
  if (message.type === PINNED) return t('pinned a message to this channel.');
  if (message.type === THREAD_CREATED) return t('started a thread: {name}', { name: message.content });
  if (message.type === THREAD_STARTER) return t('started this thread.');
  return null;
}

function body(message) {
  if (has(message, THINKING)) {
    return h('span', { class: 'thinking', 'data-testid': 'thinking' }, h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')), t('{name} is thinking…', { name: nameOf(message.author) }));
  }
  const system = systemWords(message);
  if (system) return h('span', { class: 'system' }, icon(ICONS.thread, { size: 16 }), ' ', system);
  return message.content ? h('div', { class: 'md' }, markdown(message.content)) : null;
}

/** Whether a message stands under the last one without a head of its own. */
export function continues(message, before) {
  if (!before || before.author.id !== message.author.id) return false;
  if (message.interaction_metadata || message.type === REPLY || has(message, EPHEMERAL) !== has(before, EPHEMERAL)) return false;
  return new Date(message.timestamp) - new Date(before.timestamp) < 7 * 60000;
}

/** "(edited)", behind the text of a message or under a card. */
function edited(message) {
  const card = has(message, LAYOUT);
  if (!message.edited_timestamp || has(message, THINKING) || !(card || message.content)) return null;
  const slot = card ? 'components' : undefined;
  return h('span', { class: 'edited', slot, 'data-testid': 'edited', title: messageTime(message.edited_timestamp) }, t('(edited)'));
}

export function messageElement(message, before) {
  const author = userById(message.author.id) ?? message.author;
  const bot = isBot(message.author);
  const alone = has(message, EPHEMERAL);
  const mentioned = !alone && (message.mentions ?? []).some((user) => user.id === state.person) && message.author.id !== state.person;
  const small = continues(message, before);
  const element = h(
    'discord-message',
    {
      class: `message ${alone ? 'ephemeral' : ''} ${small ? '' : 'first'}`,
      role: 'article',
      'aria-label': [nameOf(author), bot && t('app'), messageTime(message.timestamp), alone && t('only you can see this')].filter(Boolean).join(', '),
      'data-testid': 'message',
      'data-message-id': message.id,
      'data-author-id': message.author.id,
      'data-ephemeral': alone ? 'true' : undefined,
      author: nameOf(author),
      avatar: avatar(author),
      bot,
      'role-color': nameColour(author),
      timestamp: small ? shortTime(message.timestamp) : messageTime(message.timestamp),
      highlight: mentioned,
      'message-body-only': small,
    },
    usedCommand(message),
    repliedTo(message),
    message.pinned && h('span', { class: 'pinned', title: t('Pinned'), 'data-testid': 'pinned' }, icon(ICONS.pin, { size: 14 }),  ` ${t('Pinned')}`),
    body(message),
    attachments(shownAlone(message)),
    (message.embeds ?? []).map((one) => embed(one, message.attachments)),
    components(message),
    edited(message),
    thread(message),
    alone && onlyYou(message),
  );
  return element;
}

/** Attachments that an embed or a layout part does not show already. */
function shownAlone(message) {
  const text = JSON.stringify([message.embeds ?? [], message.components ?? []]);
  return (message.attachments ?? []).filter((one) => !has(message, LAYOUT) && !text.includes(JSON.stringify(one.url)) && !text.includes(`attachment://${one.filename}`));
}
