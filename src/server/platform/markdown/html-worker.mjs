import { parentPort } from 'node:worker_threads';

import gfmPlugin from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';

import { tables } from './tables.mjs';

// Thread that converts HTML to Markdown, one text after the other, for `html-to-markdown.ts`.
function createConverter(bulletListMarker, removed) {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker,
  }).remove(['script', 'style', 'noscript', 'iframe', ...removed]);
  // Does not escape characters of URLs, because the site's Markdown turns URLs into links, which would include the
  // backslashes.
  const escapeText = turndown.escape.bind(turndown);
  turndown.escape = (text) =>
    text
      .split(/(https?:\/\/[^\s<>[\]]+)/)
      .map((part, at) => (at % 2 === 1 ? part : escapeText(part)))
      .join('');
  const { highlightedCodeBlock, strikethrough, taskListItems } = gfmPlugin;
  return turndown.use([highlightedCodeBlock, strikethrough, taskListItems, tables]);
}

const forTexts = createConverter('*', []);
// Form controls have no meaning outside a browser.
const forPages = createConverter('-', ['svg', 'form', 'button', 'template', 'input', 'select']);
const block = /<(h[1-6]|p|ul|ol|dl|div|figure|table)\b/i;
forPages
  .remove((node) => node.getAttribute('aria-hidden') === 'true')
  // Markdown cannot link several blocks, so the link is moved to the heading, or after the blocks.
  .addRule('card', {
    filter: (node) => node.nodeName === 'A' && block.test(node.innerHTML),
    replacement: (content, node) => {
      const url = node.getAttribute('href');
      const text = content.trim();
      if (!url || !text) return text;
      const heading = /^(#{1,6}) (?!.*\]\()(.+)$/m;
      const linked = heading.test(text)
        ? text.replace(heading, (_, signs, title) => `${signs} [${title}](${url})`)
        : `${text}\n\n<${url}>`;
      return `\n\n${linked}\n\n`;
    },
  });

parentPort.on('message', ({ html, isPage }) => {
  try {
    parentPort.postMessage({ markdown: (isPage ? forPages : forTexts).turndown(html) });
  } catch (error) {
    parentPort.postMessage({ problem: String(error.message) });
  }
});
