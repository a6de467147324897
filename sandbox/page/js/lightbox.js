// A picture at full size: fit, closer, actual size, drag to move, wheel to zoom.
import { h, icon, ICONS } from './dom.js';
import { t } from './words.js';

export function openLightbox(address, description) {
  let zoom = 'fit';
  const picture = h('img', { src: address, alt: description ?? '', draggable: 'false', 'data-testid': 'lightbox-image' });
  const stage = h('div', { class: 'lightbox-stage', tabindex: 0, 'aria-label': t('Picture; arrow keys move it') }, picture);
  const scale = h('output', { class: 'lightbox-scale', 'aria-label': t('Size') });

  const fitting = () =>
    Math.min(1, stage.clientWidth / picture.naturalWidth || 1, stage.clientHeight / picture.naturalHeight || 1);
  const factor = () => (zoom === 'fit' ? fitting() : zoom);

  function show(next, x = stage.clientWidth / 2, y = stage.clientHeight / 2) {
    const before = factor();
    const atX = (stage.scrollLeft + x) / before;
    const atY = (stage.scrollTop + y) / before;
    zoom = next === 'fit' ? 'fit' : Math.min(6, Math.max(0.1, next));
    if (zoom !== 'fit' && zoom <= fitting()) zoom = zoom < fitting() ? 'fit' : zoom;
    const now = factor();
    picture.style.width = `${Math.round(picture.naturalWidth * now)}px`;
    stage.classList.toggle('zoomed', now > fitting() + 0.001);
    stage.scrollLeft = atX * now - x;
    stage.scrollTop = atY * now - y;
    scale.textContent = `${Math.round(now * 100)}\u00a0%`;
  }

  const tool = (label, action, ...inside) =>
    h('button', { type: 'button', class: 'lightbox-tool', 'aria-label': label, title: label, onclick: action }, inside);
  const dialog = h(
    'dialog',
    { class: 'lightbox', 'aria-label': description || t('Picture'), 'data-testid': 'lightbox' },
    h(
      'div',
      { class: 'lightbox-bar' },
      tool(t('Smaller'), () => show(factor() / 1.4), '−'),
      scale,
      tool(t('Larger'), () => show(factor() * 1.4), '+'),
      tool(t('Fit the window'), () => show('fit'), t('Fit')),
      tool(t('Actual size'), () => show(1), '100\u00a0%'),
      h('a', { class: 'lightbox-tool', href: address, target: '_blank', rel: 'noopener', title: t('Open in a new tab'), 'aria-label': t('Open in a new tab') }, icon(ICONS.open, { size: 18 })),
      tool(t('Close'), () => dialog.close(), icon(ICONS.close, { size: 18 })),
    ),
    stage,
    description && h('p', { class: 'lightbox-text' }, description),
  );

  let drag = null;
  stage.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'touch' || event.button !== 0) return;
    drag = { x: event.clientX, y: event.clientY, left: stage.scrollLeft, top: stage.scrollTop, moved: false };
    stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener('pointermove', (event) => {
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (Math.hypot(x, y) > 4) drag.moved = true;
    stage.scrollLeft = drag.left - x;
    stage.scrollTop = drag.top - y;
  });
  stage.addEventListener('click', (event) => {
    const moved = drag?.moved;
    drag = null;
    if (moved) return;
    const inside = picture.getBoundingClientRect();
    const onPicture =
      event.clientX >= inside.left && event.clientX <= inside.right && event.clientY >= inside.top && event.clientY <= inside.bottom;
    if (!onPicture) return dialog.close();
    const box = stage.getBoundingClientRect();
    show(zoom === 'fit' ? Math.max(1, fitting() * 2) : 'fit', event.clientX - box.left, event.clientY - box.top);
  });
  stage.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const box = stage.getBoundingClientRect();
      show(factor() * Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
    },
    { passive: false },
  );
  dialog.addEventListener('keydown', (event) => {
    const act = { '+': () => show(factor() * 1.4), '=': () => show(factor() * 1.4), '-': () => show(factor() / 1.4), 0: () => show('fit'), 1: () => show(1) }[event.key];
    if (!act || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  });
  const refit = () => show(zoom);
  addEventListener('resize', refit);
  dialog.addEventListener('close', () => {
    removeEventListener('resize', refit);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  stage.focus();
  picture.decode().then(() => show('fit'), () => {});
}
