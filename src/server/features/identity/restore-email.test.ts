import { describe, expect, it } from 'vitest';

import type { CompanyRight } from '~/contract/companies/companies';
import type { OwnCompany } from '~/contract/companies/companies-schema';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { signInClient, signUpClient, type TestClient } from '~/testing/client-requests';
import { acceptInvitation, companiesOf } from '~/testing/companies';
import { waitForLock } from '~/testing/locks';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { askerOf } from '~/testing/sign-in';

const app = testApp({
  env: { TRUST_PROXY: '1' },
  rateLimits: {
    ...{ codesFromNetwork: 1e6, codeGap: 1e6, companyInvitations: 1e6, quoteForm: 1e6 },
    linkWrites: 1e6,
  },
});
const ask = askerOf(app, async () => (await signedInAs(app, 'owner')).cookie);

const { openInvoice, newInvoice, sentProposal } = salesOf(() => app);
const { newCompany, staffed, add } = companiesOf(
  () => app,
  () => ask,
);
const newEmail = () => `${crypto.randomUUID()}@example.com`;

const billing = {
  ...{ name: 'Ada', company: '', vatNumber: '', address: '', postcode: '', city: '' },
  ...{ country: '', email: '', buyerReference: '' },
};

/** Changes the email in an open session, as a thief would. @returns the new email */
async function takeOver(client: TestClient): Promise<string> {
  const email = newEmail();
  await client.mutate('identity.sendEmailCode', { email });
  await client.mutate('identity.changeEmail', { email, otp: '123456' });
  return email;
}

async function linkIn(email: string): Promise<string | undefined> {
  const [mail] = await app.sql`
    select text from mails where kind = 'email_changed' and "to" = ${email}
      and text like '%/restore-email#%' order by id desc`;
  return /\/restore-email#([\w-]+)/.exec(mail?.text)?.[1];
}

async function restore(email: string): Promise<number> {
  const token = await linkIn(email);
  return (await app.postJson('/api/trpc/identity.restoreEmail', { token })).status;
}

const mailTo = async (email: string, kind: string) => {
  const [mail] = await app.sql`
    select text from mails where "to" = ${email} and kind = ${kind} order by id desc limit 1`;
  return String(mail?.text);
};

it('a restore moves back the records that the change moved, whatever the account’s current name is', async () => {
  const client = await signUpClient(app);
  const { email } = client;
  await app.postJson('/api/quotes', quoteRequest({ email }));
  await app.postJson('/api/contact', contactMessage({ email }));
  const invoice = await openInvoice(email);
  await openInvoice(email);
  const draft = await newInvoice({ clientId: client.id }, email);
  await takeOver(client);
  // Lists with `updatedSince` contain the records that have moved.
  const [moved] = await app.sql`select updated_at from invoices where id = ${draft.id}`;
  expect(moved?.updated_at.toISOString()).not.toBe(draft.updatedAt);
  await client.mutate('identity.changeProfile', { firstName: 'Xx', lastName: 'Yy' });
  // Invoices that were paid in the meantime move back as well.
  await app.sql`update invoices set status = 'paid' where id = ${invoice.id}`;
  expect(await restore(email)).toBe(200);
  for (const table of ['quotes', 'contact_messages']) {
    expect(await app.sql`select from ${app.sql(table)} where email = ${email}`).toHaveLength(1);
  }
  const rows = await app.sql`
    select client_email from invoices where id in (${invoice.id}, ${draft.id})`;
  expect(rows.map(({ client_email }) => client_email)).toEqual([email, email]);
  const headers = await signInClient(app, email);
  const answer = await app.fetch('/api/trpc/requests.inquiries', { headers });
  expect(((await answer.json()) as { result: { data: unknown[] } }).result.data).toHaveLength(2);
  expect(await mailTo(email, 'link_renewed')).toContain('/invoices/');
});

