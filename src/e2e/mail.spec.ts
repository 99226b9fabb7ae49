import type { Page } from '@playwright/test';

import { inboundHeaders, rawMail } from '~/testing/mails';
import { drawer, main, openPanel, sendQuote } from './admin-panel';
import { expect, test, toasts } from './fixtures';
import { signInAsAdmin } from './people';

/** Of answers to the mail that holds a text, as demo mode shows it. */
const answersTo = async (page: Page, id: number | undefined): Promise<string> => {
  const shown = await (await page.request.get(`/dev/mail/${id}`)).text();
  return /answers\+[a-z2-9]{26}@agency\.test/.exec(shown)?.[0] ?? '';
};

test('a quote is answered in the panel, by mail, and offered, all in one conversation', async ({
  page,
  context,
  sql,
}) => {
  await signInAsAdmin(context);
  const name = await sendQuote(page);
  const [quote] = await sql<{ id: number; email: string }[]>`
    select id, email from quotes where name = ${name}`;
  await openPanel(page, `?section=quotes&open=${quote?.id}`);
  await drawer(page).getByRole('textbox', { name: 'Your message' }).fill('When shall it open?');
  await drawer(page).getByRole('button', { name: 'Send by mail' }).click();
  await expect(toasts(page)).toContainText('Your message is on its way');
  const [mail] = await sql<{ id: number }[]>`
    select id from mails where about = ${`quote:${quote?.id}`} and kind = 'reply'`;
  const address = await answersTo(page, mail?.id);
  expect(address).not.toBe('');

  const post = (from: string, text: string) =>
    page.request.post('/api/webhooks/mail', {
      headers: inboundHeaders,
      data: Buffer.from(rawMail({ from, to: address, text })),
    });
  const quoted =
    '\r\n\r\nOn Mon, 4 May 2026 at 10:00, Kestrel <hello@agency.test> wrote:\r\n> When shall it open?';
  expect((await post(quote?.email ?? '', `In May, please.${quoted}`)).status()).toBe(202);
  const conversation = drawer(page).getByRole('list', { name: 'Conversation' });
  await expect(conversation.getByText('In May, please.')).toBeVisible();
  await expect(conversation).not.toContainText('On Mon, 4 May');
  await conversation.getByRole('button', { name: 'Show the whole mail' }).click();
  await expect(page.getByRole('dialog').last()).toContainText('On Mon, 4 May');
  await page.keyboard.press('Escape');

  // A colleague of the client writes: the agency decides whether it is the client's word.
  expect((await post('Tom <tom@elsewhere.example>', 'And by boat?')).status()).toBe(202);
  await expect(
    conversation.getByText('From Tom <tom@elsewhere.example>, not the client.'),
  ).toBeVisible();
  await conversation.getByRole('button', { name: 'Accept as message' }).click();
  await expect(toasts(page)).toContainText('It is a message of the client now');
  await expect(conversation.getByText('not the client')).toHaveCount(0);

  const made = await page.request.post('/api/admin/proposals', {
    data: { title: 'A site for the ferry', leadId: quote?.id },
    headers: { origin: new URL(page.url()).origin },
  });
  const { id } = (await made.json()) as { id: number };
  await openPanel(page, `?section=proposals&open=${id}`);
  const whole = main(page).getByRole('list', { name: 'Conversation' });
  for (const text of ['When shall it open?', 'In May, please.', 'And by boat?']) {
    await expect(whole.getByText(text)).toBeVisible();
  }
});

test('mail that belongs to no record is put into a conversation', async ({
  page,
  context,
  sql,
}) => {
  await signInAsAdmin(context);
  const name = await sendQuote(page);
  const [quote] = await sql<{ id: number }[]>`select id from quotes where name = ${name}`;
  const text = `One more thing ${crypto.randomUUID()}`;
  const raw = rawMail({ from: `${name} <own@elsewhere.example>`, to: 'answers@agency.test', text });
  const answer = await page.request.post('/api/webhooks/mail', {
    headers: inboundHeaders,
    data: Buffer.from(raw),
  });
  expect(answer.status()).toBe(202);
  await openPanel(page, '?section=mail');
  const card = main(page).getByRole('listitem').filter({ hasText: text });
  await card.getByRole('button', { name: 'Discard' }).click();
  await expect(card).toHaveCount(0);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await card.getByRole('button', { name: 'Put into a conversation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Put into a conversation' });
  await dialog.getByRole('radio', { name: `quote ${quote?.id}` }).click();
  await dialog.getByRole('button', { name: 'Put it there' }).click();
  await expect(toasts(page)).toContainText('The mail is in the conversation');
  await expect(card).toHaveCount(0);
  const [kept] =
    await sql`select origin from request_messages where quote_id = ${quote?.id ?? 0} and text = ${text}`;
  expect(kept).toEqual({ origin: 'unverified' });
});
