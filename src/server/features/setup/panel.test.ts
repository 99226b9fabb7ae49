import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { networkLineIds, type SetupLineId, setupLineIds } from '~/contract/setup/setup';
import type { NetworkLine, SetupLines, TestMail } from '~/contract/setup/setup-schema';
import { createDatabase } from '~/server/platform/db/client';
import { addAdmin, signedInAs } from '~/testing/admins';
import { startTestApp, type TestApp } from '~/testing/app';
import { startDns } from '~/testing/dns';
import { askerOf } from '~/testing/sign-in';
import { startSmtp } from '~/testing/smtp';
import { recordBackup } from './backups';
import { createSetupPanel } from './panel';

let app: TestApp;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let owner: Awaited<ReturnType<typeof signedInAs>>;

async function call<T>(path: string, input?: unknown, cookie = owner.cookie) {
  const isQuery = /\.(lines|network|mark)$/.test(path);
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const headers = { Cookie: cookie };
  const url = `/api/trpc/${path}`;
  if (isQuery) {
    const response = await app.fetch(url + query, { headers });
    const body = (await response.json()) as { result?: { data: T } };
    return { status: response.status, data: body.result?.data as T };
  }
  const response = await app.postJson(
    `${url}?batch=1`,
    input === undefined ? {} : { 0: input },
    headers,
  );
  const [body] = (await response.json()) as { result?: { data: T } }[];
  return { status: response.status, data: body?.result?.data as T };
}
const lines = async () => (await call<SetupLines>('admin.setup.lines')).data;
const line = async (id: SetupLineId) => (await lines()).lines.find((one) => one.id === id);
const change = (key: string, value: unknown) => call('admin.settings.update', { key, value });
const brand = { name: 'Lantern', tagline: '', description: '', legalName: '', foundedYear: 2020 };

type PanelOptions = Parameters<typeof createSetupPanel>[1];
const panelWith = (env: object, options: Pick<PanelOptions, 'sender'> & Partial<PanelOptions>) =>
  createSetupPanel(createDatabase(app.sql as never), {
    env: env as never,
    publicUrl: 'http://agency.test',
    secret: 'x',
    samples: {
      find: async () => ({ counts: [], serviceIds: [], settingKeys: [] }),
      remove: async () => [],
    },
    legal: app.services.legal,
    rateLimits: app.services.rateLimits,
    answers: { ...app.services.incomingMail, address: '', testIdOf: () => '' },
    ...options,
  });

beforeAll(async () => {
  smtp = await startSmtp();
  app = await startTestApp({
    env: { DEMO_MODE: 'off', SMTP_URL: smtp.url, MAIL_FROM: 'hello@agency.example' },
    rateLimits: { adminByNetwork: 1e6, testMails: 1e6 },
  });
  owner = await signedInAs(app, 'owner');
});
afterAll(async () => {
  await app.close();
  await smtp.stop();
});

