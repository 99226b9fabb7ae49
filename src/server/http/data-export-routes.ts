import { Hono } from 'hono';

import { AppError, signedOut } from '~/contract/common/errors';
import { int4Max } from '~/contract/common/limits';
import type { PersonalDataService } from '~/server/features/personal-data/personal-data.service';
import { accountOf } from '~/server/platform/trpc/client-view';
import type { Context } from '~/server/platform/trpc/context';
import { permitted } from '~/server/platform/trpc/trpc';
import type { HonoContext, RequestEnv } from './rest';
import { sendFile } from './send-file';

/**
 * Streams the ZIP file of a client's data: `GET /api/account/exports/{id}` for the client, and
 * `/api/admin/clients/{clientId}/exports/{id}` for admins who may change clients.
 */
export function createDataExportRoutes(options: {
  personalData: PersonalDataService;
  createContext(c: HonoContext): Promise<Context>;
}): Hono<RequestEnv> {
  const { personalData, createContext } = options;
  const routes = new Hono<RequestEnv>();
  routes.get('/account/exports/:id', async (c) => {
    const { user, rateLimits } = await createContext(c);
    if (!user) throw signedOut();
    await rateLimits.consume('fileReads', accountOf(user).id);
    return sendFile(c, await personalData.own.open(user, idOf(c)));
  });
  routes.get('/admin/clients/:clientId/exports/:id', async (c) => {
    const { user, rateLimits } = await createContext(c);
    const admin = permitted(user, 'clients.write');
    await rateLimits.consume('fileReads', admin.id);
    return sendFile(c, await personalData.ofPanel.open(c.req.param('clientId'), idOf(c)));
  });
  return routes;
}

/** Parses the id. An invalid id has the same result as an unknown one. */
function idOf(c: HonoContext): number {
  const id = c.req.param('id') ?? '';
  if (!/^\d{1,10}$/.test(id) || Number(id) > int4Max) {
    throw new AppError('NOT_FOUND', 'This file no longer exists. Please request a new one.');
  }
  return Number(id);
}
