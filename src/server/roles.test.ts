import { createHash } from 'node:crypto';

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { type ContentKey, contentKeys, contentTypes } from '~/contract/content/content-types';
import { adminRoles } from '~/contract/identity/roles';
import { contactMessageSchema } from '~/contract/leads/contact-schema';
import { quoteRequestSchema } from '~/contract/leads/quotes-schema';
import { addAdmin, signedInAs } from '~/testing/admins';
import { startTestApp, type TestApp } from '~/testing/app';
import { appRouter } from '~/testing/callers';
import { contactMessage, quoteRequest } from '~/testing/requests';
import {
  type Answer,
  byName,
  type Ids,
  type Role,
  type Rule,
  roles,
  uniqueEmail,
} from '~/testing/role-answers';
import { rules } from '~/testing/role-rules';
import { salesOf } from '~/testing/sales';
import { contentCases } from '~/testing/samples';
import { agencyFileIn, userOf } from '~/testing/threads';

let app: TestApp;
const cookies = new Map<Role, string>();

const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('session='))
    ?.split(';')[0] ?? '';

async function signUp(email: string): Promise<string> {
  await app.postJson('/api/auth/send-otp', { email, type: 'signup' });
  const fields = { email, firstName: 'Ada', lastName: 'Byron', otp: '123456' };
  return cookieOf(await app.postJson('/api/auth/signup', fields));
}

beforeAll(async () => {
  app = await startTestApp({
    rateLimits: {
      quoteForm: 1e6,
      contactForm: 1e6,
      codesFromNetwork: 1e6,
      codeGap: 1e6,
      adminByNetwork: 1e6,
      adminByUsername: 1e6,
      linkWrites: 1e6,
      linkReads: 1e6,
      confirmations: 1e6,
    },
  });
  cookies.set('client', await signUp(uniqueEmail()));
  cookies.set('other', await signUp(uniqueEmail()));
  cookies.set('colleague', await signUp(uniqueEmail()));
  cookies.set('bookkeeper', await signUp(uniqueEmail()));
  for (const role of adminRoles) {
    const { cookie } = await signedInAs(app, role);
    cookies.set(role, cookie);
  }
  const id = await newCompany();
  const owner = { id: (await addAdmin(app, 'owner')).id, firstName: 'Olive', lastName: 'Owner' };
  const rights = {
    client: ['requests', 'invoices'],
    colleague: ['requests'],
    bookkeeper: ['invoices'],
  } as const;
  for (const role of ['client', 'colleague', 'bookkeeper'] as const) {
    await app.services.admin.companies.addMember(owner, {
      id,
      clientId: await idOf(role),
      rights: [...rights[role]],
      isManager: role === 'client',
    });
  }
});
// An admin who views a client is no longer one to the procedures of clients.
afterEach(async () => {
  await app.sql`update sessions set viewed_client_id = null where viewed_client_id is not null`;
});
afterAll(() => app.close());

