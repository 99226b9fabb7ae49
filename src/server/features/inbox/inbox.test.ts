import { beforeAll, describe, expect, it } from 'vitest';

import { countMax } from '~/contract/common/limits';
import type { RecordRef } from '~/contract/conversations/records';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { type InboxTab, inboxTabs } from '~/contract/inbox/inbox';
import { type InboxChange, type InboxItem, inboxChangeSchema } from '~/contract/inbox/inbox-schema';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { requestFields, signUpClient } from '~/testing/client-requests';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { userOf } from '~/testing/threads';

const app = testApp({
  env: { TRUST_PROXY: '1' },
  rateLimits: {
    quoteForm: 1e6,
    contactForm: 1e6,
    linkMessages: 1e6,
    linkWrites: 1e6,
    confirmations: 1e6,
  },
});
let admin: CurrentUser;
let other: CurrentUser;

beforeAll(async () => {
  admin = await userOf(app, (await signedInAs(app, 'owner')).id);
  other = await userOf(app, (await signedInAs(app, 'manager')).id);
});

const inbox = () => app.services.admin.inbox;

/** Returns a name that matches only one item. */
const newName = () => `Ada ${crypto.randomUUID()}`;

async function newQuote(name = newName()): Promise<{ ref: RecordRef; name: string }> {
  const response = await app.postJson(
    '/api/quotes',
    quoteRequest({ name, email: `${crypto.randomUUID()}@example.com` }),
  );
  const { id } = (await response.json()) as { id: number };
  return { ref: { kind: 'quote', id }, name };
}

async function newMessage(): Promise<{ ref: RecordRef; name: string }> {
  const lastName = crypto.randomUUID();
  const response = await app.postJson('/api/contact', contactMessage({ lastName }));
  const { id } = (await response.json()) as { id: number };
  return { ref: { kind: 'message', id }, name: lastName };
}

async function newRequest(): Promise<{ ref: RecordRef; name: string; userId: string }> {
  const { id: userId } = await signUpClient(app);
  const name = `Engine ${crypto.randomUUID()}`;
  const { id } = await app.services.requests.create(userId, {
    ...requestFields,
    title: name,
    serviceId: null,
  });
  return { ref: { kind: 'request', id }, name, userId };
}

/** Returns the only list that contains an item. */
async function tabOf(search: string): Promise<InboxTab | undefined> {
  const { counts, total } = await inbox().page(admin, { search });
  const [tab, ...others] = Object.entries(counts).filter(([, count]) => count > 0);
  expect(others).toEqual([]);
  if (tab?.[0] === 'todo') expect(total).toBe(1);
  return tab?.[0] as InboxTab | undefined;
}

const itemOf = (ref: RecordRef): Promise<InboxItem> => inbox().get(admin, ref);
const change = (ref: RecordRef, to: Omit<InboxChange, 'items'>, by = admin) =>
  inbox().change(by, { items: [ref], ...to });
const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

const answer = ({ kind, id }: RecordRef, internal = false) => {
  if (kind === 'request') throw new Error('a request is answered in its thread');
  const { conversations } = app.services.admin;
  return conversations.send(admin, { kind, id, text: 'Hello', internal });
};

async function writeByLink({ id }: RecordRef, text = 'And?'): Promise<void> {
  const [{ nonce }] = await app.sql<[{ nonce: string }]>`
    select nonce from document_links where about = ${`quote:${id}`} limit 1`;
  const token = app.services.documentLinks.tokenOf(nonce);
  const response = await app.postJson(`/api/quotes/by-link/${token}/messages`, { text });
  expect(response.status).toBe(200);
}

