import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { retrySeconds } from '~/contract/webhooks/events';
import type { Delivery } from '~/contract/webhooks/webhooks-schema';
import { createDatabase } from '~/server/platform/db/client';
import { addAdmin, keyOf } from '~/testing/admins';
import { startTestApp, type TestApp } from '~/testing/app';
import { callerOf } from '~/testing/callers';
import { quoteRequest } from '~/testing/requests';
import { askerOf, signInAdmin } from '~/testing/sign-in';
import { userOf } from '~/testing/threads';
import { startWebhookReceiver } from '~/testing/webhook-receiver';
import { emitEvent } from './emit-event';
import { createSend } from './send';

let app: TestApp;
let ask: ReturnType<typeof askerOf>;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp();
  ask = askerOf(app, await signInAdmin(app));
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

const path = '/api/admin/webhooks';

/** Creates a webhook with its own path, and deletes all others. */
async function newWebhook(fields: object = {}) {
  await app.sql`delete from webhooks`;
  const at = `/${crypto.randomUUID()}`;
  const { status, body } = await ask<{ id: number; secret: string }>('POST', path, {
    url: receiver.url + at,
    events: ['*'],
    ...fields,
  });
  expect(status).toBe(200);
  return { ...body, at };
}

const flush = () => app.services.admin.webhooks.flush();
const deliveriesOf = async (id: number) =>
  (await ask<Delivery[]>('GET', `${path}/${id}/deliveries`)).body;

async function submitQuote(changes: object = {}): Promise<number> {
  const response = await app.postJson('/api/quotes', quoteRequest(changes));
  return ((await response.json()) as { id: number }).id;
}

/** Makes pending retries due. */
const endPause = () => app.sql`update webhook_deliveries set next_attempt_at = now()`;

describe('an event', () => {
  it('contains the record as REST returns it, with a signature that Standard Webhooks verifies', async () => {
    const { secret, at } = await newWebhook({ events: ['quote.created'] });
    const id = await submitQuote({ name: 'Grace <b>' });
    await flush();
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received.filter(
      (one) => one.path === at,
    );
    const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
    const { body: listed } = await ask<{ id: number }[]>('GET', '/api/admin/quotes');
    const { ownerName: _, ...quote } = listed.find((one) => one.id === id) as { id: number } & {
      ownerName?: string;
    };
    expect(verified).toEqual({
      type: 'quote.created',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: quote,
    });
    expect(() =>
      new Webhook(secret).verify(`${body} `, headers as Record<string, string>),
    ).toThrow();
  });

  it('is stored if and only if its change is committed', async () => {
    await newWebhook();
    const db = createDatabase(app.sql as never);
    const emit = (tx: Parameters<typeof emitEvent>[0]) =>
      emitEvent(tx, 'client.created', { about: 'client:rolled-back', read: async () => ({}) });
    await db
      .transaction(async (tx) => {
        await emit(tx);
        throw new Error('rolled back');
      })
      .catch(() => {});
    const find = () => app.sql`select id from webhook_events where record = 'client:rolled-back'`;
    expect(await find()).toHaveLength(0);
    await db.transaction(emit);
    expect(await find()).toHaveLength(1);
  });

  it('is neither created nor stored if no webhook subscribes to it', async () => {
    await newWebhook({ enabled: false });
    const db = createDatabase(app.sql as never);
    await emitEvent(db, 'quote.created', {
      about: 'quote:1',
      read: () => Promise.reject(new Error('read')),
    });
  });
});

