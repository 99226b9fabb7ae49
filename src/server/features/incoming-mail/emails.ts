import { aboutOf, type RecordRef } from '~/contract/conversations/records';
import type { Database } from '~/server/platform/db/client';
import type { OpenMailer } from '~/server/platform/mail/mailer';

const textMax = 2_000;

const nouns: Record<RecordRef['kind'], string> = {
  quote: 'a quote request',
  message: 'a contact message',
  proposal: 'a proposal',
  request: 'a request',
};

/** Emails about incoming emails. */
export const incomingMailEmails = ({ write, publicUrl, agencyEmail }: OpenMailer) => ({
  /**
   * Notifies the agency of an email about a record that was not sent by the record's client. The client cannot see the
   * email.
   */
  unverified: (
    tx: Pick<Database, 'insert'>,
    mail: {
      record: RecordRef;
      sender: string;
      text: string;
      to: string | undefined;
      /** Key and seconds within which only one notification is sent. */
      undo: { key: string; seconds: number };
    },
  ) =>
    write(tx, {
      kind: `${mail.record.kind}_notice`,
      to: mail.to ?? agencyEmail,
      about: aboutOf(mail.record),
      // Replies to this notification would reach nobody.
      answersTo: '',
      undo: mail.undo,
      title: `Email about ${nouns[mail.record.kind]}, not from its client`,
      parts: [
        {
          kind: 'text',
          text: `It came from ${mail.sender}. The client sees it if you accept it as their message.`,
        },
        { kind: 'facts', facts: [[mail.sender, mail.text.slice(0, textMax)]] },
        {
          kind: 'button',
          label: 'Open in admin',
          url: `${publicUrl}/admin?section=${mail.record.kind}s&open=${mail.record.id}`,
        },
      ],
    }),
});
