import { describe, expect, it } from 'vitest';

import { addAdmin } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { userOf } from '~/testing/threads';

const app = testApp();

const service = () => app.services.admin.responseTimes;

async function lead(kind: 'quote' | 'message', arrived: string): Promise<number> {
  const response =
    kind === 'quote'
      ? await app.postJson('/api/quotes', quoteRequest())
      : await app.postJson('/api/contact', contactMessage());
  const { id } = (await response.json()) as { id: number };
  if (kind === 'quote') await app.sql`update quotes set created_at = ${arrived} where id = ${id}`;
  else await app.sql`update contact_messages set created_at = ${arrived} where id = ${id}`;
  await app.sql`update conversations set created_at = ${arrived}, waiting_since = ${arrived}
    where kind = ${kind} and record_id = ${id}`;
  await service().recompute();
  return id;
}

const answeredAt = async (kind: 'quote' | 'message', id: number): Promise<Date | null> => {
  const [row] =
    kind === 'quote'
      ? await app.sql`select first_answer_at as at from quotes where id = ${id}`
      : await app.sql`select first_answer_at as at from contact_messages where id = ${id}`;
  return row?.at;
};

describe('leads without an answer', () => {
  it('are listed by their due time, and leave the list with the first answer', async () => {
    const now = new Date('2026-11-24T12:00:00Z');
    const quote = await lead('quote', '2026-11-20T15:00:00Z');
    const message = await lead('message', '2026-11-24T10:00:00Z');
    const keys = async () =>
      (await service().open(now)).map(({ kind, id, dueAt, isOverdue }) => [
        kind,
        id,
        dueAt,
        isOverdue,
      ]);
    expect(await keys()).toEqual([
      ['quote', quote, '2026-11-23T15:00:00.000Z', true],
      ['message', message, '2026-11-25T10:00:00.000Z', false],
    ]);
    await app.services.admin.conversations.send(
      await userOf(app, (await addAdmin(app, 'owner')).id),
      {
        kind: 'message',
        id: message,
        text: 'An answer',
        internal: false,
      },
    );
    await app.services.admin.quotes.setStatus('system', [quote], 'contacted');
    expect(await keys()).toEqual([]);
  });

  it('are not answered by an internal note, nor by bulk changes', async () => {
    const [one = 0, other = 0] = [
      await lead('quote', '2026-11-20T15:00:00Z'),
      await lead('quote', '2026-11-20T15:00:00Z'),
    ];
    const message = await lead('message', '2026-11-20T15:00:00Z');
    const { quotes, messages } = app.services.admin;
    await quotes.setStatus('system', [one], 'approved');
    await quotes.setStatus('system', [one, other], 'contacted');
    await messages.setStatus('system', [message], 'read');
    const open = (await service().open()).map(({ kind, id }) => `${kind} ${id}`);
    expect(open.sort()).toEqual([`message ${message}`, `quote ${one}`, `quote ${other}`]);
    // Declined leads no longer wait for a reply, but do not count as answered.
    await quotes.setStatus('system', [one], 'rejected');
    await quotes.setStatus('system', [other], 'pending');
    await quotes.setStatus('system', [other], 'contacted');
    await messages.setStatus('system', [message], 'replied');
    expect(await service().open()).toEqual([]);
    expect(await answeredAt('quote', one)).toBeNull();
    expect(await answeredAt('quote', other)).not.toBeNull();
  });

  it('can be assigned to an admin, but not to a client', async () => {
    const id = await lead('message', '2026-11-24T10:00:00Z');
    const [admin] = await app.sql`select id, first_name from users where is_admin limit 1`;
    await app.services.admin.conversations.setOwner('system', {
      kind: 'message',
      id,
      ownerId: admin?.id,
    });
    const [open] = await service().open(new Date('2026-11-24T12:00:00Z'));
    expect(open).toMatchObject({
      id,
      ownerId: admin?.id,
      ownerName: expect.stringContaining(admin?.first_name),
    });
    const { message } = await app.services.admin.messages.get(id);
    expect(message).toMatchObject({ ownerId: admin?.id, firstAnswerAt: null });
    await app.sql`insert into users (id, email, first_name, last_name) values ('c', 'c@example.com', 'C', 'D')`;
    await expect(
      app.services.admin.conversations.setOwner('system', { kind: 'message', id, ownerId: 'c' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await app.sql`insert into users (id, email, first_name, last_name, is_admin, admin_role, username)
      values ('e', 'e@example.com', 'Eve', 'Editor', true, 'editor', 'eve')`;
    await expect(
      app.services.admin.conversations.setOwner('system', { kind: 'message', id, ownerId: 'e' }),
    ).rejects.toMatchObject({ message: 'Please choose an admin who may change leads' });
    // The admin is notified once, if another admin assigned the lead.
    const colleague = { id: 'c', firstName: 'Cora', lastName: 'Colleague' };
    const owner = { id: String(admin?.id), firstName: 'The', lastName: 'Owner' };
    const told = async () =>
      app.sql`select subject from mails where about = ${`message:${id}`} and kind = 'assigned'`;
    const give = (actor: typeof owner, ownerId: string | null) =>
      app.services.admin.conversations.setOwner(actor, { kind: 'message', id, ownerId });
    await give(colleague, null);
    await give(owner, owner.id);
    expect(await told()).toHaveLength(0);
    await give(colleague, null);
    await give(colleague, owner.id);
    await give(colleague, owner.id);
    expect((await told()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Assigned to you: the message from'),
    ]);
    await app.services.admin.messages.setStatus('system', [id], 'replied');
  });
});

it('due times follow the working hours, and restart with a message from the sender', async () => {
  const id = await lead('quote', '2026-11-20T15:00:00Z');
  const due = async () => (await service().open()).find((one) => one.id === id)?.dueAt;
  const { settings, quotes } = app.services.admin;
  const { value } = (await settings.getAll()).responseTimes;
  const change = (answerHours: number) =>
    settings.update('system', { key: 'responseTimes', value: { ...value, answerHours } });
  await change(2);
  expect(await due()).toBe('2026-11-20T17:00:00.000Z');
  await change(value.answerHours);
  // A change of status without a reply does not count as a reply.
  await quotes.setStatus('system', [id], 'approved');
  await change(2);
  expect(await due()).toBe('2026-11-20T17:00:00.000Z');
  await change(value.answerHours);
  await quotes.setStatus('system', [id], 'contacted');
  expect(await due()).toBeUndefined();
  await app.services.linkedConversation.write({ kind: 'quote', id }, { text: 'And the price?' });
  expect(Date.parse((await due()) ?? '')).toBeGreaterThan(Date.now());
  await quotes.setStatus('system', [id], 'rejected');
  expect(await due()).toBeUndefined();
});

it('the report measures the median in working time and the on-time share', async () => {
  await app.sql`delete from quotes`;
  await app.sql`delete from contact_messages`;
  expect(await service().figures()).toMatchObject({
    answered: 0,
    medianMinutes: null,
    keptShare: null,
  });
  const answered = async (arrived: string, at: string) => {
    const id = await lead('quote', arrived);
    await app.sql`update quotes set first_answer_at = ${at} where id = ${id}`;
    await app.sql`update conversations set due_at = null where quote_id = ${id}`;
  };
  await answered('2026-11-23T10:00:00Z', '2026-11-23T11:00:00Z');
  // The reply is sent after a weekend: a lead of Friday at five is answered on Monday at ten.
  await answered('2026-11-20T17:00:00Z', '2026-11-23T10:00:00Z');
  await answered('2026-11-16T10:00:00Z', '2026-11-19T10:00:00Z');
  await lead('message', '2026-11-16T10:00:00Z');
  expect(await service().figures(new Date('2026-11-24T12:00:00Z'))).toEqual({
    promise: 'one working day',
    answered: 3,
    overdue: 1,
    medianMinutes: 120,
    // The lead without a reply was due by now as well.
    keptShare: 2 / 4,
  });
});

it('the site shows the measured response times if the setting allows it', async () => {
  await app.sql`delete from quotes`;
  await app.sql`delete from contact_messages`;
  const { settings } = app.services.admin;
  const shown = async () => (await app.services.settings.getPublic()).measuredAnswers;
  const now = new Date('2026-11-24T12:00:00Z');
  const answered = async (count: number, at: string) => {
    for (let index = 0; index < count; index += 1) {
      const id = await lead('message', '2026-11-23T10:00:00Z');
      await app.sql`update contact_messages set first_answer_at = ${at} where id = ${id}`;
    }
  };
  await answered(9, '2026-11-23T11:30:00Z');
  await service().keepFigures(now);
  expect(await shown()).toBeNull();
  const { responseTimes } = await settings.getAll();
  const value = { ...responseTimes.value, showMeasured: true };
  await settings.update('system', { key: 'responseTimes', value });
  // Nine leads are too few for figures.
  await service().keepFigures(now);
  expect(await shown()).toBeNull();
  await answered(1, '2026-11-25T10:00:00Z');
  await service().keepFigures(now);
  expect(await shown()).toEqual({ median: '1 h 30 min', kept: '90%' });
  const page = await (await app.fetch('/contact')).text();
  expect(page.replaceAll('<!-- -->', '')).toContain(
    '90% of first answers came within one working day, half of them within 1 h 30 min of working time',
  );
  // Equal figures do not change the row, so cached pages are kept.
  const changedAt = async () =>
    (await app.sql`select updated_at from settings where key = 'measuredAnswers'`)[0]?.updated_at;
  const before = await changedAt();
  await service().keepFigures(new Date(now.getTime() + 60_000));
  expect(await changedAt()).toEqual(before);
  await settings.update('system', { key: 'responseTimes', value: responseTimes.value });
});

it('the promised response time from the settings is shown on the site and in emails', async () => {
  const { settings } = app.services.admin;
  const { responseTimes } = await settings.getAll();
  const change = (answerHours: number) =>
    settings.update('system', {
      key: 'responseTimes',
      value: { ...responseTimes.value, answerHours },
    });
  await change(4);
  expect((await app.services.settings.getPublic()).answerWithin).toBe('4 working hours');
  const email = `${crypto.randomUUID()}@example.com`;
  await app.postJson('/api/quotes', quoteRequest({ email }));
  const [mail] = await app.sql`select text from mails where "to" = ${email}`;
  expect(mail?.text).toContain('reply within 4 working hours.');
  await change(9);
});
