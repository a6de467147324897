// A bot on discord.js that does one thing of each kind: node client.js ADDRESS TOKEN
const {
  ActionRowBuilder, AttachmentBuilder, ButtonBuilder, ButtonStyle, Client, EmbedBuilder, GatewayIntentBits,
  LabelBuilder, MessageFlags, ModalBuilder, StringSelectMenuBuilder, TextInputBuilder, TextInputStyle,
} = require('discord.js');

const [address, token] = process.argv.slice(2);
const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: `${address}/api` } });

const dot = Buffer.from(
  '89504e470d0a1a0a0000000d4948445200000001000000010806000000' +
    '1f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082',
  'hex',
);

const buttons = () =>
  new ActionRowBuilder().addComponents(
    new ButtonBuilder().setCustomId('count').setLabel('Count').setStyle(ButtonStyle.Primary),
    new ButtonBuilder().setCustomId('ask').setLabel('Ask').setStyle(ButtonStyle.Secondary),
  );
const menu = () =>
  new ActionRowBuilder().addComponents(
    new StringSelectMenuBuilder()
      .setCustomId('choose')
      .addOptions({ label: 'Red', value: 'r' }, { label: 'Blue', value: 'b' }),
  );
const form = () =>
  new ModalBuilder()
    .setCustomId('form')
    .setTitle('A form')
    .addLabelComponents(
      new LabelBuilder()
        .setLabel('Name')
        .setTextInputComponent(new TextInputBuilder().setCustomId('name').setStyle(TextInputStyle.Short)),
    );

const commands = {
  text: (on) => on.reply(`pong to ${on.user.displayName}`),
  file: (on) =>
    on.reply({
      embeds: [new EmbedBuilder().setTitle('Map').setImage('attachment://map.png')],
      files: [new AttachmentBuilder(dot, { name: 'map.png' })],
    }),
  panel: (on) => on.reply({ content: 'Panel 0', components: [buttons(), menu()] }),
  later: async (on) => {
    await on.deferReply();
    await on.editReply({ content: 'done', files: [new AttachmentBuilder(dot, { name: 'late.png' })] });
    await on.followUp({ content: 'and more', flags: MessageFlags.Ephemeral });
  },
};

client.once('clientReady', () =>
  client.application.commands.set(Object.keys(commands).map((name) => ({ name, description: name }))),
);

client.on('interactionCreate', async (on) => {
  if (on.isChatInputCommand()) return commands[on.commandName](on);
  if (on.isModalSubmit()) return on.reply(`Hello ${on.fields.getTextInputValue('name')}`);
  if (on.isStringSelectMenu())
    return on.reply({ content: `chose ${on.values[0]}`, flags: MessageFlags.Ephemeral });
  if (on.customId === 'ask') return on.showModal(form());
  return on.update({ content: `Panel ${Number(on.message.content.split(' ')[1]) + 1}` });
});

const fail = (error) => {
  console.error(error);
  process.exit(1);
};
process.on('unhandledRejection', fail);
client.on('error', fail);
client.on('shardResume', () => console.log('resumed'));
client.login(token).catch(fail);
