import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { signedInAs } from '~/testing/admins';
import { startTestApp, type TestApp } from '~/testing/app';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { startSmtp } from '~/testing/smtp';
import { agencyFileIn, userOf } from '~/testing/threads';

let app: TestApp;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let client: TestClient;
let admin: CurrentUser;
let requestId: number;

const agency = 'hello@agency.example';
beforeAll(async () => {
  smtp = await startSmtp();
  // The test runs the job itself, so that it decides when bursts end.
  app = await startTestApp({
    env: { TRUST_PROXY: '1', SMTP_URL: smtp.url, DEMO_MODE: 'on', MAIL_FROM: agency },
    rateLimits: { messages: 1e6 },
    burstSeconds: 3_600,
  });
  await app.sql`update settings set value = jsonb_set(value, '{email}', ${app.sql.json(agency)})
    where key = 'contact'`;
  admin = await userOf(app, (await signedInAs(app, 'owner')).id);
});
afterAll(async () => {
  await app.close();
  await smtp.stop();
});
beforeEach(async () => {
  client = await signUpClient(app);
  requestId = (await createRequest(client)).id;
  await app.services.outbox.flush();
  smtp.received.length = 0;
});

const say = (text: string, internal = false) =>
  app.services.admin.requestThreads.send(admin, {
    id: requestId,
    text,
    internal,
    fileIds: [],
    deliverableIds: [],
  });
const write = (text: string) =>
  client.post(`/api/service-requests/${requestId}/messages`, { text });

