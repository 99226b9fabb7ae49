import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';

import { seedSettings } from '~/server/seed/settings';
import { testApp } from '~/testing/app';
import { linksOf, readHtml, textOf, textsOf } from '~/testing/html';

const app = testApp();

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
