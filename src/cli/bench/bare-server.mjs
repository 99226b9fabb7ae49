// Hono server for comparison. It serves the same paths and as many bytes as the product, but does
// nothing else.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

import { answerLength } from './load.mjs';

const { PRODUCT_URL: product, SESSION_COOKIE: cookie } = process.env;
const app = new Hono();

/** Headers that Hono itself sends before a body of this size. */
const ownHead =
  'HTTP/1.1 200 OK\r\nContent-Length: 10000\r\nDate: Sat, 21 Nov 2026 00:00:00 GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n';

for (const [path, as] of [
  ['/'],
  ['/services'],
  ['/api/services'],
  ['/api/auth/user', cookie],
  ['/api/dashboard/stats', cookie],
]) {
  const { total } = await answerLength(product + path, as);
  const body = new Uint8Array(total - ownHead.length).map((_, index) => (index * 31) % 251);
  app.get(path, (c) => c.body(body));
}

const words = (await (await fetch(product)).text())
  .replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, '')
  .replace(/<(link|meta)\b[^>]*>/g, '')
  .replace(/ (class|style)="[^"]*"/g, '');
app.get('/bare.html', (c) => c.html(words));

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`Site http://127.0.0.1:${port}\nReady in no time`);
});
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
