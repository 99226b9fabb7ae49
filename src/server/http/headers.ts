import { builtInPages } from '~/contract/built-in-pages/built-in-pages';
import { legalPages } from '~/contract/legal/legal';

/**
 * Returns the headers of every response. Only scripts of this site run, and inline scripts only if their hash is listed.
 * Style attributes are allowed, because component libraries set them.
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

/** Default Retry-After header of a 503, in seconds. */
export const retryAfter = '5';

/** Adds the common headers that a response does not have yet. */
export function completeHeaders(response: Response, base: Record<string, string>): void {
  const missing = response.status === 503 ? { ...base, 'Retry-After': retryAfter } : base;
  for (const [name, value] of Object.entries(missing)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
}

const sitePaths = new Set([
  ...Object.values(builtInPages).map(({ path }) => path),
  ...legalPages.map((page) => `/${page}`),
  '/legal',
]);

/** Returns whether the page at `target` is the same for all visitors, without sign-in, payments or personal data. */
export const isSitePage = (target: string): boolean =>
  sitePaths.has(/^\/[^/?]*/.exec(target)?.[0] ?? '');

/**
 * Headers of a page that is the same for all visitors. The page is not isolated from the window that opened it, because
 * it contains no secrets, and isolation makes the page an eighth slower: after a link in an app was followed, for
 * example, the browser would replace the process of the new tab. Before signing in, the page isolates itself
 * (`useOwnWindow`).
 */
export const sitePageHeaders = { 'Cross-Origin-Opener-Policy': 'unsafe-none' };

/** Headers of a page at a private link: it is not cached, not indexed, and sends no referrer. */
export const privateLinkHeaders = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/** Sources for Stripe's card fields, allowed only on pages that contain them. */
export const stripeSources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};

/**
 * Returns the Content-Security-Policy.
 *
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
    // Pictures of other sites are allowed, because admins may embed them. Scripts of other sites never run.
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
