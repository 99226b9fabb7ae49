import { describe, expect, it } from 'vitest';

import type { LinkedQuote } from '~/contract/leads/quote-link-schema';
import { testApp } from '~/testing/app';
import { quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { signInAdmin, signUpClient } from '~/testing/sign-in';

const app = testApp({
  rateLimits: { quoteForm: 1e6, confirmations: 1e6, linkReads: 1e6, codesFromNetwork: 1e6 },
});
const { sentProposal } = salesOf(() => app);

/** Submits a quote request. @returns the text of the confirmation email */
async function ask(email = `${crypto.randomUUID()}@example.com`, fields = {}) {
  const response = await app.postJson('/api/quotes', quoteRequest({ email, ...fields }));
  const { id } = (await response.json()) as { id: number };
  const [mail] = await app.sql<{ id: number; text: string; link_nonce: string }[]>`
    select id, text, link_nonce from mails where about = ${`quote:${id}`} and "to" = ${email}`;
  const token = app.services.documentLinks.tokenOf(mail?.link_nonce ?? '');
  return { id, email, mail, token };
}
const open = async (token: string, headers = {}) => {
  const response = await app.fetch(`/api/quotes/by-link/${token}`, { headers });
  return { response, body: (await response.json()) as LinkedQuote };
};

describe('the private link of a quote', () => {
  it('is in the confirmation email, but not in any table, stored email or log', async () => {
    const { id, mail, token } = await ask();
    expect(mail?.text).toContain('http://agency.test/quotes/{private-link-token}');
    expect(token.length).toBeGreaterThanOrEqual(43);
    await open(token);
    await app.fetch(`/quotes/${token}`);
    expect(app.logLines.join('\n')).not.toContain(token);
    const [stored] = await app.sql`select token_hash from document_links
      where about = ${`quote:${id}`}`;
    expect(stored?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(mail?.text).not.toContain(token);
  });

  it('opens a page that needs no scripts, or shows that it is invalid', async () => {
    const { id, email, token } = await ask();
    const read = async (path: string) => {
      const response = await app.fetch(path);
      return { response, text: (await response.text()).replaceAll('<!-- -->', '') };
    };
    const first = await read(`/quotes/${token}`);
    expect(first.response.status).toBe(200);
    expect(first.text).toContain('<h1');
    expect(first.text).toContain('We’ve received your quote request');
    expect(first.text).toContain('We’ll reply by email within one working day.');
    expect(first.text).toMatch(/You’ll hear from us by <b>\d+ \w+ \d{4}<\/b>/);
    expect(first.text).toContain('<meta name="referrer" content="no-referrer"/>');
    const proposal = await sentProposal(email, { leadId: id });
    const { text } = await read(`/quotes/${token}`);
    expect(text).toContain('Your proposal is ready');
    expect(text).toContain(`href="/proposals/${proposal.token}"`);
    const gone = await read('/quotes/unknown');
    expect(gone.response.status).toBe(404);
    expect(gone.text).toContain('Quote not found');
  });

  it('promises a reply on WhatsApp for a quick quote, as the notice to the agency says', async () => {
    const { id, token } = await ask(undefined, { source: 'home' });
    expect((await open(token)).body.next).toMatch(/^We’ll reply on WhatsApp within /);
    const [notice] = await app.sql`
      select text from mails where about = ${`quote:${id}`} and kind = 'quote_notice'`;
    expect(notice?.text).toMatch(/Reply by:?\s+WhatsApp/);
    const byEmail = await ask(undefined, { source: 'home', preferredChannel: 'email' });
    expect((await open(byEmail.token)).body.next).toMatch(/^We’ll reply by email within /);
  });

  it('shows the state of the quote, the next step and the due time of an answer', async () => {
    const { id, token } = await ask();
    const { response, body } = await open(token);
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(body).toMatchObject({
      status: 'pending',
      statusText: 'We’ve received your quote request',
      next: expect.stringMatching(/^We’ll reply by email within /),
      isOverdue: false,
      answeredAt: null,
      proposal: null,
      isClaimed: false,
    });
    expect(body.dueAt && body.dueAt > body.sentAt).toBe(true);
    // The text may be another person's, because the link was sent to an unverified address.
    expect(JSON.stringify(body)).not.toMatch(/Byron|calculating|7946/);
    await app.sql`update conversations set due_at = now() - interval '1 day' where quote_id = ${id}`;
    expect((await open(token)).body.isOverdue).toBe(true);
    await app.services.admin.quotes.setStatus('system', [id], 'contacted');
    expect((await open(token)).body).toMatchObject({ dueAt: null, isOverdue: false });
  });

  it('shows the proposal once there is one for the same email', async () => {
    const { id, email, token } = await ask();
    await sentProposal(undefined, { leadId: id });
    expect((await open(token)).body.proposal).toBeNull();
    const { number } = await sentProposal(email, { leadId: id });
    const { body } = await open(token);
    expect(body.proposal).toMatchObject({ number, status: 'sent' });
    expect(body.statusText).toBe('Your proposal is ready');
    const path = new URL(body.proposal?.url ?? '').pathname;
    const proposal = await app.fetch(`/api${path.replace('/proposals/', '/proposals/by-link/')}`);
    expect(proposal.status).toBe(200);
    expect((await open(token)).body.proposal?.status).toBe('viewed');
  });

  it('can be revoked, and an unknown one is not found', async () => {
    const { id, token } = await ask();
    const cookie = await signInAdmin(app);
    await app.postJson('/api/trpc/admin.quotes.revokeLink', { id }, { Cookie: cookie });
    const [revoked, unknown] = [await open(token), await open('x'.repeat(43))];
    expect(revoked.response.status).toBe(404);
    expect(revoked.body).toEqual(unknown.body);
    const other = await ask();
    expect((await app.fetch(`/api/proposals/by-link/${other.token}`)).status).toBe(404);
  });

  it('is not created for a contact message', async () => {
    const { mail } = await ask();
    expect(mail).toBeDefined();
    const [{ count }] = await app.sql<[{ count: string }]>`
      select count(*) from document_links where about like 'message:%'`;
    expect(Number(count)).toBe(0);
  });
});

it('a quote is claimed by the first sign-in with its email', async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const { id, token } = await ask(email);
  expect((await open(token)).body.isClaimed).toBe(false);
  await signUpClient(app, `other-${email}`);
  expect((await open(token)).body.isClaimed).toBe(false);
  await signUpClient(app, email);
  expect((await open(token)).body.isClaimed).toBe(true);
  const [row] = await app.sql`select u.email from quotes q join users u on u.id = q.user_id
    where q.id = ${id}`;
  expect(row?.email).toBe(email);
});