it('a restore withdraws invitations sent in the meantime, and removes members who accepted one', async () => {
  const { id, client } = await staffed();
  const [guest, friend] = await Promise.all([signUpClient(app), signUpClient(app)]);
  const invite = (email: string) =>
    client.mutate('companies.invite', { email, rights: ['requests', 'invoices'], isManager: true });
  await takeOver(client);
  await invite(guest.email);
  await invite(friend.email);
  const { invitations } = await friend.query<OwnCompany>('companies.mine');
  await acceptInvitation(friend, invitations[0]?.id ?? 0);
  expect(await restore(client.email)).toBe(200);
  expect(await guest.query('companies.mine')).toMatchObject({ invitations: [] });
  expect(await friend.query('companies.mine')).toMatchObject({ company: null });
  const [row] = await app.sql`select company_id from users where id = ${client.id}`;
  expect(row?.company_id).toBe(id);
  for (const text of [
    await mailTo(client.email, 'email_changed'),
    (await app.sql`select text from mails where kind = 'email_notice' order by id desc`)[0]?.text,
  ]) {
    const [done, undone] = String(text).split('The restore also undid:');
    expect(done).toContain(`invited ${guest.email}`);
    expect(done).toContain('added Ada Byron to Engines Ltd');
    expect(undone).toContain(`withdrew the invitation of ${guest.email}`);
    expect(undone).toContain('took Ada Byron out of Engines Ltd');
  }
});

it.each([
  ['a restore', (client: TestClient) => restore(client.email)],
  [
    'another email by the agency',
    (client: TestClient) => ask('PUT', `/api/admin/clients/${client.id}`, { email: newEmail() }),
  ],
])('a restore revokes and renews links that the account could read: %s', async (_, end) => {
  const { id, client } = await staffed();
  const colleague = await signUpClient(app);
  await add(id, colleague, ['requests', 'invoices']);
  const [own, other] = [await sentProposal(client.email), await sentProposal(colleague.email)];
  await takeOver(client);
  await end(client);
  for (const { token } of [own, other]) {
    expect((await app.fetch(`/api/proposals/by-link/${token}`)).status).toBe(404);
  }
  expect(await mailTo(colleague.email, 'link_renewed')).toContain('/proposals/');
});

it('a restore revokes links of the account’s own documents that are sent elsewhere', async () => {
  const client = await signUpClient(app);
  const { id, token } = await sentProposal(client.email);
  await app.sql`update proposals set client_email = 'books@engines.example' where id = ${id}`;
  await takeOver(client);
  await restore(client.email);
  expect((await app.fetch(`/api/proposals/by-link/${token}`)).status).toBe(404);
});

it('a restore removes sender emails that were accepted after the change', async () => {
  const client = await signUpClient(app);
  const accept = (email: string, sender: string) =>
    app.sql`insert into accepted_senders (client, sender) values (${email}, ${sender})`;
  await accept(client.email, 'ada@home.example');
  await accept(await takeOver(client), 'evil@example.com');
  await restore(client.email);
  const senders = await app.sql`select sender from accepted_senders where client = ${client.email}`;
  expect([...senders]).toEqual([{ sender: 'ada@home.example' }]);
});

/** Accepts the only open invitation. */
async function join(client: TestClient): Promise<OwnCompany> {
  const { invitations } = await client.query<OwnCompany>('companies.mine');
  return acceptInvitation(client, invitations[0]?.id ?? 0);
}

/** Company of a scenario, with its people by name. */
interface World {
  id: number;
  people: Map<string, TestClient>;
}

const all = { rights: ['requests', 'invoices'] as CompanyRight[], isManager: true };
const none = { rights: [] as CompanyRight[], isManager: false };

async function personOf({ people }: World, name: string): Promise<TestClient> {
  const known = people.get(name);
  if (known) return known;
  const client = await signUpClient(app);
  people.set(name, client);
  return client;
}

const members = '/api/admin/companies';

