import { Hono } from 'hono';

import { AppError, signedOut } from '~/contract/common/errors';
import { int4Max } from '~/contract/common/limits';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { Permission } from '~/contract/identity/permissions';
import type { Pdf } from '~/server/features/documents/pdf/pdfs';
import type { Context } from '~/server/platform/trpc/context';
import { permitted } from '~/server/platform/trpc/trpc';
import type { HonoContext, RequestEnv } from './rest';

/** A document as its client, the holder of its link and an admin may download it. */
interface Documents {
  pdf(client: CurrentUser, id: number): Promise<Pdf>;
  pdfByLink(token: string): Promise<Pdf>;
  pdfOfAny(id: number): Promise<Pdf>;
}

interface Options {
  proposals: Documents;
  invoices: Documents;
  createContext(c: HonoContext): Promise<Context>;
}

/** `GET /api/{proposals,invoices}/{id}/pdf`, the same below `by-link/{token}`, and below `/api/admin` for admins. */
export function createDocumentRoutes(options: Options): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>();
  const kinds = [
    { noun: 'proposals', permission: 'proposals.read' },
    { noun: 'invoices', permission: 'invoices.read' },
  ] as const satisfies { noun: keyof Options; permission: Permission }[];
  for (const { noun, permission } of kinds) {
    const documents = options[noun];
    routes.get(`/${noun}/:id/pdf`, async (c) => {
      const { user } = await options.createContext(c);
      if (!user) throw signedOut();
      return send(c, await documents.pdf(user, idOf(c)));
    });
    routes.get(`/${noun}/by-link/:token/pdf`, async (c) => {
      const { rateLimits, visit } = await options.createContext(c);
      await rateLimits.consume('linkReads', visit.network);
      return send(c, await documents.pdfByLink(c.req.param('token')));
    });
    routes.get(`/admin/${noun}/:id/pdf`, async (c) => {
      permitted((await options.createContext(c)).user, permission);
      return send(c, await documents.pdfOfAny(idOf(c)));
    });
  }
  return routes;
}

function idOf(c: HonoContext): number {
  const id = c.req.param('id') ?? '';
  if (!/^\d{1,10}$/.test(id) || Number(id) > int4Max) throw new AppError('NOT_FOUND', 'Not found');
  return Number(id);
}

const send = (c: HonoContext, { name, bytes }: Pdf) =>
  c.body(new Uint8Array(bytes), 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="${name.replace(/[^\w. -]/g, '_')}"`,
    'Content-Length': String(bytes.length),
    'Cache-Control': 'private, no-store',
  });
