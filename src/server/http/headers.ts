import { legalPages } from '~/contract/legal/legal';
import { pages } from '~/contract/pages/pages';

/**
 * Headers of every response. Only scripts of this site run, inline ones only with a listed hash; style attributes are
 * allowed, since component libraries set them.
 */
export function securityHeaders(options: { https: boolean }): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
    'Content-Security-Policy': contentSecurityPolicy([]),
    ...(options.https && {
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    }),
  };
}

/** Seconds, of a response of 503 that names no other. */
export const retryAfter = '5';

/** Adds to a response what each has, unless it has its own. */
export function completeHeaders(response: Response, base: Record<string, string>): void {
  const missing = response.status === 503 ? { ...base, 'Retry-After': retryAfter } : base;
  for (const [name, value] of Object.entries(missing)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
}

const sitePaths = new Set([
  ...Object.values(pages).map(({ path }) => path),
  ...legalPages.map((page) => `/${page}`),
  '/legal',
]);

/** Whether the page at `target` is one that all visitors read alike: nothing is signed in to, paid or shown of a person. */
export const isSitePage = (target: string): boolean =>
  sitePaths.has(/^\/[^/?]*/.exec(target)?.[0] ?? '');

/**
 * Of such a page without a session: a window that opened it learns nothing from it, and is not cut off. To do that, a browser ends the
 * process that a new tab has, as for a link that is followed from an app, and starts another: an eighth of the time until the page shows.
 * A sign-in that begins there is cut off from that window first (`useOwnWindow`).
 */
export const sitePageHeaders = { 'Cross-Origin-Opener-Policy': 'unsafe-none' };

/** Of a page at a private link: stored by none, listed by none, and its address told to none. */
export const privateLinkHeaders = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/** Sources that Stripe's card fields need, on pages that have them. */
export const stripeSources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};

/**
 * @param scripts hashes such as `'sha256-…'`, quotes included, or URLs
 * @param connectTo origins that scripts may connect to besides this site
 */
export function contentSecurityPolicy(
  scripts: readonly string[],
  connectTo: readonly string[] = [],
  frames: readonly string[] = [],
): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    // Admins may use pictures of other sites; scripts of other sites never run.
    "img-src 'self' data: https:",
    "font-src 'self'",
    ["connect-src 'self'", ...connectTo].join(' '),
    ...(frames.length > 0 ? [['frame-src', ...frames].join(' ')] : []),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
