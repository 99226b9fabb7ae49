import { Hono } from 'hono';

import { AppError, signedOut } from '~/contract/common/errors';
import { int4Max } from '~/contract/common/limits';
import type { SignedInCaller } from '~/contract/identity/api-keys';
import type { Permission } from '~/contract/identity/permissions';
import { type EInvoiceSyntax, eInvoiceSyntaxes } from '~/contract/invoices/invoices';
import type { DocumentFile } from '~/server/features/documents/pdf/pdfs';
import { isLate, withTimeout } from '~/server/platform/timeout';
import type { Context } from '~/server/platform/trpc/context';
import { permitted } from '~/server/platform/trpc/trpc';
import { privateLinkHeaders } from './headers';
import type { HonoContext, RequestEnv } from './rest';

/**
 * Returns documents for download by a client, the holder of a private link or an admin.
 *
 * @param noteId the credit note of an invoice; 0 for the invoice itself
 */
interface Documents {
  pdf(client: SignedInCaller, id: number, noteId: number): Promise<DocumentFile>;
  pdfByLink(token: string, noteId: number): Promise<DocumentFile>;
  pdfOfAny(id: number, noteId: number): Promise<DocumentFile>;
}

/** Returns invoices as structured documents (XML). */
interface StructuredDocuments {
  xml(
    client: SignedInCaller,
    id: number,
    noteId: number,
    syntax: EInvoiceSyntax,
  ): Promise<DocumentFile>;
  xmlByLink(token: string, noteId: number, syntax: EInvoiceSyntax): Promise<DocumentFile>;
  xmlOfAny(id: number, noteId: number, syntax: EInvoiceSyntax): Promise<DocumentFile>;
}

/** Milliseconds to wait for a document, which is shorter than the deadline of a request. */
const patienceMs = 8_000;

const stillPreparing = () =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    'This document is still being prepared. Please try again in a moment.',
    { retryAfterSeconds: 5 },
  );

/**
 * Waits for a document for at most `patienceMs`. Its layout continues afterwards, because the next request can use the
 * result.
 *
 * @throws SERVICE_UNAVAILABLE if it takes longer
 */
async function inTime(file: Promise<DocumentFile>): Promise<DocumentFile> {
  try {
    return await withTimeout(file, patienceMs);
  } catch (error) {
    throw isLate(error) ? stillPreparing() : error;
  }
}

interface Options {
  proposals: Documents;
  invoices: Documents & StructuredDocuments & { creditNotes: Documents };
  createContext(c: HonoContext): Promise<Context>;
}

interface Kind {
  noun: string;
  end: string;
  permission: Permission;
  /** Returns the service that renders the file. XML routes read the syntax from the query. */
  documentsFor(c: HonoContext): Documents;
}

/**
 * Serves `GET /api/{proposals,invoices}/{id}/pdf`, `/api/invoices/{id}/xml?syntax=cii|ubl` and the same below
 * `/api/invoices/{id}/credit-notes/{noteId}`. All of these paths also exist below `by-link/{token}` and, for admins,
 * below `/api/admin`.
 */
export function createDocumentRoutes(options: Options): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>();
  const { proposals, invoices } = options;
  const asXml = (c: HonoContext): Documents => {
    const syntax = syntaxOf(c);
    return {
      pdf: (client, id, noteId) => invoices.xml(client, id, noteId, syntax),
      pdfByLink: (token, noteId) => invoices.xmlByLink(token, noteId, syntax),
      pdfOfAny: (id, noteId) => invoices.xmlOfAny(id, noteId, syntax),
    };
  };
  const ofInvoices = { noun: 'invoices', permission: 'invoices.read' } as const;
  const kinds: Kind[] = [
    {
      noun: 'proposals',
      end: '/pdf',
      permission: 'proposals.read',
      documentsFor: () => proposals,
    },
    { ...ofInvoices, end: '/pdf', documentsFor: () => invoices },
    { ...ofInvoices, end: '/xml', documentsFor: asXml },
    {
      ...ofInvoices,
      end: '/credit-notes/:noteId/pdf',
      documentsFor: () => invoices.creditNotes,
    },
    { ...ofInvoices, end: '/credit-notes/:noteId/xml', documentsFor: asXml },
  ];
  for (const { noun, end, permission, documentsFor } of kinds) {
    const noteIdOf = (c: HonoContext) => (end.includes(':noteId') ? idOf(c, 'noteId') : 0);
    routes.get(`/${noun}/:id${end}`, async (c) => {
      const { user, visit } = await options.createContext(c);
      if (!user) throw signedOut();
      const caller = { ...user, sessionId: visit.session?.id };
      return send(c, await inTime(documentsFor(c).pdf(caller, idOf(c), noteIdOf(c))));
    });
    routes.get(`/${noun}/by-link/:token${end}`, async (c) => {
      const { rateLimits, visit } = await options.createContext(c);
      await rateLimits.consume('linkReads', visit.network);
      const file = await inTime(documentsFor(c).pdfByLink(c.req.param('token'), noteIdOf(c)));
      return send(c, file, privateLinkHeaders);
    });
    routes.get(`/admin/${noun}/:id${end}`, async (c) => {
      permitted((await options.createContext(c)).user, permission);
      return send(c, await inTime(documentsFor(c).pdfOfAny(idOf(c), noteIdOf(c))));
    });
  }
  return routes;
}

function idOf(c: HonoContext, name = 'id'): number {
  const id = c.req.param(name) ?? '';
  if (!/^\d{1,10}$/.test(id) || Number(id) > int4Max) throw new AppError('NOT_FOUND', 'Not found');
  return Number(id);
}

/** Parses the syntax, which defaults to CII. @throws BAD_REQUEST for an unknown syntax */
function syntaxOf(c: HonoContext): EInvoiceSyntax {
  const given = c.req.query('syntax') ?? 'cii';
  const syntax = eInvoiceSyntaxes.find((one) => one === given);
  if (syntax) return syntax;
  const message = `A syntax is one of: ${eInvoiceSyntaxes.join(', ')}`;
  throw new AppError('BAD_REQUEST', message, { issues: [{ path: 'syntax', message }] });
}

const send = (
  c: HonoContext,
  { name, bytes, type }: DocumentFile,
  headers: Record<string, string> = {},
) =>
  c.body(new Uint8Array(bytes), 200, {
    'Content-Type': type,
    // Without this header, some browsers would replace the page that contains the link by the document.
    'Content-Disposition': `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"`,
    'Content-Length': String(bytes.length),
    'Cache-Control': 'private, no-store',
    ...headers,
  });
