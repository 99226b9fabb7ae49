import { DrizzleQueryError } from 'drizzle-orm/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startTestApp, type TestApp } from '~/testing/app';
import { quoteRequest } from '~/testing/requests';
import { createLog, describeError } from './log';

const person = {
  name: 'Grace Secretname',
  email: 'grace.secret@example.com',
  phone: '+1 555 010 7777',
  company: 'Secret Harbour Ltd',
  projectDetails: 'A secret harbour map, with tides and a private mooring',
  serviceName: 'Secret service',
};
const key = 'secret-key-8f2c';
const told = [...Object.values(person), key, '15550107777', 'cookie-secret', 'token-secret'];

function expectNothingTold(text: string) {
  for (const secret of told) expect(text).not.toContain(secret);
}

describe('describeError', () => {
  const failed = new DrizzleQueryError(
    'insert into quotes values ($1)',
    [person.email],
    Object.assign(new Error('duplicate key value violates unique constraint "quotes_key"'), {
      name: 'PostgresError',
      code: '23505',
      detail: `Key (email)=(${person.email}) already exists.`,
      parameters: [person.email],
    }),
  );

  it('keeps the database’s message of a failed query, not the parameters', () => {
    expect(failed.message).toContain(person.email);
    const wrapped = new Error('a procedure failed', { cause: failed });
    for (const error of [failed, wrapped]) {
      const text = JSON.stringify(describeError(error));
      expectNothingTold(text);
      expect(text).not.toContain('insert into');
      expect(text).toContain('23505');
      expect(text).toContain('quotes_key');
    }
  });

  it('omits the value that the database could not parse', () => {
    const unread = Object.assign(
      new Error(`invalid input syntax for type integer: "${person.phone}"`),
      {
        name: 'PostgresError',
        code: '22P02',
      },
    );
    const text = JSON.stringify(describeError(new DrizzleQueryError('select $1', [1], unread)));
    expectNothingTold(text);
    expect(text).toContain('22P02');
  });

  it('logs only the type of a value that is not an Error', () => {
    expectNothingTold(JSON.stringify(describeError(person.email)));
    expectNothingTold(JSON.stringify(describeError({ email: person.email })));
  });

  it('keeps the stack of an error in our code', () => {
    expect(describeError(new TypeError('x is not a function'))).toMatchObject({
      name: 'TypeError',
      message: 'x is not a function',
      stack: expect.stringContaining('log.test.ts'),
    });
  });
});

it('the log redacts fields with secret names', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  log.info({
    user: { password: 'token-secret', otp: 'token-secret' },
    headers: { cookie: 'cookie-secret', authorization: 'token-secret' },
  });
  expect(lines).toHaveLength(1);
  expectNothingTold(lines.join());
});

describe('the request log', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ logLevel: 'trace' });
  });
  afterAll(() => app.close());

  const breakages: [string, string, string][] = [
    [
      'rejects every row',
      'alter table quotes add constraint none check (false) not valid',
      'drop constraint none',
    ],
    [
      'cannot read a value',
      'alter table quotes alter column phone type integer using 0',
      'alter column phone type text',
    ],
    [
      'lacks a column',
      'alter table quotes rename column email to mail',
      'rename column mail to email',
    ],
    [
      'repeats the value',
      `create function tell() returns trigger language plpgsql as $$ begin raise exception 'no: %', new.email; end $$;
       create trigger tell before insert on quotes for each row execute function tell()`,
      'disable trigger tell',
    ],
  ];

  it.each(breakages)('contains no personal data if the table %s', async (_, breaking, mending) => {
    await app.sql.unsafe(breaking);
    try {
      app.logLines.length = 0;
      const headers = {
        'Idempotency-Key': key,
        Cookie: 'session=cookie-secret',
        Authorization: 'Bearer token-secret',
      };
      const rest = await app.postJson('/api/quotes', quoteRequest(person), headers);
      const trpc = await app.postJson(
        '/api/trpc/quotes.submit',
        quoteRequest({ ...person, key }),
        headers,
      );
      expect([rest.status, trpc.status]).toEqual([500, 500]);
      expectNothingTold((await rest.text()) + (await trpc.text()));
      const errors = app.logLines.filter((line) => line.includes('"level":50'));
      expect(errors).toHaveLength(2);
      expectNothingTold(app.logLines.join(''));
    } finally {
      await app.sql.unsafe(`alter table quotes ${mending}`);
    }
  });

  it('omits personal data of a rejected request', async () => {
    app.logLines.length = 0;
    await app.postJson('/api/quotes', { ...quoteRequest(person), budget: 'secret' });
    await app.postJson('/api/quotes', quoteRequest(person));
    expect(app.logLines.length).toBeGreaterThan(0);
    expectNothingTold(app.logLines.join(''));
  });

  it('has a JSON line for each request, with its id', async () => {
    app.logLines.length = 0;
    const response = await app.fetch('/api/services/no-such?q=token-secret');
    expect(app.logLines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 30,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        requestId: response.headers.get('x-request-id'),
        method: 'GET',
        path: '/api/services/no-such',
        status: 400,
        ms: expect.any(Number),
      },
    ]);
  });
});
