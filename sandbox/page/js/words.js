// The page's own words: English, or French where the browser or the person wants it. The English is the key.
import { FRENCH } from './french.js';

const KEPT = 'sandbox-language';
export const LANGUAGES = { en: 'English', fr: 'Français' };

const native = navigator.language.slice(0, 2);
/** The language asked for by a press, if any. */
export const chosen = localStorage.getItem(KEPT);
export const language = [chosen, native].find((one) => one in LANGUAGES) ?? 'en';
/** For dates and numbers: the browser's own kind of the language. */
export const locale = native === language ? navigator.language : { en: 'en-GB', fr: 'fr-FR' }[language];

export function speak(wanted) {
  localStorage.setItem(KEPT, wanted);
  location.reload();
}

const filled = (text, facts) => text.replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);

/** t('{count} messages', { count: 3 }) */
export const t = (english, facts = {}) => filled((language === 'fr' && FRENCH[english]) || english, facts);

const templates = Object.keys(FRENCH).map((english) => {
  const names = [...english.matchAll(/\{(\w+)\}/g)].map((found) => found[1]);
  const escaped = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '(.+?)');
  return { english, names, pattern: new RegExp(`^${escaped}$`, 's') };
});

/** A sentence of the sandbox, which speaks English, in the language of the page. */
export function translated(sentence) {
  if (language === 'en') return sentence;
  const [least] = templates.filter((one) => one.pattern.test(sentence)).sort((a, b) => a.names.length - b.names.length);
  if (!least) return sentence;
  const parts = least.pattern.exec(sentence).slice(1);
  return t(least.english, Object.fromEntries(least.names.map((name, at) => [name, parts[at]])));
}

/** The fixed words inside an element of the library. */
export function translateInside(element) {
  if (language === 'en') return element;
  element.updateComplete.then(() => {
    const texts = document.createTreeWalker(element.shadowRoot, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const words = texts.currentNode.data.trim();
      if (words && FRENCH[words]) texts.currentNode.data = texts.currentNode.data.replace(words, FRENCH[words]);
    }
  });
  return element;
}

/** The words that index.html has in it. */
function translateFrame() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[aria-label]')) element.setAttribute('aria-label', t(element.getAttribute('aria-label')));
}
translateFrame();
