// A chosen command as fields: required options first, the others offered.
import { sendFile } from './api.js';
import { fixedChoices, OPTION, optionsFrom, valueOf } from './commands.js';
import { asRow, createCompleter, fitting } from './complete.js';
import { clear, h, icon, ICONS } from './dom.js';
import { state } from './state.js';
import { t } from './words.js';

/**
 * place: where to draw; send(entry, options); leave(text): back to plain text; wrong(words): an error to show.
 */
export function createForm({ place, popup, send, leave, wrong }) {
  const completer = createCompleter();
  let entry = null;
  let open = []; // names of the options with a field
  let texts = new Map();
  let picked = new Map(); // option -> the choice taken from a list
  let inputs = new Map();

  const option = (name) => entry.options.find((one) => one.name === name);
  const filled = (name) => (texts.get(name) ?? '').trim() !== '';
  const missing = () => open.find((name) => option(name).required && !filled(name));
  // As text, an option the bot completes is its value: the name it was chosen by means nothing to the bot.
  const words = (name) => (option(name).autocomplete && picked.get(name)?.name === texts.get(name) ? picked.get(name).value : texts.get(name));
  const line = () => `/${entry.shown}${open.filter(filled).map((name) => ` ${option(name).shown}:${words(name)}`).join('')}`;

  function head(one) {
    return [h('strong', {}, one.shown), h('span', {}, one.description ?? ''), h('small', {}, one.required ? t('required') : t('optional'))];
  }

  function show(one, rows, words = head(one)) {
    const input = inputs.get(one.name);
    const typed = input.value.trim().toLowerCase();
    const exact = rows.findIndex((row) => String(row.value).toLowerCase() === typed || row.label.toLowerCase() === typed);
    popup.show({ to: input, rows, words, first: exact >= 0 ? exact : 0, onpick: (row) => take(one, row.choice) });
  }

  function soFar(focused) {
    const options = {};
    for (const name of open) {
      if (name === focused) options[name] = texts.get(name) ?? '';
      else if (filled(name)) {
        const chosen = picked.get(name);
        const made = chosen?.name === texts.get(name) ? chosen : valueOf(option(name), texts.get(name));
        if (made.value !== undefined) options[name] = made.value;
      }
    }
    return options;
  }

  function suggest(one) {
    completer.cancel();
    const typed = texts.get(one.name) ?? '';
    const fixed = fixedChoices(one);
    if (fixed) {
      const chosen = picked.get(one.name);
      return show(one, (chosen?.name === typed ? fixed : fitting(fixed, typed)).map(asRow));
    }
    if (!one.autocomplete) return show(one, []);
    completer.ask(entry, soFar(one.name), one.name, (answer) => {
      if (document.activeElement !== inputs.get(one.name)) return;
      const note = answer.loading ? t('Looking…') : answer.failed ? answer.text ?? t('Loading options failed') : answer.choices.length ? '' : t('Nothing fits what is typed');
      const words = [...head(one), note && h('em', { class: answer.failed ? 'failed' : '' }, note)].filter(Boolean);
      show(one, (answer.choices ?? []).map(asRow), words);
    });
  }

  function take(one, choice) {
    texts.set(one.name, String(choice.name));
    picked.set(one.name, choice);
    inputs.get(one.name).value = choice.name;
    fit(inputs.get(one.name));
    popup.hide();
    completer.cancel();
    const next = missing();
    if (next) inputs.get(next).focus();
    else inputs.get(one.name).focus();
  }

  const fit = (input) => (input.size = Math.min(36, Math.max(6, input.value.length + 1)));

  function add(name, focus = true) {
    if (!open.includes(name)) open.push(name);
    draw();
    if (focus) inputs.get(name).focus();
    if (focus && option(name).type === OPTION.attachment) inputs.get(name).click();
  }

  function drop(name) {
    const at = open.indexOf(name);
    texts.delete(name);
    picked.delete(name);
    open = open.filter((other) => other !== name);
    draw();
    const before = open[at - 1] ?? open[0];
    if (before) inputs.get(before).focus();
    else place.querySelector('.form-send').focus();
  }

  function submit() {
    const need = missing();
    const made = optionsFrom(entry, texts, picked);
    if (made.error) {
      wrong(made.error);
      inputs.get(made.option ?? need)?.focus();
      inputs.get(made.option ?? need)?.setAttribute('aria-invalid', 'true');
      return;
    }
    popup.hide();
    completer.cancel();
    send(entry, made.options, line());
  }

  function key(event, one) {
    if (event.isComposing) return;
    const input = event.currentTarget;
    if (popup.key(event)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      const next = () => (missing() ? inputs.get(missing()).focus() : submit());
      const already = picked.get(one.name)?.name === input.value && picked.get(one.name)?.value === popup.active?.value;
      if (popup.open && popup.active && !already) popup.pick();
      else next();
    } else if (event.key === 'Tab' && !event.shiftKey && popup.open && popup.active && (filled(one.name) || one.required)) {
      event.preventDefault();
      popup.pick();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close(true);
    } else if (event.key === 'Backspace' && input.value === '') {
      event.preventDefault();
      if (one.required) close(true);
      else drop(one.name);
    }
  }

  /** A file: a button that opens the browser's own choice of files, and bears the name of the one chosen. */
  function fileField(one) {
    const chooser = h('input', { type: 'file', hidden: true, 'data-testid': 'option-file', 'data-option-name': one.name });
    const text = h('span', {}, picked.get(one.name)?.name ?? t('Choose a file …'));
    const button = h(
      'button',
      { type: 'button', class: 'option-file', id: `option-input-${one.name}`, title: one.description, onclick: () => chooser.click() },
      icon(ICONS.file, { size: 16 }),
      text,
    );
    chooser.addEventListener('change', async () => {
      const [file] = chooser.files;
      if (!file) return;
      wrong('');
      button.setAttribute('aria-busy', 'true');
      try {
        const kept = await sendFile(state.person, file);
        texts.set(one.name, kept.filename);
        picked.set(one.name, { name: kept.filename, value: kept.id });
        text.textContent = kept.filename;
        button.removeAttribute('aria-invalid');
      } catch (error) {
        wrong(error.message);
      }
      button.removeAttribute('aria-busy');
    });
    inputs.set(one.name, button);
    return [button, chooser];
  }

  const dropper = (one) =>
    !one.required && h('button', { type: 'button', class: 'option-drop', 'aria-label': t('Leave out {option}', { option: one.shown }), onclick: () => drop(one.name) }, icon(ICONS.close, { size: 12 }));

  function field(name) {
    const one = option(name);
    if (one.type === OPTION.attachment) return h('span', { class: 'option-field' }, h('label', { for: `option-input-${name}` }, one.shown), fileField(one), dropper(one));
    const number = [OPTION.integer, OPTION.number].includes(one.type);
    const input = h('input', {
      type: 'text',
      id: `option-input-${name}`,
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': 'option-list',
      'aria-expanded': 'false',
      'aria-required': String(Boolean(one.required)),
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      inputmode: number ? 'decimal' : undefined,
      placeholder: one.type === OPTION.user ? '@…' : '',
      'data-testid': 'option-input',
      'data-option-name': name,
      prop: { value: texts.get(name) ?? '' },
      onfocus: () => suggest(one),
      onblur: () => popup.hide(),
      oninput: () => {
        texts.set(name, input.value);
        input.removeAttribute('aria-invalid');
        fit(input);
        wrong('');
        suggest(one);
      },
      onkeydown: (event) => key(event, one),
    });
    fit(input);
    inputs.set(name, input);
    return h(
      'span',
      { class: 'option-field' },
      h('label', { for: input.id }, one.shown),
      input,
      dropper(one),
    );
  }

  function draw() {
    inputs = new Map();
    const rest = entry.options.filter((one) => !open.includes(one.name));
    clear(place).append(
      h(
        'div',
        { class: 'form-line' },
        h('span', { class: 'form-command', title: entry.description, 'data-testid': 'form-command' }, `/${entry.shown}`),
        ...open.map(field),
        ...rest.map((one) =>
          h('button', { type: 'button', class: 'option-add', title: one.description, 'data-testid': 'option-add', 'data-option-name': one.name, onclick: () => add(one.name) }, `+ ${one.shown}`),
        ),
      ),
      h(
        'div',
        { class: 'form-end' },
        h('button', { type: 'button', class: 'icon-button', 'aria-label': t('Leave the command'), onclick: () => close(false) }, icon(ICONS.close, { size: 18 })),
        h('button', { type: 'button', class: 'button primary form-send', 'data-testid': 'form-send', onclick: submit }, t('Send')),
      ),
    );
    place.hidden = false;
  }

  function close(keep) {
    completer.cancel();
    popup.hide();
    const text = entry && keep ? `${line()} ` : '';
    entry = null;
    place.hidden = true;
    clear(place);
    leave(text);
  }

  place.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close(true);
  });

  return {
    get open() {
      return entry !== null;
    },
    /** Opens with what has been typed; `choice` is one taken from the list for `focused`. */
    start(chosen, typed = new Map(), focused = null, choice = null) {
      entry = chosen;
      const file = (name) => chosen.options.find((one) => one.name === name)?.type === OPTION.attachment;
      texts = new Map([...typed].filter(([name]) => !file(name))); // a file cannot be typed
      picked = new Map();
      open = chosen.options.filter((one) => one.required || typed.has(one.name) || one.name === focused).map((one) => one.name);
      draw();
      if (choice) return take(option(focused), choice);
      const to = focused ?? missing() ?? open[0];
      if (to) inputs.get(to).focus();
      else place.querySelector('.form-send').focus();
    },
    close,
  };
}
