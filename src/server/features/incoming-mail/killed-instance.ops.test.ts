import { afterEach, expect, it, vi } from 'vitest';

import { startTestApp, type TestApp } from '~/testing/app';
import { inboundEnv, postMail, rawMail } from '~/testing/mails';

let app: TestApp;
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 20 });

it('an email does not wait for the job of an instance that was killed while processing it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  app = await startTestApp({ env: { ...inboundEnv } });
  const isWorkedOn = () =>
    until(async () => {
      const rows = await app.sql`select state from incoming_mails`;
      expect(rows).toEqual([{ state: 'unmatched' }]);
    });
  await postMail(app, rawMail({ from: 'ada@example.com', to: inboundEnv.INBOUND_ADDRESS }));
  await isWorkedOn();
  // State that the other instance left behind.
  await app.sql`insert into job_runs (name, started_at) values ('incoming mail', now())`;
  await app.sql`
    update incoming_mails set state = 'stored', attempts = 1, claimed_until = now() - interval '1 second'`;
  vi.advanceTimersByTime(10_000);
  await isWorkedOn();
});

it('an email is not left claimed by an instance that stops', async () => {
  app = await startTestApp({ env: { ...inboundEnv } });
  for (const from of ['ada@example.com', 'bea@example.com']) {
    await postMail(app, rawMail({ from, to: inboundEnv.INBOUND_ADDRESS }));
  }
  const { incomingMail } = app.services;
  await incomingMail.work();
  await app.sql`update incoming_mails set state = 'stored', attempts = 0`;
  const working = incomingMail.work();
  await incomingMail.stop();
  await working;
  const claimed = await app.sql`
    select attempts from incoming_mails where state = 'stored' and attempts > 0`;
  expect(claimed).toEqual([]);
});
