// Autocompletion by the bot: asked a moment after typing stops, answers to older questions dropped.
import { post } from './api.js';
import { debounce } from './dom.js';
import { state } from './state.js';

const PAUSE = 150;

/** ask(entry, options, focused, show): show({choices} or {loading} or {failed}) */
export function createCompleter() {
  let latest = 0;
  let abort = null;

  async function run(number, entry, options, focused, show) {
    abort?.abort();
    abort = new AbortController();
    try {
      const body = { person: state.person, channel: state.channel, name: entry.name, options, focused };
      const answer = await post('/table/complete', body, abort.signal);
      if (number === latest) show({ choices: answer.choices ?? [], failed: answer.failed });
    } catch (error) {
      if (error.name !== 'AbortError' && number === latest) show({ choices: [], failed: true, text: error.message });
    }
  }
  const later = debounce(PAUSE, run);

  return {
    ask(entry, options, focused, show) {
      latest += 1;
      show({ loading: true });
      later(latest, entry, options, focused, show);
    },
    cancel() {
      latest += 1;
      later.cancel();
      abort?.abort();
    },
  };
}

/** Choices that fit what has been typed: those that begin with it first. */
export function fitting(choices, typed) {
  const wanted = typed.trim().toLowerCase().replace(/^[@#]/, '');
  if (!wanted) return choices;
  const names = (one) => [one.name, one.plain ?? one.name].map((name) => String(name).toLowerCase().replace(/^[@#]/, ''));
  const begins = choices.filter((one) => names(one).some((name) => name.startsWith(wanted)));
  return [...begins, ...choices.filter((one) => !begins.includes(one) && names(one).some((name) => name.includes(wanted)))];
}

export const asRow = (one) => ({ label: String(one.name), value: one.value, description: one.description, choice: one });
