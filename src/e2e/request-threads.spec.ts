import { expect, failedRequest, holdBack, newAddress, open, test } from './fixtures';
import { expectAccessible, expectNoDeadButtons, expectToFit } from './page-checks';
import { signInAsAdmin, signUp } from './people';
import { messageField, newFiles, sendAsAgency, thread } from './request-threads';

test('client and agency work in one thread, live, through a lost connection', async ({
  page,
  context,
  browser,
  baseURL,
  sql,
  noise,
}) => {
  noise.allow(failedRequest);
  const agency = await browser.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: newAddress(),
  });
  await signInAsAdmin(agency);
  await signUp(context);
  const made = await context.request.post('/api/service-requests', {
    data: { title: 'A calculating engine', description: 'With a page that explains it' },
  });
  const { id } = (await made.json()) as { id: number };
  const path = `/dashboard/requests/${id}`;
  await open(page, path);
  await expect(page.getByText('No messages yet.')).toBeVisible();

  // The agency's message appears without a reload, and the client's open tasks are listed first.
  await sendAsAgency(agency.request, id, {
    text: 'Which **gear** first?',
    deliverables: ['front.txt', 'back.txt'],
    waiting: true,
  });
  await expect(thread(page)).toContainText('Which **gear** first?');
  await expect(page.getByRole('region', { name: 'Waiting on you' })).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'front.txt' })).toBeVisible();
  await expectAccessible(page, { within: 'main' });
  await expectToFit(page);
  await expectNoDeadButtons(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect
    .poll(
      async () =>
        (
          await sql`select 1 from message_reads r join conversations c on c.id = r.conversation_id where request_id = ${id}`
        ).length,
    )
    .toBe(1);

  // An upload of three megabytes is interrupted after the first chunk. The rest follows, without duplicates.
  const content = Buffer.alloc(3_000_000, 'a line of a table;');
  let isCut = false;
  await page.route('**/api/files/*', async (route) => {
    if (isCut || route.request().method() !== 'PATCH') return route.fallback();
    isCut = true;
    const body = route.request().postDataBuffer() ?? content;
    const headers = { ...route.request().headers() };
    delete headers['content-length'];
    await route.fetch({ headers, postData: body.subarray(0, 1_000_000) });
    await route.abort();
  });
  const offsets: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '');
  });
  await page
    .getByLabel('Files to send')
    .setInputFiles({ name: 'gears.csv', mimeType: 'text/csv', buffer: content });
  await expect(newFiles(page)).toContainText('gears.csv3.0 MB');
  expect(offsets).toEqual(['0', '1000000']);
  await messageField(page).fill('The smallest one');
  await messageField(page).press('Control+Enter');
  await expect(thread(page).getByRole('article').last()).toContainText('gears.csv');
  await expect(page.getByRole('region', { name: 'Waiting on you' })).toHaveCount(0);
  const stored = await sql`
    select f.name, f.size from files f join messages m on m.id = f.message_id
    join conversations c on c.id = m.conversation_id where c.request_id = ${id} and not m.by_agency`;
  expect(stored).toEqual([{ name: 'gears.csv', size: 3_000_000 }]);

  // Another browser of the client shows its unread messages on the dashboard.
  await page.goto('/dashboard');
  await sendAsAgency(agency.request, id, { text: 'And the next?', waiting: true });
  await expect(page.getByRole('list', { name: 'Latest service requests' })).toContainText(
    '1 new message',
  );
  // On a slow connection, the code of the list arrives after the dashboard has reserved space for it.
  const line = await holdBack(page, '**/assets/*.js');
  await page.getByRole('link', { name: 'Reply about A calculating engine' }).click();
  await expect(page.getByRole('list', { name: 'Latest service requests' })).toHaveCount(0);
  line.open();
  await expect(messageField(page)).toBeInViewport();
  await expect(thread(page)).toContainText('And the next?');
  await agency.close();
});
