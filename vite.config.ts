import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { shortClassNames } from './src/build/class-names.ts';
import { codeCache } from './src/build/code-cache.ts';
import { minifyFirstScripts } from './src/build/first-scripts.ts';
import { limiterFindsDrizzle } from './src/build/limiter.ts';
import { nativeSpread } from './src/build/native-spread.ts';
import { bundledDriver, patchedPostgres } from './src/build/patch-postgres.ts';
import { preloadHelper } from './src/build/preload-helper.ts';
import { typefaceFiles } from './src/build/typefaces.ts';
import { webFontsApart } from './src/build/web-fonts.ts';

/** Libraries that a start needs: to look for their files one by one takes longer than to run them. */
const bundledLibraries = [
  'arctic',
  'atomic-sleep',
  'aws4fetch',
  'bowser',
  'cookie-es',
  'csv-stringify',
  'culori',
  'dataloader',
  'drizzle-orm',
  'entities',
  'feed',
  'hono',
  'isbot',
  'lean-qr',
  'linkify-it',
  'lru-cache',
  'lucia',
  'mdurl',
  'on-exit-leak-free',
  'otpauth',
  'p-limit',
  'pino',
  'pino-std-serializers',
  'process-warning',
  'punycode.js',
  'quick-format-unescaped',
  'rate-limiter-flexible',
  'real-require',
  'safe-stable-stringify',
  'sax',
  'sonic-boom',
  'stripe',
  'thread-stream',
  'trpc-to-openapi',
  'uc.micro',
  'use-sync-external-store',
  'xml-js',
  'yocto-queue',
  'zod',
  'zod-openapi',
  /^@(fastify|hono|oslojs|tabler|tanstack|trpc)\//,
  /^markdown-it/,
  /^seroval/,
];

/** Writes a brotli and a gzip copy of each text file, at levels that are too slow for run time. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir }) {
      if (!dir) return;
      const files = await readdir(dir, { recursive: true });
      await Promise.all(
        files
          .filter((file) => /\.(js|css|svg|txt|json)$/.test(file))
          .map(async (file) => {
            const path = join(dir, file);
            const content = await readFile(path);
            await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
            await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
          }),
      );
    },
  };
}

/**
 * The first page's scripts in a few files of like size: each is evaluated in a task of its own (see
 * entry-client), and what every page shares is not cut into crumbs.
 */
