import { beforeAll, expect, it } from 'vitest';

import type { CompanyRight } from '~/contract/companies/companies';
import { quoteRequestSchema } from '~/contract/leads/quotes-schema';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { signUpClient, type TestClient } from '~/testing/client-requests';
import { procedureNamed, waysTo } from '~/testing/procedures';
import { requestBy } from '~/testing/record-ids';
import { quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { agencyFileIn, userOf } from '~/testing/threads';

// A manager of a company owns the records. A colleague has the right to the company's requests, a bookkeeper the right to
// its invoices. A stranger is a client without a company, and an owner is an admin of the agency.
const callers = ['anonymous', 'manager', 'colleague', 'bookkeeper', 'stranger', 'owner'] as const;
type Caller = (typeof callers)[number];
/** Callers who also use REST: one who is permitted, and one who is not. */
const viaRest: readonly Caller[] = ['manager', 'stranger'];

const app = testApp({
  env: { TRUST_PROXY: '1' },
  rateLimits: {
    ...{ clientWrites: 1e6, linkWrites: 1e6, linkReads: 1e6 },
    ...{ codesFromNetwork: 1e6, codeGap: 1e6 },
  },
});
const cookies = new Map<Caller, string>();
let manager: TestClient;
let agency: Awaited<ReturnType<typeof userOf>>;

const { sentProposal, openInvoice } = salesOf(() => app);

beforeAll(async () => {
  const owner = await signedInAs(app, 'owner');
  cookies.set('owner', owner.cookie);
  agency = await userOf(app, owner.id);
  const [{ id }] = await app.sql<[{ id: number }]>`
    insert into companies (name) values ('Engines Ltd') returning id`;
  const rights: [Caller, CompanyRight[]][] = [
    ['manager', ['requests', 'invoices']],
    ['colleague', ['requests']],
    ['bookkeeper', ['invoices']],
  ];
  for (const [role, granted] of rights) {
    const client = await signUpClient(app);
    cookies.set(role, client.headers.Cookie ?? '');
    const isManager = role === 'manager';
    if (isManager) manager = client;
    const member = { id, clientId: client.id, rights: granted, isManager };
    await app.services.admin.companies.addMember(agency, member);
  }
  cookies.set('stranger', (await signUpClient(app)).headers.Cookie ?? '');
});

const email = () => `${crypto.randomUUID()}@example.com`;

type Input = Record<string, unknown>;
type Answers = Record<Caller, number>;

const answers = (others: number, changes: Partial<Answers> = {}): Answers => ({
  ...(Object.fromEntries(callers.map((caller) => [caller, others])) as Answers),
  anonymous: 401,
  ...changes,
});
const managerAlone = answers(404, { manager: 200 });
const requesters = answers(404, { manager: 200, colleague: 200 });
const payers = answers(404, { manager: 200, bookkeeper: 200 });
const managers = (manager: number) => answers(403, { manager });
/** Admins can open private links, but cannot decide for the client. */
const byLink = (status: number) => answers(status, { anonymous: status, owner: 403 });
const clients = (status: number) => answers(status, { owner: 403 });

const request = async (): Promise<Input> => ({ id: await requestBy(app, manager.id) });
const file = async (): Promise<Input> => {
  const { id } = await request();
  return { id: (await agencyFileIn(app, agency, Number(id))).fileId };
};
const message = async (): Promise<Input> => {
  const user = await userOf(app, manager.id);
  const { id } = await request();
  return app.services.requestThreads
    .send(user, { id: Number(id), text: 'Hello', fileIds: [] })
    .then((sent) => ({ id: sent.id }));
};
const session = async (): Promise<Input> => {
  const [{ id }] = await app.sql<[{ id: number }]>`
    insert into sessions (token_hash, user_id, kind, expires_at, absolute_expires_at)
    values (${crypto.randomUUID()}, ${manager.id}, 'client',
      now() + interval '1 day', now() + interval '1 day') returning id`;
  return { id };
};
const proposal = async (): Promise<Input> => ({ id: (await sentProposal(manager.email)).id });
const invoice = async (): Promise<Input> => ({ id: (await openInvoice(manager.email)).id });
const proposalLink = async (): Promise<Input> => ({ token: (await sentProposal()).token });
const invoiceLink = async (): Promise<Input> => ({ token: (await openInvoice()).token });
const quoteLink = async (): Promise<Input> => {
  const { id } = await app.services.quotes.submit(
    quoteRequestSchema.parse(quoteRequest({ email: email() })),
  );
  const [{ nonce }] = await app.sql<[{ nonce: string }]>`
    select nonce from document_links where about = ${`quote:${id}`}`;
  return { token: app.services.documentLinks.tokenOf(nonce) };
};
const unknownLink = async (): Promise<Input> => ({ token: 'no-such-token' });
const notMember = async (): Promise<Input> => ({ clientId: crypto.randomUUID() });
const none = async (): Promise<Input> => ({});
const unknown = async (): Promise<Input> => ({ id: 999_999 });

const profile = {
  ...{ name: 'Ada Byron', company: 'Engines Ltd', vatNumber: '', address: '1 Mill Lane' },
  ...{ postcode: '12345', city: 'Ockham', country: 'GB', email: '', buyerReference: '' },
};

/** Calls about a record of the manager: procedure, function that creates the input, and expected response for each caller. */
const cases: [name: string, make: () => Promise<Input>, expected: Answers, more?: Input][] = [
  ['requests.get', request, requesters],
  ['requests.change', request, requesters, { title: 'An engine', description: 'With a page' }],
  ['requests.cancel', request, requesters],
  [
    'requests.create',
    none,
    answers(200, { bookkeeper: 403 }),
    { title: 'An engine', description: 'With a page' },
  ],
  ['formAnswers.requestBrief', request, requesters],
  // The request has no brief with questions to answer.
  [
    'formAnswers.sendRequestBrief',
    request,
    { ...requesters, manager: 409, colleague: 409 },
    { answers: {} },
  ],
  ['requestThreads.get', request, requesters],
  ['requestThreads.page', request, requesters],
  ['requestThreads.messages', request, requesters],
  ['requestThreads.send', request, requesters, { text: 'Hello' }],
  ['requestThreads.markRead', request, requesters, { messageId: 1 }],
  ['requestThreads.saveDraft', request, requesters, { text: 'Half a sen', fileIds: [] }],
  ['requestThreads.approve', file, requesters],
  ['requestThreads.returnFile', file, requesters, { comment: 'Too small' }],
  ['requestThreads.edit', message, managerAlone, { text: 'Hello again' }],
  ['requestThreads.remove', message, managerAlone],
  ['identity.endSession', session, managerAlone],
  ['proposals.get', proposal, payers],
  ['proposals.askAsClient', proposal, payers, { text: 'What does it include?' }],
  ['invoices.get', invoice, payers],
  ['invoices.pay', invoice, payers],
  ['proposals.byLink', proposalLink, answers(200, { anonymous: 200 })],
  // The hash belongs to other content than the client has seen.
  [
    'proposals.accept',
    proposalLink,
    byLink(409),
    { name: 'Ada', agreed: true, contentHash: 'other' },
  ],
  ['proposals.ask', proposalLink, byLink(200), { text: 'What does it include?' }],
  ['proposals.decline', proposalLink, byLink(200)],
  ['invoices.byLink', invoiceLink, answers(200, { anonymous: 200 })],
  ['invoices.payByLink', invoiceLink, answers(200, { anonymous: 200 })],
  ['quotes.progress', unknownLink, answers(404, { anonymous: 404 })],
  ['quotes.byLink', quoteLink, answers(200, { anonymous: 200 })],
  ['quotes.answer', quoteLink, answers(200, { anonymous: 200 }), { text: 'One more thing' }],
  [
    'testimonialLinks.submit',
    unknownLink,
    byLink(404),
    { words: 'Good work it was', name: 'Ada', agreed: true },
  ],
  ['testimonialLinks.withdraw', unknownLink, byLink(404)],
  ['companies.changeProfile', none, { ...managers(200), stranger: 200 }, profile],
  ['companies.invite', async () => ({ email: email() }), managers(200), { rights: ['invoices'] }],
  ['companies.revokeInvitation', unknown, managers(404)],
  ['companies.setRights', notMember, managers(404), { rights: ['requests'] }],
  ['companies.removeMember', notMember, managers(404)],
  ['personalData.get', none, clients(200)],
  ['personalData.export', none, clients(200)],
  ['personalData.sendCode', none, clients(200)],
  // The code is wrong, and no deletion is scheduled.
  ['personalData.delete', none, clients(401), { otp: '000000' }],
  ['personalData.keep', none, clients(409)],
  ['identity.sendEmailCode', async () => ({ email: email() }), clients(200)],
  ['identity.changeEmail', async () => ({ email: email() }), clients(401), { otp: '000000' }],
];

it.each(cases)(
  '%s answers each kind of caller with the listed status',
  async (name, make, expected, more) => {
    const procedure = procedureNamed(name);
    const shared = await make();
    for (const caller of callers) {
      // REST paths call the same procedures with the same session.
      for (const call of waysTo(procedure).slice(0, viaRest.includes(caller) ? 2 : 1)) {
        // A permitted mutation changes the record, so each call gets a new record.
        const changesIt = procedure.type === 'mutation' && expected[caller] === 200;
        const input = { ...(changesIt ? await make() : shared), ...more };
        const [status, text] = await call(app, procedure, cookies.get(caller), input);
        expect([caller, call.name, status, status === expected[caller] || text]).toEqual([
          caller,
          call.name,
          expected[caller],
          true,
        ]);
      }
    }
  },
);