/** Actions of a scenario, by verb. "agency" acts over REST, everybody else as in the client area. */
const verbs: Record<string, (world: World, who: string, whom: string) => Promise<unknown>> = {
  changes: async (world, who) => takeOver(await personOf(world, who)),
  restores: async (world, who) => restore((await personOf(world, who)).email),
  invites: async (world, who, whom) => {
    const [client, guest] = [await personOf(world, who), await personOf(world, whom)];
    await client.mutate('companies.invite', { ...all, email: guest.email });
    return join(guest);
  },
  sends: async (world, who, whom) => {
    const [client, guest] = [await personOf(world, who), await personOf(world, whom)];
    return client.mutate('companies.invite', { ...all, email: guest.email });
  },
  accepts: async (world, who) => join(await personOf(world, who)),
  removes: async (world, who, whom) => {
    const clientId = (await personOf(world, whom)).id;
    if (who === 'agency') return ask('DELETE', `${members}/${world.id}/members/${clientId}`);
    return (await personOf(world, who)).mutate('companies.removeMember', { clientId });
  },
  promotes: (world, who, whom) => setRole(world, who, whom, all),
  demotes: (world, who, whom) => setRole(world, who, whom, none),
  limits: (world, who, whom) => setRole(world, who, whom, { ...all, rights: ['requests'] }),
  adds: async (world, _, whom) => add(world.id, await personOf(world, whom), all.rights, true),
  readds: async (world, _, whom) => add(world.id, await personOf(world, whom), []),
  mails: async (world, who, mailbox) => {
    const email =
      mailbox === '' || mailbox.includes('@') ? mailbox : (await personOf(world, mailbox)).email;
    if (who === 'agency') return ask('PUT', `${members}/${world.id}`, { email });
    return (await personOf(world, who)).mutate('companies.changeProfile', { ...billing, email });
  },
  bills: async (world, _, whom) => {
    const { id: clientId } = await personOf(world, whom);
    return openInvoice(undefined, { clientId, client: undefined });
  },
  proposes: async (world, _, whom) => sentProposal((await personOf(world, whom)).email),
  types: async (world, _, whom) => {
    const { id: clientId } = await personOf(world, whom);
    return openInvoice('typed@example.com', { clientId });
  },
  merges: async (world) => {
    const into = await newCompany({ email: 'into@example.com' });
    await ask('POST', `${members}/${world.id}/merge`, { into });
    world.id = into;
  },
};

async function setRole(world: World, who: string, whom: string, role: typeof all) {
  const { id: clientId } = await personOf(world, whom);
  if (who === 'agency') return ask('PUT', `${members}/${world.id}/members/${clientId}`, role);
  return (await personOf(world, who)).mutate('companies.setRights', { ...role, clientId });
}

/** Returns members with * for managers and the initials of their rights, and the email for invoices or its account. */
async function shown({ id, people }: World): Promise<string> {
  const names = new Map([...people].map(([name, client]) => [client.id, name]));
  const rows = await app.sql`
    select id, company_rights as rights, is_company_manager as manager from users where company_id = ${id}`;
  const roles = rows.map(({ id: clientId, rights, manager }) => {
    const initials = ['requests', 'invoices'].filter((right) => rights.includes(right));
    const shownRights = initials.map((right) => right[0]).join('');
    return `${names.get(clientId)}${manager ? '*' : ''}${shownRights && `:${shownRights}`}`;
  });
  const [company] = await app.sql`
    select coalesce(u.id, c.email) as email from companies c left join users u on u.email = c.email
    where c.id = ${id}`;
  return [...roles.sort(), names.get(company?.email) ?? company?.email].join(' ').trim();
}

/** Plays a scenario in a company with the manager V, and the members K and X. */
async function play(steps: string): Promise<World> {
  const id = await newCompany({ email: 'real@example.com' });
  const world: World = { id, people: new Map() };
  const [v, k, x] = await Promise.all([
    personOf(world, 'V'),
    personOf(world, 'K'),
    personOf(world, 'X'),
  ]);
  await add(id, v, all.rights, true);
  await add(id, k, ['requests']);
  await add(id, x, []);
  await proceed(world, steps);
  return world;
}

