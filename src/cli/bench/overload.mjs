import { once } from 'node:events';

import { bounds, measureAgainst } from './bounds.mjs';
import { median } from './http.mjs';
import { open, requestFor } from './load.mjs';

/** A page that is rendered for each client and request. */
const expensive = '/dashboard';
const kept = '/services';

const seconds = 5;
/** Number of connections that just saturate one instance. */
const usualConnections = 8;
const manyConnections = 1_200;
const times = 10;
const probes = 8;
const probeEveryMs = 20;

/** Opens a connection that sends one request at a time. */
function connection(url, path, cookie) {
  const socket = open(url);
  const request = requestFor(url + path, cookie);
  let received = Buffer.alloc(0);
  let settle;
  socket.on('data', (chunk) => {
    received = received.length ? Buffer.concat([received, chunk]) : chunk;
    const head = received.indexOf('\r\n\r\n') + 4;
    if (head < 4) return;
    const text = received.subarray(0, head).toString('latin1');
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (received.length < head + length) return;
    received = Buffer.alloc(0);
    settle({ status: Number(text.slice(9, 12)), retryAfter: /retry-after: \d/i.test(text) });
  });
  const failed = new Promise((_, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`${path}: the connection was closed`)));
  });
  failed.catch(() => {});
  return {
    ready: once(socket, 'connect'),
    ask() {
      const answered = new Promise((resolve) => {
        settle = resolve;
      });
      socket.write(request);
      return Promise.race([answered, failed]);
    },
    close: () => socket.destroy(),
  };
}

const p99 = (values) => values.sort((a, b) => a - b)[Math.floor(values.length * 0.99)];

/** Measures the response times of a cached page until a time, in milliseconds. */
async function probe(url, until) {
  const took = [];
  const connections = Array.from({ length: probes }, () => connection(url, kept));
  await Promise.all(connections.map(({ ready }) => ready));
  await Promise.all(
    connections.map(async (one) => {
      while (performance.now() < until) {
        const begun = performance.now();
        const { status } = await one.ask();
        if (status !== 200) throw new Error(`${kept} responded with ${status}`);
        took.push(performance.now() - begun);
        await new Promise((done) => setTimeout(done, probeEveryMs));
      }
      one.close();
    }),
  );
  return p99(took);
}

/** Opens connections that send the next request after each response, until a time. */
async function loadUsual(url, cookie, until) {
  const counts = { 200: 0, 503: 0 };
  const connections = Array.from({ length: usualConnections }, () =>
    connection(url, expensive, cookie),
  );
  await Promise.all(
    connections.map(async (one) => {
      await one.ready;
      while (performance.now() < until) counts[(await one.ask()).status] += 1;
      one.close();
    }),
  );
  return counts;
}

/** Sends a fixed number of requests per second, regardless of the responses. */
async function loadAt(url, cookie, perSecond, until) {
  const counts = { 200: 0, 503: 0, other: 0, unsent: 0 };
  const idle = Array.from({ length: manyConnections }, () => connection(url, expensive, cookie));
  await Promise.all(idle.map(({ ready }) => ready));
  const all = [...idle];
  const asked = [];
  const everyMs = 10;
  let owed = 0;
  while (performance.now() < until) {
    owed += (perSecond * everyMs) / 1000;
    for (; owed >= 1; owed -= 1) {
      const one = idle.pop();
      // Waits, because all connections are waiting for a response.
      if (!one) {
        counts.unsent += 1;
        continue;
      }
      asked.push(
        one.ask().then(({ status, retryAfter }) => {
          counts[status === 200 || (status === 503 && retryAfter) ? status : 'other'] += 1;
          idle.push(one);
        }),
      );
    }
    await new Promise((done) => setTimeout(done, everyMs));
  }
  await Promise.all(asked);
  for (const one of all) one.close();
  return counts;
}

async function measureOnce(url, cookie, memoryOf) {
  await loadUsual(url, cookie, performance.now() + 1_500);
  const before = await memoryOf();
  const pairs = [];
  for (let round = 0; round < 3; round += 1) {
    let until = performance.now() + seconds * 1000;
    const [usualMs, usual] = await Promise.all([probe(url, until), loadUsual(url, cookie, until)]);
    const perSecond = usual[200] / seconds;
    until = performance.now() + seconds * 1000;
    const [keptMs, counts] = await Promise.all([
      probe(url, until),
      loadAt(url, cookie, times * perSecond, until),
    ]);
    pairs.push({ usualMs, keptMs, perSecond, counts });
  }
  const middle = (of) => median(pairs.map(of));
  return {
    usualMs: middle(({ usualMs }) => usualMs),
    keptMs: middle(({ keptMs }) => keptMs),
    ratio: middle(({ usualMs, keptMs }) => keptMs / usualMs),
    perSecond: middle(({ perSecond }) => perSecond),
    served: middle(({ counts, perSecond }) => counts[200] / seconds / perSecond),
    shed: pairs.reduce((sum, { counts }) => sum + counts[503], 0),
    other: pairs.reduce((sum, { counts }) => sum + counts.other, 0),
    memory: (await memoryOf()) / before,
  };
}

function missesOf({ ratio, other, shed, served, memory }) {
  const { keptRatio, servedShare, memoryRatio } = bounds.overload;
  const misses = [];
  const miss = (bound, text, isTimed) => misses.push({ bound, text: `overload: ${text}`, isTimed });
  if (ratio > keptRatio)
    miss('kept', `kept pages took ${ratio.toFixed(2)} of usual, ${keptRatio} at most`, true);
  if (served < servedShare)
    miss(
      'served',
      `${served.toFixed(2)} of what it can serve were served, at least ${servedShare}`,
      true,
    );
  if (memory > memoryRatio)
    miss('memory', `memory grew to ${memory.toFixed(2)}, ${memoryRatio} at most`, true);
  if (other > 0) miss('other', `${other} answers were neither 200 nor 503 with Retry-After`, false);
  if (shed === 0) miss('shed', 'nothing was turned away, so this was no overload', true);
  return misses;
}

/**
 * Sends ten times as many expensive requests as one instance can serve. Cached pages must stay as
 * fast as under full load, and the excess requests must be rejected.
 *
 * @param memoryOf returns the resident bytes of the product
 */
export async function measureOverload(url, cookie, memoryOf) {
  const { result, misses } = await measureAgainst(
    () => measureOnce(url, cookie, memoryOf),
    missesOf,
  );
  return { results: [result], misses };
}

export function overloadTable([one]) {
  return [
    '',
    `${times} times as many requests for ${expensive} as one instance can serve (${Math.round(one.perSecond)} a second)`,
    '| p99 of a kept page, usual | under overload | ratio | at most | served | turned away | memory |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    `| ${one.usualMs.toFixed(1)} ms | ${one.keptMs.toFixed(1)} ms | ${one.ratio.toFixed(2)} | ${bounds.overload.keptRatio} | ${one.served.toFixed(2)} of usual | ${one.shed} | ${one.memory.toFixed(2)} |`,
    '',
  ].join('\n');
}
