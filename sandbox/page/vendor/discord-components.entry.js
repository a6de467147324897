// What the page uses of @skyra/discord-components-core; see README.md for the command that bundles it.
export { DiscordMessages } from '@skyra/discord-components-core/discord-messages.js';
export { DiscordMessage } from '@skyra/discord-components-core/discord-message.js';
export { DiscordAuthorInfo } from '@skyra/discord-components-core/discord-author-info.js';
export { DiscordVerifiedAuthorTag } from '@skyra/discord-components-core/discord-verified-author-tag.js';
export { DiscordCommand } from '@skyra/discord-components-core/discord-command.js';
export { DiscordReply } from '@skyra/discord-components-core/discord-reply.js';
export { DiscordEmbed } from '@skyra/discord-components-core/discord-embed.js';
export { DiscordEmbedDescription } from '@skyra/discord-components-core/discord-embed-description.js';
export { DiscordEmbedFields } from '@skyra/discord-components-core/discord-embed-fields.js';
export { DiscordEmbedField } from '@skyra/discord-components-core/discord-embed-field.js';
export { DiscordEmbedFooter } from '@skyra/discord-components-core/discord-embed-footer.js';
export { DiscordMention } from '@skyra/discord-components-core/discord-mention.js';
export { DiscordQuote } from '@skyra/discord-components-core/discord-quote.js';
export { DiscordAttachments } from '@skyra/discord-components-core/discord-attachments.js';
export { DiscordActionRow } from '@skyra/discord-components-core/discord-action-row.js';
export { DiscordThread } from '@skyra/discord-components-core/discord-thread.js';
export { css } from 'lit';
