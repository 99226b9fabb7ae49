import { chromium } from '@playwright/test';

import { bounds, measureAgainst } from './bounds.mjs';
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
  '/auth/signin',
  '/auth/signup',
  '/subscribe?plan=2&cycle=monthly',
  '/cplogin',
];
const limits = bounds.pages;

/** Settings of a mid-range phone on a mobile network. */
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
  // If a page redirects to sign-in, measures only the page itself.
  window.navigation.addEventListener('navigate', (event) => {
    if (event.cancelable && !event.destination.sameDocument) event.preventDefault();
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
  const headBytes = new Map();
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    types.set(requestId, type);
    headBytes.set(requestId, response.encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength;
    // Size of the HTML without the HTTP headers.
    if (types.get(requestId) === 'Document')
      bytes.html += encodedDataLength - headBytes.get(requestId);
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

/**
 * Measures page loads of the product and of a bare HTML page, alternating within one run.
 *
 * @param within prefix of the paths to measure; all pages by default
 */
export async function measurePages(productUrl, bareUrl, executablePath, within = '/') {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
  });
  const results = [];
  const misses = [];
  for (const path of paths.filter((one) => one.startsWith(within))) {
    const measured = await measureAgainst(
      () => measurePage(browser, path, productUrl, bareUrl),
      missesOf,
    );
    results.push(measured.result);
    misses.push(...measured.misses);
    // Prints the row immediately, because the table only follows after about twenty minutes.
    console.log(pageRow(measured.result));
  }
  await browser.close();
  return { results, misses };
}

async function measurePage(browser, path, productUrl, bareUrl) {
  const pairs = [];
  for (let load = 0; load < loads; load++) {
    pairs.push({
      bare: await visit(browser, `${bareUrl}/bare.html`),
      page: await visit(browser, productUrl + path),
    });
  }
  const of = (key) => median(pairs.map((pair) => pair.page[key]));
  return {
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
  };
}

const kilo = (bytes) => (bytes / 1000).toFixed(1);

function missesOf(page) {
  const check = (bound, value, limit, show, isTimed = false) =>
    value > limit
      ? [{ bound, text: `${page.path}: ${bound} ${show(value)}, at most ${show(limit)}`, isTimed }]
      : [];
  return [
    ...check('LCP ratio', page.ratio, limits.lcpRatio, (value) => value.toFixed(2), true),
    // Three digits: less than 0.0005 is shown as 0.
    ...check('CLS', Number(page.cls.toFixed(3)), limits.layoutShift, (value) => value.toFixed(3)),
    ...check('blocking ms', page.tbt, limits.blockingMs, Math.round, true),
    ...check('HTML kB', page.html, limits.htmlBytes, kilo),
    ...check('JS kB', page.js, limits.scriptBytes, kilo),
    ...check('all kB', page.all, limits.allBytes, kilo),
  ];
}

const pageRow = (one) =>
  `| ${one.path} | ${Math.round(one.lcp)} | ${Math.round(one.bareLcp)} | ${one.ratio.toFixed(2)} | ${one.cls.toFixed(3)} | ${Math.round(one.tbt)} | ${kilo(one.html)} | ${kilo(one.js)} | ${kilo(one.all)} | ${one.tasks.join(' ')} |`;

export function pageTable(results) {
  return [
    '',
    'On a throttled phone (150 ms, 1.6 Mbit/s, CPU 4x, 412 px), against a bare HTML page (medians of pairs)',
    '| page | LCP ms | bare LCP ms | ratio | CLS, worst | blocking ms | HTML kB | JS kB | all kB | long tasks ms |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...results.map(pageRow),
    `| bounds | | | ${limits.lcpRatio} | ${limits.layoutShift} | ${limits.blockingMs} | ${limits.htmlBytes / 1000} | ${limits.scriptBytes / 1000} | ${limits.allBytes / 1000} | |`,
    '',
  ].join('\n');
}
