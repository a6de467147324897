// The language of the page, and of what the bot says to who reads it: one switch for both.
import { post } from './api.js';
import { h } from './dom.js';
import { on, person } from './state.js';
import { chosen, language, LANGUAGES, speak, t } from './words.js';

const LOCALES = { en: 'en-US', fr: 'fr' };
const place = document.getElementById('language');

place.append(
  ...Object.entries(LANGUAGES).map(([key, name]) =>
    h('button', { type: 'button', lang: key, title: name, 'aria-label': name, 'aria-pressed': String(key === language), 'data-testid': 'language', 'data-language': key, onclick: () => key !== language && speak(key) }, key.toUpperCase()),
  ),
);

/** Whoever has chosen a language, or came with a French browser and was given none, is spoken to in it. */
on('entered', async () => {
  const me = person();
  const untold = me?.locale === LOCALES.en;
  if (!me || me.locale.slice(0, 2) === language || !(chosen || untold)) return;
  me.locale = LOCALES[language];
  await post('/table/language', { person: me.user.id, locale: LOCALES[language] }).catch(() => {});
});
