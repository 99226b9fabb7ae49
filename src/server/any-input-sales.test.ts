import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { anyText, anyValue, expectNoFault, run } from '~/testing/any-input';
import { leakIn, startTestApp, type TestApp } from '~/testing/app';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    logLevel: 'error',
    rateLimits: { linkReads: 1e6, linkWrites: 1e6 },
  });
});
afterAll(() => app.close());

describe('a private link with random input', () => {
  const { sentProposal } = salesOf(() => app);

  it('never fails, for the token, an acceptance and a decline', async () => {
    const { token } = await sentProposal();
    const acceptance = fc.record(
      {
        name: fc.oneof(anyValue, fc.constant('Ada Byron')),
        agreed: fc.oneof(anyValue, fc.constant(true)),
        contentHash: anyValue,
        optionalItems: fc.oneof(anyValue, fc.array(fc.integer())),
        reason: anyValue,
      },
      { requiredKeys: [] },
    );
    await run(
      fc.asyncProperty(fc.tuple(anyText, acceptance), async ([text, body]) => {
        const wild = text.isWellFormed() ? encodeURIComponent(text) : '%ff';
        for (const one of [token, wild || 'x']) {
          const path = `/api/proposals/by-link/${one}`;
          await expectNoFault(await app.fetch(path));
          await expectNoFault(await app.postJson(`${path}/accept`, body));
          await expectNoFault(await app.postJson(`/api/invoices/by-link/${one}/pay`, body));
        }
        await expectNoFault(
          await app.postJson(`/api/proposals/by-link/${wild || 'x'}/decline`, body),
        );
      }),
      30,
    );
  });
});

describe('a proposal, an invoice and a recurring one with random input', () => {
  it('never fail for nearly valid bodies', async () => {
    const ask = askerOf(app, await signInAdmin(app));
    const item = fc.record(
      {
        description: anyValue,
        quantity: fc.oneof(anyValue, fc.constant('1.5')),
        unitPrice: fc.oneof(anyValue, fc.constant('120.00')),
        taxRate: fc.oneof(anyValue, fc.constant('19')),
        optional: fc.oneof(anyValue, fc.boolean()),
        choice: fc.oneof(anyValue, fc.constant('Hosting')),
        preselected: fc.oneof(anyValue, fc.boolean()),
      },
      { requiredKeys: ['quantity', 'unitPrice'] },
    );
    const body = fc.record(
      {
        title: anyValue,
        client: fc.oneof(
          anyValue,
          fc.record({
            name: anyText,
            email: fc.emailAddress(),
            address: anyValue,
            country: anyText,
          }),
        ),
        intro: anyValue,
        items: fc.oneof(anyValue, fc.array(item, { maxLength: 3 })),
        discount: fc.oneof(
          anyValue,
          fc.record({ percent: anyValue }),
          fc.record({ amount: anyValue }),
        ),
        schedule: fc.oneof(
          anyValue,
          fc.constant([{ label: 'All', percent: 100, due: { days: 3 } }]),
          fc.array(fc.record({ label: anyText, percent: anyValue, due: anyValue }), {
            maxLength: 2,
          }),
        ),
        validUntil: anyValue,
        dueDate: anyValue,
        leadId: anyValue,
        clientId: anyText,
        requestId: anyValue,
        note: anyText,
        every: fc.oneof(
          anyValue,
          fc.record({ unit: fc.constantFrom('week', 'month', 'year'), count: anyValue }),
          fc.constant({ unit: 'month', count: 1 }),
        ),
        startsOn: fc.oneof(anyValue, fc.constantFrom('1970-01-01', '2027-01-31', '2199-12-31')),
        endsOn: fc.oneof(anyValue, fc.constant('2199-12-31')),
        action: fc.oneof(anyValue, fc.constantFrom('draft', 'issue')),
        days: anyValue,
      },
      { requiredKeys: [] },
    );
    await run(
      fc.asyncProperty(body, async (given) => {
        for (const path of [
          'proposals',
          'invoices',
          'recurring-invoices',
          'recurring-invoices/1/make-missed',
          'recurring-invoices/1/skip-missed',
        ]) {
          const { status, body: answer } = await ask('POST', `/api/admin/${path}`, given);
          expect(status, JSON.stringify(answer)).toBeLessThan(500);
          expect(leakIn(JSON.stringify(answer))).toBeUndefined();
        }
      }),
      60,
    );
  });
});
