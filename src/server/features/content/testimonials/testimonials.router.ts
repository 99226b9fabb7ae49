import { z } from 'zod';

import { AppError } from '~/contract/common/errors';
import { tokenField } from '~/contract/documents/documents-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { soughtSlugSchema } from '~/contract/services/services-schema';
import {
  givenTestimonialSchema,
  linkedTestimonialSchema,
  testimonialSchema,
} from '~/contract/testimonials/testimonials-schema';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';
import type { LinkedTestimonials } from './linked';
import type { Testimonials } from './testimonials.service';

// Testimonials contain the title of a portfolio item.
const cacheTags = ['testimonials', 'portfolio_items'] as const;
const tags = ['Testimonials'];

export const createTestimonialsRouter = ({ testimonials }: { testimonials: Testimonials }) =>
  router({
    list: publicProcedure
      .meta({
        cacheTags,
        openapi: {
          method: 'GET',
          path: '/testimonials',
          tags,
          protect: false,
          summary: 'Testimonials of clients, published with their consent',
        },
      })
      .input(z.void())
      .output(z.array(testimonialSchema))
      .query(() => testimonials.list()),

    first: publicProcedure
      .meta({ cacheTags })
      .input(z.void())
      .output(testimonialSchema.nullable())
      .query(() => testimonials.first()),

    ofWork: publicProcedure
      .meta({ cacheTags })
      .input(z.object({ slug: soughtSlugSchema }))
      .output(testimonialSchema.nullable())
      .query(({ input }) => testimonials.ofWork(input.slug)),
  });

/** Rejects admins, who know the link but are not the client. @throws FORBIDDEN */
function rejectAdmin(user: CurrentUser | null): void {
  if (!user?.isAdmin) return;
  throw new AppError(
    'FORBIDDEN',
    'Only the client can write here. You are signed in as an admin; in the panel you can add a testimonial yourself.',
  );
}

/** Procedures for holders of a private link. */
export const createTestimonialLinksRouter = ({ linked }: { linked: LinkedTestimonials }) =>
  router({
    get: publicProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/testimonials/by-link/{token}',
          protect: false,
          tags,
          summary: 'The testimonial of the holder of a private link, or the request for one',
          errorResponses: [404, 429],
        },
      })
      .input(tokenField)
      .output(linkedTestimonialSchema)
      .query(async ({ ctx, input }) => {
        await ctx.rateLimits.consume('linkReads', ctx.visit.network);
        return linked.get(input.token);
      }),

    submit: publicProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/testimonials/by-link/{token}',
          protect: false,
          tags,
          summary: 'Give a testimonial with consent, or correct it until it is published',
          errorResponses: [400, 403, 404, 409, 429],
        },
      })
      .input(givenTestimonialSchema)
      .output(linkedTestimonialSchema)
      .mutation(async ({ ctx, input }) => {
        rejectAdmin(ctx.user);
        await ctx.rateLimits.consume('linkWrites', ctx.visit.network);
        return linked.submit(ctx.user, input);
      }),

    withdraw: publicProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/testimonials/by-link/{token}/take-back',
          protect: false,
          tags,
          summary: 'Withdraw consent: the testimonial is hidden; a repeat changes nothing',
          errorResponses: [403, 404, 429],
        },
      })
      .input(tokenField)
      .output(linkedTestimonialSchema)
      .mutation(async ({ ctx, input }) => {
        rejectAdmin(ctx.user);
        await ctx.rateLimits.consume('linkWrites', ctx.visit.network);
        return linked.withdraw(ctx.user, input.token);
      }),
  });
