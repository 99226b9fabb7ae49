import { describe, expect, it } from 'vitest';

import type { SignedInCaller } from '~/contract/identity/api-keys';
import { signedInAs } from '~/testing/admins';
import { startTestApp } from '~/testing/app';
import { signUpClient, type TestClient } from '~/testing/client-requests';
import { changeEmail, testCompanies } from '~/testing/companies';
import { waitForLock } from '~/testing/locks';
import { textOfPdf } from '~/testing/pdf-text';
import { makeDue } from '~/testing/personal-data';
import { linkTo } from '~/testing/private-links';
import { quoteRequest } from '~/testing/requests';
import { askerOf } from '~/testing/sign-in';
import type { LinkKind } from './links';

const { app, openInvoice, sentProposal, newCompany, add, change, remove } = testCompanies();

/** Creates a record of each kind for a client, and the request that the quote became. */
async function recordsOf(client: TestClient): Promise<Record<LinkKind, number>> {
  const response = await app.postJson(
    '/api/quotes',
    quoteRequest({ email: client.email, name: 'Ada Byron' }),
  );
  const { id: quote } = (await response.json()) as { id: number };
  const request = await app.services.admin.requests.createFromQuote('system', quote);
  const [message] = await app.sql`
    insert into contact_messages (first_name, last_name, email, service, message)
    values ('Ada', 'Byron', ${client.email}, 'website', 'Hello, is anybody there?') returning id`;
  const [testimonial] = await app.sql`
    insert into testimonials (name, email, user_id, request_id)
    values ('Ada Byron', ${client.email}, ${client.id}, ${request.id}) returning id`;
  return {
    quote,
    message: message?.id,
    testimonial: testimonial?.id,
    proposal: (await sentProposal(client.email)).id,
    invoice: (await openInvoice(client.email)).id,
    page: 1,
  };
}

interface Events {
  emailChange: boolean;
  leaving: boolean;
  lostInvoices: boolean;
  lostRequests: boolean;
  demotion: boolean;
  deletion: boolean;
}

const every: Events = {
  emailChange: true,
  leaving: true,
  lostInvoices: true,
  lostRequests: true,
  demotion: true,
  deletion: true,
};

/** Events that revoke the links of each kind. */
const revoked: Record<LinkKind, Events> = {
  proposal: { ...every, lostRequests: false },
  // An unpaid invoice can still be paid at the emailed link.
  invoice: { ...every, lostRequests: false, deletion: false },
  quote: { ...every, lostRequests: false },
  testimonial: { ...every, lostInvoices: false, demotion: false },
  // A contact message belongs to its author, not to a company.
  message: { ...every, leaving: false, lostInvoices: false, lostRequests: false, demotion: false },
  // Previews of pages are not affected, because admins may send them to anyone.
  page: {
    ...{ emailChange: false, leaving: false, lostInvoices: false, lostRequests: false },
    ...{ demotion: false, deletion: false },
  },
};

/** Creates a company with a member, and a colleague who takes over the records. */
async function staffed(client: TestClient): Promise<number> {
  const id = await newCompany();
  await add(id, await signUpClient(app), ['requests', 'invoices'], true);
  await add(id, client, ['requests', 'invoices']);
  return id;
}

const events: Record<keyof Events, (client: TestClient) => Promise<() => Promise<unknown>>> = {
  emailChange: async (client) => () => changeEmail(client),
  leaving: async (client) => {
    const id = await staffed(client);
    return () => remove(id, client);
  },
  lostInvoices: async (client) => {
    const id = await staffed(client);
    return () => change(id, client, ['requests']);
  },
  lostRequests: async (client) => {
    const id = await staffed(client);
    return () => change(id, client, ['invoices']);
  },
  demotion: async (client) => {
    const id = await staffed(client);
    await change(id, client, ['requests', 'invoices'], true);
    return () => change(id, client, ['requests', 'invoices'], false);
  },
  deletion: async (client) => async () => {
    await makeDue(app, client.id);
    expect(await app.services.personalData.deleteDue()).toBe('Deleted 1 clients.');
  },
};

it.each(Object.keys(events) as (keyof Events)[])(
  'the private links of every required kind are revoked: %s',
  async (event) => {
    const client = await signUpClient(app);
    const happen = await events[event](client);
    const ids = await recordsOf(client);
    const kinds = Object.keys(ids) as LinkKind[];
    const tokens = new Map<LinkKind, string>();
    for (const kind of kinds) tokens.set(kind, await linkTo(app, kind, ids[kind]));
    await happen();
    const after: Partial<Record<LinkKind, boolean>> = {};
    for (const kind of kinds) {
      const found = await app.services.documentLinks.find(kind, tokens.get(kind) ?? '');
      after[kind] = found === undefined;
    }
    expect(after).toEqual(Object.fromEntries(kinds.map((kind) => [kind, revoked[kind][event]])));
  },
);

