import {
  answerForChat,
  expect,
  expectFieldError,
  failedRequest,
  holdBack,
  open,
  serviceCalls,
  submitCalls,
  tabTo,
  test,
  toasts,
  uniqueEmail,
} from './fixtures';

const slug = 'marketing-website';
const path = `/services/${slug}`;

test.describe('the page of a service', () => {
  test('has every part', async ({ page, sql }) => {
    const [service] = await sql`select * from services where slug = ${slug}`;
    await open(page, path);
    const main = page.getByRole('main');
    const hero = main.locator('header');
    await expect(hero.getByText('Website Development')).toBeVisible();
    await expect(hero.getByRole('heading', { level: 1 })).toHaveText(service?.hero_title);
    await expect(hero).toContainText(service?.hero_subtitle);
    expect(service?.features.length).toBeGreaterThan(6);
    await expect(hero.getByRole('listitem')).toHaveText(service?.features.slice(0, 6));
    const fact = (name: string) =>
      hero.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd');
    await expect(fact('Starting at')).toHaveText('$6,800');
    await expect(fact('Timeline')).toHaveText('4-6 weeks');
    await expect(fact('average rating')).toHaveText('5.0');
    await expect(fact('projects delivered')).toHaveText('200+');
    // No picture was uploaded: a drawn one stands in.
    await expect(hero.locator('svg')).toBeVisible();

    await expect(main.getByRole('region', { name: 'About This Service' })).toContainText(
      service?.detailed_description.split('\n')[0],
    );
    const steps = main.getByRole('region', { name: 'Our Process' }).getByRole('listitem');
    await expect(steps).toHaveCount(service?.process_steps.length);
    for (const [index, step] of service?.process_steps.entries() ?? []) {
      await expect(steps.nth(index).getByRole('heading')).toHaveText(step.title);
      await expect(steps.nth(index)).toContainText(step.description);
    }
    await expect(
      main.getByRole('region', { name: "What You'll Get" }).getByRole('listitem'),
    ).toHaveText(service?.deliverables);

    const side = main.getByRole('region', { name: 'In short' });
    await expect(side).toContainText('Starting price');
    await expect(side).toContainText('$6,800');
    await expect(side).toContainText('4-6 weeks');
    await expect(side.getByRole('listitem')).toHaveText(service?.features);
    await expect(
      main.getByRole('region', { name: 'Why Choose Us' }).getByRole('listitem'),
    ).toHaveCount(4);
  });

  test('leads to related ones, never to itself', async ({ page }) => {
    await open(page, path);
    const related = page.getByRole('region', { name: 'Related Services' }).getByRole('listitem');
    await expect(related.getByRole('heading')).toHaveText(['Web Application', 'Website Care']);
    await expect(related.first()).toContainText('$14,000');
    await expect(related.first().getByRole('paragraph').first()).not.toBeEmpty();
    await related.first().getByText('View Details').click();
    await expect(page).toHaveURL('/services/web-application');
    await expect(related.getByRole('heading')).toHaveText(['Marketing Website', 'Website Care']);
  });

  test('leads to its form from the top and from the side', async ({ page }) => {
    await open(page, path);
    const form = page.getByRole('form', { name: 'Quote for Marketing Website' });
    await expect(form).not.toBeInViewport();
    await page.getByRole('link', { name: 'Get Free Quote' }).click();
    await expect(form).toBeInViewport();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(form).not.toBeInViewport();
    await page.getByRole('link', { name: 'Get Quote', exact: true }).click();
    await expect(form).toBeInViewport();
  });

  test('is found by number as well', async ({ request, sql }) => {
    const [service] = await sql`select id from services where slug = ${slug}`;
    const answer = await request.get(`/services/${service?.id}`, { maxRedirects: 0 });
    expect(answer.status()).toBe(301);
    expect(answer.headers().location).toBe(path);
  });

  test('is announced by its outline on a slow connection', async ({ page }) => {
    await open(page, '/services');
    const gate = await holdBack(page, serviceCalls);
    await page.getByRole('link', { name: 'More Details: Brand Identity' }).click();
    await expect(page.getByRole('status').getByText('Loading service')).toBeAttached();
    gate.open();
    await expect(page.getByRole('heading', { name: 'About This Service' })).toBeVisible();
    await expect(page.getByText('Loading service')).toHaveCount(0);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page of a service can be read', async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 2 })).toContainText([
      'Key features',
      'Why Choose Us',
    ]);
    for (const name of ['About This Service', 'Our Process', "What You'll Get"]) {
      await expect(page.getByRole('region', { name })).not.toBeEmpty();
    }
    await page.getByRole('link', { name: 'View Details: Web Application' }).click();
    await expect(page).toHaveURL('/services/web-application');
  });
});

