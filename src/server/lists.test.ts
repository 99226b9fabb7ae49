import { describe, expect, it } from 'vitest';

import { publicUrl, testApp } from '~/testing/app';
import { contextOf, people } from '~/testing/callers';
import { procedures } from '~/testing/procedures';
import { askerOf, signInAdmin } from '~/testing/sign-in';
import { procedureAt } from './http/rest';
import { createAppRouter } from './router';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));

type Answer = { body: unknown[]; headers: Headers };

const takes = (input: object | undefined, field: string) =>
  field in Object((input as { shape?: object } | undefined)?.shape);

const lists = procedures.flatMap(({ name, openapi, input }) =>
  openapi?.method === 'GET' && /^\/admin\/[^{]+$/.test(openapi.path) && takes(input, 'pageSize')
    ? [{ name, path: `/api${openapi.path}`, since: takes(input, 'updatedSince') }]
    : [],
);

describe('a panel list', () => {
  it.each(lists)('$path counts its rows, and links to each next page', async ({ name, path }) => {
    const context = contextOf(people.admin, app.services.rateLimits);
    await procedureAt(createAppRouter(app.services).createCaller(context), name)({});
    const { total } = context.visit;
    expect(total).toEqual(expect.any(Number));
    let seen = 0;
    let next: string | undefined = `${path}?pageSize=2`;
    for (let page = 0; next !== undefined && page < 3; page += 1) {
      const { body, headers }: Answer = await ask<unknown[]>('GET', next);
      seen += body.length;
      const link: string | null = headers.get('Link');
      expect(link === null).toBe(seen === total);
      next = link?.match(/^<(.+)>; rel="next"$/)?.[1]?.replace(publicUrl, '');
    }
    expect(seen).toBe(Math.min(6, Number(total)));
  });

  it.each(lists.filter(({ since }) => since))('$path accepts updatedSince', async ({ path }) => {
    const since = (time: string) =>
      ask<unknown[]>('GET', `${path}?updatedSince=${encodeURIComponent(time)}`);
    const all = (await ask<unknown[]>('GET', path)).body;
    expect((await since('2000-01-01T00:00:00+02:00')).body).toHaveLength(all.length);
    expect(await since('2999-01-01T00:00:00Z')).toMatchObject({ status: 200, body: [] });
  });

  it('accepts updatedSince wherever its records have an update time', async () => {
    const without = lists.filter(({ since }) => !since).map(({ path }) => path);
    expect(without.sort()).toEqual([
      '/api/admin/admins',
      '/api/admin/bank-statements',
      '/api/admin/credit-notes',
      '/api/admin/mail/unmatched',
      '/api/admin/payments',
    ]);
    expect(await ask('GET', '/api/admin/services?updatedSince=yesterday')).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'updatedSince' }] },
    });
  });
});
