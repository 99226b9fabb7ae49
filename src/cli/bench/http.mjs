import { bounds, measureAgainst } from './bounds.mjs';
import { load } from './load.mjs';

const rounds = 5;
const seconds = 3;

const cases = [
  { name: 'landing page, kept', path: '/', aim: bounds.http.keptPage },
  { name: 'services page, kept', path: '/services', aim: bounds.http.keptPage },
  { name: 'GET /api/services', path: '/api/services', aim: bounds.http.api },
  {
    name: 'services page, signed in',
    path: '/services',
    aim: bounds.http.renderedPage,
    as: 'client',
  },
  {
    name: 'GET /api/auth/user',
    path: '/api/auth/user',
    aim: bounds.http.authUser,
    as: 'client',
    hasTail: true,
  },
  {
    name: 'GET /api/dashboard/stats',
    path: '/api/dashboard/stats',
    aim: bounds.http.dashboardStats,
    as: 'client',
    hasTail: true,
  },
];

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * Measures the requests per second of the product and of a bare server, alternating within one run.
 *
 * @param cookie session of a client, for pages of signed-in visitors
 */
export async function measureHttp(productUrl, bareUrl, cookie) {
  const results = [];
  const misses = [];
  for (const one of cases) {
    const measured = await measureAgainst(
      () => measureCase({ ...one, cookie: one.as && cookie }, productUrl, bareUrl),
      missesOf,
    );
    results.push(measured.result);
    misses.push(...measured.misses);
  }
  return { results, misses };
}

async function measureCase({ name, path, aim, cookie, hasTail }, productUrl, bareUrl) {
  await load(productUrl + path, { seconds: 1, cookie });
  await load(bareUrl + path, { seconds: 1 });
  const pairs = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push({
      product: await load(productUrl + path, { seconds, cookie }),
      bare: await load(bareUrl + path, { seconds }),
    });
  }
  return {
    name,
    aim,
    product: median(pairs.map(({ product }) => product.perSecond)),
    bare: median(pairs.map(({ bare }) => bare.perSecond)),
    ratio: median(pairs.map(({ product, bare }) => product.perSecond / bare.perSecond)),
    tail: hasTail ? median(pairs.map(({ product }) => product.tail)) : undefined,
  };
}

function missesOf({ name, ratio, aim, tail }) {
  const misses = [];
  const miss = (bound, text) => misses.push({ bound, text: `${name}: ${text}`, isTimed: true });
  if (ratio < aim) miss(name, `${ratio.toFixed(3)} of a bare server, at least ${aim}`);
  const { tailRatio } = bounds.http;
  if (tail > tailRatio) miss(`${name} p99`, `p99 is ${tail.toFixed(1)} p50, ${tailRatio} at most`);
  return misses;
}

export function httpTable(results) {
  const rows = results.map(
    ({ name, product, bare, ratio, aim, tail }) =>
      `| ${name} | ${Math.round(product)} | ${Math.round(bare)} | ${ratio.toFixed(3)} | ${aim} | ${tail?.toFixed(1) ?? ''} |`,
  );
  return [
    '',
    'Requests a second, against a bare Hono server that sends as many bytes (medians of pairs)',
    `| case | product | bare | ratio | at least | p99 in p50, ${bounds.http.tailRatio} at most |`,
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
