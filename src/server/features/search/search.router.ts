import { z } from 'zod';

import { panelSearchSchema, searchResultSchema } from '~/contract/admin/search-schema';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { Search } from './search.service';

export const createSearchRouter = ({ search }: { search: Search }) =>
  router({
    find: adminProcedure('panel.open')
      .meta({
        openapi: {
          method: 'GET',
          path: '/admin/search',
          tags: ['Admin'],
          summary: 'Search records, sections, actions and settings',
          description:
            'At most 20 results that the caller may read. Exact numbers and names come first, then those that begin with the text, those with words that begin with its words, and those that differ in a typo.',
          errorResponses: [400, 401, 403],
        },
      })
      .input(panelSearchSchema)
      .output(z.array(searchResultSchema))
      .query(({ ctx, input }) => search.find(ctx.user, input.q)),
  });
