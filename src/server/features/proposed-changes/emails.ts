import { proposedChangeDays } from '~/contract/proposed-changes/proposed-changes-schema';
import type { Database } from '~/server/platform/db/client';
import type { OpenMailer } from '~/server/platform/mail/mailer';

/** Emails about changes that API keys proposed. */
export const proposedChangeEmails = ({ write, publicUrl }: OpenMailer) => ({
  waiting: (
    tx: Pick<Database, 'insert'>,
    to: string,
    change: { id: number; words: string; proposedBy: string },
  ) =>
    write(tx, {
      kind: 'change_waiting',
      to,
      about: `proposedChange:${change.id}`,
      title: 'A change needs your confirmation',
      parts: [
        {
          kind: 'text',
          text: `An agent using the ${change.proposedBy} proposed ${change.words}. Nothing happens until you confirm it. It expires in ${proposedChangeDays} days. We don’t email you about other changes until you have reviewed this one.`,
        },
        {
          kind: 'button',
          label: 'Review changes',
          url: `${publicUrl}/admin?section=settings&tab=integrations`,
        },
      ],
    }),
});
