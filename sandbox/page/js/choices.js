// What people, channels and roles there are to pick from, for options and select menus alike.
import { channelName, isThread, listedChannels, nameOf, state } from './state.js';
import { t } from './words.js';

export const BOOLEANS = [
  { name: t('True'), plain: 'True', value: true },
  { name: t('False'), plain: 'False', value: false },
];

export function users() {
  const people = state.world.people.map((one) => ({ name: nameOf(one.user), value: one.user.id, description: t(one.role), user: one.user }));
  const bot = state.world.bot;
  return bot ? [...people, { name: nameOf(bot), value: bot.id, description: t('app'), user: bot }] : people;
}

export function channels(types) {
  return listedChannels()
    .flatMap((row) => row.channels)
    .filter((one) => !types?.length || types.includes(one.type))
    .map((one) => ({ name: `${isThread(one) ? '' : '#'}${channelName(one)}`, value: one.id }));
}

export function roles() {
  return (state.world.guild.roles ?? []).map((one) => ({ name: `@${one.name}`, value: one.id }));
}
