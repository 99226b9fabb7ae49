import { Hono } from 'hono';
import { z } from 'zod';

import { periodSchema } from '~/contract/accounting/accounting-schema';
import { AppError } from '~/contract/common/errors';
import type { AccountingService } from '~/server/features/accounting/accounting.service';
import { strictly } from '~/server/platform/strict-schema';
import type { Context } from '~/server/platform/trpc/context';
import { permitted } from '~/server/platform/trpc/trpc';
import type { HonoContext, RequestEnv } from './rest';
import { toStream } from './send-file';

/**
 * Serves `GET /api/admin/accounting/export?from=&to=`: documents and payments of a period as a ZIP file, which is
 * created while it is sent.
 */
export function createAccountingRoutes(options: {
  accounting: Pick<AccountingService, 'export'>;
  createContext(c: HonoContext): Promise<Context>;
}): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>();
  routes.get('/admin/accounting/export', async (c) => {
    const { user, rateLimits } = await options.createContext(c);
    // The export contains documents and payments, so it requires both permissions.
    permitted(user, 'payments.read');
    const admin = permitted(user, 'invoices.read');
    const period = z.safeParse(strictly(periodSchema), c.req.query());
    if (!period.success) {
      const issues = period.error.issues.map(({ path, message }) => ({
        path: path.join('.'),
        message,
      }));
      throw new AppError('BAD_REQUEST', issues[0]?.message ?? '', { issues });
    }
    const { from, to } = period.data;
    const headers = {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="accounting-${from}-${to}.zip"`,
      'Cache-Control': 'private, no-store',
    };
    // Responds to HEAD before the export starts, because a response without a body would never end it.
    if (c.req.method === 'HEAD') return new Response(null, { headers });
    await rateLimits.consume('accountingExports', admin.id);
    const parts = await options.accounting.export(admin, period.data);
    // Reads the first chunk before the status is sent, so that an unreachable database leads to an error status.
    const first = await parts.next();
    return new Response(toStream(first, parts), { headers });
  });
  return routes;
}
