import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Returns the length of a response and of its head, given the bytes received so far; undefined
 * while the head is incomplete.
 */
export function lengthsOf(received) {
  const head = received.indexOf('\r\n\r\n') + 4;
  if (head < 4) return undefined;
  const text = received.subarray(0, head).toString('latin1');
  if (!text.startsWith('HTTP/1.1 200'))
    throw new Error(`the response was ${text.split('\r\n')[0]}`);
  const body = Number(/content-length: (\d+)/i.exec(text)?.[1]);
  if (Number.isNaN(body)) throw new Error('the response has no Content-Length');
  return { total: head + body, head };
}

/** Returns the size of one response, including headers. */
export async function answerLength(url, cookie) {
  const socket = open(url);
  socket.write(requestFor(url, cookie));
  let received = Buffer.alloc(0);
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk]);
    const lengths = lengthsOf(received);
    // Leaving the loop closes the socket.
    if (lengths && received.length >= lengths.total) return lengths;
  }
  throw new Error(`${url} closed the connection`);
}

/**
 * Measures responses per second, over persistent connections that send the next request
 * immediately.
 *
 * Responses from the cache always have the same size, so that counting bytes is enough. A client
 * that parses every response would be slower than the servers. Responses that are rendered for a
 * session differ by some bytes, so their heads are parsed.
 */
export async function load(url, { seconds, connections = 32, cookie }) {
  const { total } = await answerLength(url, cookie);
  const request = requestFor(url, cookie);
  let answers = 0;
  const times = [];
  const sockets = Array.from({ length: connections }, () => {
    const socket = open(url);
    let askedAt = performance.now();
    let head = Buffer.alloc(0);
    let left = cookie ? undefined : total;
    socket.on('data', (chunk) => {
      if (left === undefined) {
        head = Buffer.concat([head, chunk]);
        const lengths = lengthsOf(head);
        if (!lengths) return;
        left = lengths.total - head.length;
        head = Buffer.alloc(0);
      } else {
        left -= chunk.length;
      }
      if (left > 0) return;
      if (left < 0) throw new Error(`${url} sent more than was requested`);
      answers++;
      left = cookie ? undefined : total;
      if (cookie) {
        const now = performance.now();
        times.push(now - askedAt);
        askedAt = now;
      }
      socket.write(request);
    });
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const begun = performance.now();
  for (const socket of sockets) socket.write(request);
  await new Promise((done) => setTimeout(done, seconds * 1000));
  const perSecond = answers / ((performance.now() - begun) / 1000);
  for (const socket of sockets) socket.destroy();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)];
  return { perSecond, tail: cookie ? at(0.99) / at(0.5) : undefined };
}

export function open(url) {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port), noDelay: true });
}

export function requestFor(url, cookie) {
  const { host, pathname } = new URL(url);
  const session = cookie ? `Cookie: ${cookie}\r\n` : '';
  return `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\n${session}\r\n`;
}
