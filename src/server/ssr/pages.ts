import { createHash } from 'node:crypto';

import type { AnyTRPCRouter } from '@trpc/server';

import { takesCards } from '~/contract/billing/billing';
import { isPrivateLink } from '~/contract/documents/documents';
import { type CurrentUser, currentUserSchema } from '~/contract/identity/identity-schema';
import type { SiteStyle } from '~/contract/settings/settings';
import type { TypefaceCss, TypefaceKey } from '~/contract/settings/typefaces';
import { mayHoldSession } from '~/server/http/cookies';
import {
  contentSecurityPolicy,
  isSitePage,
  privateLinkHeaders,
  sitePageHeaders,
  stripeSources,
} from '~/server/http/headers';
import { isMarkdown, prefersMarkdown } from '~/server/http/markdown';
import {
  cacheKey,
  canonicalTarget,
  markdownTarget,
  pageOfMarkdown,
  targetOf,
} from '~/server/platform/cache/cache-key';
import { CacheTags } from '~/server/platform/cache/cache-tags';
import {
  type CachedResponse,
  preparePrivateResponse,
  prepareResponse,
  type Rendered,
  sendResponse,
  sharedCacheControl,
} from '~/server/platform/cache/cached-response';
import type { ResponseCache } from '~/server/platform/cache/response-cache';
import { type Made, TaggedCache } from '~/server/platform/cache/tagged-cache';
import { errorBody, isDatabaseAway } from '~/server/platform/errors';
import { type Log, loggedPath } from '~/server/platform/log';
import { withTimeout } from '~/server/platform/timeout';
import type { Context } from '~/server/platform/trpc/context';
import { type PageFailure, unavailablePage } from '~/server/platform/unavailable-page';
import { fillPage, pagePatterns, renderPage } from '~/web/entry-server';
import type { TagsFor } from './assets';
import { createCalls } from './calls';
import { createPageMarkdown, estimateTokens } from './page-markdown';
import { isBehindSetup, setupPage } from './setup-page';

type SettingDraft = NonNullable<Context['settingDraft']>;

interface Styled {
  /** Returns the appearance of the agency's pages; null for the default, which is in the style sheets. */
  getSiteStyle(): Promise<SiteStyle | null>;
}

export interface PagesOptions {
  appRouter: AnyTRPCRouter;
  paymentProvider(): { kind: string };
  cache: ResponseCache;
  publicUrl: string;
  log: Log;
  tagsFor: TagsFor;
  /** Adds Vite's tags to a page in development. */
  transform?: ((path: string, html: string) => Promise<string>) | undefined;
  baseHeaders: Record<string, string>;
  isSetUp(): Promise<boolean>;
  /** Styles of the fonts that an agency can choose. */
  typefaces: Record<TypefaceKey, TypefaceCss>;
  settings: Styled & { withDraft(draft: SettingDraft): Styled };
  /** Milliseconds after which a page request is answered from the cache, or with 503. */
  deadlineMs: number;
}

/** Returns whether the page belongs to a view as a client, which a bar at the top shows. */
const isOfClientView = ({ clientView, endedClientView }: CurrentUser): boolean =>
  Boolean(clientView ?? endedClientView);

/** A page with placeholders for data of its user. */
export interface SharedPage extends Rendered {
  /** True if the page cannot be shared and must be rendered for each user. */
  isPersonal: boolean;
}

/** Cache entry for a page that contains more data of its user than the menu does. */
const personalPage: SharedPage = {
  status: 200,
  headers: {},
  body: '',
  cacheTags: [],
  isPersonal: true,
};

