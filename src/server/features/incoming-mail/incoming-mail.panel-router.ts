import { z } from 'zod';

import { idSchema, pageSchema } from '~/contract/common/paging-schema';
import { leadMessageSchema } from '~/contract/conversations/conversations-schema';
import { adminQuoteSchema } from '~/contract/leads/leads-schema';
import {
  attachMailSchema,
  unmatchedMailSchema,
  unmatchedQuerySchema,
  unmatchedTabs,
  wholeMailSchema,
} from '~/contract/mail/incoming-mail-schema';
import { adminRest } from '~/server/platform/trpc/admin-rest';
import { rowsOf } from '~/server/platform/trpc/context';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { IncomingMail } from './incoming-mail.feature';

const rest = adminRest('/admin/mail/unmatched');
const ofMessages = adminRest('/admin/messages');
const done = z.object({ id: z.int() });

export const createIncomingMailRouter = ({
  incomingMail,
}: {
  incomingMail: Pick<IncomingMail, 'unmatched' | 'acceptMessage'>;
}) =>
  router({
    list: adminProcedure('leads.read')
      .meta(rest.list('Emails that belong to no record and need a decision, newest first'))
      .input(unmatchedQuerySchema)
      .output(z.array(unmatchedMailSchema))
      .query(async ({ ctx, input }) => rowsOf(ctx, await incomingMail.unmatched.search(input))),

    page: adminProcedure('leads.read')
      .input(unmatchedQuerySchema.extend({ status: z.enum(unmatchedTabs).default('unmatched') }))
      .output(pageSchema(unmatchedMailSchema))
      .query(({ input }) => incomingMail.unmatched.page(input)),

    whole: adminProcedure('leads.read')
      .meta(rest.get('An email with its full text'))
      .input(idSchema)
      .output(wholeMailSchema)
      .query(({ ctx, input }) => incomingMail.unmatched.whole(ctx.user, input.id)),

    attach: adminProcedure('leads.write')
      .meta(
        rest.action(
          'attach',
          'Add an email to the conversation of a quote, contact message or request',
          'From the client’s address, it becomes a message of the client. From another address, it has to be accepted first.',
        ),
      )
      .input(attachMailSchema)
      .output(done)
      .mutation(({ ctx, input }) => incomingMail.unmatched.attach(ctx.user, input)),

    makeLead: adminProcedure('leads.write')
      .meta({
        ...rest.action('lead', 'Create a quote from an email; no email is sent'),
        atOnce: true,
      })
      .input(idSchema)
      .output(adminQuoteSchema)
      .mutation(({ ctx, input }) => incomingMail.unmatched.makeLead(ctx.user, input.id)),

    discard: adminProcedure('leads.write')
      .meta(rest.action('discard', 'Discard an email; it can be restored for 30 days'))
      .input(idSchema)
      .output(done)
      .mutation(({ ctx, input }) => incomingMail.unmatched.discard(ctx.user, input.id)),

    restore: adminProcedure('leads.write')
      .meta(rest.action('restore', 'Restore a discarded email'))
      .input(idSchema)
      .output(done)
      .mutation(({ ctx, input }) => incomingMail.unmatched.restore(ctx.user, input.id)),

    accept: adminProcedure('leads.write')
      .meta(
        ofMessages.action(
          'accept',
          'Accept an email from another address as a message of the client',
          'Before that, only admins can see it.',
        ),
      )
      .input(idSchema)
      .output(leadMessageSchema)
      .mutation(({ ctx, input }) => incomingMail.acceptMessage(ctx.user, input.id)),
  });
