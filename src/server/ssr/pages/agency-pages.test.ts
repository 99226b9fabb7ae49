import { within } from '@testing-library/dom';
import { beforeAll, describe, expect, it } from 'vitest';

import type { About } from '~/contract/settings/settings-schema';
import { seedSettings } from '~/server/seed/settings';
import { testApp } from '~/testing/app';
import { type HtmlPage, linksOf, readHtml, targetOf, textOf, textsOf } from '~/testing/html';

const app = testApp();

const region = ({ main }: HtmlPage, name: string) => within(main.getByRole('region', { name }));
const dollars = (cents: number) => `$${(cents / 100).toLocaleString('en-US')}`;

describe('the landing page', () => {
  let page: HtmlPage;
  beforeAll(async () => {
    page = await readHtml(app, '/');
  });

  it('shows the agency’s name, claims and reasons', () => {
    expect(textOf(page.main.getByRole('heading', { level: 1 }))).toBe(
      'We hover, we look hard, then we build.',
    );
    const figures = region(page, 'Key figures');
    expect(textsOf(figures.getAllByRole('definition'))).toEqual([
      '200+',
      '98%',
      '5+',
      '150+',
      '24/7',
    ]);
    expect(textsOf(figures.getAllByRole('term'))).toEqual([
      'projects delivered',
      'client satisfaction',
      'years in business',
      'clients',
      'support',
    ]);
    const reasons = region(page, 'Why choose Kestrel');
    expect(textsOf(reasons.getAllByRole('heading', { level: 3 }))).toEqual(
      seedSettings.reasons.map(({ title }) => title),
    );
  });

  it('lists the first six services with prices and links', async () => {
    const services = await app.sql`
      select slug, name, description, price_cents from services
      where is_active and deleted_at is null order by position, id limit 6`;
    const rows = region(page, 'What we do, and what it costs').getAllByRole('listitem');
    expect(rows).toHaveLength(6);
    for (const [index, row] of rows.entries()) {
      const service = services[index];
      expect(textOf(within(row).getByRole('heading'))).toBe(service?.name);
      expect(textOf(row)).toContain(service?.description);
      expect(textOf(row)).toContain(dollars(service?.price_cents));
      const link = within(row).getByText('Learn More');
      expect(link.getAttribute('href')).toBe(`/services/${service?.slug}`);
    }
  });

  it('lists the featured portfolio items with links', async () => {
    const items = await app.sql`
      select slug, title from portfolio_items
      where featured and deleted_at is null order by position, id limit 6`;
    const work = region(page, 'Work that earns its keep');
    expect(textsOf(work.getAllByRole('heading', { level: 3 }))).toEqual(
      items.map(({ title }) => title),
    );
    const links = work.getAllByText('View Project').map((link) => link.getAttribute('href'));
    expect(links).toEqual(items.map(({ slug }) => `/portfolio/${slug}`));
  });

  it('explains without scripts that the form needs them, and names other contact options', () => {
    const note = page.document.querySelector('#quick-quote noscript p');
    expect(textOf(note)).toMatch(/^This form needs JavaScript\./);
    const footer = within(page.body.getByRole('contentinfo'));
    const mail = footer.getByRole('link', { name: 'hello@kestrel.example' });
    expect(mail.getAttribute('href')).toBe('mailto:hello@kestrel.example');
  });
});

describe('the about page', () => {
  let page: HtmlPage;
  let about: About;
  beforeAll(async () => {
    page = await readHtml(app, '/about');
    const [row] = await app.sql<{ value: About }[]>`
      select texts -> 'about' as value from page_versions where built_in_page = 'about'`;
    about = row?.value as About;
  });

  it('shows its story and its values', () => {
    const { title, lead, story, values, week } = about;
    const head = page.main.getByRole('heading', { level: 1 }).closest('header');
    expect(textOf(head)).toBe(`${title}${lead}`);
    expect(story.paragraphs.length).toBeGreaterThan(1);
    expect(textsOf(region(page, story.title).getAllByRole('paragraph'))).toEqual(story.paragraphs);
    for (const { title: name, items } of [values, week]) {
      const list = within(region(page, name).getByRole('list'));
      expect(items.length).toBeGreaterThan(1);
      expect(textsOf(list.getAllByRole('heading', { level: 3 }))).toEqual(
        items.map((item) => item.title),
      );
      expect(textsOf(list.getAllByRole('paragraph'))).toEqual(items.map((item) => item.text));
    }
  });

  it('links to work, contact, email and phone', () => {
    const visit = page.main.getByRole('region', { name: 'Visit or write to us' });
    expect(linksOf(within(visit).getAllByRole('link'))).toEqual([
      ['Start a conversation', '/contact'],
      ['See our work', '/portfolio'],
      ['hello@kestrel.example', 'mailto:hello@kestrel.example'],
      ['+1 (555) 010-0142', 'tel:+15550100142'],
    ]);
    expect(textOf(visit)).toContain('48 Ropewalk Lane');
    expect(textOf(visit)).toContain('Monday to Friday, 9:00 to 18:00');
  });
});

describe('the contact page', () => {
  let page: HtmlPage;
  beforeAll(async () => {
    page = await readHtml(app, '/contact');
  });

  it('shows the agency’s contact details beside the form', () => {
    const { email, phone, hours } = seedSettings.contact;
    const info = page.main.getByRole('region', { name: 'How to reach us' });
    const links = new Map(linksOf(within(info).getAllByRole('link')));
    expect(links.get(email)).toBe(`mailto:${email}`);
    expect(textOf(info)).toContain(phone);
    expect(textOf(info)).toContain(hours);
    const chat = within(info).getByRole('link', { name: 'WhatsApp' });
    expect(chat.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/\d+$/);
  });

  it('explains alternatives to the form without scripts', () => {
    const note = page.document.querySelector('main noscript p');
    expect(textOf(note)).toMatch(/^This form needs JavaScript\./);
  });
});

