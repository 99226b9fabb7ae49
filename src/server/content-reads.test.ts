import { expect, it } from 'vitest';

import { contentKeys, contentTypes } from '~/contract/content/content-types';
import { appRouter } from '~/testing/callers';
import type { Meta } from './platform/trpc/trpc';

const readsWithTag = (table: string): string[] =>
  Object.entries(appRouter._def.procedures as object)
    .filter(([, { _def }]) => ((_def.meta ?? {}) as Meta).cacheTags?.some((tag) => tag === table))
    .map(([path]) => path);

it.each(contentKeys)('a public read of %s is cached by the tag of its table', (key) => {
  expect(readsWithTag(contentTypes[key].table)).not.toEqual([]);
});
