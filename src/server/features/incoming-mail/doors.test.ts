import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createSigner } from '~/server/features/identity/tokens';
import { connect, createDatabase } from '~/server/platform/db/client';
import { createReplyAddresses } from '~/server/platform/mail/reply-addresses';
import { type MailApp, newEmail, startMailApp } from '~/testing/mail-app';
import { inboundEnv, postMail, rawMail } from '~/testing/mails';
import { createMailStore } from './store-mail';

let product: MailApp;
beforeAll(async () => {
  product = await startMailApp();
});
afterAll(() => product.close());

const statesOf = async (from: string) =>
  (
    await product.app.sql<{ state: string }[]>`
      select state from incoming_mails where from_address = ${from} order by id`
  ).map(({ state }) => state);

describe('the webhook for incoming email', () => {
  it('accepts raw emails only with the token', async () => {
    const raw = rawMail({ from: newEmail(), to: 'answers@agency.test' });
    expect((await postMail(product.app, raw, { authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await postMail(product.app, raw, { 'content-type': 'application/json' })).status).toBe(
      415,
    );
    const large = Buffer.alloc(26 * 1024 * 1024 + 1, 'a');
    expect((await postMail(product.app, large)).status).toBe(413);
    expect(
      (await postMail(product.app, raw, { 'content-type': 'message/rfc822; charset=utf-8' }))
        .status,
    ).toBe(202);
  });

  it('stores an email before responding, and creates the message after a restart', async () => {
    const { id, email, address } = await product.answeredQuote();
    const raw = Buffer.from(rawMail({ from: email, to: address, text: 'Kept.' }));
    const client = connect(product.app.databaseUrl);
    const signer = createSigner('another secret', 'tests');
    const addresses = createReplyAddresses({
      address: inboundEnv.INBOUND_ADDRESS,
      sign: signer.sign,
    });
    const store = createMailStore(createDatabase(client), { addresses: addresses });
    expect(await store({ raw, isWhole: true, size: raw.length })).toEqual({ isNew: true });
    await client.end();
    // State after an instance was killed while it processed the email.
    await product.app
      .sql`update incoming_mails set attempts = 1, claimed_until = now() + interval '1 minute' where state = 'stored'`;
    await product.app.services.incomingMail.work();
    expect((await product.messagesOf(id)).at(-1)?.text).not.toBe('Kept.');
    await product.app
      .sql`update incoming_mails set claimed_until = now() - interval '1 second' where state = 'stored'`;
    await product.app.services.incomingMail.work();
    expect((await product.messagesOf(id)).at(-1)).toMatchObject({ from: 'client', text: 'Kept.' });
    expect(await statesOf(email)).toEqual(['message']);
  });

  it('leaves no token in the database or the log', async () => {
    const { email, address } = await product.answeredQuote();
    await product.receive({ from: email, to: address, text: `I write to ${address}.` });
    const encoded = Buffer.from(`And to ${address}.`).toString('base64');
    const base64 = { 'Content-Transfer-Encoding': 'base64' };
    await product.receive({ from: email, to: address, text: encoded, headers: base64 });
    const token = /\+(\w+)@/.exec(address)?.[1] ?? 'none';
    expect(token).toHaveLength(26);
    const tables = await product.app.sql<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
    for (const { name } of tables) {
      const found = await product.app.sql`
        select 1 from ${product.app.sql(name)} one where one::text ilike ${`%${token}%`} limit 1`;
      expect({ name, count: found.length }).toEqual({ name, count: 0 });
    }
    const chunks = await product.app.sql<
      { bytes: Buffer }[]
    >`select bytes from file_chunks where key like 'mail-%'`;
    for (const { bytes } of chunks) expect(bytes.toString('latin1')).not.toContain(token);
    expect(product.app.logLines.join('\n')).not.toContain(token);
  });
});
