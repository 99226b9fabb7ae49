import { expect, it } from 'vitest';

import { createDatabase } from '~/server/platform/db/client';
import { testApp } from '~/testing/app';
import { salesOf } from '~/testing/sales';
import { anonymizeDocuments } from './anonymize-documents';

const app = testApp();
const { openInvoice } = salesOf(() => app);

it('deleting a client removes them from an old invoice, its XML and PDF, and from no other', async () => {
  await app.sql`update settings set value = value || '{"country":"DE","vatNumber":"DE123456789"}'
    where key = 'seller'`;
  const ids: number[] = [];
  for (const name of ['Gone', 'Kept']) {
    const client = { name, email: `${name}@client.example`, country: 'DE' };
    const { id } = await openInvoice(client.email, { client });
    const amount = (await app.services.admin.invoices.get(id)).remaining;
    await app.services.admin.invoices.recordTransfer('system', { id, amount, date: '2026-01-31' });
    await app.services.invoices.xmlOfAny(id, 0, 'ubl');
    await app.services.invoices.pdfOfAny(id);
    ids.push(id);
  }
  const [gone = 0, kept = 0] = ids;
  await app.sql`update users set deleted_at = now()
    where id = (select user_id from invoices where id = ${gone})`;
  const db = createDatabase(app.sql as never);
  expect(await anonymizeDocuments(db, '2020-01-01')).toBe(0);
  expect(await anonymizeDocuments(db, '2999-01-01')).toBe(1);
  const left = await app.sql`select client_name as name, (select count(*)::int from document_xmls
    where number = invoices.number) as xmls, (select count(*)::int from document_pdfs
    where number = invoices.number) as pdfs from invoices where id in (${gone}, ${kept}) order by id`;
  expect(left).toEqual([
    { name: 'Deleted client', xmls: 0, pdfs: 0 },
    { name: 'Kept', xmls: 1, pdfs: 1 },
  ]);
  const drawnAgain = await app.services.invoices.xmlOfAny(kept, 0, 'ubl');
  expect(Buffer.from(drawnAgain.bytes).toString()).toContain('Kept');
});
