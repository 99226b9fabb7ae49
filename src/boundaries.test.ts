import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Forbidden imports: the file that would contain them, and what it would import. */
const forbidden: [file: string, specifier: string][] = [
  ['src/contract/leads/quotes.ts', '~/web/lib/dates'],
  ['src/contract/leads/quotes.ts', '~/server/platform/errors'],
  ['src/contract/leads/quotes.ts', 'drizzle-orm'],
  ['src/contract/leads/quotes.ts', '../common/limits'],
  ['src/server/platform/trpc/context.ts', '~/server/features/billing/billing.service'],
  ['src/server/platform/db/client.ts', '~/server/features/leads/quotes/quotes.service'],
  ['src/server/platform/log.ts', '~/server/http/guards'],
  ['src/server/platform/log.ts', '~/server/ssr/pages'],
  ['src/server/platform/log.ts', '~/server/services'],
  ['src/server/platform/log.ts', '~/testing/app'],
  ['src/server/platform/media/media.ts', 'hono'],
  ['src/server/features/billing/billing.service.ts', 'hono'],
  ['src/server/features/billing/billing.service.ts', 'hono/cors'],
  ['src/server/features/billing/billing.service.ts', '@hono/node-server'],
  ['src/server/features/billing/billing.service.ts', '@trpc/server'],
  ['src/server/features/billing/billing.service.ts', '~/server/platform/trpc/trpc'],
  ['src/server/features/billing/billing.service.ts', '~/testing/billing'],
  ['src/server/features/billing/billing.service.ts', '~/sandbox/payments/service'],
  ['src/server/features/billing/billing.service.ts', '~/server/http/stripe-webhook'],
  ['src/server/features/billing/billing.service.ts', '~/server/ssr/pages'],
  ['src/server/features/billing/billing.service.ts', '~/server/router'],
  ['src/server/features/billing/billing.service.ts', '~/web/features/billing/checkout'],
  ['src/server/features/billing/billing.service.ts', '~/server/features/content/blog/blog.router'],
  ['src/server/features/billing/refunds.ts', '@trpc/server'],
  ['src/server/features/billing/emails.ts', 'hono'],
  ['src/server/features/content/blog/blog.router.ts', 'drizzle-orm'],
  ['src/server/features/content/blog/blog.router.ts', '~/server/platform/db/client'],
  ['src/server/features/content/blog/blog.panel-router.ts', 'drizzle-orm'],
  ['src/server/features/content/blog/blog.panel-router.ts', 'drizzle-orm/pg-core'],
  ['src/server/features/content/blog/blog.panel-router.ts', 'postgres'],
  ['src/server/features/content/blog/blog.panel-router.ts', 'hono'],
  ['src/server/features/identity/users-router.ts', '~/server/platform/db/schema/identity'],
  ['src/server/http/guards.ts', 'drizzle-orm'],
  ['src/server/http/guards.ts', '~/server/platform/db/client'],
  ['src/server/http/guards.ts', '~/server/features/billing/billing.router'],
  ['src/server/http/guards.ts', '~/server/ssr/pages'],
  ['src/server/http/guards.ts', '~/server/app'],
  ['src/server/ssr/pages.ts', '~/server/features/settings/settings.service'],
  ['src/server/ssr/pages.ts', '~/server/router'],
  ['src/server/ssr/pages.ts', '~/web/features/home/hero'],
  ['src/server/seed/seed.ts', '~/server/features/settings/settings.service'],
  ['src/web/features/about/page-about.tsx', '~/web/features/services/card-service'],
  ['src/web/features/about/page-about.tsx', '~/web/admin/ui/failed-query'],
  ['src/web/features/about/page-about.tsx', '~/server/platform/errors'],
  ['src/web/features/about/page-about.tsx', '~/server/router'],
  ['src/web/features/about/page-about.tsx', '~/testing/app'],
  ['src/web/features/about/page-about.tsx', '../services/card-service'],
  ['src/web/ui/button.tsx', '~/contract/leads/quotes'],
  ['src/web/ui/button.tsx', '~/web/shell/layout'],
  ['src/web/ui/button.tsx', '~/web/features/about/team'],
  ['src/web/lib/dates.ts', '~/contract/billing/billing'],
  ['src/web/lib/dates.ts', '~/web/routeTree.gen'],
  ['src/web/lib/dates.ts', '~/server/platform/errors'],
  ['src/web/shell/layout.tsx', '~/web/features/about/team'],
  ['src/web/seo/head.ts', '~/web/admin/panel'],
  ['src/web/documents/proposal-document.tsx', '~/web/features/about/team'],
  ['src/web/documents/proposal-document.tsx', '~/web/admin/ui/failed-query'],
  ['src/web/admin/quotes/section-quotes.tsx', '~/web/admin/messages/section-messages'],
  ['src/web/admin/quotes/section-quotes.tsx', '~/web/features/quotes/quote-form'],
  ['src/web/admin/quotes/section-quotes.tsx', '~/server/features/leads/quotes/quotes.service'],
  ['src/web/routes/index.tsx', '~/server/services'],
  // Its index names 6,000 icons.
  ['src/web/routes/index.tsx', '@tabler/icons-react'],
  ['src/web/features/about/page-about.tsx', '@tabler/icons-react'],
  ['src/web/admin/quotes/section-quotes.tsx', '@tabler/icons-react'],
  ['src/web/documents/proposal-document.tsx', '@tabler/icons-react'],
  ['src/web/shell/layout.tsx', '@tabler/icons-react'],
  ['src/web/ui/button.tsx', '@tabler/icons-react'],
  ['src/blocks/text/schema.ts', '~/server/features/content/blog/markdown'],
  ['src/blocks/text/schema.ts', '~/web/ui/container'],
  ['src/blocks/text/view.tsx', '~/server/platform/errors'],
  ['src/blocks/text/view.tsx', '~/blocks/text/resolve'],
  ['src/blocks/text/view.tsx', '~/blocks/block-sources'],
  ['src/web/features/about/page-about.tsx', '~/blocks/text/view'],
  ['src/server/features/content/own-pages/links.ts', '~/blocks/text/view'],
  ['src/contract/own-pages/own-pages-schema.ts', '~/blocks/text/view'],
];

