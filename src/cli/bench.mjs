import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { measurePages, pageTable } from './bench/browser.mjs';
import { dayTable, measureDay } from './bench/day.mjs';
import { httpTable, measureHttp } from './bench/http.mjs';
import { measureOverload, overloadTable } from './bench/overload.mjs';
import { measurePanel, panelTable } from './bench/panel.mjs';
import { measureSearch, searchTable } from './bench/search.mjs';
import { residentBytes, startBare, startProduct } from './bench/servers.mjs';
import { signUpClient } from './bench/sign-in.mjs';
import { measureStart, startTable } from './bench/start.mjs';
import { measureThread, threadTable } from './bench/thread.mjs';
import { measureTypes, typesTable } from './bench/types.mjs';
import { measureUploads, uploadTable } from './bench/uploads.mjs';
import { ensureChromium } from './browser.mjs';
import { ensureBuilt, ensureInstalled } from './steps.mjs';

const [only, within] = process.argv.slice(2);

await ensureInstalled();
await ensureBuilt();
const dataDir = await mkdtemp(join(tmpdir(), 'kestrel-bench-'));
const servers = [];
const misses = [];
const report = (table, measured) => {
  // The table is the output of this command.
  console.log(table(measured.results));
  misses.push(...measured.misses);
};
const isAsked = (part) => only === undefined || only === part;
try {
  if (isAsked('start')) {
    // The first start creates the database, which the measured starts then use.
    await (await startProduct(dataDir)).stop();
    report(startTable, await measureStart(dataDir));
  }
  if (isAsked('types')) report(typesTable, await measureTypes());
  // This part runs only on request, because it has no bounds to check.
  if (only === 'day') {
    const product = await startProduct(dataDir, { TRUST_PROXY: '1' });
    servers.push(product);
    report(dayTable, await measureDay(product, dataDir));
  } else if (only !== 'start' && only !== 'types') {
    const product = await startProduct(dataDir);
    servers.push(product);
    const memoryOf = () => residentBytes(product.pid);
    // Measures uploads first, because this needs a freshly started server.
    if (isAsked('uploads')) {
      report(uploadTable, await measureUploads(product.url, memoryOf));
    }
    const cookie = await signUpClient(product.url);
    const bare = await startBare(product.url, cookie);
    servers.push(bare);
    if (isAsked('http')) {
      report(httpTable, await measureHttp(product.url, bare.url, cookie));
    }
    if (isAsked('overload')) {
      report(overloadTable, await measureOverload(product.url, cookie, memoryOf));
    }
    if (isAsked('panel')) {
      report(panelTable, await measurePanel(product.url, dataDir));
    }
    if (isAsked('search')) {
      report(searchTable, await measureSearch(product.url, dataDir));
    }
    if (isAsked('thread')) {
      report(threadTable, await measureThread(product.url, dataDir));
    }
    if (isAsked('pages')) {
      const executablePath = await ensureChromium();
      report(pageTable, await measurePages(product.url, bare.url, executablePath, within));
    }
  }
} finally {
  for (const server of servers.reverse()) await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

for (const miss of misses) console.error(`missed bound: ${miss}`);
if (misses.length > 0) process.exitCode = 1;
