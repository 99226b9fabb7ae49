import { Hono } from 'hono';

import type { BrandImage } from '~/contract/settings/logo-schema';
import { bytesOf, imageTypes, rasterHeight, rasterOf } from '~/server/features/settings/logo';
import type { Settings } from '~/server/features/settings/settings.service';
import { type CachedResponse, sendResponse } from '~/server/platform/cache/cached-response';
import type { ResponseCache } from '~/server/platform/cache/response-cache';
import { errorBody } from '~/server/platform/errors';
import type { RequestEnv } from './rest';

const headers = {
  'X-Content-Type-Options': 'nosniff',
  // Allows embedding, because emails and other sites show the logo. Opening an SVG as a page runs no script and loads
  // nothing.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

export const iconPath = '/favicon.svg';

/** Serves the agency's logo and the favicon. */
export function createBrandRoutes(options: {
  settings: Pick<Settings, 'getBrandImage' | 'getIcon'>;
  cache: ResponseCache;
  /** Default icon, used if the agency has none. */
  icon: CachedResponse | undefined;
}): Hono<RequestEnv> {
  const { settings, cache, icon } = options;
  const routes = new Hono<RequestEnv>();

  routes.get('/brand/:file{[0-9a-f]{20}\\.(svg|png)}', async (c) => {
    const [hash = '', type] = c.req.param('file').split('.');
    const image = await settings.getBrandImage(hash);
    if (!image || (type === 'svg' && image.type === 'png')) {
      return c.json(errorBody('NOT_FOUND'), 404);
    }
    const isAsStored = type === image.type;
    const bytes = isAsStored ? bytesOf(image) : await rasterOf(image, rasterHeight);
    if (!bytes) return c.json(errorBody('NOT_FOUND'), 404);
    return new Response(new Uint8Array(bytes), {
      headers: {
        ...headers,
        'Content-Type': isAsStored ? imageTypes[image.type] : imageTypes.png,
        'Cache-Control': 'public, max-age=31536000, immutable',
      },
    });
  });

  routes.get(iconPath, async (c) => {
    const answer = await cache.through(iconPath, async () => {
      const own = await settings.getIcon();
      return {
        status: 200,
        headers: {
          ...headers,
          'Content-Type': imageTypes.svg,
          'Cache-Control': 'public, max-age=3600',
        },
        body: own
          ? svgOf(own)
          : String(icon?.identity ?? '<svg xmlns="http://www.w3.org/2000/svg"/>'),
        cacheTags: ['settings'] as const,
      };
    });
    return sendResponse(answer, c.req.raw);
  });
  return routes;
}

/** Returns the icon as an SVG, because every page uses the same URL. Embeds a PNG in an SVG. */
function svgOf(image: BrandImage): string {
  if (image.type === 'svg') return image.data;
  const { width, height, data } = image;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="data:image/png;base64,${data}"/></svg>`;
}