describe('a delivery', () => {
  it('is retried in the order of its record, while other records continue', async () => {
    const { id: owner } = await addAdmin(app, 'owner');
    const { id, at } = await newWebhook({ events: ['quote.created', 'quote.updated'] });
    receiver.answerBy((_, response) => response.writeHead(500).end('not now'));
    const first = await submitQuote();
    await flush();
    receiver.answerBy((_, response) => response.end('ok'));
    const change = { ids: [first], status: 'contacted' as const };
    await callerOf(await userOf(app, owner), app.services).admin.quotes.setStatuses(change);
    const other = await submitQuote();
    await flush();
    const sent = () =>
      receiver.bodiesAt(at).map(({ type, data }) => [type, 'id' in data && data.id]);
    expect(sent()).toEqual([
      ['quote.created', first],
      ['quote.created', other],
    ]);
    expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual([
      'delivered',
      'pending',
      'pending',
    ]);
    await endPause();
    await flush();
    expect(sent().slice(2)).toEqual([
      ['quote.created', first],
      ['quote.updated', first],
    ]);
    const ids = receiver.received
      .filter((one) => one.path === at)
      .map(({ headers }) => headers['webhook-id']);
    expect(ids[0]).toBe(ids[2]);
    expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual([
      'delivered',
      'delivered',
      'delivered',
    ]);
  });

  it('backs off after each failure; after the last one the webhook is disabled', async () => {
    const { id } = await newWebhook({ events: ['quote.created'] });
    receiver.answerBy((_, response) => response.writeHead(503).end('x'.repeat(5000)));
    await submitQuote();
    const pauses: number[] = [];
    for (const _ of retrySeconds) {
      await flush();
      const [row] = await app.sql<{ pause: number }[]>`
        select round(extract(epoch from next_attempt_at - now()))::int as pause
        from webhook_deliveries where webhook_id = ${id}`;
      pauses.push(Math.ceil((row?.pause ?? 0) / 5) * 5);
      await endPause();
    }
    expect(pauses).toEqual([5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400]);
    await flush();
    receiver.answerBy((_, response) => response.end('ok'));
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ status: 'failed', attempts: 10, code: 503 });
    expect(delivery?.answer).toHaveLength(2048);
    const { body } = await ask<{ enabled: boolean; disabledAt: string | null }[]>('GET', path);
    expect(body[0]).toMatchObject({ enabled: false, disabledAt: expect.any(String) });
    const mails = await app.sql`select "to" from mails where about = ${`webhook:${id}`}`;
    const owners = await app.sql`select email from users where admin_role = 'owner'`;
    expect(mails).toHaveLength(owners.length);
  });

  it('can be resent with the same id', async () => {
    const { id, at } = await newWebhook({ events: ['quote.created'] });
    await submitQuote();
    await flush();
    const [delivery] = await deliveriesOf(id);
    const again = await ask('POST', `${path}/${id}/deliveries/${delivery?.id}/resend`);
    expect(again.status).toBe(200);
    await flush();
    const ids = receiver.received
      .filter((one) => one.path === at)
      .map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([delivery?.eventId, delivery?.eventId]);
    expect((await ask('POST', `${path}/${id}/deliveries/999999/resend`)).status).toBe(404);
  });

  it('is deleted with its event after 30 days', async () => {
    const { id } = await newWebhook({ events: ['quote.created'] });
    await submitQuote();
    await submitQuote();
    await flush();
    await app.sql`update webhook_events set created_at = now() - interval '31 days'
      where id = (select min(event_id) from webhook_deliveries where webhook_id = ${id})`;
    await app.services.admin.webhooks.sweep();
    expect(await deliveriesOf(id)).toHaveLength(1);
  });
});

