import { Hono } from 'hono';

import { AppError, signedOut } from '~/contract/common/errors';
import { int4Max } from '~/contract/common/limits';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { Permission } from '~/contract/identity/permissions';
import type { Pdf } from '~/server/features/documents/pdf/pdfs';
import type { Context } from '~/server/platform/trpc/context';
import { permitted } from '~/server/platform/trpc/trpc';
import { privateLinkHeaders } from './headers';
import type { HonoContext, RequestEnv } from './rest';

/**
 * A document as its client, the holder of its link and an admin may download it.
 *
 * @param noteId the credit note of an invoice; 0 for the document itself
 */
interface Documents {
  pdf(client: CurrentUser, id: number, noteId: number): Promise<Pdf>;
  pdfByLink(token: string, noteId: number): Promise<Pdf>;
  pdfOfAny(id: number, noteId: number): Promise<Pdf>;
}

interface Options {
  proposals: Documents;
  invoices: Documents & { creditNotes: Documents };
  createContext(c: HonoContext): Promise<Context>;
}

interface Kind {
  noun: string;
  end: string;
  permission: Permission;
  documents: Documents;
}

/**
 * `GET /api/{proposals,invoices}/{id}/pdf` and `/api/invoices/{id}/credit-notes/{noteId}/pdf`, the same below `by-link/{token}`,
 * and below `/api/admin` for admins.
 */
export function createDocumentRoutes(options: Options): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>();
  const { proposals, invoices } = options;
  const kinds: Kind[] = [
    { noun: 'proposals', end: '/pdf', permission: 'proposals.read', documents: proposals },
    { noun: 'invoices', end: '/pdf', permission: 'invoices.read', documents: invoices },
    {
      noun: 'invoices',
      end: '/credit-notes/:noteId/pdf',
      permission: 'invoices.read',
      documents: invoices.creditNotes,
    },
  ];
  for (const { noun, end, permission, documents } of kinds) {
    const noteIdOf = (c: HonoContext) => (end.includes(':noteId') ? idOf(c, 'noteId') : 0);
    routes.get(`/${noun}/:id${end}`, async (c) => {
      const { user } = await options.createContext(c);
      if (!user) throw signedOut();
      return send(c, await documents.pdf(user, idOf(c), noteIdOf(c)));
    });
    routes.get(`/${noun}/by-link/:token${end}`, async (c) => {
      const { rateLimits, visit } = await options.createContext(c);
      await rateLimits.consume('linkReads', visit.network);
      const pdf = await documents.pdfByLink(c.req.param('token'), noteIdOf(c));
      return send(c, pdf, privateLinkHeaders);
    });
    routes.get(`/admin/${noun}/:id${end}`, async (c) => {
      permitted((await options.createContext(c)).user, permission);
      return send(c, await documents.pdfOfAny(idOf(c), noteIdOf(c)));
    });
  }
  return routes;
}

function idOf(c: HonoContext, name = 'id'): number {
  const id = c.req.param(name) ?? '';
  if (!/^\d{1,10}$/.test(id) || Number(id) > int4Max) throw new AppError('NOT_FOUND', 'Not found');
  return Number(id);
}

const send = (c: HonoContext, { name, bytes }: Pdf, headers: Record<string, string> = {}) =>
  c.body(new Uint8Array(bytes), 200, {
    'Content-Type': 'application/pdf',
    // Some browsers would show it in place of the page that links to it, others not.
    'Content-Disposition': `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"`,
    'Content-Length': String(bytes.length),
    'Cache-Control': 'private, no-store',
    ...headers,
  });