test.describe('a service that is not there', () => {
  test('is said to be gone, with the way to those that are', async ({ page, noise }) => {
    noise.allow(failedRequest);
    const answer = await page.goto('/services/no-such-service');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Service Not Found');
    await expect(
      page.getByText("The service you're looking for doesn't exist or has been removed."),
    ).toBeVisible();
    await expect(page).toHaveTitle(/Service Not Found/);
    await page.getByRole('main').getByRole('link').click();
    await expect(page).toHaveURL('/services');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services and prices');
  });

  test('is so by number, and by what no slug can be', async ({ request }) => {
    for (const gone of ['999999', '99999999999999', '%00', 'x'.repeat(500)]) {
      const answer = await request.get(`/services/${gone}`);
      expect([gone, answer.status()]).toEqual([gone, 404]);
      expect(await answer.text()).toContain('Service Not Found');
    }
  });
});

test.describe('its form', () => {
  test('says what is missing at each field', async ({ page }) => {
    await open(page, path);
    const form = page.getByRole('form', { name: 'Quote for Marketing Website' });
    await form.getByRole('button').click();
    await expectFieldError(form, 'Name', 'Name must be at least 2 characters');
    await expectFieldError(form, 'Email', 'Invalid email address');
    await expectFieldError(form, 'Phone', 'Phone number must be at least 10 characters');
    await expectFieldError(form, 'Budget', 'Please select a budget range');
    await expectFieldError(form, 'Timeline', 'Please select your timeline');
    await expectFieldError(
      form,
      'Project details',
      'Please provide more details about your project',
    );
    await expect(form.getByLabel('Company')).not.toHaveAttribute('aria-invalid');
    await expect(form.getByLabel('Name')).toBeFocused();

    await form.getByLabel('Name').fill('Ada');
    await form.getByLabel('Email').fill('ada@example.com');
    await form.getByRole('button').click();
    await expect(form.getByLabel('Phone')).toBeFocused();
  });

  test('sends a request with everything in it, and offers another', async ({
    page,
    sql,
    noise,
  }) => {
    await answerForChat(page, noise);
    await open(page, path);
    const form = page.getByRole('form', { name: 'Quote for Marketing Website' });
    const email = uniqueEmail();
    await form.getByLabel('Name').fill('Grace Hopper');
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Phone').fill('+1 555 010 0199');
    await form.getByLabel('Company').fill('Bureau of Ships');
    await form.getByLabel('Budget').selectOption({ label: '$5,000 to $10,000' });
    await form.getByLabel('Timeline').selectOption({ label: 'Within a month' });
    await form.getByLabel('Project details').fill('A site that explains compilers');
    const gate = await holdBack(page, submitCalls);
    await form.getByRole('button').click();
    await expect(form.getByRole('button')).toHaveText('Submitting...');
    await expect(form.getByRole('button')).toBeDisabled();
    gate.open();

    await expect(page.getByRole('heading', { name: 'Quote Request Submitted' })).toBeFocused();
    await expect(toasts(page)).toContainText('Quote Request Submitted');
    await expect(toasts(page)).toContainText("We'll get back to you within 24 hours!");
    await expect(page.getByRole('link', { name: 'Continue on WhatsApp' })).toHaveAttribute(
      'href',
      new RegExp(`^https://wa.me/15550100142\\?text=.*${encodeURIComponent(email)}`),
    );
    const [service] = await sql`select id from services where slug = ${slug}`;
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
        country: null,
      },
    ]);

    await page.getByRole('button', { name: 'Submit Another Quote' }).click();
    await expect(form.getByLabel('Name')).toHaveValue('');
  });

  test('needs no mouse', async ({ page, noise }) => {
    await answerForChat(page, noise);
    await open(page, path);
    const form = page.getByRole('form', { name: /^Quote for/ });
    await tabTo(page, page.getByRole('link', { name: 'Get Free Quote' }));
    await page.keyboard.press('Enter');
    await expect(form).toBeInViewport();
    // The link moved the place where the keyboard goes on from.
    await page.keyboard.press('Tab');
    await expect(form.getByLabel('Name')).toBeFocused();
    const typed = [
      'Grace Hopper',
      uniqueEmail(),
      '+1 555 010 0199',
      '',
      'Over',
      'Flex',
      'Ten characters, and more',
    ];
    for (const text of typed) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await expect(form.getByLabel('Budget')).toHaveValue('over-10000');
    await expect(form.getByLabel('Timeline')).toHaveValue('flexible');
    await expect(form.getByRole('button')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Quote Request Submitted' })).toBeFocused();
  });

  test('keeps what was typed for this service, through a failure and a reload', async ({
    page,
    noise,
  }) => {
    noise.allow(failedRequest);
    await open(page, path);
    const form = page.getByRole('form', { name: /^Quote for/ });
    await form.getByLabel('Name').fill('Grace Hopper');
    await form.getByLabel('Email').fill('grace@example.com');
    await form.getByLabel('Phone').fill('+1 555 010 0199');
    await form.getByLabel('Budget').selectOption('over-10000');
    await form.getByLabel('Timeline').selectOption('asap');
    await form.getByLabel('Project details').fill('Two lines:\nand the second');
    await page.route(submitCalls, (route) => route.fulfill({ status: 500 }));
    await form.getByRole('button').click();
    await expect(page.getByRole('alert')).toContainText(
      'Failed to submit quote request. Please try again.',
    );
    await page.reload();
    await expect(form.getByLabel('Project details')).toHaveValue('Two lines:\nand the second');
    await expect(form.getByLabel('Budget')).toHaveValue('over-10000');

    await page.getByRole('link', { name: 'View Details: Web Application' }).click();
    await expect(page.getByRole('form', { name: 'Quote for Web Application' })).toBeAttached();
    await expect(form.getByLabel('Project details')).toHaveValue('');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a request is sent by touch', async ({ page, sql, noise }) => {
    await answerForChat(page, noise);
    await open(page, path);
    await page.getByRole('link', { name: 'Get Free Quote' }).tap();
    const form = page.getByRole('form', { name: /^Quote for/ });
    await expect(form).toBeInViewport();
    const email = uniqueEmail();
    await form.getByRole('button').tap();
    await expect(form.getByLabel('Name')).toBeFocused();
    await form.getByLabel('Name').fill('Grace Hopper');
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Phone').fill('+1 555 010 0199');
    await form.getByLabel('Budget').selectOption('under-1000');
    await form.getByLabel('Timeline').selectOption('flexible');
    await form.getByLabel('Project details').fill('A site that explains compilers');
    await form.getByRole('button').tap();
    const heading = page.getByRole('heading', { name: 'Quote Request Submitted' });
    await expect(heading).toBeInViewport();
    await expect(toasts(page)).toBeInViewport();
    expect(await sql`select 1 from quotes where email = ${email}`).toHaveLength(1);
  });
});
