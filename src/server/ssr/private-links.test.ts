import { describe, expect, it, vi } from 'vitest';

import { leakIn, testApp } from '~/testing/app';
import { salesOf } from '~/testing/sales';
import { signInAdmin, signUpClient } from '~/testing/sign-in';

const app = testApp({ rateLimits: { linkReads: 1e6 } });

const { openInvoice } = salesOf(() => app);

async function page(path: string, cookie = '') {
  const response = await app.fetch(path, { headers: cookie ? { Cookie: cookie } : {} });
  return { response, html: await response.text() };
}

const textOf = (html: string) =>
  html
    .replaceAll(/<script[\s\S]*?<\/script>/g, '')
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe('the page of a private link', () => {
  it('is readable without scripts, for visitors, clients and admins', async () => {
    const items = [
      { description: 'Design', quantity: '1.5', unit: 'days', unitPrice: '800.00', taxRate: '19' },
      { description: 'A book', quantity: '1', unitPrice: '20.00', taxRate: '7' },
    ];
    const { id, number, token } = await openInvoice(undefined, { items });
    await app.services.admin.invoices.recordTransfer('system', {
      id,
      amount: '500.00',
      date: '2026-01-02',
    });
    for (const cookie of ['', await signUpClient(app), await signInAdmin(app)]) {
      const { response, html } = await page(`/invoices/${token}`, cookie);
      expect(response.status).toBe(200);
      const text = textOf(html);
      expect(text).toContain(`Invoice ${number}`);
      expect(text).toContain('We’ve received $500.00 of $1,449.40. $949.40 is due by');
      expect(text).toContain('1.5 days × $800.00, 19% sales tax');
      expect(text).toContain('Sales tax 7% of $20.00 $1.40');
      expect(text).toContain('Sales tax 19% of $1,200.00 $228.00');
      expect(text).toContain('Paid by bank transfer on 2 January 2026 −$500.00');
      expect(html).toContain('<meta name="robots" content="noindex"/>');
      expect(html).toContain('<meta name="referrer" content="no-referrer"/>');
    }
  });

  it('is neither cached nor indexed, and does not reveal its URL to other sites', async () => {
    const through = vi.spyOn(app.cache, 'through');
    const shared = vi.spyOn(app.cache.reads, 'through');
    const { token } = await openInvoice();
    const client = await signUpClient(app);
    for (const path of [
      `/invoices/${token}`,
      '/invoices/unknown',
      '/proposals/unknown',
      '/quotes/unknown',
    ]) {
      for (const cookie of ['', client]) {
        const { response } = await page(path, cookie);
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'cache-control': 'private, no-store',
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex',
        });
        expect(response.headers.get('etag')).toBeNull();
      }
    }
    expect(app.logLines.join('\n')).toContain('/invoices/:token');
    expect(app.logLines.join('\n')).not.toContain(token);
    const keys = [...through.mock.calls, ...shared.mock.calls].map(([key]) => key);
    expect(keys.filter((key) => /invoices|proposals|quotes/.test(key))).toEqual([]);
    vi.restoreAllMocks();
  });

  it('keeps the case of the token when the rest of its path is corrected', async () => {
    const { token } = await openInvoice();
    const { response } = await page(`/Invoices//${token}/?pay=true`);
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(`/invoices/${token}?pay=true`);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('includes the bank details, and a QR code for amounts in EUR, in the server-rendered HTML', async () => {
    const { settings } = app.services.admin;
    const before = await settings.getAll();
    const seller = {
      accountHolder: 'Kestrel',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      paymentDetails: [],
    };
    await settings.update('system', {
      key: 'seller',
      value: { ...before.seller.value, ...seller },
    });
    await settings.update('system', { key: 'currency', value: 'EUR' });
    const { number, token } = await openInvoice();
    const { html } = await page(`/invoices/${token}`);
    expect(textOf(html)).toContain(
      `IBAN DE89 3704 0044 0532 0130 00 BIC COBADEFFXXX Reference ${number} Amount €100.00`,
    );
    expect(html).toMatch(/aria-label="QR code of this transfer"[^>]*><svg [^>]*><path d="M0 0h/);
    await settings.update('system', { key: 'currency', value: before.currency.value });
    await settings.update('system', { key: 'seller', value: before.seller.value });
  });

  it('explains that it was opened too often, and when to retry', async () => {
    const { token } = await openInvoice();
    await page(`/invoices/${token}`);
    const limit = app.sql`update rate_limits set points = 1e9 where key like 'linkReads:%'`;
    expect((await limit).count).toBeGreaterThan(0);
    const logged = app.logLines.length;
    for (const path of [`/invoices/${token}`, '/proposals/unknown']) {
      const { response, html } = await page(path);
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(response.headers.get('cache-control')).toContain('no-store');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(textOf(html)).toContain('Too many requests. Please try again in 10 minutes.');
      expect(leakIn(html)).toBeUndefined();
    }
    expect(app.logLines.slice(logged).join()).not.toContain('a page failed');
    await app.sql`delete from rate_limits where key like 'linkReads:%'`;
  });

  it('links to the PDF of the invoice and of each credit note', async () => {
    const client = await signUpClient(app, 'grace@example.com');
    const { id, token } = await openInvoice('grace@example.com');
    const items = [{ description: 'x', quantity: '1', unitPrice: '1.00', taxRate: '0' }];
    const note = await app.services.admin.invoices.credit('system', { id, items, reason: 'Less' });
    for (const [path, base, cookie] of [
      [`/invoices/${token}`, `/api/invoices/by-link/${token}`, ''],
      [`/dashboard/invoices/${id}`, `/api/invoices/${id}`, client],
    ] as const) {
      const { html } = await page(path, cookie);
      const links = [...html.matchAll(/<a [^>]*href="([^"]*\/pdf)"/g)].map(
        ([, href]) => href ?? '',
      );
      expect(links).toEqual([`${base}/credit-notes/${note.id}/pdf`, `${base}/pdf`]);
      const { response } = await page(links[0] ?? '', cookie);
      expect(response.headers.get('content-type')).toBe('application/pdf');
    }
  });

  it('is not found if the token has a wrong format', async () => {
    const { response, html } = await page(`/invoices/${'x'.repeat(300)}`);
    expect(response.status).toBe(404);
    expect(textOf(html)).toContain('Invoice not found');
  });

  it('shows a new payment and a revoked link immediately', async () => {
    const { id, token } = await openInvoice();
    await page(`/invoices/${token}`);
    await app.services.admin.invoices.recordTransfer('system', {
      id,
      amount: '100.00',
      date: '2026-01-02',
    });
    expect(textOf((await page(`/invoices/${token}`)).html)).toContain('Paid in full. Thank you.');
    await app.services.admin.invoices.revokeLink('system', id);
    const gone = await page(`/invoices/${token}`);
    expect(gone.response.status).toBe(404);
    expect(textOf(gone.html)).toContain('Invoice not found');
    expect(gone.html).toContain('<meta name="robots" content="noindex"/>');
  });
});
