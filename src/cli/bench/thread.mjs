import { bounds, measureAgainst } from './bounds.mjs';
import { median } from './http.mjs';
import { connectTo } from './panel.mjs';
import { missesOfRatios, ratioTable } from './ratios.mjs';
import { signUpClient } from './sign-in.mjs';

const sizes = [10, 10_000];
const rounds = 60;
/** Warm-up calls that are not measured, because V8 compiles the server's code during them. */
const warmUp = 20;

/** Maximum ratio between the times of a call with 10,000 messages and with 10. */
const ratio = { aim: bounds.thread.ratio, few: '10 messages', many: '10,000 messages' };

/** Calls on the page of a request, and the page itself. */
const cases = [
  { name: 'newest messages', path: (id) => call('requestThreads.page', { id }) },
  { name: 'an earlier page', path: (id, before) => call('requestThreads.page', { id, before }) },
  { name: 'what is beside the thread', path: (id) => call('requestThreads.get', { id }) },
  { name: 'unread counts', path: () => call('requestThreads.unread') },
  { name: 'the page', path: (id) => `/dashboard/requests/${id}` },
];

const call = (name, input) =>
  `/api/trpc/${name}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`;

/**
 * Creates a request with a thread in which client and agency alternate.
 *
 * @returns the id of the request, and the id of a message in the middle
 */
async function makeThread(sql, url, cookie, count) {
  const response = await fetch(`${url}/api/service-requests`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify({ title: `A thread of ${count}`, description: 'Measured by the bench' }),
  });
  if (!response.ok) throw new Error(`a request responds with ${response.status}`);
  const { id } = await response.json();
  await sql`
    insert into messages (conversation_id, author_name, by_agency, text, created_at)
    select (select id from conversations where request_id = ${id}), case when n % 2 = 0 then 'Ada Byron' else 'Iris Agency' end, n % 2 = 1,
      'Message ' || n || ' with **a point** and [a link](https://example.com/' || n || ').',
      now() - (${count} - n) * interval '1 minute'
    from generate_series(1, ${count}::int) n`;
  await sql`vacuum analyze messages`;
  const [{ middle }] = await sql`
    select (percentile_disc(0.5) within group (order by m.id))::int as middle
    from messages m join conversations c on c.id = m.conversation_id where request_id = ${id}`;
  return { id, before: middle };
}

async function timeOf(url, path, cookie) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    const response = await fetch(url + path, { headers: { Cookie: cookie } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} responds with ${response.status}`);
    times.push(performance.now() - begun);
  }
  return median(times.slice(warmUp));
}

/**
 * Measures how long a client waits in a thread of 10 messages and in a thread of 10,000. The
 * threads belong to different clients.
 */
export async function measureThread(url, dataDir) {
  const sql = await connectTo(dataDir);
  const threads = [];
  for (const size of sizes) {
    const cookie = await signUpClient(url);
    threads.push({ cookie, ...(await makeThread(sql, url, cookie, size)) });
  }
  await sql.end();
  const { result, misses } = await measureAgainst(
    () => measureSizes(url, threads),
    (results) => missesOfRatios(results, ratio),
  );
  return { results: result, misses };
}

async function measureSizes(url, threads) {
  const results = [];
  for (const { name, path } of cases) {
    const times = [];
    for (const { cookie, id, before } of threads) {
      times.push(await timeOf(url, path(id, before), cookie));
    }
    const [few, many] = times;
    results.push({ name, few, many, ratio: many / few });
  }
  return results;
}

export const threadTable = (results) =>
  ratioTable(results, { title: 'The thread of a request, for its client (medians)', ...ratio });
