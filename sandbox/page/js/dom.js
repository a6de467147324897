// Small helpers for building elements. Text always goes in as text, never as markup.

/** h('div', {class: 'x', onclick: f, 'data-a': 1, prop: {value: 3}}, 'text', child, [children]) */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'prop') Object.assign(element, value);
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A small line icon from one path, drawn in the colour of the text. */
export function icon(path, { size = 20, filled = false } = {}) {
  const svg = document.createElementNS(SVG, 'svg');
  const line = document.createElementNS(SVG, 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('width', size);
  svg.setAttribute('height', size);
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  line.setAttribute('d', path);
  line.setAttribute('fill', filled ? 'currentColor' : 'none');
  line.setAttribute('stroke', filled ? 'none' : 'currentColor');
  line.setAttribute('stroke-width', '2');
  line.setAttribute('stroke-linecap', 'round');
  line.setAttribute('stroke-linejoin', 'round');
  svg.append(line);
  return svg;
}

export const ICONS = {
  hash: 'M5 9h15M4 15h15M10 4 8 20M16 4l-2 16',
  thread: 'M5 5h14v10H9l-4 4z',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M6 6l12 12M18 6 6 18',
  pin: 'M9 4h6l-1 6 3 3H7l3-3zM12 13v7',
  at: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-4 7.5',
  file: 'M7 3h7l4 4v14H7zM14 3v4h4',
  down: 'M6 9l6 6 6-6',
  people: 'M4 20c0-3 2.5-5 5-5s5 2 5 5M9 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM16 15c2.4 0 4 1.8 4 4.500M15 5.500a3.200 3.200 0 0 1 0 6',
  open: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
};

export function debounce(milliseconds, action) {
  let timer = 0;
  const later = (...args) => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds, ...args);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}

export function clear(element) {
  element.replaceChildren();
  return element;
}
