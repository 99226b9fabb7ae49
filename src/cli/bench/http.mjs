import { load } from './load.mjs';

const rounds = 5;
const seconds = 3;

const cases = [
  { name: 'landing page, kept', path: '/', aim: 0.85 },
  { name: 'services page, kept', path: '/services', aim: 0.85 },
  { name: 'GET /api/services', path: '/api/services', aim: 0.6 },
];

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Requests a second of the product and of a bare server, in turn within one run. */
export async function measureHttp(productUrl, bareUrl) {
  const results = [];
  for (const { name, path, aim } of cases) {
    await load(productUrl + path, { seconds: 1 });
    await load(bareUrl + path, { seconds: 1 });
    const pairs = [];
    for (let round = 0; round < rounds; round++) {
      pairs.push({
        product: await load(productUrl + path, { seconds }),
        bare: await load(bareUrl + path, { seconds }),
      });
    }
    results.push({
      name,
      aim,
      product: median(pairs.map((pair) => pair.product)),
      bare: median(pairs.map((pair) => pair.bare)),
      ratio: median(pairs.map((pair) => pair.product / pair.bare)),
    });
  }
  return results;
}

export function httpTable(results) {
  const rows = results.map(
    ({ name, product, bare, ratio, aim }) =>
      `| ${name} | ${Math.round(product)} | ${Math.round(bare)} | ${ratio.toFixed(2)} | ${aim} |`,
  );
  return [
    '',
    'Requests a second, against a bare Hono server that sends as many bytes (medians of pairs)',
    '| case | product | bare | ratio | at least |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
