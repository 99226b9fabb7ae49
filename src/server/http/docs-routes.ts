import { Hono } from 'hono';

import type { ResponseCache } from '~/server/platform/cache/response-cache';
import { createCachedText } from './cached-reads';
import type { createOpenApiDocument as CreateOpenApiDocument } from './openapi';
import type { RequestEnv } from './rest';

type AppRouter = Parameters<typeof CreateOpenApiDocument>[0];

/** Serves the API's OpenAPI document, and the page that shows it. */
export function createDocsRoutes(options: {
  appRouter: AppRouter;
  publicUrl: string;
  /** Returns all routes of the app. */
  routes(): readonly { method: string; path: string }[];
  cache: ResponseCache;
  headers: Record<string, string>;
}): Hono<RequestEnv> {
  const { appRouter, publicUrl } = options;
  // The document is created with the first request, because the generator takes longer than the rest of startup.
  let made: ReturnType<typeof describe> | undefined;
  const describe = async () => {
    const { createOpenApiDocument } = await import('./openapi');
    const { createDocsPage } = await import('./docs-page');
    const document = createOpenApiDocument(appRouter, {
      publicUrl,
      title: 'Agency API',
      routes: options.routes(),
    });
    return { document: JSON.stringify(document), page: createDocsPage(document) };
  };
  const cachedText = createCachedText(options);
  const described = (path: string, type: string, part: 'document' | 'page') =>
    cachedText(`/api${path}`, {
      type,
      cacheTags: [],
      write: async () => {
        made ??= describe();
        return (await made)[part];
      },
    });
  return new Hono<RequestEnv>()
    .get('/openapi.json', described('/openapi.json', 'application/json', 'document'))
    .get('/docs', described('/docs', 'text/html; charset=utf-8', 'page'));
}
