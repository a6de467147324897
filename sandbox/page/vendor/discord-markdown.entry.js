// The markdown parser the page uses; see README.md for the command that bundles it.
export { SimpleMarkdown, rulesExtended } from 'discord-markdown-parser';
