import { afterAll, beforeAll, expect, it } from 'vitest';

import { signUpClient } from '~/testing/client-requests';
import { type MailApp, newEmail, startMailApp } from '~/testing/mail-app';
import { askDeletion, columnsWith, makeDue } from '~/testing/personal-data';
import { pixel } from '~/testing/threads';

let product: MailApp;
beforeAll(async () => {
  product = await startMailApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => product.close());

const file = { name: 'plan.png', type: 'image/png', content: pixel };

it('email contents, discarded and automatic emails, and spam are deleted after 30 days; message texts are kept', async () => {
  const { sql } = product.app;
  const { id, email, address } = await product.answeredQuote();
  const plain = 'answers@agency.test';
  await product.receive({ from: email, to: address, text: 'A message.', attachments: [file] });
  await product.receive({
    from: email,
    to: address,
    text: 'Away.',
    headers: { 'Auto-Submitted': 'auto-replied' },
  });
  await product.receive({ from: newEmail(), to: plain, text: 'Waits.' });
  await product.receive({
    from: newEmail(),
    to: plain,
    text: 'Spam.',
    headers: { 'X-Spam-Flag': 'YES' },
  });
  await product.receive({
    from: newEmail(),
    to: plain,
    text: 'News.',
    headers: { 'Auto-Submitted': 'auto-replied' },
  });
  const age = (days: number) =>
    sql`update incoming_mails set handled_at = now() - make_interval(days => ${days})`;
  const kept = async () =>
    (
      await sql<{ text: string; full: boolean }[]>`
      select text, exists (select from file_chunks c where c.key = m.key) as full from incoming_mails m order by id`
    ).map(({ text, full }) => `${text} ${full}`);
  await age(29);
  await product.app.services.incomingMail.runJob();
  expect(await kept()).toEqual([
    'A message. true',
    'Away. true',
    'Waits. true',
    'Spam. true',
    'News. true',
  ]);
  await age(31);
  await product.app.services.incomingMail.runJob();
  expect(await kept()).toEqual(['A message. false', 'Away. false', 'Waits. true']);
  expect((await product.messagesOf(id)).find(({ from }) => from === 'client')).toMatchObject({
    text: 'A message.',
    files: [{ name: 'plan.png' }],
  });
});

it('emails from a deleted client, and emails that name the client’s email, are deleted', async () => {
  const client = await signUpClient(product.app);
  const words = `Nightingale ${crypto.randomUUID()}`;
  const { address } = await product.answeredQuote();
  await product.receive({ from: client.email, to: address, text: words, attachments: [file] });
  await product.receive({ from: client.email, to: 'answers@agency.test', text: words });
  await product.receive({
    from: newEmail(),
    to: 'answers@agency.test',
    text: `Ask ${client.email}.`,
  });
  expect((await columnsWith(product.app, [words])).length).toBeGreaterThan(0);
  expect((await askDeletion(product.app, client)).status).toBe(200);
  await makeDue(product.app, client.id);
  await product.app.services.personalData.deleteDue();
  expect(await columnsWith(product.app, [words])).toEqual([]);
  const naming = await columnsWith(product.app, [client.email]);
  // The email that announces the deletion of the account refers to no record that remains.
  expect(naming.filter((column) => !column.startsWith('mails.'))).toEqual([]);
  const chunks = await product.app.sql<
    { bytes: Buffer }[]
  >`select bytes from file_chunks where key like 'mail-%'`;
  for (const { bytes } of chunks) expect(bytes.toString('latin1')).not.toContain(client.email);
});
