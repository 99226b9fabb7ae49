import { legalPages } from '~/contract/legal/legal';
import { pages } from '~/contract/pages/pages';

/**
 * Returns the headers of every response. Only scripts of this site run, inline ones only with a listed hash; style attributes are
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

/** Default Retry-After of a 503, in seconds. */
export const retryAfter = '5';

/** Adds the common headers to a response, except those that it already has. */
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

/** Returns whether the page at `target` is the same for all visitors, without sign-in, payments or personal data. */
export const isSitePage = (target: string): boolean =>
  sitePaths.has(/^\/[^/?]*/.exec(target)?.[0] ?? '');

/**
 * Headers of such a page without a session. It shares its process with the window that opened it, which learns nothing
 * from it. To isolate it, a browser would end the process of the new tab, as for a link followed from an app, and start
 * another, which delays the page by an eighth. A sign-in on that page first isolates itself from that window
 * (`useOwnWindow`).
 */
export const sitePageHeaders = { 'Cross-Origin-Opener-Policy': 'unsafe-none' };

/** Headers of a page at a private link: not stored, not indexed, no referrer. */
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
 * @param scripts hashes such as `'sha256-…'`, including quotes, or URLs
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
    // Admins may embed pictures of other sites; scripts of other sites never run.
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