const slices = {
  includeDependenciesRecursively: false,
  groups: [
    {
      name: 'react',
      test: /rolldown|node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//,
    },
    { name: 'router', test: /node_modules\/@tanstack\/(?!query|react-query|.*useBlocker)/ },
    {
      // The query client: of the client area and the panel, and fetched on the first navigation. Public pages send forms without it.
      name: 'data',
      test: /node_modules\/@tanstack\/(react-)?query|src\/web\/(lib\/(queries|query-client)|ui\/outcome)\./,
    },
    {
      // What asks the server for more: fetched on the first navigation or the first form that is sent.
      name: 'calls',
      test: /node_modules\/@trpc\/|tsr-split=loader|src\/(contract\/leads\/came-from\.|contract\/pages\/(pages|search-texts)\.|web\/(seo\/search-head|lib\/or-not-found|shell\/(transport|visit-source|load-for-viewer|focus-title)|features\/\w+\/load-(auth|legal|piece|service)))/,
    },
    {
      // For the pages with a form alone.
      name: 'forms',
      test: /src\/(web\/(ui\/(field|person-fields|submit-button|try-again)|lib\/(draft|form-errors|new-key|use-(form|countdown)))|contract\/leads\/submission)(?!.*-schema)/,
    },
    {
      // Of the pages on which a quote can be asked for.
      name: 'quotes',
      test: /src\/(web\/features\/quotes\/(chat|quote-submitted-late|use-send-quote)|contract\/leads\/quotes)(?!.*-schema)/,
    },
    {
      // What the pages of proposals and invoices share.
      name: 'documents',
      test: /src\/(web\/(documents\/document-|ui\/focus-now)|contract\/common\/(currencies|country-names)\.)/,
    },
    {
      // A proposal as its client reads it, with its arithmetic.
      name: 'proposals',
      test: /src\/(web\/(documents\/proposal-|features\/proposals\/page-proposal\.module)|contract\/(documents\/(documents|money)|proposals\/proposals))(?!.*-schema)/,
    },
    {
      name: 'auth',
      test: /src\/web\/features\/identity\/(auth-panel|code-step-late|use-own-window)/,
    },
    {
      name: 'legal',
      test: /src\/web\/features\/legal\/(use-legal-text|sections|legal-head|blocks)/,
    },
    {
      // An invoice as its client reads it, until a card is asked for.
      name: 'invoices',
      test: /src\/(web\/(features\/(invoices\/(page-invoice|invoice-(document|items|history)|pay-section|paid-note-late|transfer-details|state-sentence|use-settlement)|billing\/pay-by-card-late)|ui\/(served-qr-code|needs-scripts)|lib\/countries)|contract\/invoices\/invoices)\./,
    },
    {
      // Of the client area: in one file, since every page carries the names of its style sheets.
      name: 'client',
      test: /src\/web\/(features\/(dashboard\/(client-|use-kept-focus)|workspace\/(file-|viewed-files|decide|deliverable-)|billing\/page-plan)|ui\/result-note)/,
    },
    {
      // What stands in for a page that cannot be loaded or is not there.
      name: 'failed',
      test: /tsr-split=(error|notFound)Component|src\/web\/(ui\/load-failed|features\/(blog|portfolio|pricing|services|quotes|requests|invoices|proposals)\/[\w-]+-(failed|not-found))/,
    },
    {
      // The frame of every page, and the tree of routes without their screens and loaders.
      name: 'shared',
      // Not what single pages alone use of them: that travels with those.
      test: /src\/(web\/(ui|lib|shell|seo|hydrate|router|routes|routeTree|features\/(welcome\/page-welcome-late|identity\/auth-search|billing\/chosen-plan|invoices\/pay-search))|contract)(?!.*(tsr-split|\/-page|-schema|to-login|needs-scripts|passkeys|qr-|permissions|second-factors|\/roles|status(-badge|es)|use-(list-search|hash-target)|sent-next|result-note|countries|country-names|places|typed-decimals|tiles|list-|paging|use-protected|chips|contact-details|load-failed|cover|flight-(mark|path|drawings)\.ts|plan-charges|moment|use-now|bytes|request-events|\/(files(?!\/deliverables)|workspace|notifications|pages|setup)\/|admin\/sections|if-page|(code|password)-field|quote-statuses|billing\/billing\.|response-times|leads\/(contact|came-from)\.|visit-source|sign-in-problems|disputes|settings\/(settings|typefaces)\.|\/(documents|invoices|proposals)\/[\w-]+\.ts$|\/currencies|\/(dashboard|slugs)\.ts$))/,
    },
  ],
};

/**
 * Screens behind sign-in. What each screen loads beside itself is listed in the scripts of every page; for these that is their
 * styles alone, and their scripts ask for what they import. For the others it is all but what every page has already.
 */
const isOfClients =
  /assets\/(account|admin|dashboard|screens|invoices|payments|proposals|requests|files|plan|client|new|_id|page-welcome)-/;

/** One script that V8 keeps compiled; modules of the other kind are looked for, read and linked one by one. */
const asCommonJs = {
  format: 'cjs',
  entryFileNames: '[name].js',
  chunkFileNames: 'assets/[name]-[hash].js',
} as const;

