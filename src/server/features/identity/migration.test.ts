import { expect, it } from 'vitest';

import { startTestApp } from '~/testing/app';
import { databaseBefore } from '~/testing/database-before';
import { createSigner } from './tokens';

it('0013 keeps codes in use, and an older instance keeps sending them', async () => {
  const { url, sql } = await databaseBefore('0013_browser_codes');
  const secret = 'a secret of the tests alone, long enough';
  const signer = createSigner(secret, 'one-time codes');
  /** As the previous version sends a code. */
  const sendOld = (email: string, minutes: number) => sql`
    insert into one_time_codes (email, purpose, code_hmac, created_at, expires_at)
    values (${email}, 'signup', ${signer.sign(email, 'signup', '123456')}, now(),
      now() + make_interval(mins => ${minutes}))
    on conflict (email, purpose) do update set code_hmac = excluded.code_hmac`;
  await sendOld('live@example.com', 10);
  await sendOld('over@example.com', -1);

  const app = await startTestApp({ databaseUrl: url, env: { AUTH_SECRET: secret } });
  await sendOld('live@example.com', 10);
  await sendOld('later@example.com', 10);
  const signUp = async (email: string) => {
    const fields = { email, firstName: 'Ada', lastName: 'Byron', otp: '123456' };
    return (await app.postJson('/api/auth/signup', fields)).status;
  };
  expect(await signUp('live@example.com')).toBe(200);
  expect(await signUp('live@example.com')).toBe(401);
  expect(await signUp('over@example.com')).toBe(401);
  await app.close();
});
