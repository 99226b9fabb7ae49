import { PDFDocument } from '@cantoo/pdf-lib';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Look } from '~/server/features/settings/logo';
import type { Database } from '~/server/platform/db/client';
import { startTestApp, type TestApp } from '~/testing/app';
import { createTestDatabase } from '~/testing/database';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin, signUpClient } from '~/testing/sign-in';
import type { CreditNotePdf } from './credit-note-pdf';
import type { PdfJob } from './pdf-job';
import { createPdfs, documentsWaitingMax } from './pdfs';
import { documentTooLong } from './worker-renderer';

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

  it.each([
    ['/invoices/1/pdf', 401, '/dashboard/invoices/1'],
    ['/invoices/1/credit-notes/2/xml', 401, '/dashboard/invoices/1'],
    ['/admin/proposals/7/pdf', 401, '/admin?section=proposals&amp;open=7'],
    [`/invoices/by-link/${'x'.repeat(43)}/pdf`, 404, `/invoices/${'x'.repeat(43)}`],
    ['/admin/export/payments.csv', 401, '/admin?section=payments'],
  ])(
    'of %s that is refused shows a page with a link back in a browser',
    async (path, status, back) => {
      const Referer = 'http://localhost/admin?section=payments';
      const headers = { Accept: 'text/html', Host: 'localhost', Referer };
      const refused = await app.fetch(`/api${path}`, { headers });
      expect(refused.status).toBe(status);
      const page = await refused.text();
      expect(page).toContain('<h1>No download</h1>');
      expect(page).toContain(`<a href="${back}">Go back</a>`);
    },
  );

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

  it('of a credit note is open to readers of its invoice, and is rendered once', async () => {
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
    // Two layouts of the same document differ by their time, so a single result means a single layout.
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

describe('making a document', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let sql: postgres.Sql;
  beforeAll(async () => {
    database = await createTestDatabase();
    sql = postgres(database.url, { max: 1, onnotice: () => {} });
  });
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });

  /** Creates the PDFs service with a fake layout. @param render receives the number of the attempt, and the job */
  function pdfsOf(render: (attempt: number, job: PdfJob) => Promise<Uint8Array>) {
    const attempts: PdfJob[] = [];
    const failures: unknown[] = [];
    const pdfs = createPdfs(drizzle(sql) as unknown as Database, {
      getLook: async () => ({ tones: { rust: '#000000', paper: '#ffffff' } }) as Look,
      render: async (job) => render(attempts.push(job), job),
      secret: 'a secret of the tests alone, long enough',
      onFailure: (number, error) => failures.push([number, (error as Error).message]),
    });
    const make = (number: string, eInvoice?: unknown) =>
      pdfs.creditNote({ number, ...(eInvoice !== undefined && { eInvoice }) } as CreditNotePdf);
    return { make, attempts, failures };
  }

  it('renders the document once, however many requests wait for it', async () => {
    let finish = (_bytes: Uint8Array) => {};
    const slow = new Promise<Uint8Array>((resolve) => {
      finish = resolve;
    });
    const { make, attempts } = pdfsOf(() => slow);
    const asked = Array.from({ length: documentsWaitingMax + 5 }, () => make('CN-1'));
    await expect.poll(() => attempts.length).toBe(1);
    finish(new Uint8Array([7]));
    for (const file of await Promise.all(asked)) expect([...file.bytes]).toEqual([7]);
    expect(attempts).toHaveLength(1);
  });

  it('refuses a document that is too long, and renders it only once', async () => {
    const { make, attempts } = pdfsOf(async () => {
      throw documentTooLong();
    });
    for (const _ of [1, 2]) {
      await expect(make('CN-2')).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    }
    expect(attempts).toHaveLength(1);
  });

  it('stores the PDF without its structured invoice if the XML cannot be written', async () => {
    const { make, attempts, failures } = pdfsOf(async (_, { content }) => {
      if ((content as CreditNotePdf).eInvoice) throw new Error('no XML');
      return new Uint8Array([8]);
    });
    for (const _ of [1, 2]) expect([...(await make('CN-3', {})).bytes]).toEqual([8]);
    expect(attempts).toHaveLength(2);
    expect(failures).toEqual([['CN-3', 'no XML']]);
  });

  it('reports a failure of the layout', async () => {
    const { make, failures } = pdfsOf(async () => {
      throw new Error('no layout');
    });
    await expect(make('CN-4', null)).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    expect(failures).toEqual([['CN-4', 'no layout']]);
  });
});
