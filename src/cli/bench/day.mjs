import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import pLimit from 'p-limit';

import { lengthsOf, open } from './load.mjs';
import { connectTo } from './panel.mjs';
import { residentBytes } from './servers.mjs';
import { signInAdmin, signUpClient } from './sign-in.mjs';

/** Requests to a large agency's site in a day. */
const day = {
  visits: 100_000,
  pagesOfVisit: 3,
  streams: 100,
  leads: 300,
  clients: 1_000,
  screensOfClient: 6,
  messages: 2_000,
  panelReads: 5_000,
};

const pages = ['/', '/services', '/services/marketing-website', '/portfolio', '/pricing', '/blog'];
const connections = 24;
const browser =
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36\r\n';

/** Clock ticks per second, the unit in which Linux counts processor time. */
const ticksPerSecond = 100;

/** Returns the CPU seconds of a process, including its children that have ended. */
async function secondsOf(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
}

/** Returns the CPU seconds since the start, of the product and of its PostgreSQL. Reads `/proc`, so it needs Linux. */
async function processorTime(pid, dataDir) {
  const postmaster = Number.parseInt(
    await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'),
    10,
  );
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(postmaster)]);
  const all = [postmaster, ...stdout.trim().split(/\s+/).map(Number)];
  const seconds = await Promise.all(all.map(secondsOf));
  return {
    product: await secondsOf(pid),
    database: seconds.reduce((sum, one) => sum + one, 0),
  };
}

async function transactions(sql) {
  // PostgreSQL's statistics of other sessions lag slightly behind.
  await new Promise((done) => setTimeout(done, 1_500));
  await sql`select pg_stat_clear_snapshot()`;
  const [row] = await sql`
    select xact_commit::float8 as count from pg_stat_database where datname = current_database()`;
  return row.count;
}

/**
 * Sends visits without pauses. The first page of a visit has an external referrer; later pages have
 * the previous page as referrer.
 */
