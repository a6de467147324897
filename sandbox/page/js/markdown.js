// Discord's markdown as elements. The parser gives a tree; every text in it goes into the page as text.
import { SimpleMarkdown, rulesExtended } from '../vendor/discord-markdown.js';
import { webAddress } from './api.js';
import { h } from './dom.js';
import { channel, channelName, isThread, nameOf, roleName, tell, userById } from './state.js';
import { timestampElement } from './times.js';
import { t } from './words.js';

// The parser has no lists: one more rule. A list is a run of lines that begin with -, * or a number.
const LINE = /^( *)(?:[-*]|\d{1,9}\.) +[^\n]*(?:\n|$)/;

const list = {
  order: rulesExtended.text.order - 0.6,
  match(source, state) {
    if (state.inList || (state.prevCapture && !state.prevCapture[0].endsWith('\n'))) return null;
    let length = 0;
    for (let line; (line = LINE.exec(source.slice(length))) && line[0]; ) {
      if (length === 0 && line[1]) return null;
      length += line[0].length;
    }
    return length ? [source.slice(0, length)] : null;
  },
  parse(capture, parse, state) {
    const rows = capture[0].replace(/\n$/, '').split('\n').map((line) => {
      const [, indent, mark, text] = /^( *)([-*]|\d+\.) +(.*)$/.exec(line);
      return { depth: Math.floor((indent.length + 1) / 2), mark, text };
    });
    return {
      rows: rows.map((row) => ({ ...row, content: parse(row.text, { ...state, inList: true, prevCapture: null }) })),
    };
  },
};

// Discord makes headings of one to three signs only at the start of a line.
const parser = SimpleMarkdown.parserFor({ ...rulesExtended, list });

const draw = (nodes) => (Array.isArray(nodes) ? nodes : [nodes]).flatMap((node) => drawOne(node));

function mention(type, text, attributes) {
  return h('discord-mention', { type, ...attributes }, text);
}

function link(node, children) {
  const address = webAddress(node.target);
  if (!address) return children;
  return h('a', { href: address, target: '_blank', rel: 'noopener noreferrer', title: address }, children);
}

function spoiler(children) {
  const reveal = (event) => {
    if (event.type === 'keydown' && !['Enter', ' '].includes(event.key)) return;
    if (element.classList.contains('open')) return;
    event.preventDefault();
    element.classList.add('open');
    for (const name of ['role', 'tabindex', 'aria-label']) element.removeAttribute(name);
  };
  const element = h(
    'span',
    { class: 'md-spoiler', role: 'button', tabindex: 0, 'aria-label': t('Spoiler, press to read'), onclick: reveal, onkeydown: reveal },
    h('span', {}, children),
  );
  return element;
}

function lists(rows) {
  const root = h('div', { class: 'md-lists' });
  const open = []; // the lists open at each depth
  for (const row of rows) {
    const depth = Math.min(row.depth, open.length);
    open.length = Math.min(open.length, depth + 1);
    const ordered = /\d/.test(row.mark);
    if (open[depth] && (open[depth].tagName === 'OL') !== ordered) open.length = depth;
    if (!open[depth]) {
      const made = h(ordered ? 'ol' : 'ul', ordered ? { start: parseInt(row.mark, 10) } : {});
      (depth ? open[depth - 1].lastElementChild ?? open[depth - 1] : root).append(made);
      open[depth] = made;
    }
    open[depth].append(h('li', {}, draw(row.content)));
  }
  return root;
}

const drawers = {
  text: (node) => node.content,
  br: () => h('br'),
  newline: () => h('br'),
  strong: (node) => h('strong', {}, draw(node.content)),
  em: (node) => h('em', {}, draw(node.content)),
  underline: (node) => h('u', {}, draw(node.content)),
  strikethrough: (node) => h('s', {}, draw(node.content)),
  inlineCode: (node) => h('code', { class: 'md-code' }, node.content),
  codeBlock: (node) => h('pre', { class: 'md-pre', tabindex: 0 }, h('code', {}, node.content)),
  blockQuote: (node) => h('discord-quote', {}, draw(trimEnd(node.content))),
  heading: (node) => h(`h${Math.min(node.level + 2, 6)}`, { class: `md-h${node.level}` }, draw(node.content)),
  subtext: (node) => h('small', { class: 'md-sub' }, draw(node.content)),
  list: (node) => lists(node.rows),
  spoiler: (node) => spoiler(draw(node.content)),
  link: (node) => link(node, draw(node.content)),
  url: (node) => link(node, draw(node.content)),
  autolink: (node) => link(node, draw(node.content)),
  user: (node) => mention('user', nameOf(userById(node.id)), { 'data-user-id': node.id }),
  role: (node) => mention('role', roleName(node.id) ?? t('role')),
  everyone: () => mention('user', 'everyone'),
  here: () => mention('user', 'here'),
  emoji: (node) => `:${node.name}:`,
  twemoji: (node) => h('span', { class: 'md-emoji' }, node.name),
  emoticon: (node) => node.content,
  timestamp: (node) => timestampElement(node.timestamp, node.format),
  guildNavigation: () => mention('channels-and-roles', t('channels')),
  channel(node) {
    const one = channel(node.id);
    const open = () => one && tell('open-channel', one.id);
    return mention(isThread(one) ? 'thread' : 'channel', one ? channelName(one) : t('unknown'), {
      role: one && 'link',
      tabindex: one && 0,
      'data-channel-id': node.id,
      onclick: open,
      onkeydown: (event) => event.key === 'Enter' && open(),
    });
  },
  slashCommand(node) {
    const fill = () => tell('fill-command', node.fullName);
    return mention('slash', node.fullName, {
      role: 'button',
      tabindex: 0,
      'data-command': node.fullName,
      onclick: fill,
      onkeydown: (event) => event.key === 'Enter' && fill(),
    });
  },
};

function trimEnd(nodes) {
  return Array.isArray(nodes) && nodes.at(-1)?.type === 'br' ? nodes.slice(0, -1) : nodes;
}

function drawOne(node) {
  const drawer = drawers[node.type];
  if (drawer) return drawer(node);
  return typeof node.content === 'string' ? node.content : draw(node.content ?? []);
}

const BLOCKS = ['heading', 'subtext', 'codeBlock', 'blockQuote', 'list'];

/** A block element and a line break beside it would leave an empty line; Discord shows none. */
function tidy(nodes) {
  return nodes.filter((node, at) => {
    if (node.type !== 'br') return true;
    const before = nodes[at - 1];
    const after = nodes[at + 1];
    return !(BLOCKS.includes(before?.type) || ['codeBlock', 'blockQuote', 'list'].includes(after?.type));
  });
}

/** The nodes of a text in Discord's markdown. */
export function markdown(text) {
  if (!text) return [];
  const tree = tidy(parser(String(text), { inline: true }));
  const onlyEmoji = tree.length <= 27 && tree.every((node) => node.type === 'twemoji' || (node.type === 'text' && !node.content.trim()));
  const nodes = draw(tree);
  return onlyEmoji ? [h('span', { class: 'md-jumbo' }, nodes)] : nodes;
}
