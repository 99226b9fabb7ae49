import { describe, expect, it } from 'vitest';

import { testApp } from '~/testing/app';
import { contactMessage } from '~/testing/requests';

const app = testApp();

const send = (body: unknown, headers?: Record<string, string>) =>
  app.postJson('/api/contact', body, headers);

async function accepted(body: unknown, headers?: Record<string, string>): Promise<number> {
  const response = await send(body, headers);
  const answer = (await response.json()) as { id: number };
  expect([response.status, answer]).toEqual([200, { id: expect.any(Number) }]);
  return answer.id;
}

async function stored(id: number) {
  const [row] = await app.sql`select * from contact_messages where id = ${id}`;
  return row;
}

const countMessages = async () =>
  Number((await app.sql`select count(*) as n from contact_messages`)[0]?.n);

describe('POST /api/contact', () => {
  it('stores what the form sends', async () => {
    const id = await accepted({
      firstName: ' Ada ',
      lastName: 'Byron',
      email: ' ada@example.com ',
      phone: '+44 (0)20 7946-0958',
      service: 'business-strategy',
      subject: 'Support request',
      message: 'The engine prints too slowly.\n\nCan that be mended?',
      website: '',
    });
    expect(await stored(id)).toMatchObject({
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada@example.com',
      phone: '+44 (0)20 7946-0958',
      phone_digits: '4402079460958',
      service: 'business-strategy',
      subject: 'Support request',
      message: 'The engine prints too slowly.\n\nCan that be mended?',
      status: 'unread',
      spam_reason: null,
      submission_key: null,
    });
  });

  it('ignores fields that only the agency sets', async () => {
    const id = await accepted({
      ...contactMessage(),
      id: 424_242,
      status: 'replied',
      spamReason: 'none',
      createdAt: '2001-01-01T00:00:00Z',
    });
    expect(id).not.toBe(424_242);
    const row = await stored(id);
    expect(row).toMatchObject({ status: 'unread', spam_reason: null });
    expect(row?.created_at.getUTCFullYear()).toBeGreaterThan(2001);
  });
});

describe('a message that breaks a rule', () => {
  const rules: [path: string, change: object, message: string][] = [
    ['firstName', { firstName: 'A' }, 'First name must be at least 2 characters'],
    ['email', { email: 'ada@example.com\nBcc: x@y.z' }, 'Please enter a valid email address'],
    ['service', { service: 'plumbing' }, 'Please select a service'],
    ['message', { message: '請回電' }, 'Message must be at least 10 characters'],
    ['message', { message: 'Too short' }, 'Message must be at least 10 characters'],
    ['message', { message: 'x'.repeat(5001) }, 'Please keep this to 5000 characters'],
    ['phone', { phone: '1'.repeat(41) }, 'Please keep this to 40 characters'],
  ];

  it.each(rules)('is rejected over REST at %s: %j', async (path, change, message) => {
    const before = await countMessages();
    const response = await send({ ...contactMessage(), ...change });
    expect([response.status, await response.json()]).toEqual([
      400,
      { message, code: 'BAD_REQUEST', issues: [{ path, message }] },
    ]);
    expect(await countMessages()).toBe(before);
  });

  it('lists every issue, the first one in the message', async () => {
    const response = await send({});
    const body = (await response.json()) as { message: string; issues: { path: string }[] };
    expect(body.message).toBe('First name must be at least 2 characters');
    expect(body.issues.map(({ path }) => path)).toEqual([
      'firstName',
      'lastName',
      'email',
      'service',
      'message',
    ]);
  });
});

describe('a repeat', () => {
  it('with the same key returns the first id, over REST and tRPC', async () => {
    const before = await countMessages();
    const message = contactMessage({ key: 'message-1' });
    const id = await accepted(message);
    expect(await accepted(message)).toBe(id);
    const overTrpc = await app.postJson('/api/trpc/contact.send', message);
    expect(await overTrpc.json()).toEqual({ result: { data: { id } } });
    const headers = { 'Idempotency-Key': 'message-2' };
    const second = await accepted(contactMessage(), headers);
    expect(await accepted(contactMessage(), headers)).toBe(second);
    expect(await countMessages()).toBe(before + 2);
  });

  it('sent twenty times at once stores one message', async () => {
    const before = await countMessages();
    const message = contactMessage({ key: 'message-twenty' });
    const ids = await Promise.all(Array.from({ length: 20 }, () => accepted(message)));
    expect(new Set(ids).size).toBe(1);
    expect(await countMessages()).toBe(before + 1);
  });

  it('with the key of a quote stores a message', async () => {
    const before = await countMessages();
    const headers = { 'Idempotency-Key': 'shared' };
    await accepted(contactMessage(), headers);
    expect(await countMessages()).toBe(before + 1);
  });
});