export default defineConfig(({ command }) => {
  const onServer = {
    noExternal: command === 'build' ? [...bundledDriver, ...bundledLibraries] : bundledDriver,
  };
  return {
    appType: 'custom',
    resolve: {
      alias: {
        '~': fileURLToPath(new URL('./src', import.meta.url)),
        // Without the half that renders to streams: a page is rendered to a string.
        ...(command === 'build' && {
          'react-dom/server': fileURLToPath(
            new URL(
              './node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js',
              import.meta.url,
            ),
          ),
        }),
        // Without what React itself has had for long.
        'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      },
    },
    css: command === 'build' ? { modules: { generateScopedName: shortClassNames('src/web') } } : {},
    plugins: [
      tanstackRouter({
        target: 'react',
        routesDirectory: 'src/web/routes',
        generatedRouteTree: 'src/web/routeTree.gen.ts',
        quoteStyle: 'single',
        semicolons: true,
        autoCodeSplitting: true,
        codeSplittingOptions: {
          // A page and what stands in for it while it waits share their styles, so they travel together.
          // Loaders run on navigation alone: they come with the API client, in one file.
          defaultBehavior: [['component', 'pendingComponent'], ['loader']],
          // Most fail with what every page has anyway; these have a page of their own for it.
          splitBehavior: ({ routeId }) =>
            /^\/(blog|portfolio|pricing|services|invoices|proposals|quotes|dashboard\/(requests|invoices)\/\$id)/.test(
              routeId,
            )
              ? [
                  ['component', 'pendingComponent'],
                  ['loader'],
                  ['errorComponent'],
                  ['notFoundComponent'],
                ]
              : undefined,
        },
      }),
      react(),
      preloadHelper(),
      minifyFirstScripts(),
      webFontsApart(),
      typefaceFiles(),
      precompress(),
      patchedPostgres(),
      limiterFindsDrizzle(),
      nativeSpread(),
      codeCache('product'),
    ],
    environments: {
      client: {
        build: {
          outDir: 'dist/client',
          manifest: true,
          modulePreload: {
            resolveDependencies: (screen, files) =>
              files.filter((file) =>
                isOfClients.test(screen)
                  ? file.endsWith('.css')
                  : !/assets\/(rolldown-runtime|entry-client|react|router|shared)-[\w-]{8}\.(js|css)$/.test(
                      file,
                    ),
              ),
          },
          rolldownOptions: {
            input: 'src/web/entry-client.tsx',
            output: {
              codeSplitting: slices,
              // Every page carries the list of all style sheets: their names would be a third of it.
              assetFileNames: ({ names }) =>
                names.some((name) => name.endsWith('.css'))
                  ? 'assets/[hash][extname]'
                  : 'assets/[name]-[hash][extname]',
            },
            treeshake: {
              // It does nothing but export, and does not say so: its whole client would come with every page.
              moduleSideEffects: [{ test: /node_modules\/@trpc\//, sideEffects: false }],
            },
          },
        },
      },
      ssr: {
        resolve: onServer,
        build: {
          outDir: 'dist/server',
          copyPublicDir: false,
          rolldownOptions: {
            input: {
              main: 'src/server/main.ts',
              admin: 'src/server/commands/admin.ts',
              backup: 'src/server/commands/backup.ts',
              doctor: 'src/server/commands/doctor.ts',
              files: 'src/server/commands/files.ts',
              'reset-demo': 'src/server/commands/reset-demo.ts',
            },
            output: {
              ...asCommonJs,
              // All that a start needs, in one file: the product without what is loaded late, and the landing page.
              codeSplitting: {
                groups: [
                  { name: 'product', test: /src\/(server\/boot\.ts$|web\/routes\/index\.)/ },
                ],
              },
            },
          },
        },
      },
      // The thread that lays out documents is small, and loads nothing of the product.
      pdf: {
        consumer: 'server',
        resolve: onServer,
        build: {
          outDir: 'dist/server/pdf',
          copyPublicDir: false,
          rolldownOptions: {
            input: { worker: 'src/server/features/documents/pdf/worker.ts' },
            output: asCommonJs,
          },
        },
      },
      // The thread that makes Markdown of HTML, and the process that draws an SVG, load one library each.
      imports: {
        consumer: 'server',
        resolve: onServer,
        build: {
          outDir: 'dist/server/imports',
          copyPublicDir: false,
          rolldownOptions: {
            input: { 'html-worker': 'src/server/features/imports/html-worker.mjs' },
            output: asCommonJs,
          },
        },
      },
      draw: {
        consumer: 'server',
        resolve: onServer,
        build: {
          outDir: 'dist/server/draw',
          copyPublicDir: false,
          rolldownOptions: {
            input: { 'draw-worker': 'src/server/platform/media/draw-worker.mjs' },
            output: asCommonJs,
          },
        },
      },
    },
    build: { target: 'es2022', cssCodeSplit: true, assetsInlineLimit: 0, emptyOutDir: true },
    builder: {
      async buildApp(builder) {
        const { client, ssr, pdf, imports, draw } = builder.environments;
        for (const one of [client, ssr, pdf, imports, draw]) {
          if (!one) throw new Error('all environments are needed');
          await builder.build(one);
        }
      },
    },
  };
});
