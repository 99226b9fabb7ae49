import { Hono } from 'hono';

import { AppError } from '~/contract/common/errors';
import { shareKinds } from '~/contract/common/share-images';
import { soughtSlugSchema } from '~/contract/services/services-schema';
import type { Seo } from '~/server/features/seo/seo.service';
import { createShareImages } from '~/server/features/seo/share-image';
import type { CacheTag } from '~/server/platform/cache/cache-tags';
import { cacheTags } from '~/server/platform/cache/cache-tags';
import type { ResponseCache } from '~/server/platform/cache/response-cache';
import { errorBody } from '~/server/platform/errors';
import type { Media, PictureFormat } from '~/server/platform/media/media';
import { xmlText } from '~/server/platform/values/xml-text';
import { createCachedText } from './cached-reads';
import type { RequestEnv } from './rest';

/**
 * Cache-Control of share images, because other sites fetch an image once and cache it. A changed title may take an hour
 * to appear.
 */
const shareCacheControl = 'public, max-age=3600';
const pictureCacheControl = 'public, max-age=31536000, immutable';

/** Serves machine-readable files and share images: sitemap, robots.txt, feeds, llms.txt. */
export function createSeoRoutes(options: {
  seo: Seo;
  media: Media;
  cache: ResponseCache;
  headers: Record<string, string>;
}): Hono<RequestEnv> {
  const { seo, media } = options;
  const routes = new Hono<RequestEnv>();
  const shareImages = createShareImages();

  const cachedText = createCachedText(options);
  const text = (
    path: string,
    type: string,
    cacheTags: readonly CacheTag[],
    write: () => Promise<string> | string,
  ) => {
    const writeValid = type.endsWith('xml') ? async () => xmlText(await write()) : write;
    const how = { type: `${type}; charset=utf-8`, cacheTags, write: writeValid };
    return routes.get(path, cachedText(path, how));
  };

  text('/robots.txt', 'text/plain', [], seo.robots);
  text('/llms.txt', 'text/plain', cacheTags, seo.llms);
  text('/sitemap.xml', 'application/xml', cacheTags, seo.sitemap);
  text('/blog/rss.xml', 'application/rss+xml', ['posts', 'settings', 'page_versions'], seo.rss);
  text('/blog/atom.xml', 'application/atom+xml', ['posts', 'settings', 'page_versions'], seo.atom);

  routes.get('/share/site.png', async () => {
    const image = await shareImages.draw(await seo.shareCard());
    return sendBytes(image, 'image/png', shareCacheControl);
  });
  routes.get('/share/:kind/:file{.+\\.png}', async (c) => {
    const kind = shareKinds.find((one) => one === c.req.param('kind'));
    const slug = soughtSlugSchema.parse(c.req.param('file').slice(0, -'.png'.length));
    const card = kind && (await orNothing(seo.shareCard({ kind, slug })));
    if (!card) return c.json(errorBody('NOT_FOUND'), 404);
    return sendBytes(await shareImages.draw(card), 'image/png', shareCacheControl);
  });
  routes.get('/media/:file{[0-9a-f]{32}-\\d+x\\d+\\.webp}', async (c) => {
    const hash = c.req.param('file').slice(0, 32);
    const width = c.req.query('w');
    const format: PictureFormat = c.req.header('accept')?.includes('image/avif') ? 'avif' : 'webp';
    const bytes = await orNothing(media.read(hash, width ? Number(width) : undefined, format));
    if (!bytes) return c.json(errorBody('NOT_FOUND'), 404);
    const response = sendBytes(bytes, `image/${format}`, pictureCacheControl);
    response.headers.set('Vary', 'Accept');
    return response;
  });
  return routes;
}

function sendBytes(bytes: Buffer, type: string, cacheControl: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': type,
      'Cache-Control': cacheControl,
      // Allows embedding, because share images are meant for other sites.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  });
}

async function orNothing<T>(sought: Promise<T>): Promise<T | undefined> {
  try {
    return await sought;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
