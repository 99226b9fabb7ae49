import type { ErrorBody } from '~/contract/common/errors';
import { escapeHtml } from '~/server/platform/mail/layout';
import { backInAMoment, messagePage } from '~/server/platform/unavailable-page';
import type { HonoContext } from './rest';

const documentPath = /^\/api\/(admin\/)?(invoices|proposals)\/(by-link\/)?([\w-]+)\//;

/**
 * Returns the URL of the page that offers a download: the page of the document, or else the page that linked to the
 * download.
 */
function pageOf(c: HonoContext): string {
  const [, admin, noun, byLink, id] = documentPath.exec(c.req.path) ?? [];
  if (admin) return `/admin?section=${noun}&open=${id}`;
  if (noun) return byLink ? `/${noun}/${id}` : `/dashboard/${noun}/${id}`;
  const referrer = c.req.header('referer') ?? '';
  if (!URL.canParse(referrer)) return '/';
  const { host, pathname, search } = new URL(referrer);
  return host === c.req.header('host') ? `/${pathname.replace(/^\/+/, '')}${search}` : '/';
}

/**
 * Returns whether a browser followed a link to an API path, such as a download. A failure must then be shown as a page
 * instead of JSON.
 */
export const isFollowedLink = (c: HonoContext): boolean =>
  c.req.method === 'GET' &&
  c.req.path.startsWith('/api/') &&
  (c.req.header('accept')?.includes('text/html') ?? false);

/** Returns a page to show in place of a failed download, with a link to the page that offered the download. */
export function failedDownload(c: HonoContext, { message, code }: ErrorBody): string {
  const back = `<p><a href="${escapeHtml(pageOf(c))}">Go back</a></p>`;
  const text = escapeHtml(message);
  return code === 'SERVICE_UNAVAILABLE' || code === 'TOO_MANY_REQUESTS'
    ? backInAMoment(text, back)
    : messagePage('No download', `<p>${text}</p>\n${back}`);
}
