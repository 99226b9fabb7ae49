import { answerForChat, awake, expect, open, test, toasts, uniqueEmail } from './fixtures';
import { test as onSharedPage } from './shared-page';

const path = '/services/marketing-website';

onSharedPage('links to the form of a service move the focus of the keyboard', async ({ page }) => {
  await open(page, path);
  const form = page.getByRole('form', { name: /^Quote for/ });
  await expect(form).not.toBeInViewport();
  await page.getByRole('link', { name: 'Get Quote', exact: true }).click();
  await expect(form).toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(form).not.toBeInViewport();
  await page.getByRole('link', { name: 'Get Free Quote' }).focus();
  await page.keyboard.press('Enter');
  await expect(form).toBeInViewport();
  // Following the link moved the starting point of keyboard navigation.
  await page.keyboard.press('Tab');
  await expect(form.getByLabel('Name')).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a complete request is sent by touch', async ({ page, sql, noise }) => {
    await answerForChat(page, noise);
    const campaign = 'utm_source=Spring-Letter&utm_medium=mail';
    await page.goto(`/services?${campaign}`, { referer: 'https://news.example/item?id=7' });
    await awake(page);
    await page.locator(`main a[href="${path}"]`).first().tap();
    await page.getByRole('link', { name: 'Get Free Quote' }).tap();
    const form = page.getByRole('form', { name: /^Quote for/ });
    await expect(form).toBeInViewport();
    const email = uniqueEmail();
    await form.getByRole('button').tap();
    await expect(form.getByLabel('Name')).toBeFocused();
    await form.getByLabel('Name').fill('Grace Hopper');
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Phone').fill('+1 555 010 0199');
    await form.getByLabel('Company').fill('Bureau of Ships');
    await form.getByLabel('Budget').selectOption({ label: '$5,000 to $10,000' });
    await form.getByLabel('Timeline').selectOption({ label: 'Within a month' });
    await form.getByLabel('Project details').fill('A site that explains compilers');
    await form.getByRole('button').tap();
    await expect(page.getByRole('heading', { name: 'Quote Request Submitted' })).toBeInViewport();
    await expect(toasts(page)).toBeInViewport();
    const [service] = await sql`select id from services where slug = 'marketing-website'`;
    expect(await sql`select * from quotes where email = ${email}`).toMatchObject([
      {
        name: 'Grace Hopper',
        phone: '+1 555 010 0199',
        company: 'Bureau of Ships',
        budget: '5000-10000',
        timeline: '1-month',
        project_details: 'A site that explains compilers',
        service_id: service?.id,
        service_name: 'Marketing Website',
        source: 'service_page',
        lead_source: 'spring-letter',
        referring_host: 'news.example',
        first_page: '/services',
        utm_medium: 'mail',
        country: null,
      },
    ]);
  });
});
