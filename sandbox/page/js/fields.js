// The fields of a modal: text, menus, radio buttons, checkboxes, files. Each is {id, element, value(), check()}.
import { sendFile } from './api.js';
import { optionsOf, TYPE } from './components.js';
import { h } from './dom.js';
import { markdown } from './markdown.js';
import { selectMenu } from './select.js';
import { state } from './state.js';
import { t } from './words.js';

const INPUT = 4, LABEL = 18, UPLOAD = 19, RADIO = 21, CHECKBOXES = 22, CHECKBOX = 23, PARAGRAPH = 2;

const star = (required) => required && h('span', { class: 'required', 'aria-hidden': 'true' }, ' *');
const wrongWords = () => h('small', { class: 'field-wrong', role: 'alert' });

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
      h('label', { for: id }, label, star(required)),
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
  const words = wrongWords();
  return {
    id: one.custom_id,
    value: () => menu.values(),
    check() {
      const few = required && menu.values().length < (one.min_values ?? 1);
      words.textContent = few ? t('Choose one first.') : '';
      return !few;
    },
    element: h('div', { class: 'field' }, h('label', {}, label, star(required)), description && h('small', { class: 'field-about' }, description), menu, words),
  };
}

/** Several inputs under one label: a group of radio buttons or checkboxes. */
function group(one, label, description, inside, words, required) {
  const id = `field-${one.custom_id}`;
  return h(
    'div',
    { class: 'field', role: one.type === RADIO ? 'radiogroup' : 'group', 'aria-labelledby': id, 'data-custom-id': one.custom_id, 'data-testid': one.type === RADIO ? 'modal-radio' : 'modal-checkboxes' },
    h('strong', { id, class: 'field-name' }, label, star(required)),
    description && h('small', { class: 'field-about' }, description),
    inside,
    words,
  );
}

function choice(kind, name, option) {
  const input = h('input', { type: kind, name, value: option.value, prop: { checked: Boolean(option.default) } });
  const row = h(
    'label',
    { class: 'choice', 'data-value': option.value },
    h('span', { class: 'choice-words' }, h('span', {}, option.label), option.description && h('small', {}, option.description)),
    input,
  );
  return { input, row };
}

function choiceGroup(one, label, description) {
  const radio = one.type === RADIO;
  const required = one.required !== false;
  const least = radio ? Number(required) : required ? one.min_values ?? 1 : one.min_values ?? 0;
  const most = radio ? 1 : one.max_values ?? one.options.length;
  const choices = one.options.map((option) => choice(radio ? 'radio' : 'checkbox', one.custom_id, option));
  const words = wrongWords();
  const chosen = () => choices.filter(({ input }) => input.checked).map(({ input }) => input.value);
  const limit = () => {
    if (!radio) for (const { input } of choices) input.disabled = !input.checked && chosen().length >= most;
  };
  for (const { input } of choices) input.addEventListener('change', limit);
  limit();
  return {
    id: one.custom_id,
    value: () => (radio ? chosen()[0] ?? [] : chosen()),
    check() {
      const count = chosen().length;
      const few = count < least && (required || count > 0);
      words.textContent = few ? (least > 1 ? t('Choose at least {least}.', { least }) : t('Choose one first.')) : '';
      return !few;
    },
    element: group(one, label, description, choices.map(({ row }) => row), words, required),
  };
}

function checkbox(one, label, description) {
  const input = h('input', { type: 'checkbox', 'data-custom-id': one.custom_id, 'data-testid': 'modal-checkbox', prop: { checked: Boolean(one.default) } });
  return {
    id: one.custom_id,
    value: () => input.checked,
    check: () => true,
    element: h('div', { class: 'field' }, h('label', { class: 'choice' }, h('span', { class: 'choice-words' }, h('span', {}, label), description && h('small', {}, description)), input)),
  };
}

function upload(one, label, description) {
  const required = one.required !== false;
  const least = one.min_values ?? Number(required);
  const most = one.max_values ?? 1;
  let kept = [];
  const chooser = h('input', { type: 'file', hidden: true, multiple: most > 1, 'data-custom-id': one.custom_id, 'data-testid': 'modal-file' });
  const words = wrongWords();
  const named = h('span', {}, t('Choose a file …'));
  const button = h('button', { type: 'button', class: 'upload', onclick: () => chooser.click() }, named);
  chooser.addEventListener('change', async () => {
    const files = [...chooser.files].slice(0, most);
    words.textContent = '';
    button.setAttribute('aria-busy', 'true');
    try {
      kept = await Promise.all(files.map((file) => sendFile(state.person, file)));
      named.textContent = kept.map((file) => file.filename).join(', ') || t('Choose a file …');
    } catch (error) {
      words.textContent = error.message;
    }
    button.removeAttribute('aria-busy');
  });
  return {
    id: one.custom_id,
    value: () => kept.map((file) => file.id),
    check() {
      const few = kept.length < least && (required || kept.length > 0);
      words.textContent = few ? t('Choose a file first.') : '';
      return !few;
    },
    element: h('div', { class: 'field' }, h('strong', { class: 'field-name' }, label, star(required)), description && h('small', { class: 'field-about' }, description), button, chooser, words),
  };
}

const MAKERS = { [INPUT]: textInput, [UPLOAD]: upload, [RADIO]: choiceGroup, [CHECKBOXES]: choiceGroup, [CHECKBOX]: checkbox };

/** The fields of a modal; texts between them have no value. */
export function fieldsOf(parts) {
  return parts.flatMap((one) => {
    if (one.type === TYPE.row) return fieldsOf(one.components);
    if (one.type === TYPE.text) return { element: h('div', { class: 'field-text' }, markdown(one.content)) };
    const field = one.type === LABEL ? one.component : one;
    if (!field?.custom_id) return [];
    const label = one.label ?? field.label ?? field.placeholder ?? field.custom_id;
    return (MAKERS[field.type] ?? selectInput)(field, label, one.description);
  });
}
