import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Returns a function that tests whether a module is one of these paths below `src`. Each path is a
 * folder, or a file without its extension, which includes the file's style sheet.
 *
 * @throws Error at the start of the build for a path that does not exist. Otherwise, moving or
 * renaming a file would silently empty a chunk
 */
function modulesOf(
  paths: readonly string[],
  except: readonly string[] = [],
): (id: string) => boolean {
  const lost = [...paths, ...except].filter((path) => !isThere(`${root}src/${path}`));
  if (lost.length > 0)
    throw new Error(`src/build/chunks.ts contains paths that do not exist: ${lost}`);
  const isOf = (path: string, named: readonly string[]) =>
    named.some((one) => path.startsWith(one) && /[./]/.test(path[one.length] ?? ''));
  return (id) => {
    // A route's file has several module ids, because each lazily loaded part adds a query to its
    // id.
    const path = id.startsWith(`${root}src/`) ? id.slice(root.length + 'src/'.length) : undefined;
    return (
      path !== undefined &&
      !path.includes('?tsr-split=') &&
      isOf(path, paths) &&
      !isOf(path, except)
    );
  };
}

function isThere(path: string): boolean {
  const folder = dirname(path);
  return (
    existsSync(folder) &&
    readdirSync(folder).some(
      (file) => file === basename(path) || file.startsWith(`${basename(path)}.`),
    )
  );
}

/**
 * Returns a function that tests whether a module is one of these lazily loaded parts of a route.
 */
const partsOfRoutes =
  (...parts: string[]) =>
  (id: string) =>
    parts.some((part) => id.includes(`?tsr-split=${part}`));

const anyOf =
  (...tests: ((id: string) => boolean)[]) =>
  (id: string) =>
    tests.some((test) => test(id));

/**
 * Frame of every page, and the route tree without screens and loaders. Code that only one page uses
 * is in the chunks of that page.
 */
const sharedPaths = [
  'web/hydrate',
  'web/router',
  'web/routes',
  'web/routeTree',
  'web/seo/head',
  'web/seo/head-tags',
  // Needed for page URLs and for the checks of the routes.
  'contract/admin/admin',
  'contract/billing/payments',
  'contract/blog/blog',
  'contract/files/deliverables',
  'contract/identity/identity',
  'contract/leads/contact-subjects',
  'contract/plans/plans',
  'contract/requests/requests',
  'contract/services/categories',
  'contract/services/services',
  'contract/traffic/traffic',
  'web/features/billing/chosen-plan',
  'web/features/identity/auth-search',
  'web/features/invoices/pay-search',
  'web/features/dashboard/waiting-list.lazy',
  'web/features/welcome/page-welcome.lazy',
  'contract/common/flight-mark-sizes',
  'contract/common/limits',
  'contract/common/media',
  'contract/common/money',
  'contract/common/share-images',
  'web/lib/api-error',
  'web/lib/dates',
  'web/lib/early-submit',
  'web/lib/failed-imports',
  'web/lib/late-calls',
  'web/lib/late-query-client',
  'web/lib/page-data',
  'web/lib/search',
  'web/lib/trpc',
  'web/lib/use-close-on-outside-click',
  'web/shell/viewed-client',
  'web/lib/use-result',
  'web/lib/use-wait',
  'web/shell/footer',
  'web/shell/layout',
  'web/shell/mobile-menu',
  'web/shell/nav-bar',
  'web/shell/nav-link-list',
  'web/shell/nav-links',
  'web/shell/page-failed',
  'web/shell/page-not-found',
  'web/shell/settings',
  'web/shell/stand-in',
  'web/shell/user-menu.lazy',
  'web/shell/client-view-notice.lazy',
  'web/shell/visit',
  'web/ui/base',
  'web/ui/brand-mark',
  'web/ui/button',
  'web/ui/failure-toast',
  'web/ui/flight-mark-svg',
  'web/ui/notice',
  'web/ui/page-head',
  'web/ui/picture',
  'web/ui/skeleton',
  'web/ui/theme',
  'web/ui/theme-switch',
  'web/ui/toast-store',
  'web/ui/toaster',
  'web/ui/tokens',
  'web/ui/tooltip',
];

/**
 * Groups the scripts of the first page into a few files of similar size. Each file is evaluated in
 * a separate task (see entry-client), and shared code is not split into tiny files.
 */
