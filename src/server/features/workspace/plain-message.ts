import MarkdownIt from 'markdown-it';

/** Of a mail: its line breaks, its addresses of pages, and what it quotes. No other sign means anything. */
const plain = new MarkdownIt('zero', { html: false, breaks: true, linkify: true }).enable([
  'newline',
  'linkify',
  'blockquote',
]);
plain.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('rel', 'noopener');
  return self.renderToken(tokens, index, options);
};

/** The HTML of a text that came by mail and is no Markdown; safe for any input. */
export const renderPlainMessage = (text: string): string => plain.render(text);