/** Ends all bursts. @returns the emails that were sent */
async function endBursts() {
  await app.sql`update pending_notifications set due_at = now()`;
  await app.services.bursts.runJob();
  await app.services.outbox.flush();
  return smtp.received.splice(0);
}
const choose = (choices: object) =>
  app.fetch('/api/notifications', {
    method: 'PUT',
    headers: { ...client.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(choices),
  });
/** Returns a header as an email program reads it. */
const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(raw.replace(/\r\n[ \t]+/g, ' ').replace(/\r/g, ''))?.[1];
const textOf = (raw: string) => raw.replace(/=\r\n/g, '');

describe('emails about a thread', () => {
  it('are sent once for each burst of messages, without internal messages', async () => {
    await say('First thing');
    await say('zebra', true);
    await say('Second thing');
    expect(smtp.received).toHaveLength(0);
    const [mail, ...rest] = await endBursts();
    expect(rest).toEqual([]);
    expect(mail?.to).toEqual([client.email]);
    const text = textOf(mail?.raw ?? '');
    expect(text).toContain('First thing');
    expect(text).toContain('Second thing');
    expect(text).toContain(`/dashboard/requests/${requestId}`);
    expect(text).not.toContain('zebra');
    expect(await endBursts()).toEqual([]);
    await say('Third thing');
    const [later] = await endBursts();
    expect(textOf(later?.raw ?? '')).not.toContain('Second thing');
  });

  it('are not sent for internal, deleted or read messages', async () => {
    await say('Between us', true);
    expect(await endBursts()).toEqual([]);
    const { id } = await say('Oh no');
    await app.services.admin.conversations.remove(admin, { kind: 'request', id });
    expect(await endBursts()).toEqual([]);
    const { id: read } = await say('Read at once');
    await client.mutate('requestThreads.markRead', { id: requestId, messageId: read });
    expect(await endBursts()).toEqual([]);
  });

  it('are not sent to a client who has the thread open', async () => {
    const close = await app.services.presence.open(client.id, requestId);
    await say('You see this');
    await app.services.admin.requests.setStatus(admin, requestId, 'in_progress');
    expect(await endBursts()).toEqual([]);
    const { id } = await say('Read on the screen');
    await client.mutate('requestThreads.markRead', { id: requestId, messageId: id });
    await close();
    expect(await endBursts()).toEqual([]);
    const closeAgain = await app.services.presence.open(client.id, requestId);
    await say('Not read before it was closed');
    expect(await endBursts()).toEqual([]);
    await closeAgain();
    expect(await endBursts()).toHaveLength(1);
  });

  it('contain no text for an unverified address', async () => {
    await app.sql`update users set email_verified_at = null where id = ${client.id}`;
    await say('A secret plan');
    const [mail] = await endBursts();
    expect(textOf(mail?.raw ?? '')).not.toContain('secret plan');
  });

  it('go to the agency’s mailbox, or to the assignee', async () => {
    await write('Hello?');
    await write('Anyone?');
    const [toAll, ...rest] = await endBursts();
    expect(rest).toEqual([]);
    expect(toAll?.to).toEqual([agency]);
    expect(textOf(toAll?.raw ?? '')).toContain('Anyone?');
    await app.services.admin.conversations.setOwner(admin, {
      ...{ kind: 'request', id: requestId, ownerId: admin.id },
    });
    await write('And now?');
    const [toOne] = await endBursts();
    expect(toOne?.to).toEqual([admin.email]);
    const close = await app.services.presence.open(admin.id, requestId);
    await write('You see this');
    expect(await endBursts()).toEqual([]);
    await close();
  });

  it('notify the agency of decisions', async () => {
    const { fileId } = await agencyFileIn(app, admin, requestId);
    await endBursts();
    await client.post(`/api/files/${fileId}/return`, { comment: 'Too small' });
    const [mail] = await endBursts();
    expect(mail?.to).toEqual([agency]);
    expect(textOf(mail?.raw ?? '')).toContain('Too small');
  });

  it('are written once by concurrent instances', async () => {
    const other = await startTestApp({
      env: { TRUST_PROXY: '1', SMTP_URL: smtp.url, DEMO_MODE: 'on' },
      databaseUrl: app.databaseUrl,
    });
    await say('Once');
    await app.sql`update pending_notifications set due_at = now()`;
    await Promise.all([app, other, app, other].map((one) => one.services.bursts.runJob()));
    await app.services.outbox.flush();
    await other.close();
    expect(smtp.received.filter(({ to }) => to.includes(client.email))).toHaveLength(1);
  });
});

describe('email preferences', () => {
  it('are read and changed in parts', async () => {
    const get = async () => (await client.get('/api/notifications')).json();
    const all = { messages: true, deliverables: true, status: true };
    expect(await get()).toEqual(all);
    expect(await (await choose({ status: false })).json()).toEqual({ ...all, status: false });
    expect(await (await choose({})).json()).toEqual({ ...all, status: false });
    expect((await choose({ messages: 'yes' })).status).toBe(400);
    expect(await get()).toEqual({ ...all, status: false });
  });

  it('decide which emails are sent', async () => {
    await choose({ messages: false, status: false });
    await say('Hello');
    await app.services.admin.requests.setStatus(admin, requestId, 'in_progress');
    expect(await endBursts()).toEqual([]);
    await agencyFileIn(app, admin, requestId);
    const [mail] = await endBursts();
    expect(textOf(mail?.raw ?? '')).toContain('pixel.png');
    await choose({ deliverables: false });
    await agencyFileIn(app, admin, requestId);
    expect(await endBursts()).toEqual([]);
  });
});

describe('a one-click unsubscribe', () => {
  const linkIn = (raw: string) => {
    expect(headerOf(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    return new URL(headerOf(raw, 'List-Unsubscribe')?.replace(/[<> ]/g, '') ?? '').pathname;
  };
  const click = (path: string) =>
    app.fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });

  it('ends emails of this kind, without a session', async () => {
    await say('Hello');
    const [mail] = await endBursts();
    const path = linkIn(mail?.raw ?? '');
    // Opening the link with GET, as link checkers do, does not unsubscribe.
    const page = await app.fetch(path);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<form method="post">');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await (await client.get('/api/notifications')).json()).toMatchObject({ messages: true });
    expect((await click(path)).status).toBe(200);
    expect((await click(path)).status).toBe(200);
    expect(await (await client.get('/api/notifications')).json()).toEqual({
      messages: false,
      deliverables: true,
      status: true,
    });
    await say('Hello again');
    expect(await endBursts()).toEqual([]);
    expect(app.logLines.join('\n')).not.toContain(path.split('.').at(-1));
  });

  it('is in emails about the status as well', async () => {
    await app.services.admin.requests.setStatus(admin, requestId, 'in_progress');
    // Simulates that the time for Undo has passed.
    await app.sql`update mails set claimed_until = now() - interval '1 s' where cancel_key is not null`;
    await app.services.outbox.flush();
    await click(linkIn(smtp.received[0]?.raw ?? ''));
    smtp.received.length = 0;
    await app.services.admin.requests.setNote(admin, requestId, 'Nearly done');
    await app.services.outbox.flush();
    expect(smtp.received).toEqual([]);
  });

  it('does nothing for an invalid link', async () => {
    const { notifications } = app.services;
    const good = new URL(notifications.unsubscribeUrl(client.id, 'messages')).pathname;
    const [userId, kind, signature] = good.split('/').at(-1)?.split('.') ?? [];
    for (const token of [
      `${userId}.status.${signature}`,
      `${admin.id}.${kind}.${signature}`,
      `${userId}.${kind}.`,
      `${userId}.__proto__.${signature}`,
      'x',
    ]) {
      expect((await click(`/api/unsubscribe/${token}`)).status).toBe(404);
    }
    expect(await (await client.get('/api/notifications')).json()).toMatchObject({ messages: true });
  });
});
