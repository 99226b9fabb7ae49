import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createDatabase } from '~/server/platform/db/client';
import { createRateLimits } from '~/server/platform/rate-limit/rate-limits';
import { testApp } from '~/testing/app';
import { createVatChecks, vatCheckAtIssue } from './vat-checks.service';
import { createVies } from './vies';

/** Fake of the Commission's service: its next response, and the requests that it received. */
let server: Server;
let answer: { status: number; body: string };
let asked: { path: string; body: Record<string, string>; at: number }[];
let url: string;
const app = testApp();
let client: postgres.Sql;

beforeAll(async () => {
  client = postgres(app.databaseUrl, { max: 5, onnotice: () => {} });
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      asked.push({ path: request.url ?? '', body: JSON.parse(body), at: Date.now() });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest-api/`;
});
afterAll(async () => {
  server.close();
  await client.end({ timeout: 5 });
});
beforeEach(async () => {
  asked = [];
  answer = { status: 200, body: JSON.stringify({ valid: true, requestIdentifier: 'WAPI-1' }) };
  await app.sql`delete from vat_checks`;
});

const problems: unknown[] = [];
const checks = (options: { isLimited?: boolean; requester?: string } = {}) => {
  const db = createDatabase(client);
  return createVatChecks(db, {
    ask: createVies({ url, onFailure: (_, problem) => problems.push(problem) }),
    rateLimits: options.isLimited ? createRateLimits(db) : undefined,
    getRequester: async () => options.requester ?? '',
  });
};
const buyer = { country: 'FR', vatNumber: 'fr 123.456 78901' };

describe('the VAT number check', () => {
  it('requests once a day, with the number of the seller, and stores date and consultation number', async () => {
    const { of } = checks({ requester: 'DE123456789' });
    const check = await of(buyer);
    expect(check).toMatchObject({
      number: 'FR12345678901',
      status: 'valid',
      consultationNumber: 'WAPI-1',
    });
    expect(Date.now() - Date.parse(check?.checkedAt ?? '')).toBeLessThan(60_000);
    expect(await of(buyer)).toEqual(check);
    expect(asked).toMatchObject([
      {
        path: '/rest-api/check-vat-number',
        body: {
          countryCode: 'FR',
          vatNumber: '12345678901',
          requesterMemberStateCode: 'DE',
          requesterNumber: '123456789',
        },
      },
    ]);
    await app.sql`update vat_checks set checked_at = now() - interval '25 hours'`;
    await of(buyer);
    expect(asked).toHaveLength(2);
  });

  it('reports an invalid number', async () => {
    answer.body = JSON.stringify({ isValid: false, userError: 'INVALID' });
    expect(await checks().of(buyer)).toMatchObject({ status: 'invalid', consultationNumber: '' });
  });

  it.each([
    ['no number', { country: 'FR' }],
    ['another country', { country: 'US', vatNumber: 'US123456789' }],
    ['a wrong form', { country: 'FR', vatNumber: 'FR1' }],
  ])('sends no request for %s', async (_, one) => {
    expect(await checks().of(one)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it.each([
    ['is unreachable', { status: 503, body: 'Service unavailable' }],
    ['responds in another format', { status: 200, body: '<html>' }],
    [
      'has no answer from the member state',
      { status: 200, body: '{"valid":false,"userError":"MS_UNAVAILABLE"}' },
    ],
  ])('leaves a number unchecked if the service %s, and retries later', async (_, away) => {
    answer = away;
    const { of, runJob } = checks();
    expect(await of(buyer)).toMatchObject({ status: 'not_checked', checkedAt: null });
    expect(problems.length).toBeGreaterThan(0);
    expect(await of(buyer)).toMatchObject({ status: 'not_checked' });
    expect(await runJob()).toEqual([]);
    expect(asked).toHaveLength(1);
    answer = { status: 200, body: '{"valid":true}' };
    const later = new Date(Date.now() + 3_600_000);
    expect(await runJob(later)).toMatchObject([{ number: 'FR12345678901', status: 'valid' }]);
    expect(await runJob(later)).toEqual([]);
  });

  it('stays valid for 30 days while the service is unreachable, and is retried by the job', async () => {
    const { of, runJob } = checks();
    const first = await of(buyer);
    const age = (days: number) => app.sql`
      update vat_checks set checked_at = now() - make_interval(days => ${days}), next_attempt_at = null`;
    const atIssue = () => vatCheckAtIssue(createDatabase(client), buyer);
    await age(29);
    expect(await atIssue()).toMatchObject({ ...first, checkedAt: expect.any(String) });
    answer = { status: 503, body: 'Service unavailable' };
    expect(await of(buyer)).toMatchObject({ status: 'valid' });
    await age(31);
    const none = { status: 'not_checked', checkedAt: null, consultationNumber: '' };
    expect(await of(buyer)).toMatchObject(none);
    expect(await atIssue()).toMatchObject(none);
    const later = new Date(Date.now() + 3_600_000);
    expect(await runJob(later)).toEqual([]);
    answer = { status: 200, body: '{"valid":true,"requestIdentifier":"WAPI-2"}' };
    const muchLater = new Date(Date.now() + 86_400_000);
    expect(await runJob(muchLater)).toMatchObject([
      { status: 'valid', consultationNumber: 'WAPI-2' },
    ]);
    expect(await runJob(muchLater)).toEqual([]);
  });

  it('keeps an invalid number invalid while the service is unreachable', async () => {
    answer.body = JSON.stringify({ isValid: false, userError: 'INVALID' });
    await checks().of(buyer);
    await app.sql`update vat_checks set checked_at = now() - interval '1 year'`;
    answer = { status: 503, body: 'Service unavailable' };
    expect(await checks().of(buyer)).toMatchObject({ status: 'invalid' });
    expect(await vatCheckAtIssue(createDatabase(client), buyer)).toMatchObject({
      status: 'invalid',
    });
  });

  it('sends at most one request a second, however many ask', async () => {
    const { of } = checks({ isLimited: true });
    const numbers = Array.from({ length: 4 }, (_, nth) => `FR0000000000${nth}`.slice(0, 13));
    const found = await Promise.all(numbers.map((vatNumber) => of({ country: 'FR', vatNumber })));
    const times = asked.map(({ at }) => at).sort((one, other) => one - other);
    for (const [nth, at] of times.entries()) {
      if (nth > 0) expect(at - (times[nth - 1] ?? 0)).toBeGreaterThan(900);
    }
    expect(found.every((one) => one?.status === 'valid' || one?.status === 'not_checked')).toBe(
      true,
    );
    expect(found.filter((one) => one?.status === 'valid')).toHaveLength(asked.length);
  });
});
