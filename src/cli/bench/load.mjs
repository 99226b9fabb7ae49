import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * How many bytes one answer is, headers included. A server sends the same request the same number
 * of bytes each time, so that a load need not look into what it gets, only count it: a client that
 * parses every answer is slower than the servers it is to measure.
 */
export async function answerLength(url) {
  const socket = open(url);
  let received = Buffer.alloc(0);
  socket.write(requestFor(url));
  for (;;) {
    const [chunk] = await once(socket, 'data');
    received = Buffer.concat([received, chunk]);
    const headEnd = received.indexOf('\r\n\r\n') + 4;
    const head = received.subarray(0, headEnd).toString('latin1');
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (headEnd < 4 || received.length < headEnd + length) continue;
    socket.destroy();
    if (!head.startsWith('HTTP/1.1 200'))
      throw new Error(`${url} answers ${head.split('\r\n')[0]}`);
    return { total: headEnd + length, head: headEnd };
  }
}

/** Answers a second, over connections that are kept open and ask again at once. */
export async function load(url, { seconds, connections = 32 }) {
  const { total } = await answerLength(url);
  const request = requestFor(url);
  let answers = 0;
  const sockets = Array.from({ length: connections }, () => {
    const socket = open(url);
    let left = total;
    socket.on('data', (chunk) => {
      left -= chunk.length;
      if (left > 0) return;
      if (left < 0) throw new Error(`${url} sent more than it was asked for`);
      answers++;
      left = total;
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
  return perSecond;
}

function open(url) {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port), noDelay: true });
}

function requestFor(url) {
  const { host, pathname } = new URL(url);
  return `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\n\r\n`;
}
