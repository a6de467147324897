// The requests of ../PAGE.md.
import { t, translated } from './words.js';

/** A refusal of the sandbox, or no answer from it; the message is a sentence to show. */
export class Refused extends Error {
  constructor(words, status = 0) {
    super(words);
    this.status = status; // 0 when there was no answer at all
  }
}

async function ask(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Refused(t('The sandbox does not answer. Is it running?'));
  }
  let body = {};
  try {
    body = await response.json();
  } catch {
    if (response.ok) throw new Refused(t('The sandbox sent an answer that could not be read.'));
  }
  if (!response.ok) throw new Refused(translated(body.error ?? `The sandbox refused (${response.status}).`), response.status);
  return body;
}

export function get(path, query = {}) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null) search.set(name, value);
  return ask(`${path}?${search}`, { cache: 'no-store' });
}

export function post(path, body, signal) {
  return ask(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
}

/** Hands a file over that was chosen for an option of a command: {id, filename, size, …}. */
export async function sendFile(person, file) {
  const search = new URLSearchParams({ person, name: file.name });
  return (await ask(`/table/file?${search}`, { method: 'POST', body: file })).file;
}

/** The address of a picture or file on the sandbox's own port, or null for one kept elsewhere. */
export function ownAddress(address) {
  if (!address) return null;
  if (address.startsWith('data:image/')) return address;
  let url;
  try {
    url = new URL(address, location.href);
  } catch {
    return null;
  }
  if (url.origin === location.origin) return url.href;
  // The sandbox may have had another port when it kept the file, or be reached by another name now.
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return loopback && url.pathname.startsWith('/attachments/') ? location.origin + url.pathname + url.search : null;
}

/** The address of a link if it may be followed (http and https only), or null. */
export function webAddress(address) {
  try {
    const url = new URL(address);
    return ['http:', 'https:'].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
