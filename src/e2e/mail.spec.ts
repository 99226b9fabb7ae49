import type { Page } from '@playwright/test';

import { inboundHeaders, rawMail } from '~/testing/mails';
import { drawer, main, openPanel, sendQuote } from './admin-panel';
import { awake, expect, test, toasts } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { signInAsAdmin } from './people';

/** Returns the reply address of the email that contains a text, as demo mode shows it. */
const answersTo = async (page: Page, id: number | undefined): Promise<string> => {
  const shown = await (await page.request.get(`/dev/mail/${id}`)).text();
  return /answers\+[a-z2-9]{26}@agency\.test/.exec(shown)?.[0] ?? '';
};

test('a quote is answered in one conversation: in the panel, by email and at the private link', async ({
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
  await drawer(page).getByRole('button', { name: 'Send email' }).click();
  await expect(toasts(page)).toContainText('Message sent to');
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
  await expect(conversation.getByText('On Mon, 4 May').first()).toBeHidden();
  await conversation.getByRole('button', { name: 'Show full email' }).click();
  await expect(page.getByRole('dialog').last()).toContainText('On Mon, 4 May');
  await page.keyboard.press('Escape');

  // A colleague of the client writes: an admin decides whether the email counts as the client's.
  expect((await post('Tom <tom@elsewhere.example>', 'And by boat?')).status()).toBe(202);
  await expect(
    conversation.getByText('From Tom <tom@elsewhere.example>, not the client.'),
  ).toBeVisible();
  await conversation.getByRole('button', { name: 'Accept as message' }).click();
  await expect(toasts(page)).toContainText('The client sees this message now');
  await expect(conversation.getByText('not the client')).toHaveCount(0);

  // The sender reads the conversation at a private link.
  const mailed = await (await page.request.get(`/dev/mail/${mail?.id}`)).text();
  const [path = ''] = /\/quotes\/[\w-]{43}/.exec(mailed) ?? [];
  await page.goto(path);
  await awake(page);
  for (const text of ['When shall it open?', 'In May, please.', 'And by boat?']) {
    await expect(main(page).getByText(text, { exact: true })).toBeVisible();
  }
  await expectAccessible(page, { within: 'main' });
  await expectToFit(page);
  await main(page).getByLabel('Your reply').fill('Tuesday');
  await main(page).getByRole('button', { name: 'Send message' }).click();
  await expect(toasts(page)).toContainText('Message Sent');
});
