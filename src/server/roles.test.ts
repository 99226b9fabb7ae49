import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { contactMessage, quoteRequest, startTestApp, type TestApp } from '~/testing/app';
import { appRouter } from './router';

type Role = 'anonymous' | 'client' | 'other' | 'admin';
const roles: Role[] = ['anonymous', 'client', 'other', 'admin'];

/** 'yes', or the status of the refusal. */
type Answer = 'yes' | 400 | 401 | 403 | 404;

interface Rule {
  input?: (ids: Ids) => unknown;
  /** Who may: everybody, whoever is signed in, admins alone; or each by name. */
  may: 'everybody' | 'signed-in' | 'admins' | Record<Role, Answer>;
  /** How a REST caller asks the same. */
  rest?: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: (ids: Ids) => string };
}

/** What belongs to the client, and to nobody else. */
interface Ids {
  clientSession: number;
}

const everyone = (answer: Answer): Record<Role, Answer> => ({
  anonymous: answer,
  client: answer,
  other: answer,
  admin: answer,
});

const byName = {
  everybody: everyone('yes'),
  'signed-in': { ...everyone('yes'), anonymous: 401 },
  admins: { ...everyone(403), anonymous: 401, admin: 'yes' },
} satisfies Record<string, Record<Role, Answer>>;

const get = (path: string): Rule['rest'] => ({ method: 'GET', path: () => path });
const post = (path: string): Rule['rest'] => ({ method: 'POST', path: () => path });
const uniqueEmail = () => `${crypto.randomUUID()}@example.com`;
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Every procedure, and who may ask for it. What is not here is nobody's. */
const rules: Record<string, Rule> = {
  'blog.featured': { may: 'everybody', rest: get('/blog/featured') },
  'blog.get': {
    may: 'everybody',
    input: () => ({ slug: 'what-a-website-costs' }),
    rest: get('/blog/what-a-website-costs'),
  },
  'blog.list': { may: 'everybody', rest: get('/blog') },
  'blog.page': { may: 'everybody', input: () => ({ slug: 'what-a-website-costs' }) },
  'contact.send': { may: 'everybody', input: () => contactMessage(), rest: post('/contact') },
  'dashboard.welcome': { may: 'signed-in' },
  'identity.changePicture': { may: 'signed-in', input: () => ({ dataUrl: picture }) },
  'identity.changeProfile': {
    may: 'signed-in',
    input: () => ({ firstName: 'Ada', lastName: 'Byron' }),
  },
  // Another's session is not there for anybody but its owner, admins included.
  'identity.endSession': {
    may: { anonymous: 401, client: 'yes', other: 404, admin: 404 },
    input: ({ clientSession }) => ({ id: clientSession }),
  },
  'identity.endOtherSessions': { may: 'signed-in' },
  'identity.providers': { may: 'everybody' },
  'identity.sendCode': {
    may: 'everybody',
    input: () => ({ email: uniqueEmail() }),
    rest: post('/auth/send-otp'),
  },
  'identity.sessions': { may: 'signed-in' },
  // Whoever may try; nobody gets in with what is wrong.
  'identity.signInAdmin': {
    may: everyone(401),
    input: () => ({ username: 'nobody', password: 'wrong' }),
    rest: post('/admin/login'),
  },
  'identity.signUp': {
    may: everyone(401),
    input: () => ({ email: uniqueEmail(), firstName: 'Ada', lastName: 'Byron', otp: '000000' }),
    rest: post('/auth/signup'),
  },
  'identity.user': { may: 'signed-in', rest: get('/auth/user') },
  'identity.verifyCode': {
    may: everyone(401),
    input: () => ({ email: uniqueEmail(), otp: '000000' }),
    rest: post('/auth/verify-otp'),
  },
  'identity.viewer': { may: 'everybody' },
  'legal.cookies': { may: 'everybody' },
  'legal.text': { may: 'everybody', input: () => ({ page: 'terms' }) },
  'plans.list': { may: 'everybody', rest: get('/subscription-plans') },
  'portfolio.cards': { may: 'everybody' },
  'portfolio.featured': { may: 'everybody', rest: get('/portfolio/featured') },
  'portfolio.featuredCards': { may: 'everybody' },
  'portfolio.get': {
    may: 'everybody',
    input: () => ({ slug: 'skerrow-ferries' }),
    rest: get('/portfolio/skerrow-ferries'),
  },
  'portfolio.list': { may: 'everybody', rest: get('/portfolio') },
  'portfolio.neighbours': { may: 'everybody', input: () => ({ slug: 'skerrow-ferries' }) },
  'quotes.submit': { may: 'everybody', input: () => quoteRequest(), rest: post('/quotes') },
  'services.byCategory': {
    may: 'everybody',
    input: () => ({ category: 'website' }),
    rest: get('/services/category/website'),
  },
  'services.cards': { may: 'everybody' },
  'services.get': {
    may: 'everybody',
    input: () => ({ slug: 'marketing-website' }),
    rest: get('/services/marketing-website'),
  },
  'services.list': { may: 'everybody', rest: get('/services') },
  'services.related': {
    may: 'everybody',
    input: () => ({ category: 'website', slug: 'marketing-website' }),
  },
  'settings.about': { may: 'everybody' },
  'settings.careers': { may: 'everybody' },
  'settings.public': { may: 'everybody' },
  'settings.questions': { may: 'everybody' },
};

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
    budgets: {
      quoteForm: 1e6,
      contactForm: 1e6,
      codesFromAddress: 1e6,
      adminByAddress: 1e6,
      adminByUsername: 1e6,
    },
  });
  cookies.set('client', await signUp(uniqueEmail()));
  cookies.set('other', await signUp(uniqueEmail()));
  const admin = { username: 'admin', password: 'admin-demo' };
  cookies.set('admin', cookieOf(await app.postJson('/api/admin/login', admin)));
});
afterAll(() => app.close());

