import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  connectBeside,
  isAlive,
  isBuilt,
  type Product,
  postmasterOf,
  startProduct,
  until,
} from '~/testing/product';
import { quoteRequest } from '~/testing/requests';

/** Submits a quote. @returns its id once it was acknowledged; undefined if the connection broke before */
async function send(url: string, key: string): Promise<number | undefined> {
  try {
    const response = await fetch(`${url}/api/quotes`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        // Each quote comes from a different IP, like real leads.
        'X-Forwarded-For': `sender-${key}`,
      },
      body: JSON.stringify(quoteRequest({ name: `Sender ${key}` })),
    });
    return response.ok ? ((await response.json()) as { id: number }).id : undefined;
  } catch {
    return undefined;
  }
}

const drafts = 50;

/** Signs in to the running product as its admin; undefined if the connection broke. */
async function signIn(url: string) {
  const headers = { 'Content-Type': 'application/json' };
  const login = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username: 'admin', password: 'admin-demo' }),
  });
  const cookie = login.headers.getSetCookie().find((one) => one.startsWith('session='));
  const Cookie = cookie?.split(';')[0] ?? '';
  return async <Body>(path: string, body: object = {}): Promise<Body | undefined> => {
    try {
      const response = await fetch(`${url}/api/admin/invoices${path}`, {
        method: 'POST',
        headers: { ...headers, Cookie },
        body: JSON.stringify(body),
      });
      return response.ok ? ((await response.json()) as Body) : undefined;
    } catch {
      return undefined;
    }
  };
}

/** Sends a request on a new connection, or on a kept-alive one. */
function visit(url: string, agent: Agent | false): Promise<void> {
  return new Promise((resolve, reject) => {
    httpRequest(`${url}/healthz`, { agent }, (response) => {
      response.resume().on('end', resolve);
    })
      .on('error', reject)
      .end();
  });
}

