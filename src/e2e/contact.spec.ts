import { contactAnswers, contactForm, contactSubmit, fillContact } from './contact';
import { expect, failedRequest, messageCalls, open, type Sql, toasts } from './fixtures';
import { test } from './shared-page';

const messagesOf = (sql: Sql, email: string) =>
  sql`select * from contact_messages where email = ${email}`;

test('a message has the subject of the link that led to the form', async ({ page, sql }) => {
  await open(page, '/terms');
  await page.getByRole('link', { name: 'Legal Team' }).click();
  await expect(page).toHaveURL('/contact?subject=legal');
  await expect(contactForm(page)).toContainText('Question for the legal team');
  const { Service: _none, ...answers } = contactAnswers();
  await fillContact(page, answers);
  await contactSubmit(page).click();
  await expect(toasts(page)).toContainText('Message Sent!');
  expect(await messagesOf(sql, answers.Email)).toMatchObject([
    { subject: 'Question for the legal team', service: 'other' },
  ]);
});

test('a message is stored once despite a lost response and a reload, and its draft is removed', async ({
  page,
  sql,
  noise,
}) => {
  noise.allow(failedRequest);
  await open(page, '/contact');
  const answers = contactAnswers();
  await fillContact(page, answers);
  // The request arrives but its response is lost.
  await page.route(messageCalls, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await contactSubmit(page).click();
  await expect(page.getByRole('alert')).toContainText('Failed to send message. Please try again.');
  await page.unroute(messageCalls);
  await page.reload();
  for (const [label, value] of Object.entries(answers)) {
    await expect(contactForm(page).getByLabel(label)).toHaveValue(value);
  }
  await expect(contactForm(page)).toHaveAttribute('data-live', '');
  await contactSubmit(page).click();
  await expect(toasts(page)).toContainText('Message Sent!');
  expect(await messagesOf(sql, answers.Email)).toMatchObject([
    { first_name: 'Ada', service: 'branding', status: 'unread' },
  ]);
  await page.reload();
  await expect(contactForm(page).getByLabel('First name')).toHaveValue('');
});
