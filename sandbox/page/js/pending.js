// Interactions under way: from the click or command to the bot's acknowledgement or failure.
import { post } from './api.js';
import { on } from './state.js';
import { t, translated } from './words.js';

const byNonce = new Map();
const LONGEST = 20000; // a safeguard, should neither word ever come

const freshNonce = () => crypto.getRandomValues(new BigUint64Array(1))[0].toString().slice(0, 19);

function settle(said, outcome) {
  for (const [nonce, waiting] of byNonce) {
    if (nonce === String(said.nonce) || (waiting.interaction && waiting.interaction === said.interaction)) {
      byNonce.delete(nonce);
      clearTimeout(waiting.timer);
      waiting.resolve(outcome);
    }
  }
}

on('socket:acked', (said) => settle(said, { ok: true }));
on('socket:modal', (said) => settle(said, { ok: true }));
on('socket:failed', (said) => settle(said, { ok: false, text: translated(said.text || 'The application did not respond') }));

/** Whether this window asked for what a modal answers; a word without a nonce goes to every window of the person. */
export const asked = (nonce) => nonce === undefined || nonce === null || mine.has(String(nonce));
const mine = new Set();

/** Posts an interaction and waits for its outcome: {ok: true} or {ok: false, text}. Throws Refused. */
export async function interact(path, body) {
  const nonce = freshNonce();
  mine.add(nonce);
  const outcome = new Promise((resolve) => {
    const timer = setTimeout(() => {
      byNonce.delete(nonce);
      resolve({ ok: false, text: t('The application did not respond') });
    }, LONGEST);
    byNonce.set(nonce, { resolve, timer, interaction: null });
  });
  try {
    const answer = await post(path, { ...body, nonce });
    const waiting = byNonce.get(nonce);
    if (waiting) waiting.interaction = answer.interaction;
  } catch (error) {
    clearTimeout(byNonce.get(nonce)?.timer);
    byNonce.delete(nonce);
    throw error;
  }
  return outcome;
}
