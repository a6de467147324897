// A modal the bot answered with: a form in a dialog.
import { optionsOf, TYPE } from './components.js';
import { h, icon, ICONS } from './dom.js';
import { markdown } from './markdown.js';
import { privateLine } from './notices.js';
import { asked, interact } from './pending.js';
import { selectMenu } from './select.js';
import { on, state } from './state.js';

const INPUT = 4, LABEL = 18, PARAGRAPH = 2;
let open = null;

function textInput(one, label, description) {
  const id = `field-${one.custom_id}`;
  const long = one.style === PARAGRAPH;
  const required = one.required !== false;
  const input = h(long ? 'textarea' : 'input', {
    id,
    type: long ? undefined : 'text',
    rows: long ? 5 : undefined,
    required,
    minlength: one.min_length ?? undefined,
    maxlength: one.max_length ?? 4000,
    placeholder: one.placeholder,
    autocomplete: 'off',
    'data-custom-id': one.custom_id,
    'data-testid': 'modal-input',
    'aria-describedby': description && `${id}-about`,
    prop: { value: one.value ?? '' },
  });
  const counter = one.max_length && h('small', { class: 'field-count', 'aria-hidden': 'true' }, '');
  const count = () => counter && (counter.textContent = `${input.value.length}/${one.max_length}`);
  input.addEventListener('input', count);
  count();
  return {
    id: one.custom_id,
    value: () => input.value,
    check: () => input.reportValidity(),
    element: h(
      'div',
      { class: 'field' },
      h('label', { for: id }, label, required && h('span', { class: 'required', 'aria-hidden': 'true' }, ' *')),
      description && h('small', { id: `${id}-about`, class: 'field-about' }, description),
      input,
      counter,
    ),
  };
}

function selectInput(one, label, description) {
  const required = one.required !== false;
  const menu = selectMenu({
    id: one.custom_id,
    testId: 'modal-select',
    options: optionsOf(one),
    placeholder: one.placeholder,
    min: required ? one.min_values ?? 1 : 0,
    max: one.max_values ?? 1,
    label,
    hold: true,
  });
  const words = h('small', { class: 'field-wrong', role: 'alert' });
  return {
    id: one.custom_id,
    value: () => menu.values(),
    check() {
      const few = required && menu.values().length < (one.min_values ?? 1);
      words.textContent = few ? 'Choose one first.' : '';
      return !few;
    },
    element: h('div', { class: 'field' }, h('label', {}, label, required && h('span', { class: 'required' }, ' *')), description && h('small', { class: 'field-about' }, description), menu, words),
  };
}

/** The fields of a modal; texts between them have no value. */
function fieldsOf(parts) {
  return parts.flatMap((one) => {
    if (one.type === TYPE.row) return fieldsOf(one.components);
    if (one.type === LABEL) {
      const inner = one.component ?? one.components?.[0];
      return inner?.type === INPUT ? textInput(inner, one.label, one.description) : selectInput(inner, one.label, one.description);
    }
    if (one.type === INPUT) return textInput(one, one.label ?? one.custom_id);
    if (one.type === TYPE.text) return { element: h('div', { class: 'field-text' }, markdown(one.content)) };
    if (one.custom_id) return selectInput(one, one.label ?? one.placeholder ?? one.custom_id);
    return [];
  });
}

export function showModal(interaction, modal) {
  open?.close();
  const fields = fieldsOf(modal.components ?? []);
  const place = h('div', { class: 'modal-words' });
  const submit = h('button', { type: 'submit', class: 'button primary', 'data-testid': 'modal-submit' }, 'Submit');
  const form = h(
    'form',
    { method: 'dialog', novalidate: true },
    h('div', { class: 'modal-fields' }, fields.map((one) => one.element), place),
    h(
      'div',
      { class: 'modal-foot' },
      h('button', { type: 'button', class: 'button quiet', 'data-testid': 'modal-cancel', onclick: () => dialog.close() }, 'Cancel'),
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
      h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Close', onclick: () => dialog.close() }, icon(ICONS.close)),
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
      place.replaceChildren(privateLine(`${outcome.text}. What you wrote is still here; try again.`));
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
