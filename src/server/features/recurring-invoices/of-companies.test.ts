import { beforeEach, describe, expect, it } from 'vitest';

import { testApp } from '~/testing/app';
import { signUpClient, type TestClient } from '~/testing/client-requests';
import { companiesOf, companyProfile } from '~/testing/companies';
import { recurringOf } from '~/testing/recurring-job';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp({ env: { TRUST_PROXY: '1' }, rateLimits: { codesFromNetwork: 1e6 } });
const ask = askerOf(app, () => signInAdmin(app));
const { newRecurring } = salesOf(() => app);
const { run, madeOf, admin } = recurringOf(
  () => app,
  () => ask,
);
const { newCompany, add, remove } = companiesOf(
  () => app,
  () => ask,
);

beforeEach(() => app.sql`delete from recurring_invoices`);

/** Creates a company with a member for whom invoices are created, by account or by entered details. */
async function withMember({ email = '', isEntered = false } = {}) {
  const company = await newCompany({ email });
  const member = await signUpClient(app);
  await add(company, member, ['requests', 'invoices']);
  const { id } = isEntered
    ? await newRecurring({}, member.email)
    : await newRecurring({ clientId: member.id });
  return { company, member, id };
}

/** Returns company, account and recipient of the only invoice that was created. */
async function madeFor(id: number) {
  const made = await madeOf(id);
  expect(made).toHaveLength(1);
  const [row] = await app.sql`
    select company_id as company, user_id as client, client_email as email, buyer->>'email' as printed
    from invoices where id = ${made[0]?.id ?? 0}`;
  return row;
}

const mailsTo = (client: TestClient) =>
  app.sql`select from mails where kind = 'invoice_issued' and "to" = ${client.email}`;

describe.each([false, true])(
  'a recurring invoice of a company whose member has left (entered details: %s)',
  (isEntered) => {
    it('is created for a colleague who may see it', async () => {
      const { company, member, id } = await withMember({ isEntered });
      const colleague = await signUpClient(app);
      await add(company, colleague, ['invoices']);
      await remove(company, member);
      expect(await run('2127-01-31')).toBe('1 made.');
      const { email } = colleague;
      expect(await madeFor(id)).toEqual({ company, client: colleague.id, email, printed: email });
      expect(await mailsTo(member)).toHaveLength(0);
    });

    it('is issued to the company’s email if no member may see it', async () => {
      const email = `${crypto.randomUUID()}@engines.example`;
      const { company, member, id } = await withMember({ email, isEntered });
      await remove(company, member);
      expect(await run('2127-01-31')).toBe('1 made.');
      expect(await madeFor(id)).toMatchObject({ company, email, printed: email });
      expect(await (await member.get('/api/invoices')).json()).toEqual([]);
    });

    it('pauses with a reason if nobody may see it, and again after it is resumed', async () => {
      const { company, member, id } = await withMember({ isEntered });
      await remove(company, member);
      const paused = {
        status: 'paused',
        pauseReason: expect.stringContaining('Nobody in the company may see its invoices'),
      };
      expect((await admin('GET', `/${id}`)).body).toMatchObject(paused);
      await admin('POST', `/${id}/resume`);
      expect(await run('2127-01-31')).toBe('1 paused.');
      expect((await admin('GET', `/${id}`)).body).toMatchObject(paused);
      expect(await madeOf(id)).toEqual([]);
      expect(await mailsTo(member)).toHaveLength(0);

      const email = `${crypto.randomUUID()}@engines.example`;
      await ask('PUT', `/api/admin/companies/${company}`, { email });
      await admin('POST', `/${id}/resume`);
      expect(await run('2127-01-31')).toBe('1 made.');
      expect(await madeFor(id)).toMatchObject({ company, email, printed: email });
    });

    it('belongs to the member again with their other records', async () => {
      const company = await newCompany();
      const member = await signUpClient(app);
      const { id } = isEntered
        ? await newRecurring({}, member.email)
        : await newRecurring({ clientId: member.id });
      await add(company, member, ['invoices']);
      await remove(company, member, { withBrought: true });
      await run('2127-01-31');
      const { email } = member;
      expect(await madeFor(id)).toEqual({
        company: null,
        client: member.id,
        email,
        printed: email,
      });
    });
  },
);

it('a recurring invoice is created for a colleague if a member may not see it', async () => {
  const { company, id } = await withMember({ email: companyProfile.email });
  const reader = await signUpClient(app);
  await add(company, reader, ['requests']);
  await admin('PUT', `/${id}`, { clientId: reader.id });
  await run('2127-01-31');
  expect(await madeFor(id)).toMatchObject({ company, email: companyProfile.email });
  expect((await madeFor(id))?.client).not.toBe(reader.id);
});