/** A row of a content type, made as an owner makes it. */
async function made(key: ContentKey): Promise<number> {
  const response = await app.fetch(`/api/admin/${contentTypes[key].path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookies.get('owner') ?? '' },
    body: JSON.stringify(contentCases[key].least()),
  });
  return ((await response.json()) as { id: number }).id;
}

async function removed(key: ContentKey): Promise<number> {
  const id = await made(key);
  await app.services.admin[key].remove('system', id);
  return id;
}

async function idOf(role: Role): Promise<string> {
  const [{ id }] = await app.sql<[{ id: string }]>`
    select user_id as id from sessions where token_hash = ${hashOf(role)}`;
  return id;
}

const clientId = () => idOf('client');

async function newCompany(): Promise<number> {
  const [{ id }] = await app.sql<[{ id: number }]>`
    insert into companies (name) values ('Engines Ltd') returning id`;
  return id;
}

async function newClient(): Promise<string> {
  const [{ id }] = await app.sql<[{ id: string }]>`
    insert into users (id, email, first_name, last_name)
    values (${crypto.randomUUID()}, ${uniqueEmail()}, 'Ada', 'Byron') returning id`;
  return id;
}

async function requestBy(userId: string): Promise<number> {
  const [{ id }] = await app.sql<[{ id: number }]>`
    insert into service_requests (user_id, title) values (${userId}, 'A request') returning id`;
  return id;
}

async function agencyFileOfClient(): Promise<number> {
  const admin = await userOf(app, (await addAdmin(app, 'owner')).id);
  return (await agencyFileIn(app, admin, await requestBy(await clientId()))).fileId;
}

/** Another session than the one of the request. */
async function sessionOfClient(): Promise<number> {
  const [{ id }] = await app.sql<[{ id: number }]>`
    insert into sessions (token_hash, user_id, kind, expires_at, absolute_expires_at)
    values (${crypto.randomUUID()}, ${await clientId()}, 'client',
      now() + interval '1 day', now() + interval '1 day') returning id`;
  return id;
}

async function emailOfClient(): Promise<string> {
  const [{ email }] = await app.sql<[{ email: string }]>`
    select email from users where id = ${await clientId()}`;
  return email;
}

const { newProposal, sentProposal, newInvoice, openInvoice, newRecurring } = salesOf(() => app);

const contentMakers = Object.fromEntries(
  contentKeys.flatMap((key) => [
    [key, () => made(key)],
    [`${key}Trash`, () => removed(key)],
  ]),
) as Record<ContentKey | `${ContentKey}Trash`, () => Promise<number>>;

/** Creates a row of each kind for one call. */
const idMakers: { [Key in keyof Ids]: () => Promise<Ids[Key]> } = {
  clientSession: sessionOfClient,
  clientRequest: async () => requestBy(await clientId()),
  clientMessage: async () => {
    const user = await userOf(app, await clientId());
    const id = await requestBy(user.id);
    const message = { id, text: 'Hello', fileIds: [] };
    return (await app.services.workspace.send(user, message)).id;
  },
  agencyFile: async () => agencyFileOfClient(),
  quoteToken: async () => {
    const fields = quoteRequest({ email: uniqueEmail() });
    const { id } = await app.services.quotes.submit(quoteRequestSchema.parse(fields));
    const [{ nonce }] = await app.sql<[{ nonce: string }]>`
      select nonce from document_links where about = ${`quote:${id}`}`;
    return app.services.documentLinks.tokenOf(nonce);
  },
  client: newClient,
  quote: async () =>
    (await app.services.quotes.submit(quoteRequestSchema.parse(quoteRequest()))).id,
  message: async () =>
    (await app.services.messages.send(contactMessageSchema.parse(contactMessage()))).id,
  request: async () => requestBy(await newClient()),
  clientProposal: async () => (await sentProposal(await emailOfClient())).id,
  proposal: async () => (await newProposal()).id,
  sentProposal: async () => (await sentProposal()).id,
  proposalTrash: async () => {
    const { id } = await newProposal();
    return (await app.services.admin.proposals.remove('system', id)).id;
  },
  proposalToken: async () => (await sentProposal()).token,
  clientInvoice: async () => (await openInvoice(await emailOfClient())).id,
  invoice: async () => (await newInvoice()).id,
  openInvoice: async () => (await openInvoice()).id,
  invoiceToken: async () => (await openInvoice()).token,
  recurringInvoice: async () => (await newRecurring()).id,
  pausedRecurringInvoice: async () => {
    const { id } = await newRecurring();
    await app.services.admin.recurringInvoices.pause('system', id);
    return id;
  },
  ...contentMakers,
  company: newCompany,
  replyTemplate: async () => {
    const [{ id }] = await app.sql<[{ id: number }]>`
      insert into reply_templates (name, text) values (${crypto.randomUUID()}, 'Hello') returning id`;
    return id;
  },
  otherCompany: newCompany,
  admin: async () => (await addAdmin(app, 'viewer')).id,
  manager: async () => (await addAdmin(app, 'manager')).id,
  invitedAdmin: async () => {
    const fields = { email: uniqueEmail(), name: 'Iris Invited', role: 'editor' } as const;
    const { id } = await addAdmin(app, 'owner');
    const owner = { id, firstName: 'Olive', lastName: 'Owner' };
    return (await app.services.admin.admins.invite(owner, fields)).id;
  },
};

/** Fresh rows of the kinds that a call uses. */
async function idsFor({ input, rest }: Rule): Promise<Ids> {
  const named = new Set<keyof Ids>();
  const watching = new Proxy({} as Ids, {
    get: (_, key) => {
      named.add(key as keyof Ids);
      return 0;
    },
  });
  input?.(watching);
  rest?.path(watching);
  const ids: Partial<Record<keyof Ids, number | string>> = {};
  for (const key of named) ids[key] = await idMakers[key]();
  return ids as Ids;
}

function hashOf(role: Role): string {
  const token = cookies.get(role)?.split('=')[1] ?? '';
  return createHash('sha256').update(token).digest('hex');
}

const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: string; meta?: { openapi?: { method: string; path: string } } } }
>;

async function statusOf(response: Response): Promise<Answer> {
  await response.text();
  return response.status === 200 ? 'yes' : (response.status as Answer);
}

/** A stream opens before it fails: the error is its first event. */
async function firstAnswer(stream: Response): Promise<Answer> {
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let said = '';
  const listening = (async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      said += part.value;
    }
  })();
  await Promise.race([listening, new Promise((resolve) => setTimeout(resolve, 200))]);
  await reader?.cancel();
  expect(said).toContain('event: connected');
  const refused = /"httpStatus":(\d+)/.exec(said);
  return refused ? (Number(refused[1]) as Answer) : 'yes';
}

const names = Object.keys(procedures).sort();

it('lists every procedure, and no other', () => {
  expect(Object.keys(rules).sort()).toEqual(names);
});

it('lists every REST path', () => {
  const paths = names.filter((name) => procedures[name]?._def.meta?.openapi);
  expect(names.filter((name) => rules[name]?.rest)).toEqual(paths);
});

const auditRows = async (): Promise<number> =>
  (await app.sql<[{ rows: number }]>`select count(*)::int as rows from audit_log`)[0].rows;

/** What one call over tRPC and, where there is one, over REST was answered. */
async function answersTo(name: string, role: Role, ids: () => Promise<Ids>): Promise<Answer[]> {
  const rule = rules[name] as Rule;
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  const cookie = cookies.get(role);
  if (cookie) headers.Cookie = cookie;
  const { type } = procedures[name]?._def ?? {};
  if (type === 'subscription') {
    const of = rule.input
      ? `?input=${encodeURIComponent(JSON.stringify(rule.input(await ids())))}`
      : '';
    return [await firstAnswer(await app.fetch(`/api/trpc/${name}${of}`, { headers }))];
  }
  const isQuery = type !== 'mutation';
  const input = rule.input?.(await ids());
  const query =
    isQuery && input ? `&input=${encodeURIComponent(JSON.stringify({ 0: input }))}` : '';
  // As the screens call it: in a batch, even of one.
  const overTrpc = await app.fetch(`/api/trpc/${name}?batch=1${query}`, {
    headers,
    ...(!isQuery && { method: 'POST', body: JSON.stringify({ 0: input }) }),
  });
  const answers = [await statusOf(overTrpc)];
  if (rule.rest) {
    const rows = await ids();
    const { method, path } = rule.rest;
    const overRest = await app.fetch(`/api${path(rows)}`, {
      method,
      headers,
      ...(method !== 'GET' && { body: JSON.stringify(rule.input?.(rows) ?? {}) }),
    });
    answers.push(await statusOf(overRest));
  }
  return answers;
}

it.each(names)('%s answers each role as listed', async (name) => {
  const rule = rules[name] as Rule;
  const expected = typeof rule.may === 'string' ? byName[rule.may] : rule.may;
  const isMutation = procedures[name]?._def.type === 'mutation';
  const changes = (role: Role) => isMutation && expected[role] === 'yes';

  // What is refused or only read leaves the rows as they are; what changes them gets rows of its own.
  const shared = await idsFor(rule);
  const answers: Partial<Record<Role, Answer[]>> = {};
  await Promise.all(
    roles
      .filter((role) => !changes(role))
      .map(async (role) => {
        answers[role] = await answersTo(name, role, async () => shared);
      }),
  );
  for (const role of roles.filter(changes)) {
    answers[role] = await answersTo(name, role, () => idsFor(rule));
  }
  if (name.startsWith('admin.') && changes('owner')) {
    const ids = await idsFor(rule);
    const before = await auditRows();
    await answersTo(name, 'owner', async () => ids);
    const isRecorded = (await auditRows()) > before;
    expect(isRecorded ? 'recorded' : rule.unrecorded).toBe(rule.unrecorded ?? 'recorded');
  }

  const calls = rule.rest ? 2 : 1;
  expect(answers).toEqual(
    Object.fromEntries(roles.map((role) => [role, Array(calls).fill(expected[role])])),
  );
});
