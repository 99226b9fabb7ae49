import { expect, it } from 'vitest';

import { testApp } from '~/testing/app';
import { contactMessage, quoteRequest } from '~/testing/requests';

const app = testApp({
  env: { TRUST_PROXY: '1' },
  rateLimits: { quoteForm: 2, contactForm: 2 },
});

it.each([
  ['/api/quotes', 'quotes', quoteRequest],
  ['/api/contact', 'contact_messages', contactMessage],
] as const)('%s: attempts that fail on our side do not count', async (path, table, body) => {
  const headers = { 'X-Forwarded-For': path === '/api/quotes' ? '198.51.100.1' : '198.51.100.2' };
  const send = async () => (await app.postJson(path, body(), headers)).status;
  await app.sql.unsafe(`
    create function fail_as_full() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert on ${table} execute function fail_as_full()`);
  expect([await send(), await send(), await send()]).toEqual([503, 503, 503]);
  await app.sql.unsafe(`drop trigger full_disk on ${table}; drop function fail_as_full()`);
  expect([await send(), await send(), await send()]).toEqual([200, 200, 429]);
});
