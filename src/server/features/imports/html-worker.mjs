import { parentPort } from 'node:worker_threads';

import gfmPlugin from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';

// The thread that makes Markdown of HTML, one text after the other (`convert-html.ts`).
const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' }).remove([
  'script',
  'style',
  'noscript',
  'iframe',
]);
// Tables and struck text, which Markdown of the site has as well.
turndown.use(gfmPlugin.gfm);

parentPort.on('message', (html) => {
  try {
    parentPort.postMessage({ markdown: turndown.turndown(html) });
  } catch (error) {
    parentPort.postMessage({ problem: String(error.message) });
  }
});