describe('a webhook', () => {
  it('shows its secret once and stores it encrypted', async () => {
    const { id, secret } = await newWebhook();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const stored = await app.sql`select w.*, a.description, a.after from webhooks w
      join audit_log a on a.about = 'webhook:' || w.id`;
    const { body } = await ask('GET', path);
    expect(JSON.stringify([stored, body, app.logLines])).not.toContain(secret.slice(6));
    expect(body).toMatchObject([{ id, enabled: true, events: ['*'], kind: 'standard' }]);
  });

  it('signs with both secrets for a day after a rotation', async () => {
    const { id, secret, at } = await newWebhook({ events: ['quote.created'] });
    const { body: rotated } = await ask<{ secret: string }>('POST', `${path}/${id}/rotate-secret`);
    const verify = async () => {
      await submitQuote();
      await flush();
      const { headers, body } = receiver.received.findLast((one) => one.path === at) ?? {
        headers: {},
        body: '',
      };
      return [secret, rotated.secret].map((one) => {
        try {
          return Boolean(new Webhook(one).verify(body, headers as Record<string, string>));
        } catch {
          return false;
        }
      });
    };
    expect(await verify()).toEqual([true, true]);
    await app.sql`update webhooks set previous_secret_until = now()`;
    expect(await verify()).toEqual([false, true]);
  });

  it('of kind slack receives one sentence and the link to the record', async () => {
    const { at } = await newWebhook({ kind: 'slack', events: ['quote.created'] });
    const id = await submitQuote({ name: 'Ada <!channel>' });
    await flush();
    expect(receiver.bodiesAt(at)).toEqual([
      {
        text: `New quote request from Ada &lt;!channel&gt;\nhttp://agency.test/admin?section=quotes&open=${id}`,
      },
    ]);
  });

  it('can be tested while it is disabled, and follows no redirect', async () => {
    const { id } = await newWebhook({ enabled: false });
    expect((await ask('POST', `${path}/${id}/test`)).body).toMatchObject({
      type: 'webhook.test',
      status: 'delivered',
      code: 200,
      answer: 'ok',
    });
    receiver.answerBy((_, response) => response.writeHead(302, { Location: '/other' }).end());
    const redirected = await ask('POST', `${path}/${id}/test`);
    receiver.answerBy((_, response) => response.end('ok'));
    expect(redirected.body).toMatchObject({
      status: 'failed',
      code: 302,
      answer: 'Redirects are not followed: /other',
    });
  });

  it('continues with pending deliveries once it is enabled again', async () => {
    const { id, at } = await newWebhook({ events: ['quote.created'] });
    receiver.answerBy((_, response) => response.writeHead(500).end());
    await submitQuote();
    await flush();
    receiver.answerBy((_, response) => response.end('ok'));
    const fields = { url: receiver.url + at, events: ['quote.created'] };
    await ask('PUT', `${path}/${id}`, { ...fields, enabled: false });
    await endPause();
    await flush();
    expect(receiver.bodiesAt(at)).toHaveLength(1);
    await ask('PUT', `${path}/${id}`, { ...fields, enabled: true });
    await flush();
    expect(receiver.bodiesAt(at)).toHaveLength(2);
  });

  it.each([
    [{ url: 'http://example.com/hook' }, 'url', /begins with https/],
    [{ url: 'https://ada:secret@example.com' }, 'url', /remove the user name/],
    [{ events: ['quote.deleted'] }, 'events', /quote\.created/],
    [{ events: ['*', 'quote.created'] }, 'events', /\["\*"\]/],
  ])('refuses %j', async (fields, field, message) => {
    const given = { url: 'https://example.com', events: ['*'], ...fields };
    const { status, body } = await ask<{ issues: { path: string; message: string }[] }>(
      'POST',
      path,
      given,
    );
    expect([status, body.issues[0]?.path, body.issues[0]?.message]).toEqual([
      400,
      expect.stringMatching(new RegExp(`^${field}`)),
      expect.stringMatching(message),
    ]);
  });
});

it('an API key’s webhook receives nothing that the key cannot read', async () => {
  const { key } = await keyOf(app, 'owner', ['settings.write', 'leads.read']);
  const call = async (method: string, at: string, body: object = {}) => {
    const response = await app.fetch(at, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.status;
  };
  const fields = { url: 'https://example.com', events: ['quote.created'] };
  const create = (events: string[]) => call('POST', path, { ...fields, events });
  expect(await create(['quote.created'])).toBe(200);
  expect(await create(['quote.created', 'invoice.paid'])).toBe(403);
  expect(await create(['*'])).toBe(403);
  // With the secret of another webhook, someone could sign false events of these types.
  const every = { ...fields, events: ['*'] };
  const { body } = await ask<{ id: number }>('POST', path, every);
  expect(await call('POST', `${path}/${body.id}/rotate-secret`)).toBe(403);
  expect(await call('POST', `${path}/${body.id}/deliveries/1/resend`)).toBe(403);
  expect(await call('PUT', `${path}/${body.id}`, fields)).toBe(403);
});

it.each(['https://[::ffff:192.168.0.1]'])(
  'no event is sent to %s outside demo mode',
  async (url) => {
    const send = createSend({ allowsPrivate: false });
    expect(await send(url, '{}')).toMatchObject({
      code: null,
      answer: expect.stringMatching(/not public/),
    });
  },
);