describe('an item', () => {
  it.each([
    ['quote', newQuote, { stage: 'new', status: 'pending' }],
    ['contact message', newMessage, { stage: 'new', status: 'unread' }],
    ['request', newRequest, { stage: 'new', status: 'pending' }],
  ])('is created for a %s, which waits for a reply', async (_, make, expected) => {
    const { ref, name } = await make();
    const item = await itemOf(ref);
    expect(item).toMatchObject({ ...ref, ...expected, doneAt: null, ownerName: '' });
    expect(item.waitingSince).toBe(item.createdAt);
    expect(Date.parse(item.dueAt ?? '')).toBeGreaterThan(Date.parse(item.createdAt));
    expect(await tabOf(name)).toBe('todo');
  });

  it('waits for its sender after a reply, and returns when the sender answers', async () => {
    const { ref, name } = await newQuote();
    await answer(ref, true);
    expect(await tabOf(name)).toBe('todo');
    await answer(ref);
    expect(await tabOf(name)).toBe('waiting');
    expect(await itemOf(ref)).toMatchObject({ stage: 'answered', waitingSince: null, dueAt: null });
    await writeByLink(ref);
    expect(await tabOf(name)).toBe('todo');
    const since = (await itemOf(ref)).waitingSince;
    await writeByLink(ref);
    expect((await itemOf(ref)).waitingSince).toBe(since);
  });

  it('that is snoozed is hidden until its day, or until its sender answers', async () => {
    const { ref, name } = await newQuote();
    await change(ref, { snoozedUntil: dayFromNow(7) });
    expect(await tabOf(name)).toBe('snoozed');
    await writeByLink(ref);
    expect(await tabOf(name)).toBe('todo');
    expect((await itemOf(ref)).snoozedUntil).toBeNull();
    await change(ref, { snoozedUntil: dayFromNow(-1) });
    expect(await tabOf(name)).toBe('todo');
  });

  it('returns on the day of its next step', async () => {
    const { ref, name } = await newMessage();
    await answer(ref);
    await change(ref, { nextStep: 'Call again', nextStepOn: dayFromNow(3) });
    expect(await tabOf(name)).toBe('waiting');
    await change(ref, { nextStepOn: dayFromNow(-1) });
    expect(await tabOf(name)).toBe('todo');
    expect(await tabOf('call again')).toBe('todo');
  });

  it('leaves the inbox when its quote is decided, and returns when the decision is undone', async () => {
    const { ref, name } = await newQuote();
    const { quotes } = app.services.admin;
    await quotes.setStatus(admin, [ref.id], 'rejected');
    expect(await tabOf(name)).toBe('done');
    await quotes.setStatus(admin, [ref.id], 'pending', true);
    expect(await tabOf(name)).toBe('todo');
    await quotes.setStatus(admin, [ref.id], 'contacted');
    expect(await tabOf(name)).toBe('waiting');
  });

  it('of a request leaves the inbox when work starts, and returns when the client writes', async () => {
    const { ref, name, userId } = await newRequest();
    const { requests, requestThreads } = app.services.admin;
    await requests.setStatus(admin, ref.id, 'in_progress');
    expect(await tabOf(name)).toBe('done');
    const client = await userOf(app, userId);
    await app.services.requestThreads.send(client, { id: ref.id, text: 'And?', fileIds: [] });
    expect(await tabOf(name)).toBe('todo');
    await requestThreads.send(admin, {
      id: ref.id,
      text: 'Soon',
      fileIds: [],
      deliverableIds: [],
      internal: false,
    });
    expect(await tabOf(name)).toBe('done');
  });

  it('shows why it may be spam, and is hidden after it is marked as spam', async () => {
    const { ref, name } = await newQuote();
    await app.sql`update quotes set spam_reason = 'holds a link in markup' where id = ${ref.id}`;
    expect(await tabOf(name)).toBe('todo');
    expect(await inbox().get(admin, ref)).toMatchObject({ spamReason: 'holds a link in markup' });
    await app.services.admin.quotes.setSpam(admin, [ref.id], true);
    expect(await tabOf(name)).toBeUndefined();
    await app.services.admin.quotes.setSpam(admin, [ref.id], false);
    expect(await tabOf(name)).toBe('todo');
  });
});

describe('a change of the follow-up', () => {
  it('is recorded, and can be undone', async () => {
    const { ref, name } = await newQuote();
    await change(ref, { nextStep: 'Send references', tags: ['Berlin', 'retainer'] });
    const { before } = await change(ref, { isDone: true });
    expect(before).toMatchObject([
      { ...ref, nextStep: 'Send references', tags: ['Berlin', 'retainer'], doneAt: null },
    ]);
    expect(await tabOf(name)).toBe('done');
    await change(ref, { isDone: false });
    expect(await tabOf(name)).toBe('todo');
    const rows = await app.sql<{ description: string }[]>`
      select description from audit_log where about = ${`quote:${ref.id}`} order by id`;
    expect(rows.map(({ description }) => description)).toEqual([
      `${admin.firstName} ${admin.lastName} planned the next step of the quote from ${name}`,
      `${admin.firstName} ${admin.lastName} set aside the quote from ${name}`,
      `${admin.firstName} ${admin.lastName} took back into the inbox the quote from ${name}`,
    ]);
  });

  it('can record an answer by phone, which only the same admin can undo', async () => {
    const { ref, name } = await newQuote();
    const { waitingSince } = await itemOf(ref);
    await change(ref, { isAnswered: true });
    expect(await tabOf(name)).toBe('waiting');
    await change(ref, { isAnswered: false }, other);
    expect(await tabOf(name)).toBe('waiting');
    await change(ref, { isAnswered: true });
    await change(ref, { isAnswered: false });
    expect((await itemOf(ref)).waitingSince).toBe(waitingSince);
  });

  it('applies to all selected items or to none', async () => {
    const [one, two] = [await newQuote(), await newMessage()];
    const gone: RecordRef = { kind: 'quote', id: 999_999 };
    const items = [one.ref, gone, two.ref];
    await expect(inbox().change(admin, { items, isDone: true })).rejects.toThrow('no longer');
    expect(await tabOf(one.name)).toBe('todo');
    await inbox().change(admin, { items: [one.ref, two.ref], isDone: true });
    expect(await tabOf(one.name)).toBe('done');
    expect(await tabOf(two.name)).toBe('done');
  });

  it('by two admins concurrently, in different orders, does not deadlock', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => newQuote()));
    const items = made.map(({ ref }) => ref);
    await Promise.all([
      inbox().change(admin, { items, tags: ['one'] }),
      inbox().change(other, { items: items.toReversed(), isDone: true }),
      ...items.map(({ id }) => app.services.admin.quotes.setStatus(admin, [id], 'contacted')),
    ]);
    for (const ref of items) expect((await itemOf(ref)).tags).toEqual(['one']);
  });
});