/** Plays more steps of a scenario. */
async function proceed(world: World, steps: string): Promise<void> {
  for (const step of steps.split(', ')) {
    const [who = '', verb = '', whom = ''] = step.split(' ');
    const answer = await verbs[verb]?.(world, who, whom);
    const status =
      typeof answer === 'object' && answer && 'status' in answer ? answer.status : answer;
    if (typeof status === 'number' && status >= 400) throw new Error(`${step}: ${status}`);
  }
}

const real = 'K:r V*:ri X real@example.com';
const guests = 'V changes, V invites s, V invites t';

/**
 * Scenarios of stolen accounts, with the expected result. V is the stolen account; s, t and g are people whom the thief
 * invites. `replay-companies.test.ts` has the rules.
 */
const stories: [title: string, steps: string, result: string][] = [
  [
    'undoes what guests did',
    `${guests}, s demotes K, t mails evil@example.com, s removes X, t removes V, s removes t, s invites g, V restores`,
    real,
  ],
  [
    'keeps decisions of other managers, and the billing email that follows an account',
    `agency adds M, agency mails K, ${guests}, t mails evil@example.com, K changes, M demotes X, M invites N, N removes s, V restores`,
    'K:r M*:ri N*:ri V*:ri X K',
  ],
  [
    'keeps the guest of an earlier invitation that was sent again',
    `V sends N, V changes, V sends N, N accepts, V invites s, V restores`,
    'K:r N*:ri V*:ri X real@example.com',
  ],
  [
    'takes guests out of the company of a merge, and returns members to it',
    `${guests}, s changes, s removes K, agency merges, s removes t, s restores, V restores`,
    'K:r V*:ri X into@example.com',
  ],
  [
    'undoes actions in a company that the agency added the account to',
    'V removes V, V changes, agency adds V, V invites s, s mails evil@example.com, s removes K, V restores',
    real,
  ],
];

it.each(stories)('%s', async (_, steps, result) => {
  expect(await shown(await play(steps))).toBe(result);
});

it.each([
  [
    'V changes, V invites s, s mails e1@example.com, agency bills V, s mails e2@example.com, V restores',
  ],
  [
    'agency adds M, agency bills V, M changes, M mails e1@example.com, V changes, V mails e2@example.com, M restores, V restores',
  ],
])('invoices are sent to the restored email: %s', async (steps) => {
  const { id } = await play(steps);
  const rows = await app.sql`select client_email from invoices where company_id = ${id}`;
  expect(rows).toEqual([{ client_email: 'real@example.com' }]);
});

describe('an admin who changes the email of an account', () => {
  const setEmail = (id: string | undefined, email: string | undefined, confirmsUndo?: boolean) =>
    ask<{ message: string; issues: { path: string }[] }>('PUT', `/api/admin/clients/${id}`, {
      ...{ email, confirmsUndo },
    });

  it('ends the links of the mailboxes, and can restore an earlier email after confirming what this undoes', async () => {
    const world = await play(`${guests}, s removes K, t mails evil@example.com`);
    const { id, email } = await personOf(world, 'V');
    expect((await setEmail(id, newEmail())).status).toBe(200);
    expect(await restore(email)).toBe(404);
    const [{ email: stolen } = {}] = await app.sql`select email from users where id = ${id}`;
    const refused = await setEmail(id, email);
    expect(refused).toMatchObject({ status: 409, body: { issues: [{ path: 'confirmsUndo' }] } });
    expect(refused.body.message).toContain('put Ada Byron back into Engines Ltd (requests)');
    expect(await shown(world)).toContain('s*');
    expect((await setEmail(id, email, true)).status).toBe(200);
    expect(await shown(world)).toBe(real);
    const authors = await app.sql`
      select distinct action, is_admin from audit_log join users on users.id = actor_id
      where (about = ${`user:${id}`} and description like '%restored%') or after ->> 'restoredFor' = ${id}
      order by action`;
    expect(authors.map(({ action, is_admin }) => [action, is_admin])).toEqual([
      ...[
        ['company.joined', true],
        ['company.left', true],
      ],
      ...[
        ['company.updated', true],
        ['user.email_changed', true],
      ],
    ]);
    expect(await mailTo(stolen, 'email_changed')).toContain('we restored it');
    expect(await mailTo(email, 'email_changed')).toContain('The restore also undid');
    expect(await restore(email)).toBe(404);
  });

  it('restores an earlier email without a confirmation if the restore undoes nothing else', async () => {
    const client = await signUpClient(app);
    await takeOver(client);
    expect((await setEmail(client.id, client.email)).status).toBe(200);
    expect(await mailTo(client.email, 'email_changed')).toContain('Nothing else was undone.');
  });
});

