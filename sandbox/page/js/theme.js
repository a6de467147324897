// The library's components in Discord's present dark colours, and wide enough for maps.
import {
  css,
  DiscordAuthorInfo,
  DiscordCommand,
  DiscordEmbed,
  DiscordEmbedField,
  DiscordMessage,
  DiscordMessages,
  DiscordMention,
  DiscordReply,
  DiscordVerifiedAuthorTag,
} from '../vendor/discord-components.js';

function add(component, styles) {
  component.elementStyles.push(styles);
}

add(
  DiscordMessages,
  css`
    :host {
      background: none;
      border: none;
      color: var(--text);
      font-family: var(--font);
      line-height: 1.375;
    }
    ::slotted(*:not(:first-child)) {
      margin-top: 0;
    }
  `,
);
add(
  DiscordMessage,
  css`
    :host {
      color: var(--text);
      font-family: var(--font);
      padding-right: var(--message-end);
      min-width: 0;
    }
    .discord-message-inner-center {
      align-items: flex-start;
    }
    .discord-message-content {
      min-width: 0;
      line-height: 1.375;
    }
    .discord-message-timestamp,
    .discord-message-edited {
      color: var(--muted);
    }
    .discord-message-timestamp {
      margin-left: 6px;
    }
    .discord-message-body-only-indent {
      flex: 0 0 56px;
      margin: 0;
      font-size: 11px;
      line-height: 1.375rem;
      padding-top: 2px;
    }
    .discord-author-avatar {
      flex: 0 0 40px;
    }
    .discord-author-avatar img {
      cursor: default;
    }
    .discord-message-markup {
      overflow-wrap: anywhere;
    }
  `,
);
const names = css`
  .discord-author-username,
  .discord-replied-message-username {
    cursor: default;
  }
`;
add(DiscordAuthorInfo, names);
for (const component of [DiscordReply, DiscordCommand]) {
  add(component, names);
  add(
    component,
    css`
      :host {
        color: var(--muted);
        font-family: var(--font);
        min-width: 0;
        overflow: visible;
      }
      .discord-replied-message-content {
        overflow: hidden;
        text-overflow: ellipsis;
        min-width: 0;
      }
    `,
  );
}
add(
  DiscordCommand,
  css`
    .discord-slash-command-name svg {
      display: none;
    }
  `,
);
add(
  DiscordVerifiedAuthorTag,
  css`
    .discord-application-tag {
      background-color: var(--accent);
    }
  `,
);
add(
  DiscordEmbed,
  css`
    :host {
      color: var(--text);
      max-width: 100%;
      margin: 4px 0;
    }
    :host .discord-embed-root {
      flex: 0 1 auto;
    }
    :host .discord-embed-wrapper {
      background-color: var(--raised);
      border-color: var(--edge);
      max-width: var(--embed-width, 520px);
    }
    :host .discord-embed-wrapper .discord-embed-grid {
      grid-template-columns: minmax(0, 1fr) auto;
    }
    :host .discord-left-border {
      background-color: var(--edge);
    }
  `,
);
add(
  DiscordEmbedField,
  css`
    :host {
      line-height: 1.25rem;
    }
  `,
);
add(
  DiscordMention,
  css`
    :host([type='channel']),
    :host([type='thread']) {
      display: inline-flex;
      align-items: center;
      vertical-align: text-bottom;
    }
  `,
);