describe.skipIf(!isBuilt)(
  'the built server (run `npm run build` where this is skipped)',
  { timeout: 60_000 },
  () => {
    let dataDir: string;
    let product: Product;
    const acknowledged = new Map<string, number>();

    const start = async () => {
      product = startProduct(dataDir);
      return product.url;
    };

    const quoteIds = async (): Promise<Map<string, number>> => {
      const sql = await connectBeside(dataDir);
      // Excludes the samples of demo mode.
      const rows = await sql`
        select id, name from quotes where submission_key is not null`;
      await sql.end({ timeout: 1 });
      // The name of each recipient contains its key.
      const keys = rows.map((row) => String(row.name).replace('Sender ', ''));
      expect(new Set(keys).size).toBe(rows.length);
      return new Map(rows.map((row, at) => [keys[at] ?? '', row.id]));
    };

    beforeAll(async () => {
      dataDir = join(await mkdtemp(join(tmpdir(), 'kestrel-kill-')), 'data');
    });

    afterAll(async () => {
      product.child.kill('SIGKILL');
      const postmaster = await postmasterOf(dataDir);
      if (postmaster && isAlive(postmaster.pid)) {
        process.kill(postmaster.pid, 'SIGINT');
        await until(() => !isAlive(postmaster.pid));
      }
      await rm(join(dataDir, '..'), { recursive: true, force: true });
    });

    it('keeps every acknowledged quote after it is killed under load together with its database', async () => {
      const url = await start();
      let isDown = false;
      const unanswered: string[] = [];
      const sender = async (_: unknown, worker: number) => {
        for (let n = 0; !isDown; n += 1) {
          const key = `load-${worker}-${n}`;
          const id = await send(url, key);
          if (id === undefined) unanswered.push(key);
          else acknowledged.set(key, id);
        }
      };
      const senders = Array.from({ length: 16 }, sender);
      await until(() => acknowledged.size >= 200);
      const postmaster = await postmasterOf(dataDir);
      if (!postmaster) throw new Error('no database runs');
      process.kill(postmaster.pid, 'SIGKILL');
      product.child.kill('SIGKILL');
      isDown = true;
      await product.exitCode;
      await Promise.all(senders);
      // Expects that some requests were in flight when the process was killed.
      expect(unanswered.length).toBeGreaterThan(0);

      const again = await start();
      const kept = await quoteIds();
      for (const [key, id] of acknowledged) expect([key, kept.get(key)]).toEqual([key, id]);

      for (const key of unanswered) {
        const id = await send(again, key);
        if (id === undefined) throw new Error(`${key} was refused`);
        expect(kept.get(key) ?? id).toBe(id);
        acknowledged.set(key, id);
      }
      expect(await quoteIds()).toEqual(acknowledged);
    });

    it('finishes requests in flight on SIGTERM, accepts no more, and stops its database', async () => {
      const url = await product.url;
      const sql = await connectBeside(dataDir);
      const postmaster = await postmasterOf(dataDir);
      const agent = new Agent({ keepAlive: true });
      await visit(url, agent);

      const keys = Array.from({ length: 5 }, (_, n) => `in-flight-${n}`);
      let sent: Promise<(number | undefined)[]> | undefined;
      await sql.begin(async (tx) => {
        await tx`lock table quotes in access exclusive mode`;
        sent = Promise.all(keys.map((key) => send(url, key)));
        await until(async () => {
          const [row] = await sql`select count(*)::int as n from pg_locks where not granted`;
          return row?.n === keys.length;
        });
        product.child.kill('SIGTERM');
        await until(() => product.said().includes('finishing requests in flight'));
        // The connection is reset, because the operating system had accepted it just before the port was closed.
        const turnedAway = expect.stringMatching(/^ECONN(REFUSED|RESET)$/);
        await expect(visit(url, false)).rejects.toMatchObject({ code: turnedAway });
        expect(product.child.exitCode).toBeNull();
      });
      const ids = await sent;
      await sql.end({ timeout: 1 });
      expect(ids).toEqual(keys.map(() => expect.any(Number)));
      for (const [at, key] of keys.entries()) acknowledged.set(key, ids?.[at] ?? 0);
      expect(await product.exitCode).toBe(0);
      expect(postmaster && isAlive(postmaster.pid)).toBe(false);
      expect(await postmasterOf(dataDir)).toBeUndefined();
      agent.destroy();
    });

    it('ends cleanly on SIGTERM during startup', async () => {
      product = startProduct(dataDir);
      await until(() => postmasterOf(dataDir));
      product.child.kill('SIGTERM');
      expect(await product.exitCode).toBe(0);
      expect(await postmasterOf(dataDir)).toBeUndefined();
    });

    it('logs no errors about work that SIGTERM interrupts right after startup', async () => {
      product = startProduct(join(dataDir, '..', 'fresh'));
      await product.url;
      product.child.kill('SIGTERM');
      expect(await product.exitCode).toBe(0);
      expect(product.said()).not.toContain('"level":50');
    });

    it('restarts its killed database without losing acknowledged quotes', async () => {
      const url = await start();
      const postmaster = await postmasterOf(dataDir);
      if (!postmaster) throw new Error('no database runs');
      process.kill(postmaster.pid, 'SIGKILL');
      let id: number | undefined;
      await until(async () => {
        id = await send(url, 'after the database was killed');
        return id !== undefined;
      });
      acknowledged.set('after the database was killed', id ?? 0);
      expect(await quoteIds()).toEqual(acknowledged);
      expect(product.child.exitCode).toBeNull();
      product.child.kill('SIGTERM');
      expect(await product.exitCode).toBe(0);
      expect(await postmasterOf(dataDir)).toBeUndefined();
    });

    it('gives 50 invoices ascending numbers without a gap or a duplicate through kill -9', async () => {
      const before = await signIn(await start());
      const ids: number[] = [];
      for (let nth = 0; nth < drafts; nth += 1) {
        const made = await before<{ id: number }>('', {
          client: { name: 'Ada Byron', email: `client-${nth}@example.com` },
          items: [{ description: 'Work', quantity: '1', unitPrice: '10.00', taxRate: '0' }],
        });
        ids.push(made?.id ?? 0);
      }
      const answered = new Map<number, string>();
      const issuing = ids.map(async (id) => {
        const issued = await before<{ number: string }>(`/${id}/issue`);
        if (issued) answered.set(id, issued.number);
      });
      await until(() => answered.size >= 5);
      product.child.kill('SIGKILL');
      await product.exitCode;
      await Promise.all(issuing);
      expect(answered.size).toBeLessThan(drafts);

      const after = await signIn(await start());
      const numbers = new Map<number, string>();
      // A busy server rejects some of 50 concurrent requests, which are retried, as a person would do.
      for (let round = 0; numbers.size < drafts && round < 10; round += 1) {
        await Promise.all(
          ids.map(async (id) => {
            const issued = await after<{ number: string }>(`/${id}/issue`);
            if (issued) numbers.set(id, issued.number);
          }),
        );
      }
      for (const [id, number] of answered) expect([id, numbers.get(id)]).toEqual([id, number]);
      const sql = await connectBeside(dataDir);
      const rows = await sql<{ number: string }[]>`
        select number from invoices where number is not null
        union all select number from credit_notes order by 1`;
      await sql.end({ timeout: 1 });
      const positions = rows.map(({ number }) => Number(number.split('-').at(-1)));
      expect(positions).toEqual(positions.map((_, index) => index + 1));
      expect(positions.length).toBeGreaterThanOrEqual(drafts);
      product.child.kill('SIGTERM');
      expect(await product.exitCode).toBe(0);
    });

    it('creates 50 recurring invoices that are due together, each once, through kill -9', async () => {
      /** Kills the process immediately. The job is due at the next start, not only when its run counts as lost. */
      const kill = async (sql: Awaited<ReturnType<typeof connectBeside>>) => {
        product.child.kill('SIGKILL');
        await product.exitCode;
        await sql`delete from job_runs where name = 'recurring invoices'`;
        await sql.end({ timeout: 1 });
      };
      const madeIn = (sql: Awaited<ReturnType<typeof connectBeside>>) =>
        sql<{ of: number; number: string }[]>`
          select recurring_invoice_id as of, number from invoices
          where recurring_invoice_id is not null order by number`;
      await start();
      const first = await connectBeside(dataDir);
      const made = await first<{ id: number }[]>`
        insert into recurring_invoices (client_name, client_email, buyer, items, total_cents, currency, unit, count,
          starts_on, next_on, action)
        select 'Ada', email, jsonb_build_object('name', 'Ada', 'email', email),
          '[{"description": "In {{month}}", "quantity": "1", "unitPrice": "10.00", "taxRate": "0"}]', 1000, 'USD',
          'month', 1, current_date - 1, current_date - 1, 'issue'
        from (select 'recurring-' || n || '@example.com' as email from generate_series(1, ${drafts}) n) clients
        returning id`;
      await kill(first);

      await start();
      const second = await connectBeside(dataDir);
      await until(async () => (await madeIn(second)).length >= 5);
      product.child.kill('SIGKILL');
      await product.exitCode;
      expect((await madeIn(second)).length).toBeLessThan(drafts);
      await kill(second);

      await start();
      const third = await connectBeside(dataDir);
      await until(async () => (await madeIn(third)).length >= drafts);
      const rows = await madeIn(third);
      expect(rows.map((row) => row.of).sort((one, other) => one - other)).toEqual(
        made.map(({ id }) => id),
      );
      const positions = rows.map(({ number }) => Number(number.split('-').at(-1)));
      const [from = 0] = positions;
      expect(positions).toEqual(positions.map((_, index) => from + index));
      const mails = await third`
        select about from mails where kind = 'invoice_issued' and "to" like 'recurring-%'`;
      expect(mails).toHaveLength(drafts);
      await third.end({ timeout: 1 });
      product.child.kill('SIGTERM');
      expect(await product.exitCode).toBe(0);
    });

    it.each([
      ['an exception', `throw new Error('outer', { cause: new Error('inner') })`],
      ['a rejection', `Promise.reject(new Error('outer', { cause: new Error('inner') }))`],
    ])('exits at %s with one log line that names the cause', async (_, fault) => {
      const preload = join(dataDir, '..', 'fault.mjs');
      await writeFile(preload, `process.once('SIGUSR2', () => { ${fault}; });`);
      product = startProduct(dataDir, {
        NODE_OPTIONS: `--import=${pathToFileURL(preload).href}`,
      });
      await product.url;
      product.child.kill('SIGUSR2');
      expect(await product.exitCode).toBe(70);
      const lines = product.said().trim().split('\n');
      const crash = lines
        .filter((line) => line.includes('crashed'))
        .map((line) => JSON.parse(line));
      expect(crash).toHaveLength(1);
      expect(crash[0]).toMatchObject({
        level: 60,
        msg: 'crashed',
        err: { message: 'outer', cause: { message: 'inner' } },
      });
    });

    it('keeps all data for the next start, and a second signal does not interrupt the shutdown', async () => {
      const token = 'of-this-test'.repeat(4);
      product = startProduct(dataDir, { METRICS_TOKEN: token });
      const url = await product.url;
      expect(await quoteIds()).toEqual(acknowledged);
      // Waits until the landing page was rendered, before the first request for it.
      const pagesMade = async () => {
        const headers = { authorization: `Bearer ${token}` };
        const metrics = await (await fetch(`${url}/metrics`, { headers })).text();
        return /kestrel_cache_lookups_total\{cache="responses",result="miss"\} (\d+)/.exec(
          metrics,
        )?.[1];
      };
      await expect.poll(pagesMade).toBe('1');
      product.child.kill('SIGINT');
      product.child.kill('SIGTERM');
      expect(await product.exitCode).toBe(0);
      expect(await postmasterOf(dataDir)).toBeUndefined();
    });
  },
);