describe('the list', () => {
  it('shows the most urgent items first, and can be filtered by owner, kind and tag', async () => {
    const tag = crypto.randomUUID().slice(0, 20);
    const made = [await newQuote(), await newMessage(), await newQuote()];
    await inbox().change(admin, { items: made.map(({ ref }) => ref), tags: [tag] });
    const [first, second, third] = made.map(({ ref }) => ref);
    await app.sql`update conversations set waiting_since = now() - interval '1 day' where quote_id = ${third?.id ?? 0}`;
    const page = (query: object) => inbox().page(admin, { tag, ...query });
    const refsOf = ({ rows }: { rows: InboxItem[] }) => rows.map(({ kind, id }) => ({ kind, id }));
    expect(refsOf(await page({}))).toEqual([third, first, second]);
    expect(refsOf(await page({ kind: 'message' }))).toEqual([second]);
    expect(refsOf(await page({ page: 2, pageSize: 2 }))).toEqual([second]);
    await app.services.admin.conversations.setOwner(admin, {
      kind: 'quote',
      id: first?.id ?? 0,
      ownerId: admin.id,
    });
    expect(refsOf(await page({ owner: 'mine' }))).toEqual([first]);
    expect(refsOf(await page({ owner: 'none' }))).toEqual([third, second]);
    expect(await inbox().tags()).toContain(tag);
    // The board shows the open item next to completed ones.
    await change(second as RecordRef, { isDone: true });
    expect(refsOf(await page({ isBoard: true }))).toEqual([third, first, second]);
  });
});

it('the inbox counts a long tab up to a maximum, and still leads to its last page', async () => {
  const tag = crypto.randomUUID().slice(0, 20);
  await app.sql`
    with made as (
      insert into quotes (name, email, phone, phone_digits, budget, timeline, project_details)
      select 'Long ' || n, 'long@example.com', '', '', '', '', '' from generate_series(1, ${countMax + 60}) n
      returning id)
    insert into conversations (kind, quote_id, waiting_since, tags)
    select 'quote', id, now(), array[${tag}] from made`;
  const page = (page: number) => inbox().page(admin, { tag, page, pageSize: 50 });
  const first = await page(1);
  expect(first).toMatchObject({ total: countMax + 1, counts: { todo: countMax + 1, done: 0 } });
  const more = await page(countMax / 50 + 1);
  expect([more.rows.length, more.total]).toEqual([50, countMax + 51]);
  expect((await page(countMax / 50 + 2)).rows).toHaveLength(10);
  await app.sql`delete from quotes where email = 'long@example.com'`;
});

it('a tag is stored once, and its length is measured as stored', async () => {
  const { ref } = await newQuote();
  const items = [ref];
  const tagged = (tags: string[]) => inboxChangeSchema.safeParse({ items, tags });
  expect(tagged(['x', 'x', 'X', ' x ']).data?.tags).toEqual(['x']);
  expect(tagged(['\u0130'.repeat(30)]).success).toBe(false);
});

it('an item shows its last message, and is found by that message and by a phone number', async () => {
  const { ref } = await newQuote();
  await app.sql`update quotes set phone = '+49 151 234 567', phone_digits = '49151234567' where id = ${ref.id}`;
  const words = `Could it be in March ${crypto.randomUUID()}`;
  await writeByLink(ref, words);
  await answer(ref);
  expect(await inbox().get(admin, ref)).toMatchObject({ lastWords: words });
  const found = async (search: string) =>
    (await Promise.all(inboxTabs.map((status) => inbox().page(admin, { search, status })))).flatMap(
      ({ rows }) => rows.map(({ id }) => id),
    );
  for (const search of [words.toLowerCase(), '0151 234567', '+49 151 234']) {
    expect(await found(search)).toContain(ref.id);
  }
});