/** A session of the client's beside the one that is asked with. */
async function clientIds(): Promise<Ids> {
  const [row] = await app.sql`
    insert into sessions (token_hash, user_id, kind, expires_at, absolute_expires_at)
    select ${crypto.randomUUID()}, id, 'client', now() + interval '1 day', now() + interval '1 day'
    from users where id = (select user_id from sessions where token_hash = ${await hashOf('client')})
    returning id`;
  return { clientSession: row?.id };
}

async function hashOf(role: Role): Promise<string> {
  const { createHash } = await import('node:crypto');
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

const names = Object.keys(procedures).sort();

it('every procedure is in the table, and nothing else', () => {
  expect(Object.keys(rules).sort()).toEqual(names);
});

it('every REST path is in the table', () => {
  const paths = names.filter((name) => procedures[name]?._def.meta?.openapi);
  expect(names.filter((name) => rules[name]?.rest)).toEqual(paths);
});

describe.each(names)('%s', (name) => {
  const rule = rules[name] as Rule;
  const expected = typeof rule.may === 'string' ? byName[rule.may] : rule.may;

  it.each(roles)('for %s', async (role) => {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' };
    const cookie = cookies.get(role);
    if (cookie) headers.Cookie = cookie;
    const isQuery = procedures[name]?._def.type === 'query';

    const input = rule.input?.(await clientIds());
    const query =
      isQuery && input ? `&input=${encodeURIComponent(JSON.stringify({ 0: input }))}` : '';
    // As the screens ask: in a batch, even of one.
    const overTrpc = await app.fetch(`/api/trpc/${name}?batch=1${query}`, {
      headers,
      ...(!isQuery && { method: 'POST', body: JSON.stringify({ 0: input }) }),
    });
    expect(await statusOf(overTrpc)).toBe(expected[role]);

    if (!rule.rest) return;
    const ids = await clientIds();
    const { method, path } = rule.rest;
    const overRest = await app.fetch(`/api${path(ids)}`, {
      method,
      headers,
      ...(method !== 'GET' && { body: JSON.stringify(rule.input?.(ids) ?? {}) }),
    });
    expect(await statusOf(overRest)).toBe(expected[role]);
  });
});
