import { Hono } from 'hono';

import { importQuerySchema } from '~/contract/imports/imports-schema';
import type { RequestKeys } from '~/server/features/identity/request-keys';
import { sha256 } from '~/server/features/identity/tokens';
import type { Imports } from '~/server/features/imports/imports.service';
import { errorBody } from '~/server/platform/errors';
import { strictly } from '~/server/platform/strict-schema';
import type { Context } from '~/server/platform/trpc/context';
import { permitted } from '~/server/platform/trpc/trpc';
import type { HonoContext, RequestEnv } from './rest';
import { runOnce } from './run-once';

/** Path to which the panel uploads files as raw bytes, because files exceed the maximum size of JSON bodies. */
export const importPath = '/api/admin/import';

const permission = 'content.write';

const types = /^(text\/csv|text\/xml|application\/xml|text\/plain|application\/octet-stream)\b/;

/** Serves `POST /api/admin/import?kind=…&apply=true`, which imports a CSV file or a WordPress export. */
export function createImportRoutes(options: {
  imports: Imports;
  requestKeys: Pick<RequestKeys, 'once'>;
  createContext(c: HonoContext): Promise<Context>;
}): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>();
  routes.post('/admin/import', async (c) => {
    const context = await options.createContext(c);
    const actor = permitted(context.user, permission);
    if (!types.test(c.req.header('content-type') ?? '')) {
      const message = 'Please send a CSV file or an export of WordPress';
      return c.json(errorBody('UNSUPPORTED_MEDIA_TYPE', message), 415);
    }
    const query = strictly(importQuerySchema).safeParse(c.req.query());
    if (!query.success)
      return c.json(errorBody('BAD_REQUEST', query.error.issues[0]?.message), 400);
    await context.rateLimits.consume('uploadsOfAdmin', actor.id, 'Too many files at once.');
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    const { kind, encoding, category, apply } = query.data;
    const isApplied = apply === 'true';
    const request = { path: c.req.path, query: query.data, content: sha256(bytes) };
    const result = await runOnce(options.requestKeys, context, { permission, request }, () =>
      options.imports.run(actor, bytes, { kind, encoding, category, isApplied }),
    );
    if (isApplied) await context.changesHeard();
    return c.json(result);
  });
  return routes;
}
