import { expect, it } from 'vitest';

import { contentKeys, contentTypes } from '~/contract/content/content-types';
import { appRouter } from '~/testing/callers';
import type { Meta } from './platform/trpc/trpc';

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { meta?: Meta } }>,
);

it.each(contentKeys)('each public read of %s is cached by the tag of its table', (key) => {
  const reads = procedures.filter(([path]) => path.startsWith(`${key}.`));
  expect(reads).not.toEqual([]);
  const untagged = reads.filter(
    ([, { _def }]) => !_def.meta?.cacheTags?.includes(contentTypes[key].table),
  );
  expect(untagged.map(([path]) => path)).toEqual([]);
});
