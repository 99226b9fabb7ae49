import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import postgres from 'postgres';

import { bounds, measureAgainst } from './bounds.mjs';
import { median } from './http.mjs';
import { missesOfRatios, ratioTable } from './ratios.mjs';
import { signInAdmin } from './sign-in.mjs';

const sizes = [1_000, 100_000];
const rounds = 25;

/** Maximum ratio between the times of a list page with 100,000 rows and with 1,000 rows. */
const ratio = { aim: bounds.panel.ratio, few: '1,000 rows', many: '100,000 rows' };

/** Returns a name that varies like real names, from the number of the row. */
const nameOf = (n) => createHash('md5').update(String(n)).digest('hex').slice(0, 12);

const ofQuotes = 'admin.quotes.page';
const ofInbox = 'admin.inbox.page';

/** Requests of the panel. */
const cases = [
  { name: 'first page', procedure: ofQuotes, input: { pageSize: 25 } },
  { name: 'one status', procedure: ofQuotes, input: { status: 'approved', pageSize: 25 } },
  { name: 'search for a name', procedure: ofQuotes, input: { search: nameOf(777), pageSize: 25 } },
  {
    name: 'the last of the first thousand',
    procedure: ofQuotes,
    input: { page: 40, pageSize: 25 },
  },
  { name: 'inbox', procedure: ofInbox, input: { page: 1, pageSize: 50 } },
  {
    name: 'inbox, waiting',
    procedure: ofInbox,
    input: { status: 'waiting', page: 1, pageSize: 50 },
  },
  { name: 'inbox, without an owner', procedure: ofInbox, input: { owner: 'none', pageSize: 50 } },
  { name: 'inbox, done', procedure: ofInbox, input: { status: 'done', page: 1, pageSize: 50 } },
  {
    name: 'inbox, search for a name',
    procedure: ofInbox,
    input: { search: nameOf(777), pageSize: 50 },
  },
  { name: 'inbox, board', procedure: ofInbox, input: { isBoard: true } },
  { name: 'a client’s page', procedure: 'admin.users.get', input: { id: 'bench-777' } },
];

/** Opens a connection to the embedded database. */
export async function connectTo(dataDir) {
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim();
  const postmaster = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
  const port = postmaster.split('\n')[3];
  return postgres(`postgres://postgres:${password}@127.0.0.1:${port}/app`, {
    max: 1,
    onnotice: () => {},
  });
}

async function fill(sql, count) {
  await sql`truncate quotes cascade`;
  await sql`
    insert into quotes (name, email, phone, phone_digits, company, service_name, budget, timeline,
      project_details, status, created_at)
    select left(md5(n::text), 12), 'person' || n || '@example.com', '+44 20 7946 ' || n, '44207946' || n,
      'Company ' || n % 977, 'Marketing Website', '5000-10000', '1-month',
      'A site about matter number ' || n || ', with a page that explains it',
      (array['pending', 'approved', 'rejected', 'contacted']::quote_status[])[1 + n % 4],
      now() - n * interval '1 minute'
    from generate_series(1, ${count}) n`;
  await fillClients(sql, count);
  await sql`
    insert into conversations (kind, quote_id, waiting_since, due_at, done_at, created_at)
    select 'quote', id, case when status = 'pending' then created_at end,
      case when status = 'pending' then created_at + interval '1 day' end,
      case when status in ('approved', 'rejected') then created_at end, created_at from quotes`;
  await sql`
    insert into conversations (kind, request_id, done_at)
    select 'request', id, now() from service_requests where user_id like 'bench-%'`;
  await sql`vacuum analyze quotes, conversations, users, service_requests, mails`;
}

/** Adds clients with a request and an email each. */
async function fillClients(sql, count) {
  await sql`delete from mails where about like 'user:bench-%'`;
  await sql`delete from users where id like 'bench-%'`;
  await sql`
    insert into users (id, email, first_name, last_name)
    select 'bench-' || n, 'client' || n || '@example.com', 'Ada', left(md5(n::text), 12)
    from generate_series(1, ${count}) n`;
  await sql`
    insert into service_requests (user_id, title, status)
    select 'bench-' || n, 'Work ' || n, 'in_progress' from generate_series(1, ${count}) n`;
  await sql`
    insert into mails (kind, "to", subject, html, text, about, sent_at)
    select 'request_update', 'client' || n || '@example.com', 'Hello', '', '', 'user:bench-' || n, now()
    from generate_series(1, ${count}) n`;
}

async function timeOf(url, cookie, { procedure, input }) {
  const query = encodeURIComponent(JSON.stringify(input));
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    const response = await fetch(`${url}/api/trpc/${procedure}?input=${query}`, {
      headers: { Cookie: cookie },
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`the panel responds with ${response.status}`);
    times.push(performance.now() - begun);
  }
  return median(times);
}

/** Measures pages of the panel's longest lists, with 1,000 and with 100,000 rows. */
export async function measurePanel(url, dataDir) {
  const sql = await connectTo(dataDir);
  const cookie = await signInAdmin(url);
  const { result, misses } = await measureAgainst(
    () => measureSizes(sql, url, cookie),
    (results) => missesOfRatios(results, ratio),
  );
  await sql.end();
  return { results: result, misses };
}

async function measureSizes(sql, url, cookie) {
  const times = [];
  for (const size of sizes) {
    await fill(sql, size);
    const measured = [];
    for (const one of cases) measured.push(await timeOf(url, cookie, one));
    times.push(measured);
  }
  return cases.map(({ name }, at) => ({
    name,
    few: times[0][at],
    many: times[1][at],
    ratio: times[1][at] / times[0][at],
  }));
}

export const panelTable = (results) =>
  ratioTable(results, {
    title: 'One page of the panel’s quotes, of its inbox, and of a client (medians)',
    ...ratio,
  });
