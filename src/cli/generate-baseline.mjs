// Until 1.0.0 is released, a changed schema replaces the baseline instead of adding a migration.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { root, runScript } from './steps.mjs';

const baseline = join(root, 'drizzle/0000_baseline.sql');

/** Returns SQL that drizzle-kit's schema cannot express. */
const handWritten = (name) =>
  readFile(join(root, `src/server/platform/db/baseline-${name}.sql`), 'utf8');

await rm(join(root, 'drizzle'), { recursive: true, force: true });
await runScript('drizzle-kit/bin.cjs', ['generate', '--name', 'baseline']);
const parts = [
  await handWritten('before'),
  await readFile(baseline, 'utf8'),
  await handWritten('after'),
];
await writeFile(
  baseline,
  `${parts.map((part) => part.trim()).join('\n--> statement-breakpoint\n')}\n`,
);
