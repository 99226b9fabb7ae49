import { Hono } from 'hono';

import { previewSchema } from '~/contract/settings/settings-form-schema';
import { cleaned } from '~/server/features/settings/settings.panel';
import { errorBody } from '~/server/platform/errors';
import { strictly } from '~/server/platform/strict-schema';
import type { Context } from '~/server/platform/trpc/context';
import { permitted } from '~/server/platform/trpc/trpc';
import type { HonoContext, RequestEnv } from './rest';

interface PreviewOptions {
  pages: {
    preview(
      path: string,
      draft: { key: string; value: unknown },
      context: Context,
    ): Promise<string | undefined>;
  };
  createContext(c: HonoContext): Promise<Context>;
}

/** Headers of a preview: no scripts, not cached, not indexed. */
const previewHeaders = {
  'Content-Security-Policy': 'sandbox',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
};

/** Draft without a change, which previews the site as it is. */
const noChange = { key: 'nothing', value: undefined };

/**
 * Serves `POST /api/admin/preview`, which renders a page of the site with an unsaved setting, blocks or post. Scripts
 * of the page never run, because the panel shows it in a sandbox.
 */
export function createPreviewRoutes({ pages, createContext }: PreviewOptions): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>();
  routes.post('/admin/preview', async (c) => {
    const context = await createContext(c);
    permitted(context.user, 'content.read');
    // Invalid JSON becomes undefined, which the schema rejects.
    const input = strictly(previewSchema).safeParse(await c.req.json().catch(() => undefined));
    if (!input.success)
      return c.json(errorBody('BAD_REQUEST', input.error.issues[0]?.message), 400);
    const { path, change, page, post } = input.data;
    if (post) permitted(context.user, 'content.write');
    const html = await pages.preview(path, change ? await cleaned(change) : noChange, {
      ...context,
      pageDraft: page,
      postDraft: post,
    });
    if (html === undefined) return c.json(errorBody('NOT_FOUND'), 404);
    return c.html(html, 200, previewHeaders);
  });
  return routes;
}