describe('the pricing page', () => {
  const money = (cents: number) =>
    `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: cents % 100 ? 2 : 0 })}`;

  it.each(['monthly', 'yearly'] as const)('shows prices with %s billing', async (cycle) => {
    const plans = await app.sql`
      select id, name, description, monthly_cents, yearly_cents, features from plans
      where is_active and deleted_at is null order by position, id`;
    expect(plans).toHaveLength(3);
    const { main } = await readHtml(app, cycle === 'yearly' ? '/pricing?cycle=yearly' : '/pricing');
    for (const plan of plans) {
      const card = main.getByRole('heading', { name: plan.name }).closest('li') as HTMLElement;
      const text = textOf(card);
      expect(text).toContain(
        `${money(cycle === 'yearly' ? plan.yearly_cents : plan.monthly_cents)} a month`,
      );
      if (cycle === 'yearly')
        expect(text).toContain(`Billed ${money(plan.yearly_cents * 12)} yearly`);
      for (const part of [plan.description, ...plan.features]) expect(text).toContain(part);
      expect(within(card).getByRole('link').getAttribute('href')).toBe(
        `/subscribe?plan=${plan.id}&cycle=${cycle}`,
      );
      expect(text.includes('Most Popular')).toBe(plan.name === 'Professional');
    }
  });

  it('has a billing switch that works without scripts', async () => {
    for (const [path, isYearly, next] of [
      ['/pricing', 'false', 'yearly'],
      ['/pricing?cycle=yearly', 'true', 'monthly'],
    ]) {
      const { main } = await readHtml(app, path as string);
      const toggle = main.getByRole('switch', { name: 'Pay yearly: Monthly Yearly Save 20%' });
      expect(toggle.getAttribute('aria-checked')).toBe(isYearly);
      expect(targetOf(toggle)).toBe(`/pricing?cycle=${next}`);
      expect(textOf(toggle.closest('form'))).toContain('Save 20%');
    }
  });

  it('shows the questions with their answers', async () => {
    const { main } = await readHtml(app, '/pricing');
    const questions = main.getByRole('region', { name: 'Before you pay' });
    const answers = textsOf(questions.querySelectorAll('details p'));
    expect(answers).toEqual(seedSettings.questions.map(({ answer }) => answer));
    expect(answers.length).toBeGreaterThanOrEqual(4);
  });
});

describe('the terms', () => {
  it('show their dates, six cards, three services, refunds and two contact links', async () => {
    const { main, document } = await readHtml(app, '/terms');
    expect(main.getAllByText('July 15, 2025')).toHaveLength(2);
    expect(textsOf(main.getAllByRole('heading', { level: 2 }))).toEqual(
      expect.arrayContaining([
        'Acceptance of Terms',
        'User Accounts',
        'Acceptable Use',
        'Payment Terms',
        'Limitation of Liability',
        'Governing Law',
        'Cancellation and Refund Policy',
      ]),
    );
    expect(textsOf(main.getAllByRole('heading', { level: 3 }))).toEqual(
      expect.arrayContaining(['Web Development', 'Digital Marketing', 'Consulting']),
    );
    const refunds = textOf(document.querySelector('#refunds'));
    expect(refunds).toMatch(/all sales are final/i);
    expect(refunds).toMatch(/within 7 days of/i);
    expect(refunds).toMatch(/12 months/);
    expect(linksOf(main.getAllByRole('link'))).toEqual(
      expect.arrayContaining([
        ['Contact Support', '/contact?subject=support'],
        ['Legal Team', '/contact?subject=legal'],
      ]),
    );
  });
});

describe('the privacy policy', () => {
  it('contains the cookie policy and the retention periods of the settings', async () => {
    const { main, document } = await readHtml(app, '/privacy');
    const { usageDataMonths, supportMonths, privacyReplyDays } = seedSettings.retention;
    expect([usageDataMonths, supportMonths, privacyReplyDays]).toEqual([24, 36, 30]);
    const contents = within(main.getByRole('navigation', { name: 'On this page' }));
    const link = contents.getByRole('link', { name: 'How long we keep it' });
    expect(link.getAttribute('href')).toBe('#retention');
    const retention = textOf(document.querySelector('#retention'));
    expect(retention).toContain('24 months');
    expect(retention).toContain('3 years');
    expect(textOf(document.querySelector('main'))).toContain('30 days');
    expect(document.querySelector('#cookie-policy')).not.toBeNull();
    expect(main.getByRole('link', { name: 'the cookies page' }).getAttribute('href')).toBe(
      '/cookies',
    );
  });
});

describe('open positions', () => {
  it('link to an application by email', async () => {
    const { main } = await readHtml(app, '/careers');
    const region = within(main.getByRole('region', { name: 'Open positions' }));
    const items = region.getAllByRole('listitem');
    const { positions } = seedSettings.careers;
    expect(positions.length).toBeGreaterThan(0);
    expect(items).toHaveLength(positions.length);
    for (const [index, item] of items.entries()) {
      const title = positions[index]?.title ?? '';
      expect(textOf(within(item).getByRole('heading'))).toBe(title);
      const link = within(item).getByRole('link', { name: `Apply by email: ${title}` });
      expect(link.getAttribute('href')).toBe(
        `mailto:hello@kestrel.example?subject=${encodeURIComponent(title)}`,
      );
    }
  });
});
