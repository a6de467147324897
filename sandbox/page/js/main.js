// Starts the page: enter as a person, open a channel, follow what happens.
import './theme.js';
import './notices.js';
import './language.js';
import './members.js';
import './people.js';
import './channels.js';
import './composer.js';
import './modal.js';
import { load } from './messages.js';
import { connect } from './socket.js';
import { enter, on, putChannel, dropChannel, readHash, state, tell } from './state.js';
import { t } from './words.js';

let connected = null;

async function go(person, channel) {
  const before = { person: state.person, channel: state.channel };
  if (person !== before.person || channel !== before.channel) tell('entering');
  try {
    await enter(person, channel);
  } catch (error) {
    const banner = document.getElementById('banner');
    banner.textContent = `${error.message} ${t('Trying again…')}`;
    banner.hidden = false;
    setTimeout(() => go(person, channel), 1500);
    return;
  }
  const newPerson = before.person !== state.person;
  tell('entered', { newPerson });
  if (connected !== state.person) {
    connected = state.person;
    connect(state.person);
  }
  if (newPerson || before.channel !== state.channel) load();
}

on('become', (person) => go(person, state.channel));
on('open-channel', (channel) => go(state.person, channel));
addEventListener('hashchange', () => {
  const wanted = readHash();
  if (wanted.person !== state.person || wanted.channel !== state.channel) go(wanted.person, wanted.channel);
});

on('socket:channel', ({ channel }) => putChannel(channel));
on('socket:channel_gone', ({ id }) => {
  dropChannel(id);
  if (id === state.channel) go(state.person, null);
});
// When the bot comes or goes, and after a break in the line, the world may have changed.
on('socket:bot', () => go(state.person, state.channel));
on('line', async (line) => line.open && line.again && go(state.person, state.channel));

const wanted = readHash();
go(wanted.person, wanted.channel);
