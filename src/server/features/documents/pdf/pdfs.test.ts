import { PDFDocument } from '@cantoo/pdf-lib';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Look } from '~/server/features/settings/logo';
import type { Database } from '~/server/platform/db/client';
import { startTestApp, type TestApp } from '~/testing/app';
import { createRestedDatabase } from '~/testing/database';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin, signUpClient } from '~/testing/sign-in';
import type { CreditNotePdf } from './credit-note-pdf';
import { createPdfs } from './pdfs';
import { stillPreparing } from './worker-renderer';

describe('the download', () => {
  let app: TestApp;
  let admin: string;
  const { openInvoice, newInvoice, sentProposal, newProposal } = salesOf(() => app);
  const download = (path: string, cookie = '') =>
    app.fetch(`/api${path}`, { headers: cookie ? { Cookie: cookie } : {} });

  beforeAll(async () => {
    app = await startTestApp();
    admin = await signInAdmin(app);
  });
  afterAll(() => app.close());

  const email = () => `${crypto.randomUUID()}@example.com`;

  it('that is refused answers a browser with a page', async () => {
    const headers = { Accept: 'text/html' };
    const refused = await app.fetch('/api/invoices/1/pdf', { headers });
    expect(refused.status).toBe(401);
    expect(await refused.text()).toContain('<h1>No download</h1>');
  });

  it.each(['invoices', 'proposals'] as const)(
    'of %s is for its client, its link and admins',
    async (noun) => {
      const own = email();
      const client = await signUpClient(app, own);
      const other = await signUpClient(app);
      const { id, token, number } = await (noun === 'invoices'
        ? openInvoice(own)
        : sentProposal(own));
      for (const [path, cookie] of [
        [`/${noun}/${id}/pdf`, client],
        [`/${noun}/by-link/${token}/pdf`, ''],
        [`/admin/${noun}/${id}/pdf`, admin],
      ] as const) {
        const response = await download(path, cookie);
        expect([path, response.status]).toEqual([path, 200]);
        expect(response.headers.get('content-type')).toBe('application/pdf');
        expect(response.headers.get('content-disposition')).toContain(number);
        expect(response.headers.get('cache-control')).toBe('private, no-store');
        if (path.includes('by-link')) {
          expect(response.headers.get('referrer-policy')).toBe('no-referrer');
          expect(response.headers.get('x-robots-tag')).toBe('noindex');
        }
        const bytes = Buffer.from(await response.arrayBuffer());
        expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      }
      expect((await download(`/${noun}/${id}/pdf`)).status).toBe(401);
      expect((await download(`/${noun}/${id}/pdf`, other)).status).toBe(404);
      expect((await download(`/${noun}/x/pdf`, client)).status).toBe(404);
      expect((await download(`/${noun}/99999999999/pdf`, client)).status).toBe(404);
      expect((await download(`/${noun}/by-link/${'x'.repeat(43)}/pdf`)).status).toBe(404);
      expect((await download(`/admin/${noun}/${id}/pdf`, client)).status).toBe(403);
      expect((await download(`/admin/${noun}/${id}/pdf`)).status).toBe(401);
    },
  );

  it('of a credit note is for those who may read its invoice, and is rendered once', async () => {
    const own = email();
    const client = await signUpClient(app, own);
    const other = await signUpClient(app);
    const { id, token } = await openInvoice(own);
    const { id: noteId, number } = await app.services.admin.invoices.credit('system', {
      id,
      reason: 'Less work',
      items: [{ description: 'Less work', quantity: '1', unitPrice: '10.00', taxRate: '0' }],
    });
    const end = `credit-notes/${noteId}/pdf`;
    const seen = new Set<string>();
    for (const [path, cookie] of [
      [`/invoices/${id}/${end}`, client],
      [`/invoices/by-link/${token}/${end}`, ''],
      [`/admin/invoices/${id}/${end}`, admin],
    ] as const) {
      const response = await download(path, cookie);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-disposition')).toContain(`Credit note ${number}`);
      seen.add(Buffer.from(await response.arrayBuffer()).toString('base64'));
    }
    // Two renderings differ by their time.
    expect(seen.size).toBe(1);
    const pdf = await PDFDocument.load(Buffer.from([...seen][0] ?? '', 'base64'));
    expect(pdf.getTitle()).toBe(`Credit note ${number}`);

    const { id: otherId } = await openInvoice(own);
    for (const [path, cookie, status] of [
      [`/invoices/${id}/${end}`, '', 401],
      [`/invoices/${id}/${end}`, other, 404],
      [`/invoices/${otherId}/${end}`, client, 404],
      [`/admin/invoices/${otherId}/${end}`, admin, 404],
      [`/admin/invoices/${id}/${end}`, client, 403],
      [`/invoices/${id}/credit-notes/x/pdf`, client, 404],
      [`/invoices/by-link/${'x'.repeat(43)}/${end}`, '', 404],
    ] as const) {
      expect([path, (await download(path, cookie)).status]).toEqual([path, status]);
    }
  });

  it('of a draft invoice is rejected with a message', async () => {
    const { id } = await newInvoice();
    const response = await download(`/admin/invoices/${id}/pdf`, admin);
    expect(response.status).toBe(409);
    expect((await response.json()).message).toBe('This invoice is a draft. Please issue it first.');
  });

  it('is rendered once, and again after a change of its content', async () => {
    const { id, number } = await newProposal();
    const read = async () =>
      Buffer.from(await (await download(`/admin/proposals/${id}/pdf`, admin)).arrayBuffer());
    const rows = () => app.sql`select key from document_pdfs where number = ${number}`;
    const [first, second] = await Promise.all([read(), read()]);
    expect(second?.equals(first ?? Buffer.from(''))).toBe(true);
    const [before, ...none] = await rows();
    expect(none).toEqual([]);
    const changed = await askerOf(app, admin)('PUT', `/api/admin/proposals/${id}`, {
      title: 'Another title',
    });
    expect(changed.status).toBe(200);
    expect((await read()).equals(first ?? Buffer.from(''))).toBe(false);
    const after = await rows();
    expect(after).toHaveLength(1);
    expect(after[0]?.key).not.toBe(before?.key);
  });

  it('of an accepted proposal has the record of its acceptance', async () => {
    const { id, token } = await sentProposal();
    const shown = await app.services.proposals.byLink(token, { isAdmin: false });
    const without = (await app.services.proposals.pdfOfAny(id)).bytes;
    await app.services.proposals.accept(
      { token, name: 'Ada Byron', agreed: true, contentHash: shown.contentHash, optionalItems: [] },
      { ip: '203.0.113.7', signedInAs: '', userAgent: 'A browser' },
    );
    const { bytes } = await app.services.proposals.pdfOfAny(id);
    expect(bytes.length).toBeGreaterThan(without.length);
  });
});

describe('a document that is slow to make', () => {
  it('is tried again after the first time, and called too long after the second', async () => {
    const database = await createRestedDatabase();
    const sql = postgres(database.url, { max: 1, onnotice: () => {} });
    const isBusy = [true, true];
    const pdfs = createPdfs(drizzle(sql) as unknown as Database, {
      getLook: async () => ({ tones: { rust: '#000000', paper: '#ffffff' } }) as Look,
      render: async () => {
        if (isBusy.shift()) throw stillPreparing();
        return new Uint8Array([1]);
      },
      secret: 'a secret of the tests alone, long enough',
    });
    const make = (number: string) => pdfs.creditNote({ number } as CreditNotePdf);
    await expect(make('CN-1')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(make('CN-1')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(make('CN-1')).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect((await make('CN-2')).bytes).toHaveLength(1);
    await sql.end();
    await database.drop();
  });
});