export const chunks = {
  includeDependenciesRecursively: false,
  groups: [
    {
      name: 'react',
      test: /rolldown|node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//,
    },
    { name: 'router', test: /node_modules\/@tanstack\/(?!query|react-query|.*useBlocker)/ },
    {
      // The query client, for the client area and the panel; loaded on the first navigation. Public pages send forms without it.
      name: 'data',
      test: anyOf(
        (id) => /node_modules\/@tanstack\/(react-)?query/.test(id),
        modulesOf(['web/lib/queries', 'web/lib/query-client', 'web/ui/outcome']),
      ),
    },
    {
      // API calls, loaded on the first navigation or the first form that is sent.
      name: 'calls',
      test: anyOf(
        (id) => id.includes('node_modules/@trpc/'),
        partsOfRoutes('loader'),
        modulesOf([
          'contract/leads/came-from',
          'contract/built-in-pages/built-in-pages',
          'web/seo/search-head',
          'web/lib/or-not-found',
          'web/shell/focus-title',
          'web/shell/load-for-viewer',
          'web/shell/transport',
          'web/shell/visit-source',
          'web/features/identity/load-auth',
          'web/features/legal/load-legal',
          'web/features/portfolio/load-item',
          'web/features/services/load-service',
        ]),
      ),
    },
    {
      // Only pages with a form load this chunk.
      name: 'form-parts',
      test: modulesOf([
        'web/ui/field',
        'web/ui/field-length',
        'web/ui/person-fields',
        'web/ui/submit-button',
        'web/ui/try-again',
        'web/lib/draft',
        'web/lib/form-errors',
        'web/lib/new-key',
        'web/lib/use-countdown',
        'web/lib/use-form',
      ]),
    },
    {
      // For pages with a quote form.
      name: 'quotes',
      test: modulesOf([
        'contract/leads/form-fields',
        'contract/leads/quotes',
        'web/shell/answer-way-field',
        'web/shell/form-fields',
        'web/features/quotes/chat',
        'web/features/quotes/quote-submitted.lazy',
        'web/features/quotes/use-send-quote',
      ]),
    },
    {
      // Testimonials, claims and covers, for the landing page and several others.
      name: 'proof',
      test: modulesOf([
        'web/content/testimonials/testimonial-quote',
        'web/features/home/service-rows',
        'web/features/home/work-grid',
        'web/shell/figures',
        'web/ui/cover',
      ]),
    },
    {
      // Parts of messages, for the client area and the page of a quote.
      name: 'message-parts',
      test: modulesOf([
        'contract/common/bytes',
        'contract/common/links',
        'contract/threads/threads',
        'web/lib/use-now',
        'web/ui/cut-text',
        'web/ui/moment',
        'web/ui/plain-text',
      ]),
    },
    {
      // Shared by proposals and invoices.
      name: 'documents',
      test: modulesOf([
        'contract/common/addresses',
        'contract/common/country-names',
        'contract/common/currencies',
        'contract/common/date-words',
        'web/documents/document-frame',
        'web/documents/document-notice',
        'web/ui/focus-now',
      ]),
    },
    {
      // Recipient of a document, and names of its taxes and its discount.
      name: 'document-words',
      test: modulesOf([
        'contract/documents/discount-label',
        'contract/documents/tax-categories',
        'contract/documents/tax-words',
      ]),
    },
    {
      // A proposal as its client reads it, and its totals.
      name: 'proposal-page',
      test: modulesOf([
        'contract/documents/choices',
        'contract/documents/documents',
        'contract/documents/money',
        'contract/proposals/proposals',
        'web/documents/proposal-document',
        'web/documents/proposal-items',
        'web/documents/proposal-outcome',
        'web/documents/proposal-record',
        'web/documents/proposal-schedule',
        'web/documents/proposal-totals',
        'web/features/proposals/page-proposal.module',
        'web/features/proposals/questions.lazy',
      ]),
    },
    {
      // Confirmation once a quote or a message has been sent.
      name: 'sent',
      test: modulesOf(
        [
          'web/features/contact/message-sent',
          'web/features/quotes/quote-submitted',
          'web/shell/sent-next',
        ],
        ['web/features/contact/message-sent.lazy', 'web/features/quotes/quote-submitted.lazy'],
      ),
    },
    {
      // Illustrations for pages with little content.
      name: 'quiet',
      test: modulesOf(['web/ui/empty', 'web/ui/flight-scene']),
    },
    {
      name: 'auth',
      test: modulesOf([
        'web/features/identity/auth-panel',
        'web/features/identity/code-step.lazy',
        'web/features/identity/use-own-window',
      ]),
    },
    {
      name: 'legal',
      test: modulesOf([
        'contract/legal/legal',
        'web/features/legal/words',
        'web/features/legal/versions',
        'web/features/legal/legal-head',
        'web/features/legal/sections',
        'web/features/legal/use-legal-text',
      ]),
    },
    {
      // An invoice as its client reads it, before the card form.
      name: 'invoice-page',
      test: modulesOf([
        'contract/invoices/invoices',
        'web/features/billing/pay-online.lazy',
        'web/features/invoices/invoice-document',
        'web/features/invoices/invoice-history',
        'web/features/invoices/invoice-items',
        'web/features/invoices/page-invoice',
        'web/features/invoices/paid-note.lazy',
        'web/features/invoices/pay-section',
        'web/features/invoices/state-sentence',
        'web/features/invoices/transfer-details',
        'web/features/invoices/use-outcome',
        'web/ui/served-qr-code',
      ]),
    },
    {
      // The client area is in one file, because every page lists the names of the style sheets.
      name: 'client',
      test: modulesOf([
        'web/features/billing/page-plan',
        'web/features/billing/payment-rows',
        'web/features/dashboard/client-area',
        'web/features/dashboard/client-nav',
        'web/features/dashboard/use-kept-focus',
        'web/features/requests/request-row',
        'web/features/threads/decide-file',
        'web/features/threads/decided-note',
        'web/features/threads/deliverable-label',
        'web/features/threads/deliverable-list',
        'web/features/threads/file-icon',
        'web/features/threads/file-link',
        'web/features/threads/file-viewer',
        'web/features/threads/viewed-files',
        'web/lib/use-list-search',
        'web/shell/list-pending',
        'web/shell/list-screen',
        'web/ui/list-filter',
        'web/ui/paging',
        'web/ui/result-note',
      ]),
    },
    {
      // Error pages.
      name: 'failed',
      test: anyOf(
        partsOfRoutes('errorComponent', 'notFoundComponent'),
        (id) => /src\/web\/features\/\w+\/[\w-]+-(failed|not-found)\.tsx$/.test(id),
        modulesOf(['web/ui/load-failed']),
      ),
    },
    {
      name: 'shared',
      test: modulesOf(sharedPaths, ['web/routes/-page-root']),
    },
  ],
};
