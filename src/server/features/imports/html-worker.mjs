import { parentPort } from 'node:worker_threads';

import TurndownService from 'turndown';

// The thread that makes Markdown of HTML, one text after the other (`convert-html.ts`).
const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' }).remove([
  'script',
  'style',
  'noscript',
  'iframe',
]);

parentPort.on('message', (html) => {
  try {
    parentPort.postMessage({ markdown: turndown.turndown(html) });
  } catch (error) {
    parentPort.postMessage({ problem: String(error.message) });
  }
});
