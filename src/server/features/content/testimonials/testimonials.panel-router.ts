import { z } from 'zod';

import { idSchema } from '~/contract/common/paging-schema';
import { contentSchemas } from '~/contract/content/content-schemas';
import { contentTypes } from '~/contract/content/content-types';
import { askedSchema } from '~/contract/testimonials/testimonials-form-schema';
import { createCrudRouter } from '~/server/features/content/crud/crud-router';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { TestimonialsAdmin } from './testimonials.panel';

const createCrud = (testimonials: TestimonialsAdmin) =>
  createCrudRouter({
    ...contentTypes.testimonials,
    ...contentSchemas.testimonials,
    service: testimonials,
  });

export const createTestimonialsAdminRouter = ({
  testimonials,
}: {
  testimonials: TestimonialsAdmin;
}) =>
  router({
    ...createCrud(testimonials)._def.record,

    /** Returns the testimonial of a request, or its invitation; null if there is neither. */
    ofRequest: adminProcedure('requests.read')
      .input(z.object({ requestId: idSchema.shape.id }))
      .output(askedSchema.nullable())
      .query(({ input }) => testimonials.ofRequest(input.requestId)),

    ask: adminProcedure('requests.write')
      .meta({
        openapi: {
          method: 'POST',
          path: '/admin/testimonials/ask',
          tags: ['Admin'],
          summary: 'Email the client of a completed request and ask for a testimonial',
          description: 'Until the client has answered, a repeat sends the link again.',
          errorResponses: [400, 401, 403, 404, 409],
        },
      })
      .input(z.object({ requestId: idSchema.shape.id }))
      .output(idSchema)
      .mutation(({ ctx, input }) => testimonials.ask(ctx.user, input.requestId)),
  });
