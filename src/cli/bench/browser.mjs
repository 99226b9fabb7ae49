import { chromium } from '@playwright/test';

import { median } from './http.mjs';

const loads = 5;
const paths = [
  '/',
  '/services',
  '/services/marketing-website',
  '/portfolio',
  '/portfolio/skerrow-ferries',
  '/about',
  '/blog',
  '/blog/what-a-website-costs',
  '/pricing',
  '/contact',
  '/privacy',
  '/terms',
  '/cookies',
  '/careers',
];

/** A mid-range phone on a mobile network. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const cpuSlowdown = 4;

const observe = () => {
  window.figures = { lcp: 0, cls: 0, tbt: 0, fcp: 0, tasks: [] };
  const on = (type, use) =>
    new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({
      type,
      buffered: true,
    });
  on('largest-contentful-paint', (entry) => {
    window.figures.lcp = entry.startTime;
  });
  on('layout-shift', (entry) => {
    if (!entry.hadRecentInput) window.figures.cls += entry.value;
  });
  on('longtask', (entry) => {
    window.figures.tasks.push(Math.round(entry.duration));
    window.figures.tbt += Math.max(0, entry.duration - 50);
  });
};

async function visit(browser, url) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    isMobile: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const bytes = { html: 0, js: 0, all: 0 };
  const types = new Map();
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength;
    if (types.get(requestId) === 'Document') bytes.html += encodedDataLength;
    if (types.get(requestId) === 'Script') bytes.js += encodedDataLength;
  });
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(2500);
  const figures = await page.evaluate(() => window.figures);
  await context.close();
  return { ...figures, ...bytes };
}

/** Page loads of the product and of a bare HTML page, in turn within one run. */
export async function measurePages(productUrl, bareUrl, executablePath) {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
  });
  const results = [];
  for (const path of paths) {
    const pairs = [];
    for (let load = 0; load < loads; load++) {
      pairs.push({
        bare: await visit(browser, `${bareUrl}/bare.html`),
        page: await visit(browser, productUrl + path),
      });
    }
    const of = (key) => median(pairs.map((pair) => pair.page[key]));
    results.push({
      path,
      lcp: of('lcp'),
      bareLcp: median(pairs.map((pair) => pair.bare.lcp)),
      ratio: median(pairs.map((pair) => pair.page.lcp / pair.bare.lcp)),
      cls: Math.max(...pairs.map((pair) => pair.page.cls)),
      tbt: of('tbt'),
      html: of('html'),
      js: of('js'),
      all: of('all'),
      tasks: pairs[Math.floor(loads / 2)].page.tasks,
    });
  }
  await browser.close();
  return results;
}

export function pageTable(results) {
  const kilo = (bytes) => (bytes / 1000).toFixed(1);
  const rows = results.map(
    (one) =>
      `| ${one.path} | ${Math.round(one.lcp)} | ${Math.round(one.bareLcp)} | ${one.ratio.toFixed(2)} | ${one.cls.toFixed(3)} | ${Math.round(one.tbt)} | ${kilo(one.html)} | ${kilo(one.js)} | ${kilo(one.all)} | ${one.tasks.join(' ')} |`,
  );
  return [
    '',
    'On a throttled phone (150 ms, 1.6 Mbit/s, CPU 4x, 412 px), against a bare HTML page (medians of pairs)',
    '| page | LCP ms | bare LCP ms | ratio | CLS, worst | blocking ms | HTML kB | JS kB | all kB | long tasks ms |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '| bounds | | | 1.3 | 0 | 220 | 20 | 120 | 230 | |',
    '',
  ].join('\n');
}