export function createPages(options: PagesOptions) {
  const { cache, log, publicUrl } = options;
  const pageMarkdown = createPageMarkdown(publicUrl);

  /** Returns the headers of redirects and failures. Those of private links also keep the URL secret. */
  const headersOf = (path: string): Record<string, string> => ({
    ...options.baseHeaders,
    ...(isPrivateLink(path) && privateLinkHeaders),
    ...(isSitePage(path) && sitePageHeaders),
  });

  /** Returns the site's appearance, which is cached until a setting changes. */
  async function siteStyle(): Promise<SiteStyle | null> {
    const read = async () => ({
      value: { style: await options.settings.getSiteStyle() },
      cacheTags: ['settings'] as const,
    });
    const { style } = (await cache.reads.through('site style', read)) as {
      style: SiteStyle | null;
    };
    return style;
  }

  async function render(
    path: string,
    context: Context,
    sharedBy?: 'clients' | 'admins',
  ): Promise<SharedPage> {
    const { settingDraft } = context;
    const calls = createCalls(options.appRouter, context);
    const page = await renderPage({
      request: new Request(publicUrl + path),
      calls,
      publicUrl,
      ...(sharedBy && { sharedBy }),
    });
    const location = page.headers.get('location');
    if (location) {
      const target = location.startsWith(publicUrl) ? location.slice(publicUrl.length) : location;
      return {
        status: page.status,
        headers: { ...headersOf(path), Location: target || '/' },
        body: '',
        // Does not cache redirects, because a number in a URL can have any number of leading zeros.
        cacheTags: undefined,
        isPersonal: page.isPersonal,
      };
    }
    const tags = options.tagsFor(page.routeIds, page.parts);
    // Pages that are shared by users are not for visitors, because the users' menu is inserted into them later.
    const isForVisitors = !context.user && !sharedBy && !settingDraft;
    const tagged = page.html
      .replace('</head>', () => `${tags.head}</head>`)
      .replace('</body>', () => `${tags.body}</body>`);
    const style = settingDraft
      ? await options.settings.withDraft(settingDraft).getSiteStyle()
      : await siteStyle();
    const styled = withStyle(tagged, style, options.typefaces);
    const isStripes =
      options.paymentProvider().kind === 'stripe' && takesCards(path.split('?', 1)[0] ?? path);
    const html = options.transform ? await options.transform(path, styled) : styled;
    return {
      status: page.status,
      headers: {
        ...options.baseHeaders,
        'Content-Type': 'text/html; charset=utf-8',
        // Caches must distinguish responses by this header, because programs may prefer Markdown.
        Vary: 'Accept',
        'Cache-Control': context.user || sharedBy ? 'private, no-store' : sharedCacheControl,
        'Content-Security-Policy': contentSecurityPolicy(
          [...inlineScriptHashes(html), ...(isStripes ? stripeSources.script : [])],
          [
            // Allows websockets, because Vite uses one in development.
            ...(options.transform ? ['ws:'] : []),
            ...(isStripes ? stripeSources.connect : []),
          ],
          isStripes ? stripeSources.frame : [],
        ),
        ...(isPrivateLink(path) && privateLinkHeaders),
        ...(isForVisitors && isSitePage(path) && sitePageHeaders),
        // Allows popups, because some wallets open another window.
        ...(isStripes && { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' }),
      },
      body: html,
      // Does not cache missing pages. Their number is unlimited, so they would evict other pages.
      cacheTags: context.user || page.status !== 200 ? undefined : context.cacheTags.all,
      isPersonal: page.isPersonal,
    };
  }

  /**
   * Returns a page for a signed-in user. Most pages differ only in the menu. They are rendered once for all clients and
   * once for all admins, without a session, so that they cannot contain personal data.
   */
  async function renderFor(path: string, context: Context, user: CurrentUser): Promise<Rendered> {
    const sharedBy = user.isAdmin ? 'admins' : 'clients';
    const make = async (): Promise<Made<SharedPage>> => {
      const cacheTags = new CacheTags();
      const visitor = { ...context, user: null, cacheTags };
      const page = await render(path, visitor, sharedBy).catch((error: unknown) => {
        // The page called a procedure that requires a user, so the page cannot be shared.
        if (!cacheTags.all) return personalPage;
        throw error;
      });
      if (page.isPersonal || !cacheTags.all) return { value: personalPage, cacheTags: [] };
      return { value: page, cacheTags: page.cacheTags };
    };
    const shared = (await cache.reads.through(`page for ${sharedBy}: ${path}`, make)) as SharedPage;
    return shared.isPersonal
      ? render(path, context)
      : { ...shared, body: fillPage(shared.body, currentUserSchema.parse(user)) };
  }

  /** Returns the page at `path` as Markdown for visitors. If the page is not public, returns a redirect or HTML. */
  async function renderMarkdown(path: string, context: Context): Promise<Rendered> {
    const visitor = { ...context, user: null, cacheTags: new CacheTags() };
    const page = await render(path, visitor);
    const isPublic = page.status === 200 && page.cacheTags && !page.body.includes(noindex);
    if (!isPublic) return { ...page, cacheTags: undefined };
    const markdown = await pageMarkdown(path, page.body);
    if (markdown === undefined) {
      log.error({ path: loggedPath(path) }, 'a page could not be converted to Markdown');
      return { ...page, cacheTags: undefined };
    }
    return {
      ...page,
      headers: {
        ...options.baseHeaders,
        'Content-Type': 'text/markdown; charset=utf-8',
        'Cache-Control': sharedCacheControl,
        Vary: 'Accept',
        // Search engines should index the page itself, not its Markdown.
        'X-Robots-Tag': 'noindex',
        'X-Markdown-Tokens': String(estimateTokens(markdown)),
      },
      body: markdown,
    };
  }

  return {
    /** Routes of pages, such as `/services/$slug`. */
    patterns: pagePatterns(),

    /** Returns the page at `path` as visitors will see it once a setting is saved; undefined if the path redirects. */
    async preview(
      path: string,
      settingDraft: SettingDraft,
      context: Context,
    ): Promise<string | undefined> {
      const visitor: Context = {
        ...context,
        user: null,
        settingDraft,
        cacheTags: new CacheTags(),
        // Uses a separate cache, because results for a draft must not appear on other pages.
        reads: new TaggedCache({ entries: 100, bytes: 1_000_000, sizeOf: () => 1 }),
      };
      const page = await withTimeout(render(path, visitor), options.deadlineMs);
      // Removes scripts, which could not run in the preview, and content for visitors without scripts.
      return page.body.replaceAll(/<(script|noscript)\b[\s\S]*?<\/\1>/g, '') || undefined;
    },

    /** Returns the response to this user's page request. */
    async respond(
      request: Request,
      requestId: string,
      visitor: { isAnonymous(): Promise<boolean>; context(): Promise<Context> },
    ): Promise<Response> {
      const target = targetOf(request);
      const canonical = canonicalTarget(target);
      if (canonical !== target) {
        return new Response(null, {
          status: 301,
          headers: { ...headersOf(target), Location: canonical },
        });
      }
      const key = cacheKey(target);
      const draw = async () => render(key, await visitor.context());
      const named = pageOfMarkdown(key);
      const isPreferred = prefersMarkdown(request.headers.get('accept')) && !isPrivateLink(key);
      const source = named ?? (isPreferred ? key : undefined);
      const markdownKey = source === undefined ? undefined : markdownTarget(source);
      // Does not cache paths with escapes, because routing decodes paths, and one page could fill the cache under many
      // spellings.
      const isPlain = !key.split('?', 1)[0]?.includes('%');
      const markdownAnswer = async (path: string): Promise<CachedResponse | undefined> => {
        const drawMarkdown = async () => renderMarkdown(path, await visitor.context());
        const answer =
          isPlain && !options.transform
            ? await cache.through(markdownTarget(path), drawMarkdown)
            : await prepareResponse(await drawMarkdown());
        if (isMarkdown(answer.headers['Content-Type'])) return answer;
        const { Location } = answer.headers;
        // Only a redirect to the new URL of a page is public. A redirect to the sign-in page is private.
        if (named === undefined || answer.status !== 301 || !Location) return undefined;
        return { ...answer, headers: { ...answer.headers, Location: markdownTarget(Location) } };
      };
      let isShared = !mayHoldSession(request.headers.get('cookie'));
      const make = async () => {
        if (isBehindSetup(key) && !(await options.isSetUp())) return undefined;
        const markdown = source === undefined ? undefined : await markdownAnswer(source);
        if (markdown) return markdown;
        isShared = await visitor.isAnonymous();
        const isCached = isPlain && !options.transform && !isPrivateLink(key);
        if (isShared && isCached) return cache.through(key, draw);
        const context = await visitor.context();
        const page =
          context.user && isCached && !isOfClientView(context.user)
            ? await renderFor(key, context, context.user)
            : await render(key, context);
        return preparePrivateResponse(page, request);
      };
      try {
        const answer = await withTimeout(make(), options.deadlineMs);
        if (!answer) return setupPage(headersOf(key), new URL(publicUrl).host);
        return sendResponse(answer, request);
      } catch (error) {
        const failure = failureOf(error, requestId);
        if (failure.status === 500) {
          log.error({ err: error, requestId, path: loggedPath(key) }, 'a page failed');
        }
        // A stale page is better for visitors than an error.
        const last =
          failure.status === 503
            ? ((markdownKey && cache.any(markdownKey)) ?? (isShared ? cache.any(key) : undefined))
            : undefined;
        if (last) return sendResponse(last, request);
        return unavailablePage(failure, headersOf(key));
      }
    },
  };
}

const noindex = '<meta name="robots" content="noindex"';

const themeColors =
  /(<meta name="theme-color" content=")[^"]*(" media="\(prefers-color-scheme: (light|dark)\)")/g;

const webFonts = /(<style id="web-fonts"[^>]*>)[^<]*(<\/style>)/;

/**
 * Inserts the agency's appearance into a page, outside of the hydrated markup. Pages with the default appearance do not
 * change.
 */
function withStyle(
  html: string,
  style: SiteStyle | null,
  typefaces: PagesOptions['typefaces'],
): string {
  if (!style) return html;
  const { css, grounds } = style;
  const fonts = style.typeface && typefaces[style.typeface];
  // Replaces the default fonts, which the page would otherwise load without using them.
  const withFonts = fonts
    ? html.replace(webFonts, (_, open: string, close: string) => open + fonts.late + close)
    : html;
  // Without a build, there are no fonts to replace.
  const faces = fonts && withFonts === html ? fonts.late : '';
  const rules = fonts ? fonts.early + faces + css : css;
  const styled = withFonts.replace('</head>', () => `<style>${rules}</style></head>`);
  if (!grounds) return styled;
  return styled.replace(
    themeColors,
    (_, before: string, after: string, theme: 'light' | 'dark') => before + grounds[theme] + after,
  );
}

/** Returns the page for visitors if rendering failed. */
function failureOf(error: unknown, requestId: string): PageFailure {
  const { message, data } = error as { message?: string; data?: { httpStatus?: number } };
  if (isDatabaseAway(error) || data?.httpStatus === 503) {
    return { status: 503, text: errorBody('SERVICE_UNAVAILABLE').message };
  }
  if (data?.httpStatus === 429) {
    // The procedure has already added Retry-After to the response.
    return { status: 429, text: message ?? errorBody('TOO_MANY_REQUESTS').message };
  }
  const { message: text } = errorBody('INTERNAL_SERVER_ERROR');
  return { status: 500, text: `500: ${text} (request ${requestId})` };
}

function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', code = ''] of html.matchAll(
    /<script([^>]*)>([\s\S]*?)<\/script>/g,
  )) {
    if (/\ssrc=|type="application\//.test(attributes) || !code) continue;
    hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  }
  return [...hashes];
}
