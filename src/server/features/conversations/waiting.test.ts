import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { RecordRef } from '~/contract/conversations/records';
import { connect, createDatabase, type Database, type Sql } from '~/server/platform/db/client';
import { createTestDatabase, type TestDatabase } from '~/testing/database';
import {
  followStatus,
  forgetFromClient,
  markAnswered,
  mergeConversations,
  openConversation,
  postMessage,
  reopen,
  separateConversation,
} from './conversations.service';

let database: TestDatabase;
let sql: Sql;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url);
  db = createDatabase(sql);
  await sql`insert into users (id, email, first_name, last_name)
    values ('ada', 'ada@client.example', 'Ada', 'Byron')`;
});
afterAll(async () => {
  await sql.end({ timeout: 5 });
  await database.drop();
});

const early = new Date('2026-11-02T10:00:00Z');

/** Opens the conversation about a new record, which arrived early. */
async function opened(ref: RecordRef): Promise<RecordRef> {
  await openConversation(db, ref, early);
  return ref;
}

async function newQuote() {
  const [{ id }] = await sql<[{ id: number }]>`
    insert into quotes (name, email, phone, phone_digits, budget, timeline, project_details)
    values ('Ada', 'ada@client.example', '', '', '', '', 'An engine') returning id`;
  return opened({ kind: 'quote', id });
}

async function newRequest(quoteId: number | null = null) {
  const [{ id }] = await sql<[{ id: number }]>`
    insert into service_requests (user_id, title, quote_id) values ('ada', 'Engine', ${quoteId})
    returning id`;
  return opened({ kind: 'request', id });
}

async function setStatus({ id }: RecordRef, from: string, to: string): Promise<void> {
  await sql`update service_requests set status = ${to} where id = ${id}`;
  await followStatus(db, { kind: 'request', id }, [from, to]);
}

const write = (ref: RecordRef, byAgency = false) =>
  postMessage(db, ref, { authorName: 'Ada', authorId: 'ada', byAgency, text: 'Hello' });

async function stateOf({ kind, id }: RecordRef) {
  const [row] = await sql<{ since: string | null; isDue: boolean; isDone: boolean }[]>`
    select case when waiting_since = created_at then 'arrival' when waiting_since > created_at then 'message' end as since,
      due_at is not null as "isDue", done_at is not null as "isDone"
    from conversations where kind = ${kind} and record_id = ${id}`;
  return row;
}

describe('a request', () => {
  it('that is finished returns to the inbox when its client writes, without a due time', async () => {
    const request = await newRequest();
    await setStatus(request, 'pending', 'completed');
    await write(request);
    expect(await stateOf(request)).toEqual({ since: 'message', isDue: false, isDone: false });
  });

  it('that is new waits for a reply even after its client has deleted their only message', async () => {
    const request = await newRequest();
    const message = await write(request);
    await sql`delete from messages where id = ${message?.id ?? 0}`;
    await forgetFromClient(db, request.id);
    expect(await stateOf(request)).toEqual({ since: 'arrival', isDue: true, isDone: false });
  });

  it('whose work starts with an unanswered message keeps waiting for a reply, and waits for one again when it is reopened', async () => {
    const request = await newRequest();
    await write(request, true);
    await write(request);
    await setStatus(request, 'pending', 'in_progress');
    expect(await stateOf(request)).toEqual({ since: 'message', isDue: true, isDone: false });
    await setStatus(request, 'in_progress', 'completed');
    expect(await stateOf(request)).toEqual({ since: 'message', isDue: false, isDone: true });
    await setStatus(request, 'completed', 'in_progress');
    expect(await stateOf(request)).toEqual({ since: 'message', isDue: true, isDone: false });
  });

  it('continues the conversation of its quote, so that one answer counts for both', async () => {
    const quote = await newQuote();
    const request = await newRequest(quote.id);
    await markAnswered(db, request);
    expect(await stateOf(quote)).toMatchObject({ since: null, isDue: false });
  });
});

it('a lead without a reply has waited since it arrived, even after a bulk change of its status', async () => {
  const quote = await newQuote();
  await followStatus(db, quote, ['pending', 'contacted']);
  expect(await stateOf(quote)).toEqual({ since: null, isDue: true, isDone: false });
  await reopen(db, quote);
  expect(await stateOf(quote)).toEqual({ since: 'arrival', isDue: true, isDone: false });
});

describe('merged quotes', () => {
  async function merged() {
    const [from, into] = [await newQuote(), await newQuote()];
    const quoteOf = ({ id }: RecordRef) => ({
      ...{ id, email: 'ada@client.example', projectDetails: 'An engine' },
    });
    const merge = async () => {
      await sql`update quotes set merged_into = ${into.id} where id = ${from.id}`;
      await mergeConversations(db, { from: quoteOf(from), into: quoteOf(into) });
    };
    return { from, into, merge };
  }

  it('end the snooze of the remaining quote if the merged quote is waiting for a reply', async () => {
    const { into, merge } = await merged();
    await sql`update conversations set snoozed_until = '2026-12-24' where quote_id = ${into.id}`;
    await merge();
    const [row] = await sql`select snoozed_until from conversations where quote_id = ${into.id}`;
    expect(row).toEqual({ snoozed_until: null });
  });

  it('keep the conversations of their proposals when they are merged and separated', async () => {
    const { from, into, merge } = await merged();
    const [{ id }] = await sql<[{ id: number }]>`
      insert into proposals (number, title, client_name, client_email, content, total_cents, currency, valid_until, quote_id)
      values ('P-1', 'Engine', 'Ada', 'ada@client.example', '{}', 100, 'USD', '2027-01-01', ${from.id}) returning id`;
    const proposal = await opened({ kind: 'proposal', id });
    const leadOf = async () => {
      const [row] = await sql<{ quote: number }[]>`
        select main.quote_id as quote from conversations part join conversations main on main.id = part.main_id
        where part.proposal_id = ${proposal.id}`;
      return row?.quote;
    };
    expect(await leadOf()).toBe(from.id);
    await merge();
    expect(await leadOf()).toBe(into.id);
    await sql`update quotes set merged_into = null where id = ${from.id}`;
    await separateConversation(db, from.id);
    expect(await leadOf()).toBe(from.id);
  });
});