/** Allowed imports of the same folders. */
const allowed: [file: string, specifier: string][] = [
  ['src/contract/leads/quotes.ts', '~/contract/common/limits'],
  ['src/contract/leads/quotes.ts', 'zod'],
  ['src/contract/leads/quotes.ts', './submission'],
  ['src/contract/own-pages/own-pages-schema.ts', '~/blocks/block-schemas'],
  ['src/blocks/text/schema.ts', '~/contract/common/text-schema'],
  ['src/blocks/text/view.tsx', '~/web/ui/prose'],
  ['src/blocks/work/view.tsx', '~/web/features/home/work-grid'],
  ['src/server/platform/log.ts', '~/contract/common/errors'],
  [
    'src/server/features/billing/billing.service.ts',
    '~/server/features/content/plans/plans.service',
  ],
  ['src/server/features/billing/billing.service.ts', 'drizzle-orm'],
  ['src/server/features/content/blog/blog.router.ts', '~/server/platform/trpc/trpc'],
  ['src/server/http/guards.ts', '~/server/features/identity/identity.service'],
  ['src/server/ssr/pages.ts', '~/web/entry-server'],
  ['src/server/services.ts', '~/server/features/billing/billing.service'],
  ['src/web/features/about/page-about.tsx', '~/web/ui/button'],
  ['src/web/lib/trpc.ts', '~/server/router'],
  ['src/web/lib/dates.ts', '~/contract/common/limits'],
  ['src/web/ui/icons.ts', '@tabler/icons-react/dist/esm/icons/IconX.mjs'],
  ['src/web/admin/quotes/section-quotes.tsx', '~/web/ui/icons'],
  ['src/web/admin/quotes/section-quotes.tsx', '~/web/admin/leads/status-select'],
  ['src/web/admin/requests/request-thread.tsx', '~/web/features/workspace/thread-panel'],
  ['src/web/routes/index.tsx', '~/web/features/home/page-home'],
  ['src/server/features/billing/prices.test.ts', '~/testing/billing'],
];

interface Report {
  diagnostics: { category: string; location: { path: string | { file: string } } }[];
}

let folder: string;
const refused = new Set<string>();
/** One file for each import, in the folder of the file that it stands for. */
const nameOf = (kind: string, index: number, file: string) => {
  const ending = /(-router|router|schema|\.test)?\.tsx?$/.exec(file)?.[0] ?? '';
  const exempt = file === 'src/web/lib/trpc.ts';
  return exempt ? file : join(dirname(file), `${kind}-${index}-${ending}`);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boundaries-'));
  await cp('.biome.json', join(folder, '.biome.json'));
  for (const [kind, list] of [
    ['forbidden', forbidden],
    ['allowed', allowed],
  ] as const) {
    for (const [index, [file, specifier]] of list.entries()) {
      const path = join(folder, nameOf(kind, index, file));
      await mkdir(dirname(path), { recursive: true });
      // Alternately a value and a type import: neither may cross a boundary.
      const what = index % 2 ? `import type { one } from` : `import { one } from`;
      const use = index % 2 ? 'export type Use = one;' : 'export const use = one;';
      await writeFile(path, `${what} '${specifier}';\n\n${use}\n`);
    }
  }
  const report = await new Promise<string>((done) => {
    execFile(
      process.execPath,
      [
        resolve('node_modules/@biomejs/biome/bin/biome'),
        'lint',
        '--vcs-enabled=false',
        '--only=style/noRestrictedImports',
        '--max-diagnostics=none',
        '--reporter=json',
        '.',
      ],
      { cwd: folder, maxBuffer: 64 * 2 ** 20 },
      (_, stdout) => done(stdout),
    );
  });
  for (const { location, category } of (JSON.parse(report) as Report).diagnostics) {
    const path = typeof location.path === 'string' ? location.path : location.path.file;
    if (category === 'lint/style/noRestrictedImports') refused.add(path.replace(/^\.\//, ''));
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the linter refuses an import across a boundary', () => {
  it.each(forbidden.map((one, index) => [...one, index] as const))('%s → %s', (file, _, index) => {
    expect(refused.has(nameOf('forbidden', index, file))).toBe(true);
  });
});

describe('the linter accepts', () => {
  it.each(allowed.map((one, index) => [...one, index] as const))('%s → %s', (file, _, index) => {
    expect(refused.has(nameOf('allowed', index, file))).toBe(false);
  });
});
