import type { Database } from '~/server/platform/db/client';
import type { OpenMailer } from '~/server/platform/mail/mailer';

interface Assignment {
  kind: 'quote' | 'message' | 'request';
  id: number;
  /** Sender of the lead, or subject of the request. */
  title: string;
  /** Name of the assigning admin. */
  by: string;
}

const nouns = { quote: 'the lead from', message: 'the message from', request: 'the request' };
const sections = { quote: 'quotes', message: 'messages', request: 'requests' };

/**
 * Returns a function that notifies an admin of a lead or a request that another admin assigned to
 * them.
 */
export const assignmentEmail =
  ({ write, publicUrl }: OpenMailer) =>
  (
    tx: Pick<Database, 'insert'>,
    to: string,
    { kind, id, title, by }: Assignment,
  ): Promise<unknown> =>
    write(tx, {
      kind: 'assigned',
      to,
      about: `${kind}:${id}`,
      title: `Assigned to you: ${nouns[kind]} ${title.replace(/\s+/g, ' ')}`.slice(0, 120),
      parts: [
        { kind: 'text', text: `${by} assigned you ${nouns[kind]} ${title}.` },
        {
          kind: 'button',
          label: 'Open in admin',
          url: `${publicUrl}/admin?section=${sections[kind]}&open=${id}`,
        },
      ],
    });