it('both emails about a restore list what it did not undo, such as the removal of an invited manager', async () => {
  const invited = 'agency adds M, agency removes V, M invites V, V changes';
  const { people } = await play(`${invited}, V invites s, V removes K, M removes V, V restores`);
  for (const [name, kind] of [
    ['V', 'email_changed'],
    ['M', 'email_notice'],
  ] as const) {
    const text = await mailTo(people.get(name)?.email ?? '', kind);
    const [undone, left] = text.split('This was not undone');
    expect(undone).toContain('The restore also undid');
    expect(left).toContain('took Ada Byron out of Engines Ltd');
  }
});

describe('documents have their owners and recipients after a restore as before the change', () => {
  const documentsOf = ({ id }: World) => app.sql`
    select 'proposal' as kind, id, user_id, client_email from proposals where company_id = ${id}
    union all select 'invoice', id, user_id, client_email from invoices where company_id = ${id}
    order by kind, id`;
  const brief =
    'agency adds M, agency bills M, agency proposes M, agency bills V, agency proposes V';
  const own = `agency mails , ${brief}`;

  it.each<[title: string, before: string, since: string]>([
    ['that email was replaced', brief, 'V mails M, V mails evil@example.com'],
    ['the company’s email was removed', brief, 'V mails '],
    ['an entered email was the company’s', `${brief}, agency types V`, 'V mails typed@example.com'],
    ['a colleague lost a right', own, 'V limits M'],
    ['a guest removed a colleague', own, 'V invites s, s removes M'],
  ])('%s', async (_, before, since) => {
    const world = await play(before);
    const documents = await documentsOf(world);
    await proceed(world, `V changes, ${since}, V restores`);
    expect([...(await documentsOf(world))]).toEqual([...documents]);
    const links = await app.sql`
      select about from document_links where about = any(${documents.map(({ kind, id }) => `${kind}:${id}`)})`;
    expect(links).toHaveLength(documents.length);
  });

  it('except documents for which the agency has entered an undone email: these follow the company', async () => {
    const world = await play('V changes, V mails typed@example.com, V mails evil@example.com');
    await proceed(world, 'agency types V, V restores');
    const rows = await documentsOf(world);
    expect(rows.map(({ client_email }) => client_email)).toEqual(['real@example.com']);
  });
});

it('several accounts are restored at the same time, each once', async () => {
  const { id, client } = await staffed();
  const world: World = { id, people: new Map([['V', client]]) };
  for (const step of ['V changes', 'V invites s', 'V invites t', 's changes', 's removes t']) {
    const [who = '', verb = '', whom = ''] = step.split(' ');
    await verbs[verb]?.(world, who, whom);
  }
  const guest = await personOf(world, 's');
  const emails = [client.email, guest.email, client.email];
  const statuses = await Promise.all(emails.map(restore));
  expect(statuses.sort()).toEqual([200, 200, 404]);
  expect(await shown(world)).not.toMatch(/[st]\*/);
});

