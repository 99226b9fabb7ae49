import { abort, awake, expect, failedRequest, open, test } from './fixtures';
import { codeField, demoCode, panel, passCodeGap, signUp, title } from './people';

const path = '/dashboard/requests/new';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a client sends a request by touch after a lost connection, a reload and an ended session', async ({
  page,
  context,
  sql,
  noise,
}) => {
  noise.allow(failedRequest);
  const { email } = await signUp(context);
  const form = panel(page, 'New request');
  const submit = form.locator('button[type=submit]');
  await open(page, path);
  await form.getByLabel('Title').fill('A calculating engine');
  await form.getByLabel('Service').selectOption({ label: 'Online Store' });
  await form.getByLabel('Description').fill('With a page\nthat explains it');
  const createCalls = '**/api/trpc/requests.create**';
  const liveCalls = '**/api/trpc/live.changes**';
  await page.route(createCalls, abort);
  await submit.tap();
  await expect(page.getByRole('alert')).toContainText('Failed to send your request.');
  await page.unroute(createCalls);
  // The event stream also notices the ended session, and could redirect before the tap.
  await page.route(liveCalls, abort);
  await page.reload();
  await awake(page);
  await expect(form.getByLabel('Title')).toHaveValue('A calculating engine');

  await sql`delete from sessions where user_id = (select id from users where email = ${email})`;
  await submit.tap();
  await expect(page).toHaveURL(`/auth/signin?next=${encodeURIComponent(path)}`);
  await page.unroute(liveCalls);
  await passCodeGap(sql, email);
  await awake(page);
  await panel(page, 'Sign In').getByLabel('Email').fill(email);
  await panel(page, 'Sign In').locator('button[type=submit]').click();
  await codeField(page).fill(demoCode);
  await expect(page).toHaveURL(path);
  await expect(form.getByLabel('Description')).toHaveValue('With a page\nthat explains it');
  await expect(form.getByLabel('Service')).not.toHaveValue('');
  await submit.tap();
  await expect(title(page)).toHaveText('A calculating engine');
  const sent = await sql`
    select 1 from service_requests r join users u on u.id = r.user_id where u.email = ${email}`;
  expect(sent).toHaveLength(1);
});