async function visit(url) {
  const { host } = new URL(url);
  const requests = pages.flatMap((path) =>
    ['https://www.google.com/', `${url}/`, `${url}/services`].map(
      (referrer) =>
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\nReferer: ${referrer}\r\n${browser}\r\n`,
    ),
  );
  let left = day.visits * day.pagesOfVisit;
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = open(url);
      await once(socket, 'connect');
      await new Promise((resolve, reject) => {
        let received = Buffer.alloc(0);
        const ask = () => {
          if (left <= 0) {
            socket.destroy();
            resolve();
            return;
          }
          left -= 1;
          next = (next + 1) % requests.length;
          received = Buffer.alloc(0);
          socket.write(requests[next]);
        };
        socket.on('error', reject);
        socket.on('data', (chunk) => {
          received = received.length ? Buffer.concat([received, chunk]) : chunk;
          const lengths = lengthsOf(received);
          if (lengths && received.length >= lengths.total) ask();
        });
        ask();
      });
    }),
  );
}

/** Runs `work` a number of times, with several runs at once. */
async function times(count, work) {
  const limit = pLimit(16);
  await Promise.all(Array.from({ length: count }, (_, n) => limit(() => work(n))));
}

/**
 * Returns headers with a different client network for each number, because a day's visitors come
 * from many networks.
 */
const networkOf = (n) => ({
  'X-Forwarded-For': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
});

async function ask(url, { cookie, body, network = 0 } = {}) {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...networkOf(network),
      ...(cookie && { Cookie: cookie }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status >= 400) throw new Error(`${url} responds with ${response.status}: ${text}`);
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
}

const quote = (n) => ({
  ...{ name: 'Ada Byron', email: `lead-${n}@example.com`, phone: '+44 20 7946 0958', company: '' },
  ...{ projectDetails: 'A calculating engine', budget: '5000-10000', timeline: '1-month' },
  ...{ serviceId: 0, serviceName: '', filledInMs: 20_000 },
});

async function openStreams(url, cookies) {
  const ends = [];
  for (const cookie of cookies) {
    const end = new AbortController();
    ends.push(end);
    const response = await fetch(`${url}/api/trpc/live.changes`, {
      headers: { Cookie: cookie, Accept: 'text/event-stream', 'trpc-accept': 'text/event-stream' },
      signal: end.signal,
    });
    if (response.status !== 200) throw new Error(`a stream responds with ${response.status}`);
  }
  return () => {
    for (const end of ends) end.abort();
  };
}

/**
 * Measures the cost of a large agency's day. Sends its requests without pauses.
 *
 * @param product started with TRUST_PROXY=1 on the database in `dataDir`
 */
export async function measureDay(product, dataDir) {
  const { url, pid } = product;
  const sql = await connectTo(dataDir);
  const results = [];
  let peak = 0;
  const sampler = setInterval(
    () => void residentBytes(pid).then((bytes) => (peak = Math.max(peak, bytes))),
    250,
  );
  const measure = async (what, count, work) => {
    const [cpu, made] = [await processorTime(pid, dataDir), await transactions(sql)];
    const begun = performance.now();
    await work();
    const seconds = (performance.now() - begun) / 1000;
    const [then, done] = [await processorTime(pid, dataDir), await transactions(sql)];
    results.push({
      ...{ what, count, seconds, queries: done - made },
      product: then.product - cpu.product,
      database: then.database - cpu.database,
    });
  };
  const cookies = [];
  try {
    await measure('sign-ups of clients, each with its code', day.clients, () =>
      times(day.clients, async (n) => {
        cookies.push(await signUpClient(url, networkOf(n)));
      }),
    );
    const closeStreams = await openStreams(url, cookies.slice(0, day.streams));
    await measure(
      `visits of ${day.pagesOfVisit} pages, with ${day.streams} streams open`,
      day.visits,
      () => visit(url),
    );
    await measure('quotes', day.leads, () =>
      times(day.leads, (n) => ask(`${url}/api/quotes`, { body: quote(n), network: n })),
    );
    await measure('screens of clients, rendered', day.clients * day.screensOfClient, () =>
      times(day.clients * day.screensOfClient, (n) =>
        ask(`${url}${n % 2 ? '/dashboard' : '/dashboard/requests'}`, {
          cookie: cookies[n % cookies.length],
        }),
      ),
    );
    const threads = [];
    const writers = cookies.slice(0, 100);
    for (const cookie of writers) {
      const body = { title: 'A calculating engine', description: 'With a page that explains it' };
      threads.push({ cookie, ...(await ask(`${url}/api/service-requests`, { cookie, body })) });
    }
    await measure('messages in threads, told to open streams', day.messages, () =>
      times(day.messages, (n) => {
        const { cookie, id } = threads[n % threads.length];
        const body = { text: `Message ${n}: is there news of the second page?` };
        return ask(`${url}/api/service-requests/${id}/messages`, { cookie, body });
      }),
    );
    const admin = await signInAdmin(url);
    const lists = ['admin.quotes.page', 'admin.requests.page', 'admin.messages.page'];
    const input = encodeURIComponent(JSON.stringify({ pageSize: 25 }));
    await measure('lists of the panel', day.panelReads, () =>
      times(day.panelReads, (n) =>
        ask(`${url}/api/trpc/${lists[n % lists.length]}?input=${input}`, { cookie: admin }),
      ),
    );
    closeStreams();
  } finally {
    clearInterval(sampler);
    await sql.end();
  }
  return { results: [{ results, peak }], misses: [] };
}

export function dayTable([{ results, peak }]) {
  const sum = (name) => results.reduce((total, row) => total + row[name], 0);
  const cells = (row) =>
    `${row.product.toFixed(0)} s | ${row.database.toFixed(0)} s | ${Math.round(row.queries).toLocaleString('en')}`;
  const totals = { product: sum('product'), database: sum('database'), queries: sum('queries') };
  return [
    '',
    'A day of a large agency, as fast as it is answered',
    '| what | how many | took | processor: product | PostgreSQL | transactions |',
    '| --- | --- | --- | --- | --- | --- |',
    ...results.map(
      (row) =>
        `| ${row.what} | ${row.count.toLocaleString('en')} | ${row.seconds.toFixed(0)} s | ${cells(row)} |`,
    ),
    `| all | | ${sum('seconds').toFixed(0)} s | ${cells(totals)} |`,
    '',
    `Memory of the product at its highest: ${Math.round(peak / 1024 / 1024)} MiB`,
    '',
  ].join('\n');
}
