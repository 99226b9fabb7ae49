import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { type AppErrorCode, errorStatus } from '~/contract/common/errors';
import type { RequestKeys } from '~/server/features/identity/request-keys';
import { sha256 } from '~/server/features/identity/tokens';
import { errorBody } from '~/server/platform/errors';
import type { Media } from '~/server/platform/media/media';
import type { Context } from '~/server/platform/trpc/context';
import { permitted } from '~/server/platform/trpc/trpc';
import type { HonoContext, RequestEnv } from './rest';
import { runOnce } from './run-once';

/** Path to which the panel uploads pictures as raw bytes, because pictures exceed the maximum size of JSON bodies. */
export const uploadPath = '/api/admin/media';

const permission = 'content.write';

/** Serves `POST /api/admin/media`, which stores a picture and responds with `{ url }`. */
export function createMediaRoutes(options: {
  media: Pick<Media, 'store'>;
  requestKeys: Pick<RequestKeys, 'once'>;
  createContext(c: HonoContext): Promise<Context>;
}): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>();
  routes.post('/admin/media', async (c) => {
    const no = (code: AppErrorCode, message?: string) =>
      c.json(errorBody(code, message), errorStatus[code] as ContentfulStatusCode);
    const context = await options.createContext(c);
    const user = permitted(context.user, permission);
    // Other sites cannot send this content type without a preflight request.
    if (!c.req.header('content-type')?.startsWith('image/')) {
      return no('UNSUPPORTED_MEDIA_TYPE', 'Please send a picture');
    }
    await context.rateLimits.consume('uploadsOfAdmin', user.id, 'Too many pictures at once.');
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    const request = { path: c.req.path, content: sha256(bytes) };
    const store = async () => ({ url: await options.media.store(bytes) });
    return c.json(await runOnce(options.requestKeys, context, { permission, request }, store));
  });
  return routes;
}
