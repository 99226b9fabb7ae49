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

describe('a list of the panel', () => {
  it.each(lists)('$name counts its rows, even if there are few', async ({ name }) => {
    const context = contextOf(people.admin, app.services.rateLimits);
    await procedureAt(createAppRouter(app.services).createCaller(context), name)({});
    expect(context.visit.total).toEqual(expect.any(Number));
  });

  it.each(lists)('$path links to each next page, and the last page to none', async ({ path }) => {
    const rows = (await ask<unknown[]>('GET', path)).body;
    const seen: unknown[] = [];
    let next: string | undefined = `${path}?pageSize=2`;
    for (let page = 0; next !== undefined && page < 3; page += 1) {
      const { body, headers }: Answer = await ask<unknown[]>('GET', next);
      seen.push(...body);
      const link: string | null = headers.get('Link');
      expect(link === null).toBe(seen.length === rows.length);
      next = link?.match(/^<(.+)>; rel="next"$/)?.[1]?.replace(publicUrl, '');
    }
    expect(seen).toHaveLength(Math.min(6, rows.length));
  });

  it.each(lists.filter(({ since }) => since))('$path accepts updatedSince', async ({ path }) => {
    const all = (await ask<{ updatedAt?: string }[]>('GET', path)).body;
    const since = (time: string) =>
      ask<unknown[]>('GET', `${path}?updatedSince=${encodeURIComponent(time)}`);
    expect((await since('2000-01-01T00:00:00+02:00')).body).toHaveLength(all.length);
    expect(await since('2999-01-01T00:00:00Z')).toMatchObject({ status: 200, body: [] });
    expect(await since('yesterday')).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'updatedSince' }] },
    });
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
  });
});
