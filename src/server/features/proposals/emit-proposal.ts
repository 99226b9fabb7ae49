import { eq } from 'drizzle-orm';
import type { z } from 'zod';

import { dateIn } from '~/contract/common/dates';
import { adminProposalSchema } from '~/contract/proposals/proposals-schema';
import type { WebhookEventType } from '~/contract/webhooks/events';
import { readSetting } from '~/server/features/settings/read-setting';
import { emitEvent } from '~/server/features/webhooks/emit-event';
import type { Database } from '~/server/platform/db/client';
import { proposals } from '~/server/platform/db/schema/proposals';
import { presentContent } from './content';
import { acceptanceOf, toAdminRow } from './proposals.rows';

/** Schema without hashes, related records and histories. */
const announcedSchema = adminProposalSchema.omit({
  contentHash: true,
  proposedTax: true,
  acceptance: true,
  versions: true,
  invoices: true,
  timeline: true,
});

/** Emits the webhook event for a changed proposal. */
export const emitProposal = (
  tx: Pick<Database, 'insert' | 'select'>,
  type: Extract<WebhookEventType, `proposal.${string}`>,
  id: number,
) =>
  emitEvent(tx, type, {
    about: `proposal:${id}`,
    read: async () => {
      const [row] = await tx.select().from(proposals).where(eq(proposals.id, id));
      if (!row) throw new Error('the proposal of an event is missing');
      const { timeZone } = await readSetting(tx, 'responseTimes');
      const acceptance = await acceptanceOf(tx, id);
      const shown: z.input<typeof announcedSchema> = {
        ...presentContent(row, acceptance?.optionalItems),
        ...toAdminRow(row, dateIn(timeZone, new Date())),
        declineReason: row.declineReason,
      };
      return announcedSchema.parse(shown);
    },
  });
