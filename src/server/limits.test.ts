import { describe, expect, it } from 'vitest';

import { quoteRequestSchema } from '~/contract/leads/quotes-schema';
import { adminPassword, signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { signUpClient } from '~/testing/client-requests';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { totpCode } from '~/testing/totp';
import { code, uniqueEmail, type Visitor, visitorsOf } from '~/testing/visitors';
import { limits, type RateLimitName } from './platform/rate-limit/rate-limits';

const app = testApp({ env: { TRUST_PROXY: '1' }, rateLimits: {} });
const { browser, signedUp } = visitorsOf(() => app);

/** Data for reaching a rate limit: the key by which it counts, and a call that it counts. */
interface Approach {
  key: string;
  call(): Promise<Response>;
}

const network = () => crypto.randomUUID();

/** Sends a write as a new client. */
async function asClient(path: string, input?: unknown): Promise<Approach> {
  const client = await signUpClient(app);
  return { key: client.id, call: () => client.post(`/api/trpc/${path}`, input) };
}

/** Requests codes without waiting between them. */
async function withoutGap(call: () => Promise<Response>): Promise<Response> {
  await app.sql`delete from rate_limits where key like 'codeGap:%'`;
  return call();
}

const sendCode = (visitor: Visitor, email: string) =>
  visitor.post('/api/auth/send-otp', { email, type: 'signup' });
const guess = (visitor: Visitor, email: string) =>
  visitor.post('/api/auth/signup', { email, firstName: 'Ada', lastName: 'Byron', otp: '000001' });
const signInAdmin = (visitor: Visitor, username: string, password = 'a wrong one') =>
  visitor.post('/api/admin/login', { username, password });

/** Sends a write as a new owner. */
async function asAdmin(path: string, input: () => unknown): Promise<Approach> {
  const { id, cookie } = await signedInAs(app, 'owner');
  const call = () => app.postJson(`/api/trpc/${path}`, input(), { Cookie: cookie });
  return { key: id, call };
}

/** Enters wrong second factors after the correct password. */
async function asHalfSignedIn(keyOf: (id: string, from: string) => string): Promise<Approach> {
  const { id, username, cookie } = await signedInAs(app, 'owner');
  const ask = async (path: string, input: unknown) => {
    const response = await app.postJson(`/api/trpc/admin.account.${path}`, input, {
      Cookie: cookie,
    });
    return (await response.json()) as { result: { data: { secret: string } } };
  };
  const { secret } = (await ask('beginTotp', { password: adminPassword })).result.data;
  await ask('confirmTotp', { code: totpCode(secret) });
  const from = network();
  const visitor = browser(from);
  await signInAdmin(visitor, username, adminPassword);
  const proof = { method: 'recovery', code: 'aaaaa-bbbbb' };
  return {
    key: keyOf(id, from),
    call: () => visitor.post('/api/admin/login/second-factor', proof),
  };
}

const approaches: Partial<Record<RateLimitName, () => Promise<Approach>>> = {
  quoteForm: async () => {
    const key = network();
    return { key, call: () => browser(key).post('/api/quotes', quoteRequest()) };
  },
  contactForm: async () => {
    const key = network();
    return { key, call: () => browser(key).post('/api/contact', contactMessage()) };
  },
  leadRepeats: async () => {
    const key = network();
    const quote = quoteRequest({ key: crypto.randomUUID() });
    const call = () => browser(key).post('/api/quotes', quote);
    await call();
    return { key, call };
  },
  briefs: async () => {
    const key = network();
    const brief = { answers: {}, quoteKey: 'none' };
    return { key, call: () => browser(key).post('/api/forms/1/brief', brief) };
  },
  clientWrites: () => asClient('identity.endOtherSessions'),
  requestForm: () =>
    asClient('requests.create', { title: 'An engine', description: 'Ten characters at least' }),
  requestChanges: () => asClient('requests.cancel', { id: 1 }),
  messages: () => asClient('requestThreads.send', { id: 1, text: 'Hello' }),
  threadMarks: () => asClient('requestThreads.markRead', { id: 1, messageId: 1 }),
  fileUploads: async () => {
    const { id, headers } = await signUpClient(app);
    const call = () => app.fetch('/api/files', { method: 'POST', body: 'none', headers });
    return { key: id, call };
  },
  filePieces: async () => {
    const { id, headers } = await signUpClient(app);
    return { key: id, call: () => app.fetch('/api/files/1', { method: 'DELETE', headers }) };
  },
  formFiles: async () => {
    const key = network();
    return { key, call: () => browser(key).post('/api/files/of-forms/1', {}) };
  },
  formFileMib: async () => {
    const key = network();
    const fields = [{ key: 'plans', type: 'file', label: 'Plans', required: false, help: '' }];
    const [form] = await app.sql`
      insert into forms (name, fields) values ('Plans', ${app.sql.json(
        fields.map((field) => ({ ...field, options: [], retired: false })),
      )}) returning id`;
    const call = async () => {
      const body = new FormData();
      body.set('file', new File(['a plan'], 'plan.txt'));
      const headers = { 'X-Forwarded-For': key };
      return app.fetch(`/api/files/of-forms/${form?.id}`, { method: 'POST', body, headers });
    };
    return { key, call };
  },
  fileReads: async () => {
    const client = await signUpClient(app);
    return { key: client.id, call: () => client.get('/api/files/1') };
  },
  unsubscribes: async () => {
    const key = network();
    return { key, call: () => browser(key).get('/api/unsubscribe/unknown') };
  },
  billingChanges: () => asClient('billing.cancel'),
  billingPreviews: async () => {
    const client = await signUpClient(app);
    const input = encodeURIComponent(JSON.stringify({ planId: 1, billingCycle: 'monthly' }));
    const path = `/api/trpc/billing.previewChange?input=${input}`;
    return { key: client.id, call: () => client.get(path) };
  },
  pictureOfUser: () =>
    asClient('identity.changePicture', { dataUrl: 'data:image/png;base64,AAAA' }),
  dataExports: () => asClient('personalData.export', undefined),
  uploadsOfAdmin: async () => {
    const { id, cookie } = await signedInAs(app, 'owner');
    const headers = { 'Content-Type': 'image/png', Cookie: cookie };
    const call = () => app.fetch('/api/admin/media', { method: 'POST', body: 'none', headers });
    return { key: id, call };
  },
  linkReads: async () => {
    const key = network();
    return { key, call: () => browser(key).get('/api/invoices/by-link/unknown') };
  },
  linkWrites: async () => {
    const key = network();
    return { key, call: () => browser(key).post('/api/proposals/by-link/unknown/decline', {}) };
  },
  linkMessages: async () => {
    const { id } = await app.services.quotes.submit(
      quoteRequestSchema.parse(quoteRequest({ email: uniqueEmail() })),
    );
    const [{ nonce }] = await app.sql<[{ nonce: string }]>`
      select nonce from document_links where about = ${`quote:${id}`}`;
    const token = app.services.documentLinks.tokenOf(nonce);
    const call = () => browser().post('/api/trpc/quotes.answer', { token, text: 'Hello' });
    return { key: `quote:${id}`, call };
  },
  invoicePayments: () => asClient('invoices.pay', { id: 1 }),
  codeGap: async () => {
    const [email, from] = [uniqueEmail(), network()];
    return { key: `${email} ${from}`, call: () => sendCode(browser(from), email) };
  },
  codesFromNetworkToMailbox: async () => {
    const [email, from] = [uniqueEmail(), network()];
    const call = () => withoutGap(() => sendCode(browser(from), email));
    return { key: `${email} ${from}`, call };
  },
  codesToMailbox: async () => {
    const email = uniqueEmail();
    return { key: email, call: () => sendCode(browser(), email) };
  },
  codesFromNetwork: async () => {
    const key = network();
    return { key, call: () => sendCode(browser(key), uniqueEmail()) };
  },
  wrongGuessesOfBrowser: async () => {
    const [email, visitor] = [uniqueEmail(), browser()];
    await sendCode(visitor, email);
    const [id] = visitor.jar.get('code_browser')?.split('.') ?? [];
    return { key: `${email} ${id}`, call: () => guess(visitor, email) };
  },
  wrongGuesses: async () => {
    const email = uniqueEmail();
    await sendCode(browser(), email);
    return { key: email, call: () => guess(browser(), email) };
  },
  wrongGuessesOfNetwork: async () => {
    const key = network();
    return { key, call: () => guess(browser(key), uniqueEmail()) };
  },
  adminByUsername: async () => {
    const key = `name-${network()}`;
    return { key, call: () => signInAdmin(browser(), key) };
  },
  adminByNetwork: async () => {
    const key = network();
    return { key, call: () => signInAdmin(browser(key), `name-${network()}`) };
  },
  adminByBrowser: async () => {
    const visitor = browser();
    await signInAdmin(visitor, 'admin', 'admin-demo');
    const [key = ''] = visitor.jar.get('browser')?.split('.') ?? [];
    return { key, call: () => signInAdmin(visitor, 'admin') };
  },
  secondFactors: () => asHalfSignedIn((id, from) => `${id} ${from}`),
  secondFactorsOfAdmin: () => asHalfSignedIn((id) => id),
  ownPasswords: () => asAdmin('admin.account.removeTotp', () => ({ password: 'a wrong one' })),
  companyInvitations: () =>
    asClient('companies.invite', { email: uniqueEmail(), rights: ['requests'] }),
  companyLinks: async () => {
    const [manager, member] = [await signUpClient(app), await signUpClient(app)];
    const invoice = await salesOf(() => app).openInvoice(manager.email);
    const [company] = await app.sql`insert into companies (name) values ('Engines') returning id`;
    await app.sql`
      update users set company_id = ${company?.id}, company_rights = '{invoices}', is_company_manager = id = ${manager.id}
      where id in (${manager.id}, ${member.id})`;
    await app.sql`update invoices set company_id = ${company?.id} where id = ${invoice.id}`;
    const call = async () => {
      await app.sql`update users set company_rights = '{invoices}' where id = ${member.id}`;
      return manager.post('/api/trpc/companies.setRights', { clientId: member.id, rights: [] });
    };
    return { key: String(company?.id), call };
  },
  billingEmails: async () => {
    const client = await signUpClient(app);
    await salesOf(() => app).openInvoice(undefined, { clientId: client.id, client: undefined });
    const call = () =>
      client.post('/api/trpc/companies.changeProfile', {
        ...{ name: 'Ada', company: '', vatNumber: '', address: '', postcode: '', city: '' },
        ...{ country: '', email: uniqueEmail(), buyerReference: '' },
      });
    return { key: `user:${client.id}`, call };
  },
  accountingExports: async () => {
    const { id, cookie } = await signedInAs(app, 'owner');
    const path = '/api/admin/accounting/export?from=2026-01-01&to=2026-01-31';
    return { key: id, call: () => app.fetch(path, { headers: { Cookie: cookie } }) };
  },
  adminInvitations: () =>
    asAdmin('admin.admins.invite', () => ({
      email: uniqueEmail(),
      name: 'Iris Invited',
      role: 'viewer',
    })),
  testMails: async () => {
    const { id, cookie } = await signedInAs(app, 'owner');
    const path = '/api/trpc/admin.setup.sendTest?batch=1';
    return { key: id, call: () => app.postJson(path, {}, { Cookie: cookie }) };
  },
  invitationsFromNetwork: async () => {
    const key = network();
    const call = () => browser(key).post('/api/trpc/identity.invitation.open', { token: 'none' });
    return { key, call };
  },
};

/**
 * Rate limits that reject no call: they skip an email, leave one to an admin, or wait
 * (features/leads/confirmations.test.ts, features/incoming-mail, features/vat-numbers).
 */
const silent: RateLimitName[] = [
  // These requests are tested separately, because instances reserve several requests at a time:
  // features/identity/api-keys.test.ts.
  'apiKeyRequests',
  'vatChecks',
  'mailsFromSender',
  'mailsToRecord',
  'confirmationsToMailbox',
  'confirmationsFromNetwork',
  'confirmations',
];

/** Rate limits that demo mode does not count, because it shows the code on the screen (features/identity/codes.test.ts). */
const outsideDemo: RateLimitName[] = ['wrongGuessesOfEmail'];

const names = Object.keys(limits) as RateLimitName[];

describe('each limiter', () => {
  it('has a test', () => {
    expect([...Object.keys(approaches), ...silent, ...outsideDemo].sort()).toEqual(
      [...names].sort(),
    );
  });

  it.each(Object.entries(approaches))('%s counts calls and answers 429', async (name, reach) => {
    const { points, seconds } = limits[name as RateLimitName];
    const { key, call } = await reach();
    const row = `${name}:${key}`;
    const left = (count: number) => app.sql`
      insert into rate_limits (key, points, expire)
      values (${row}, ${points - count}, now() + make_interval(secs => ${seconds}))
      on conflict (key) do update set points = excluded.points, expire = excluded.expire`;
    await left(1);
    expect((await call()).status).not.toBe(429);
    const [spent] = await app.sql`select points from rate_limits where key = ${row}`;
    expect(Number(spent?.points)).toBe(points);
    await left(0);
    const refused = await call();
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(seconds);
    expect(await refused.text()).toMatch(/Please try again in \d+ (second|minute|hour)s?\./);
  });
});

describe('a valid code', () => {
  it('does not count toward the limits on wrong codes', async () => {
    const { email, visitor } = await signedUp();
    const rows =
      await app.sql`select key, points from rate_limits where key like ${`wrong%${email}%`}`;
    expect(rows.map(({ points }) => points)).toEqual([0]);
    expect(visitor.jar.get('session')).toBeDefined();
    expect(code).toHaveLength(6);
  });
});
