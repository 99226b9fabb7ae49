import { z } from 'zod';

import { contactMessageSchema } from '~/contract/contact-schema';
import { publicProcedure, router } from '../base/trpc';
import { keyOf } from '../submissions/key';
import { senderOf } from '../submissions/service';

export const contactRouter = router({
  send: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/contact',
        protect: false,
        tags: ['Contact'],
        summary: 'Send a message to the agency',
        description:
          'A repeat with the same Idempotency-Key header (or `key`) answers with the first id and stores nothing.',
        errorResponses: [400, 429],
      },
    })
    .input(contactMessageSchema)
    .output(z.object({ id: z.int() }))
    .mutation(async ({ ctx, input }) => {
      const message = { ...input, key: input.key ?? keyOf(ctx.idempotencyKey) };
      return ctx.domain.contact.send(message, senderOf(ctx));
    }),
});