describe('the tasks that only need the database', () => {
  it('are all open on a new site, except samples and missed invoices', async () => {
    const { isDemo, lines: all } = await lines();
    expect(isDemo).toBe(false);
    expect(Object.fromEntries(all.map(({ id, state }) => [id, state]))).toEqual({
      samples: 'done',
      name: 'todo',
      contact: 'todo',
      invoices: 'todo',
      service: 'todo',
      legal: 'todo',
      secondFactor: 'todo',
      backup: 'todo',
      recurring: 'done',
    });
    expect([...all.map(({ id }) => id), ...networkLineIds].sort()).toEqual(
      [...setupLineIds].sort(),
    );
  });

  it('show name and contact as done once they are saved', async () => {
    await change('brand', brand);
    await change('contact', { email: 'hi@agency.example', phone: '', address: [], hours: '' });
    expect(await line('name')).toMatchObject({
      state: 'todo',
      found: 'The agency has not been given a logo.',
    });
    const data =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
    await change('logo', { light: { type: 'svg', data }, dark: null, hasName: false, icon: null });
    expect(await line('name')).toMatchObject({
      state: 'done',
      found: 'The site is named Lantern, and has its logo.',
    });
    expect(await line('contact')).toMatchObject({ state: 'done' });
  });

  it('show the service as done once one is published', async () => {
    const { services } = app.services.admin;
    const fields = { name: 'Our own', description: 'x', category: 'website', price: 0 } as const;
    const { id } = await services.create('system', { ...fields, isActive: false });
    expect(await line('service')).toMatchObject({ state: 'todo' });
    await services.update('system', { id, isActive: true });
    expect(await line('service')).toMatchObject({ state: 'done' });
    await services.remove('system', id);
    expect(await line('service')).toMatchObject({ state: 'todo' });
  });

  it('show the legal texts as confirmed by an owner, and need attention once they change', async () => {
    const { legalDigest: digest } = await lines();
    expect((await call('admin.setup.confirmLegal', { digest: 'of others' })).status).toBe(409);
    expect((await call('admin.setup.confirmLegal', { digest })).status).toBe(200);
    expect(await line('legal')).toMatchObject({
      state: 'done',
      found: expect.stringMatching(/Olive Tester confirmed them on \d+ \w+ \d{4}\.$/),
    });
    await change('retention', { usageDataMonths: 5, supportMonths: 36, privacyReplyDays: 30 });
    expect(await line('legal')).toMatchObject({
      state: 'attention',
      found: expect.stringMatching(/have changed since Olive Tester confirmed them/),
    });
    const [row] = await app.sql`select description from audit_log where action = 'legal.confirmed'`;
    expect(row?.description).toBe('Olive Tester confirmed the legal texts');
  });

  it('show the second factor as done once every owner who can sign in has one', async () => {
    const second = await addAdmin(app, 'owner');
    await addAdmin(app, 'editor');
    const protect = (id: string) => app.sql`
      insert into totp_secrets (user_id, sealed_secret, confirmed_at) values (${id}, 'x', now())`;
    await protect(owner.id);
    expect(await line('secondFactor')).toMatchObject({
      state: 'todo',
      found: expect.stringMatching(/^Olive Tester has no second factor/),
    });
    await app.sql`update users set disabled_at = now() where id = ${second.id}`;
    expect(await line('secondFactor')).toMatchObject({ state: 'done' });
    await app.sql`delete from totp_secrets`;
  });

  it('show a backup as done for seven days, by the command and by the script', async () => {
    const db = createDatabase(app.sql as never);
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000 + 60_000);
    await recordBackup(db, { finishedAt: ago(7), bytes: 3_500_000 });
    expect(await line('backup')).toMatchObject({
      state: 'done',
      found: expect.stringMatching(/^The last known backup ended on .* and has 3\.3 MB\.$/),
    });
    await recordBackup(db, { finishedAt: ago(8), bytes: 3_500_000 });
    expect(await line('backup')).toMatchObject({
      state: 'attention',
      found: expect.stringMatching(/That is 7 days ago\.$/),
      notes: expect.arrayContaining([expect.stringMatching(/cannot be seen from here/)]),
    });
    const script = await readFile('deploy/backup.sh', 'utf8');
    const statement = /<<'SQL' \|\|\n([\s\S]*?)\nSQL\n/.exec(script)?.[1] ?? '';
    await app.sql.unsafe(statement.replace(':bytes', '2048'));
    expect(await line('backup')).toMatchObject({
      state: 'done',
      found: expect.stringMatching(/has 2 KB\.$/),
    });
  });
});