describe('a reader whose right ends during a request', () => {
  const right = ['requests', 'invoices'] as const;
  const linksOf = (id: number) =>
    app.sql`select from document_links where about = ${`proposal:${id}`}`;

  /** Returns a client as the call's session was read at its start. */
  async function callerOf({ id, email }: TestClient) {
    const [session] = await app.sql`select id from sessions where user_id = ${id}`;
    return { id, email, sessionId: session?.id } as SignedInCaller;
  }

  it('does not get the new link of the colleague who takes over', async () => {
    const id = await newCompany();
    const [client, colleague] = [await signUpClient(app), await signUpClient(app)];
    await add(id, client, [...right]);
    await add(id, colleague, [...right]);
    const proposal = await sentProposal(client.email);
    // Another instance, because the driver may send statements on the connection whose statement waits.
    const second = await startTestApp({ databaseUrl: app.databaseUrl });
    const { cookie } = await signedInAs(second, 'owner');
    let reading: Promise<{ url: string | null }> = Promise.resolve({ url: 'none' });
    await app.sql.begin(async (other) => {
      await other`lock table proposal_acceptances in access exclusive mode`;
      reading = client.query('proposals.get', { id: proposal.id });
      await waitForLock(other);
      const path = `/api/admin/companies/${id}/members/${client.id}`;
      const removed = await askerOf(second, cookie)('DELETE', path);
      expect(removed.status).toBe(200);
    });
    await second.close();
    expect(await linksOf(proposal.id)).toHaveLength(1);
    expect((await reading).url).toBeNull();
  });

  it('creates no link if the right was removed at the same time', async () => {
    const id = await newCompany();
    const client = await signUpClient(app);
    await add(id, client, [...right]);
    const proposal = await sentProposal(client.email);
    await app.sql`delete from document_links where about = ${`proposal:${proposal.id}`}`;
    let reading: Promise<{ url: string | null }> = Promise.resolve({ url: 'none' });
    await app.sql.begin(async (other) => {
      await other`select from proposals where id = ${proposal.id} for update`;
      reading = client.query('proposals.get', { id: proposal.id });
      await waitForLock(other);
      await other`update users set company_rights = '{}' where id = ${client.id}`;
    });
    expect((await reading).url).toBeNull();
    expect(await linksOf(proposal.id)).toEqual([]);
  });

  it('does not get links once the session has ended', async () => {
    const client = await signUpClient(app);
    const [open, accepted] = [await sentProposal(client.email), await sentProposal(client.email)];
    const invoice = await openInvoice(client.email);
    await app.sql`update proposals set status = 'accepted' where id = ${accepted.id}`;
    await app.sql`update invoices set proposal_id = ${accepted.id}, proposal_part = 0 where id = ${invoice.id}`;
    const caller = await callerOf(client);
    const { proposals, invoices } = app.services;
    const read = async () => ({
      url: (await proposals.get(caller, open.id)).url,
      next: (await proposals.get(caller, accepted.id)).nextInvoice?.url ?? null,
      pdf: (await textOfPdf((await invoices.pdf(caller, invoice.id)).bytes)).includes('/invoices/'),
    });
    expect(await read()).toEqual({ url: open.url, next: invoice.url, pdf: true });
    await app.sql`delete from sessions where user_id = ${client.id}`;
    expect(await read()).toEqual({ url: null, next: null, pdf: false });
  });

  it('cannot accept or decline at a link that is revoked meanwhile', async () => {
    for (const act of ['accept', 'decline'] as const) {
      const { id, token } = await sentProposal();
      const [row] =
        await app.sql`select content_hash as hash from proposal_versions where proposal_id = ${id}`;
      const body =
        act === 'accept' ? { name: 'Ada Byron', agreed: true, contentHash: row?.hash } : {};
      let answer: Promise<Response> | undefined;
      await app.sql.begin(async (other) => {
        await other`select from proposals where id = ${id} for update`;
        answer = app.postJson(`/api/proposals/by-link/${token}/${act}`, body);
        await waitForLock(other);
        await other`delete from document_links where about = ${`proposal:${id}`}`;
      });
      expect((await answer)?.status).toBe(404);
      const [after] = await app.sql`select status from proposals where id = ${id}`;
      expect(after?.status).toBe('sent');
    }
  });
});
