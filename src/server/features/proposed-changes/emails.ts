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
      title: 'A change waits for your confirmation',
      parts: [
        {
          kind: 'text',
          text: `An agent with the ${change.proposedBy} proposed ${change.words}. Nothing happens until you confirm it. It expires in ${proposedChangeDays} days. You get no further email while changes of your API keys wait.`,
        },
        {
          kind: 'button',
          label: 'Review changes',
          url: `${publicUrl}/admin?section=settings&tab=integrations`,
        },
      ],
    }),
});