it('the email about a restore states that nothing was undone', async () => {
  const { id, client, colleague } = await staffed();
  await takeOver(client);
  await client.mutate('companies.setRights', { ...none, clientId: colleague.id });
  await ask('PUT', `${members}/${id}/members/${colleague.id}`, { rights: ['requests'] });
  expect(await restore(client.email)).toBe(200);
  expect(await mailTo(client.email, 'email_changed')).toContain('Nothing else was undone.');
});

it('a restore undoes billing emails of a thief with their invoices, but none that the agency has set', async () => {
  const client = await signUpClient(app);
  await client.mutate('companies.changeProfile', { ...billing, email: 'books@engines.example' });
  await takeOver(client);
  await client.mutate('companies.changeProfile', { ...billing, email: 'thief@example.com' });
  const draft = await newInvoice({ clientId: client.id, client: undefined });
  const paid = await openInvoice(undefined, { clientId: client.id, client: undefined });
  await app.sql`update invoices set status = 'paid' where id = ${paid.id}`;
  expect(await restore(client.email)).toBe(200);
  const [profile] = await app.sql`select email from billing_profiles where user_id = ${client.id}`;
  expect(profile).toEqual({ email: 'books@engines.example' });
  const rows = await app.sql`
    select distinct client_email from invoices where id in (${draft.id}, ${paid.id})`;
  expect(rows).toEqual([{ client_email: 'books@engines.example' }]);
  expect((await app.fetch(`/api/invoices/by-link/${paid.token}`)).status).toBe(404);

  const other = await signUpClient(app);
  await other.mutate('companies.changeProfile', { ...billing, email: 'books@engines.example' });
  await takeOver(other);
  await ask('PUT', `/api/admin/clients/${other.id}`, { billing: { email: 'new@engines.example' } });
  await other.mutate('companies.changeProfile', { ...billing, email: 'thief@example.com' });
  expect(await restore(other.email)).toBe(200);
  const [kept] = await app.sql`select email from billing_profiles where user_id = ${other.id}`;
  expect(kept).toEqual({ email: 'new@engines.example' });
});

it('a restore brings back the client’s own email for invoices that ended with the company’s', async () => {
  const client = await signUpClient(app);
  await client.mutate('companies.changeProfile', { ...billing, email: 'books@engines.example' });
  const invoice = await openInvoice(undefined, { clientId: client.id, client: undefined });
  await add(await newCompany(), client, ['invoices'], true);
  await takeOver(client);
  const recipient = async () => {
    const [row] = await app.sql`
      select client_email from invoices where id = ${invoice.id}`;
    return row?.client_email;
  };
  await client.mutate('companies.changeProfile', { ...billing, email: newEmail() });
  expect(await recipient()).not.toBe('books@engines.example');
  expect(await restore(client.email)).toBe(200);
  expect(await recipient()).toBe('books@engines.example');
});

it('a restore removes a thief’s billing email that the agency entered for an invoice, even if the client has joined a company since', async () => {
  const client = await signUpClient(app);
  await takeOver(client);
  const thiefs = newEmail();
  await client.mutate('companies.changeProfile', { ...billing, email: thiefs });
  await client.mutate('companies.changeProfile', billing);
  const invoice = await openInvoice(thiefs, { clientId: client.id });
  await add(await newCompany(), client, ['invoices']);
  expect(await restore(client.email)).toBe(200);
  const [row] = await app.sql`select client_email from invoices where id = ${invoice.id}`;
  expect(row).toEqual({ client_email: client.email });
  expect(await app.sql`select from mails where kind = 'link_renewed' and "to" = ${thiefs}`).toEqual(
    [],
  );
});

