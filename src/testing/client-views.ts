import { expect } from 'vitest';

import { contentKeys } from '~/contract/content/content-types';
import { quoteRequestSchema } from '~/contract/leads/quotes-schema';
import type { TestApp } from './app';
import { createRequest, type TestClient } from './client-requests';
import { quoteRequest } from './requests';
import type { salesOf } from './sales';
import { contentCases } from './samples';
import { agencyFileIn, userOf } from './threads';

type Sales = ReturnType<typeof salesOf>;

interface Viewer {
  id: string;
  isAdmin: boolean;
  clientView?: { admin: { id: string }; endsAt: string };
  endedClientView?: { clientId: string; name: string };
}

/**
 * Creates one record of each kind that a client can read.
 *
 * @returns the inputs of the procedures that refer to one, and some ids
 */
export async function recordsOf(
  app: TestApp,
  client: TestClient,
  adminId: string,
  { sentProposal, openInvoice }: Pick<Sales, 'sentProposal' | 'openInvoice'>,
) {
  const admin = await userOf(app, adminId);
  const { email } = await userOf(app, client.id);
  const { id: request } = await createRequest(client);
  const { fileId: agencyFile } = await agencyFileIn(app, admin, request);
  const lead = quoteRequestSchema.parse(quoteRequest({ email }));
  const { id: quote } = await app.services.quotes.submit(lead);
  const [{ nonce }] = await app.sql<[{ nonce: string }]>`
    select nonce from document_links where about = ${`quote:${quote}`}`;
  const proposal = await sentProposal(email);
  const invoice = await openInvoice(email);
  const inputs: Record<string, Record<string, unknown>> = {
    'billing.offer': { planId: 1 },
    'billing.previewChange': { planId: 1 },
    'billing.receipt': { id: 1 },
    'formAnswers.quoteBrief': { id: quote },
    'formAnswers.requestBrief': { id: request },
    'invoices.byLink': { token: invoice.token },
    'invoices.get': { id: invoice.id },
    'legal.text': { page: 'terms' },
    'legal.version': { page: 'terms', version: 1 },
    'pageBlocks.below': { page: 'about' },
    'pageDrafts.byLink': { token: 'no-such-token' },
    'proposals.byLink': { token: proposal.token },
    'proposals.billed': { token: proposal.token, billing: { country: 'DE' } },
    'proposals.get': { id: proposal.id },
    'quotes.byLink': { token: app.services.documentLinks.tokenOf(nonce) },
    'quotes.progress': { token: 'no-such-token' },
    'requests.get': { id: request },
    'testimonialLinks.get': { token: 'no-such-token' },
    'requestThreads.get': { id: request },
    'requestThreads.messages': { id: request },
    'requestThreads.page': { id: request },
  };
  for (const key of contentKeys) {
    for (const [name, input] of Object.entries(contentCases[key].reads)) {
      inputs[`${key}.${name}`] = { ...input };
    }
  }
  return {
    inputs,
    ids: {
      clientRequest: request,
      agencyFile,
      clientProposal: proposal.id,
      clientInvoice: invoice.id,
    },
  };
}

/** Helpers for the server's tests of views as client. */
export function viewsOf(appOf: () => TestApp) {
  async function viewAs(cookie: string, id: string): Promise<number> {
    const headers = { Cookie: cookie };
    const response = await appOf().postJson('/api/trpc/admin.users.viewAs', { id }, headers);
    await response.text();
    return response.status;
  }
  const endView = (cookie: string) =>
    appOf().postJson('/api/trpc/admin.users.endView?batch=1', {}, { Cookie: cookie });

  async function viewerOf(cookie: string, headers: Record<string, string> = {}): Promise<Viewer> {
    const response = await appOf().fetch('/api/trpc/identity.viewer', {
      headers: { Cookie: cookie, ...headers },
    });
    return ((await response.json()) as { result: { data: Viewer } }).result.data;
  }

  /** Tables that jobs and other visitors change, and caches of documents. */
  const ownLives = ['job_runs', 'page_views', 'rate_limits', 'document_pdfs', 'document_xmls'];

  /** Returns a digest of all rows of each table. */
  async function rowsOfAll(): Promise<Record<string, string>> {
    const tables = await appOf().sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
    const digests: Record<string, string> = {};
    for (const { name } of tables) {
      if (ownLives.includes(name)) continue;
      // Emails are sent in the meantime, but none of these calls may add one.
      const [{ digest }] =
        name === 'mails'
          ? await appOf().sql<[{ digest: string }]>`
      select count(*) || ' ' || coalesce(max(created_at)::text, '') as digest from mails`
          : await appOf().sql<[{ digest: string }]>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as digest
      from ${appOf().sql(name)} t`;
      digests[name] = digest;
    }
    expect(Object.keys(digests).length).toBeGreaterThan(30);
    return digests;
  }

  return { viewAs, endView, viewerOf, rowsOfAll };
}
