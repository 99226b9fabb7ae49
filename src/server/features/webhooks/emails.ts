import type { Database } from '~/server/platform/db/client';
import type { OpenMailer } from '~/server/platform/mail/mailer';

/** Emails about webhooks. */
export const webhookEmails = ({ write, publicUrl }: OpenMailer) => ({
  disabled: (
    tx: Pick<Database, 'insert'>,
    to: string,
    webhook: { id: number; host: string; answer: string },
  ) =>
    write(tx, {
      kind: 'webhook_disabled',
      to,
      about: `webhook:${webhook.id}`,
      title: `The webhook to ${webhook.host} was disabled`,
      parts: [
        {
          kind: 'text',
          text: `An event could not be delivered to ${webhook.host} for more than three days. No events are sent there until you enable the webhook again.`,
        },
        ...(webhook.answer
          ? [{ kind: 'text' as const, text: `Last answer: ${webhook.answer.slice(0, 200)}` }]
          : []),
        {
          kind: 'button',
          label: 'Open integrations',
          url: `${publicUrl}/admin?section=settings&tab=integrations`,
        },
      ],
    }),
});
