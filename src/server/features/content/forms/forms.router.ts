import { idSchema } from '~/contract/common/paging-schema';
import { publicFormSchema } from '~/contract/forms/forms-schema';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';
import type { Forms } from './forms.service';

export const createFormsRouter = ({ forms }: { forms: Forms }) =>
  router({
    publicForm: publicProcedure
      .meta({
        cacheTags: ['forms'],
        openapi: {
          method: 'GET',
          path: '/forms/{id}',
          tags: ['Forms'],
          protect: false,
          summary: 'A form of the agency, with its fields',
          errorResponses: [404],
        },
      })
      .input(idSchema)
      .output(publicFormSchema)
      .query(({ input }) => forms.get(input.id)),
  });