describe('a test email', () => {
  it('goes to the owner’s own email, and shows the reply of the server', async () => {
    const { data } = await call<TestMail>('admin.setup.sendTest');
    expect(data).toMatchObject({
      isTaken: true,
      to: owner.email,
      from: '"Lantern" <hello@agency.example>',
      reply: expect.stringMatching(/took a message to .* and replied “250 /),
    });
    expect(smtp.received).toMatchObject([{ from: 'hello@agency.example', to: [owner.email] }]);
    smtp.state.refuse = 550;
    const refused = await call<TestMail>('admin.setup.sendTest');
    expect(refused.data).toMatchObject({
      isTaken: false,
      reply: expect.stringMatching(/refused this mail \(550\)\. It replied “550 not now”/),
      action: expect.stringMatching(/SMTP_URL/),
    });
    smtp.state.refuse = undefined;
  });
});

describe('the badge in the sidebar', () => {
  const mark = async (cookie = owner.cookie) =>
    (await call<{ open: number; isHidden: boolean }>('admin.setup.mark', undefined, cookie)).data;

  it('counts open tasks, and those that need the network by their last result', async () => {
    const { lines: all } = await lines();
    const open = all.filter(({ state }) => state !== 'done').length;
    expect(await mark()).toEqual({ open: open + networkLineIds.length, isHidden: false });
    const dns = await startDns({
      'agency.example': ['v=spf1 -all'],
      '_dmarc.agency.example': ['v=DMARC1; p=none'],
    });
    const panel = panelWith(
      { SMTP_URL: smtp.url, MAIL_FROM: 'hello@agency.example', DEMO_MODE: false },
      { sender: async () => 'hello@agency.example', dns: dns.reader },
    );
    expect(await panel.networkLine('mail')).toMatchObject({ state: 'done' });
    expect(await mark()).toEqual({ open: open + networkLineIds.length - 1, isHidden: false });
    // A second request shortly afterwards, such as after an event in the panel, sends no DNS query.
    const before = dns.asked.length;
    await panel.networkLine('mail');
    expect(dns.asked).toHaveLength(before);
    await dns.stop();
  });

  it('is hidden only for the owner who hides it', async () => {
    const other = await signedInAs(app, 'owner');
    await call('admin.setup.hideMark', { isHidden: true });
    await call('admin.setup.hideMark', { isHidden: true });
    expect(await mark()).toEqual({ open: 0, isHidden: true });
    expect((await mark(other.cookie)).isHidden).toBe(false);
    await call('admin.setup.hideMark', { isHidden: false });
    expect((await mark()).isHidden).toBe(false);
  });

  it('a hanging check times out as not checked', async () => {
    const panel = panelWith(
      { DEMO_MODE: false, SMTP_URL: smtp.url },
      { sender: () => new Promise(() => {}), patienceMs: 50 },
    );
    const found: NetworkLine = await panel.networkLine('mail');
    expect(found).toMatchObject({
      state: 'unchecked',
      found: 'The mail server did not answer in time.',
    });
  });
});

describe('samples', () => {
  it('of a demo are counted, and removed on request', async () => {
    const demo = await startTestApp();
    const admin = await signedInAs(demo, 'owner');
    const ask = askerOf(demo, admin.cookie);
    const { body } = await ask<{ result: { data: SetupLines } }>(
      'GET',
      '/api/trpc/admin.setup.lines',
    );
    const { isDemo, lines: all } = body.result.data;
    const of = (id: string) => all.find((one) => one.id === id);
    expect(isDemo).toBe(true);
    expect(of('samples')).toMatchObject({
      state: 'todo',
      found: expect.stringMatching(/samples are left/),
    });
    expect(of('name')?.found).toMatch(/is the name of the sample/);
    expect(of('contact')?.state).toBe('todo');
    expect(of('service')?.state).toBe('todo');
    const mark = await ask<{ result: { data: object } }>('GET', '/api/trpc/admin.setup.mark');
    expect(mark.body.result.data).toEqual({ open: 0, isHidden: false });
    await demo.postJson(
      '/api/trpc/admin.setup.removeSamples?batch=1',
      {},
      { Cookie: admin.cookie },
    );
    expect(await demo.services.admin.setup.lines()).toMatchObject({
      lines: expect.arrayContaining([expect.objectContaining({ id: 'samples', state: 'done' })]),
    });
    await demo.close();
  });
});
