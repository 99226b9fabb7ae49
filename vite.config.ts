import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { chunks } from './src/build/chunks.ts';
import { classNaming } from './src/build/class-names.ts';
import { external } from './src/build/external.mjs';
import { limiterFindsDrizzle } from './src/build/limiter.ts';
import { typefaceFiles } from './src/build/typefaces.ts';
import { webFontsApart } from './src/build/web-fonts.ts';

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

export default defineConfig(({ command }) => {
  // Bundles all packages, so that a start reads a few files instead of resolving two thousand.
  const onServer = command === 'build' ? { noExternal: true as const, external } : {};
  /** Excludes the development builds of React, which are four times as large as those in use. */
  const productionOnly = { 'process.env.NODE_ENV': JSON.stringify('production') };
  return {
    appType: 'custom',
    resolve: {
      alias: {
        '~': fileURLToPath(new URL('./src', import.meta.url)),
        // Excludes a polyfill for a hook that React has included for a long time.
        'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      },
    },
    // In development, classes keep their names.
    ...(command === 'build' && { css: { modules: { generateScopedName: classNaming() } } }),
    plugins: [
      tanstackRouter({
        target: 'react',
        routesDirectory: 'src/web/routes',
        generatedRouteTree: 'src/web/routeTree.gen.ts',
        quoteStyle: 'single',
        semicolons: true,
        autoCodeSplitting: true,
        codeSplittingOptions: {
          // A page and its pending component share their styles, so they are in one chunk. Loaders run only on
          // navigation, so they are in one file with the API client.
          defaultBehavior: [['component', 'pendingComponent'], ['loader']],
          // These routes have their own error components. All others use the default one.
          splitBehavior: ({ routeId }) =>
            /^\/(blog|portfolio|pricing|services|invoices|proposals|quotes|testimonials|dashboard\/(requests|invoices)\/\$id)/.test(
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
      webFontsApart(),
      typefaceFiles(),
      precompress(),
      limiterFindsDrizzle(),
    ],
    environments: {
      client: {
        build: {
          outDir: 'dist/client',
          manifest: true,
          modulePreload: {
            // Preloads only style sheets. A list of scripts would be in every page, and scripts request
            // their imports themselves.
            resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
          },
          rolldownOptions: {
            input: 'src/web/entry-client.tsx',
            output: {
              codeSplitting: chunks,
              // Every page contains the list of all style sheets. Readable names would be a third of it.
              // Hashes are short, because a script on every page lists all files, and hashes do not compress.
              chunkFileNames: 'assets/[name]-[hash:7].js',
              entryFileNames: 'assets/[name]-[hash:7].js',
              assetFileNames: ({ names }) =>
                names.some((name) => name.endsWith('.css'))
                  ? 'assets/[hash:6][extname]'
                  : 'assets/[name]-[hash:7][extname]',
            },
            treeshake: {
              // tRPC has no side effects, but does not declare this. Without this option, its whole client
              // would be in the scripts of every page.
              moduleSideEffects: [{ test: /node_modules\/@trpc\//, sideEffects: false }],
            },
          },
        },
      },
      ssr: {
        resolve: onServer,
        define: command === 'build' ? productionOnly : {},
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
              // Puts everything that a start needs into one file: the product without lazily loaded code, and
              // the landing page.
              codeSplitting: {
                groups: [
                  { name: 'product', test: /src\/(server\/boot\.ts$|web\/routes\/index\.)/ },
                ],
              },
            },
          },
        },
      },
      // Thread that lays out documents. It is small, and loads no other code of the product.
      pdf: {
        consumer: 'server',
        // The layout library only accepts elements that its own copy of React has created.
        resolve: { ...onServer, external: [...external, 'react', 'react/jsx-runtime'] },
        build: {
          outDir: 'dist/server/pdf',
          copyPublicDir: false,
          rolldownOptions: {
            input: { worker: 'src/server/features/documents/pdf/worker.ts' },
          },
        },
      },
      // Thread that converts HTML to Markdown, and process that draws an SVG. Each loads one library.
      markdown: {
        consumer: 'server',
        resolve: onServer,
        build: {
          outDir: 'dist/server/markdown',
          copyPublicDir: false,
          rolldownOptions: {
            input: { 'html-worker': 'src/server/platform/markdown/html-worker.mjs' },
          },
        },
      },
      // Thread that reads emails.
      mail: {
        consumer: 'server',
        resolve: onServer,
        build: {
          outDir: 'dist/server/mail',
          copyPublicDir: false,
          rolldownOptions: {
            input: { 'mail-worker': 'src/server/features/incoming-mail/reading/mail-worker.ts' },
          },
        },
      },
      // Thread that reads bank statements.
      bank: {
        consumer: 'server',
        resolve: onServer,
        build: {
          outDir: 'dist/server/bank',
          copyPublicDir: false,
          rolldownOptions: {
            input: { 'bank-worker': 'src/server/features/bank/reading/bank-worker.ts' },
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
          },
        },
      },
    },
    build: { target: 'es2022', cssCodeSplit: true, assetsInlineLimit: 0, emptyOutDir: true },
    builder: {
      async buildApp(builder) {
        const { client, ssr, pdf, markdown, mail, bank, draw } = builder.environments;
        for (const one of [client, ssr, pdf, markdown, mail, bank, draw]) {
          if (!one) throw new Error('all environments are needed');
          await builder.build(one);
        }
      },
    },
  };
});
