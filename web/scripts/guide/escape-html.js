import MarkdownIt from 'markdown-it'

/** For text and for attributes in double quotes. */
export const { escapeHtml } = new MarkdownIt().utils
