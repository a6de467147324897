// A modal the bot answered with: a form in a dialog.
import { h, icon, ICONS } from './dom.js';
import { fieldsOf } from './fields.js';
import { privateLine } from './notices.js';
import { asked, interact } from './pending.js';
import { on, state } from './state.js';
import { t } from './words.js';

let open = null;

export function showModal(interaction, modal) {
  open?.close();
  const fields = fieldsOf(modal.components ?? []);
  const place = h('div', { class: 'modal-words' });
  const submit = h('button', { type: 'submit', class: 'button primary', 'data-testid': 'modal-submit' }, t('Submit'));
  const form = h(
    'form',
    { method: 'dialog', novalidate: true },
    h('div', { class: 'modal-fields' }, fields.map((one) => one.element), place),
    h(
      'div',
      { class: 'modal-foot' },
      h('button', { type: 'button', class: 'button quiet', 'data-testid': 'modal-cancel', onclick: () => dialog.close() }, t('Cancel')),
      submit,
    ),
  );
  const dialog = h(
    'dialog',
    { class: 'modal', 'aria-labelledby': 'modal-title', 'data-testid': 'modal', 'data-custom-id': modal.custom_id },
    h(
      'header',
      {},
      h('h2', { id: 'modal-title' }, modal.title),
      h('button', { type: 'button', class: 'icon-button', 'aria-label': t('Close'), onclick: () => dialog.close() }, icon(ICONS.close)),
    ),
    form,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const answering = fields.filter((one) => one.id);
    if (submit.disabled || !answering.every((one) => one.check())) return;
    place.replaceChildren();
    submit.disabled = true;
    submit.classList.add('busy');
    const values = Object.fromEntries(answering.map((one) => [one.id, one.value()]));
    try {
      const outcome = await interact('/table/modal', { person: state.person, interaction, values });
      if (outcome.ok) return dialog.close();
      place.replaceChildren(privateLine(t('{text}. What you wrote is still here; try again.', { text: outcome.text })));
    } catch (error) {
      place.replaceChildren(privateLine(error.message));
    } finally {
      submit.disabled = false;
      submit.classList.remove('busy');
    }
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (open === dialog) open = null;
  });
  open = dialog;
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector('input, textarea, .select-button')?.focus();
}

on('socket:modal', (said) => asked(said.nonce) && showModal(said.interaction, said.modal));
on('entering', () => open?.close());
