import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

const drafts = 50;

/** Calls the running product as its admin; undefined where the connection broke. */
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

describe.skipIf(!isBuilt)(
  'the built server (run `npm run build` where this is skipped)',
  { timeout: 90_000 },
  () => {
    let dataDir: string;
    let product: Product;

    beforeAll(async () => {
      dataDir = join(await mkdtemp(join(tmpdir(), 'kestrel-invoices-')), 'data');
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

    it('gives 50 invoices ascending numbers without a gap or a duplicate through kill -9', async () => {
      product = startProduct(dataDir);
      const before = await signIn(await product.url);
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

      product = startProduct(dataDir);
      const after = await signIn(await product.url);
      const again = await Promise.all(
        ids.map(
          async (id) => [id, (await after<{ number: string }>(`/${id}/issue`))?.number] as const,
        ),
      );
      const numbers = new Map(again);
      for (const [id, number] of answered) expect([id, numbers.get(id)]).toEqual([id, number]);
      const sql = await connectBeside(dataDir);
      const rows = await sql<{ number: string }[]>`
        select number from invoices where number is not null
        union all select number from credit_notes order by 1`;
      await sql.end({ timeout: 1 });
      const positions = rows.map(({ number }) => Number(number.split('-').at(-1)));
      expect(positions).toEqual(positions.map((_, index) => index + 1));
      expect(positions.length).toBeGreaterThanOrEqual(drafts);
    });
  },
);