it('a company’s email for invoices that was the account’s email moves back with it', async () => {
  const client = await signUpClient(app);
  const id = await newCompany({ email: client.email });
  await add(id, client, ['invoices'], true);
  const email = await takeOver(client);
  const mailbox = async () =>
    (await app.sql`select email from companies where id = ${id}`)[0]?.email;
  expect(await mailbox()).toBe(email);
  expect(await restore(client.email)).toBe(200);
  expect(await mailbox()).toBe(client.email);
});

it('changes of an email and accepted invitations wait for a locked invoice before they lock the account', async () => {
  const client = await signUpClient(app);
  const invoice = await openInvoice(client.email);
  const { client: manager } = await staffed();
  await manager.mutate('companies.invite', { email: client.email, rights: [] });
  const { invitations } = await client.query<OwnCompany>('companies.mine');
  const id = invitations[0]?.id ?? 0;
  const [email, byAgency] = [newEmail(), newEmail()];
  await client.mutate('identity.sendEmailCode', { email });
  const calls: ((token: string | undefined) => Promise<unknown>)[] = [
    () => acceptInvitation(client, id),
    () => client.mutate('identity.changeEmail', { email, otp: '123456' }),
    (token) => app.postJson('/api/trpc/identity.restoreEmail', { token }),
    () => ask('PUT', `/api/admin/clients/${client.id}`, { email: byAgency }),
  ];
  for (const call of calls) {
    const token = await linkIn(client.email);
    let answer: Promise<unknown> = Promise.resolve();
    await app.sql.begin(async (other) => {
      await other`select from invoices where id = ${invoice.id} for update`;
      answer = call(token);
      await waitForLock(other);
      await other`select from users where id = ${client.id} for update nowait`;
      await other`select from companies for update nowait`;
      await other`select from company_invitations where id = ${id} for update nowait`;
    });
    await answer;
    await app.sql`update users set company_id = null, company_rights = '{}' where id = ${client.id}`;
    await app.sql`
      update invoices set company_id = null, user_id = ${client.id} where id = ${invoice.id}`;
  }
  const [row] = await app.sql`select email from users where id = ${client.id}`;
  expect(row).toEqual({ email: byAgency });
});

it('the old email is reserved for as long as it can be restored', async () => {
  const client = await signUpClient(app);
  await takeOver(client);
  const first = await linkIn(client.email);
  await app.sql`delete from mails where "to" = ${client.email}`;
  // Signing in or up with the old email sends the link instead of a code.
  for (const type of ['signin', 'signup']) {
    await app.postJson('/api/auth/send-otp', { email: client.email, type });
    expect(await linkIn(client.email)).toBe(first);
  }
  const fields = { email: client.email, firstName: 'Ada', lastName: 'Byron', otp: '123456' };
  expect((await app.postJson('/api/auth/signup', fields)).status).toBe(401);
  const created = await ask('POST', '/api/admin/clients', {
    ...{ email: client.email, firstName: 'Ada', lastName: 'Byron' },
  });
  expect(created.status).toBe(409);
  const invited = { email: client.email, name: 'Ada Byron', role: 'editor' };
  expect((await ask('POST', '/api/admin/admins', invited)).status).toBe(409);
  const invoice = await openInvoice(client.email);
  const [row] = await app.sql`select user_id from invoices where id = ${invoice.id}`;
  expect(row?.user_id).toBe(client.id);
  const other = await signUpClient(app);
  await other.mutate('identity.sendEmailCode', { email: client.email });
  const change = { email: client.email, otp: '123456' };
  expect(await other.mutate('identity.changeEmail', change)).toBe(401);
  expect(await app.sql`select from users where email = ${client.email}`).toHaveLength(0);
  expect(await restore(client.email)).toBe(200);
});

it('the client who restored the email can neither delete nor export the account for days', async () => {
  const client = await signUpClient(app);
  await takeOver(client);
  expect(await restore(client.email)).toBe(200);
  const headers = await signInClient(app, client.email);
  for (const path of ['/api/account/export', '/api/account/deletion-code']) {
    expect((await app.postJson(path, {}, headers)).status).toBe(409);
  }
});
