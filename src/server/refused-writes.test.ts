import { expect, it, vi } from 'vitest';

import { testApp } from '~/testing/app';
import { quoteRequest } from '~/testing/requests';

const token = 'a-token-of-the-tests-alone';

const app = testApp({ env: { METRICS_TOKEN: token } });

const nameOf = (url: string) => new URL(url).pathname.slice(1);

/** The change applies to new connections, so open ones are closed. */
async function setReadOnly(isReadOnly: boolean) {
  await app.sql.unsafe('set default_transaction_read_only = off');
  await app.sql.unsafe(
    `alter database ${nameOf(app.databaseUrl)} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
  );
  await app.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await vi.waitFor(async () => expect((await app.fetch('/readyz')).status).toBe(200), 10_000);
}

const writesRefused = async () => {
  const metrics = await app.fetch('/metrics', { headers: { Authorization: `Bearer ${token}` } });
  const [, count = '0'] =
    /^kestrel_database_writes_refused_total\{code="25006"\} (\d+)$/m.exec(await metrics.text()) ??
    [];
  return Number(count);
};
const warnings = () => app.logLines.filter((line) => line.includes('writes are refused'));

it('on a read-only database, reads work, and refused writes are reported, counted and retried later', async () => {
  expect(await writesRefused()).toBe(0);
  await setReadOnly(true);
  const before = await writesRefused();
  expect((await app.fetch('/api/services')).status).toBe(200);
  const rest = await app.postJson('/api/quotes', quoteRequest());
  const trpc = await app.postJson('/api/trpc/quotes.submit', quoteRequest());
  for (const response of [rest, trpc]) {
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
  }
  expect(await writesRefused()).toBeGreaterThanOrEqual(before + 2);
  // The warning is logged at most once in 30 seconds.
  expect(warnings()).toEqual([
    expect.stringMatching(/"code":"25006".*the database at DATABASE_URL is read-only.*25006: /),
  ]);
  await setReadOnly(false);
  expect((await app.postJson('/api/quotes', quoteRequest())).status).toBe(200);
});
