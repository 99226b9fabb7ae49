import { formatBytes } from '~/contract/common/bytes';
import { type ConversationKind, linkPlaceholder } from '~/contract/conversations/conversations';
import type { UploadedFile } from '~/contract/files/files-schema';
import type { MailedLink } from '~/server/features/documents/links';
import type { Database } from '~/server/platform/db/client';
import type { Part } from '~/server/platform/mail/layout';
import type { OpenMailer } from '~/server/platform/mail/mailer';

const excerptMax = 1_000;
const noticeMax = 2_000;

const cut = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max).trimEnd()}…` : text;

const titles: Record<ConversationKind, string> = {
  quote: 'Re: your quote request',
  message: 'Re: your message',
  proposal: 'Re: your proposal',
};

const whatOf = ({ kind, number }: { kind: ConversationKind; number?: string | undefined }) =>
  ({ quote: 'quote request', message: 'message', proposal: `proposal ${number}` })[kind];

/** Emails of conversations with the senders of leads and the clients of proposals. */
export const conversationEmails = ({ write, publicUrl, agencyEmail }: OpenMailer) => ({
  /** Emails an admin's message to the sender of the lead. @returns the id of the email */
  answer: (
    tx: Pick<Database, 'insert'>,
    answer: {
      kind: ConversationKind;
      id: number;
      email: string;
      text: string;
      /**
       * Sender's last message, to be quoted; undefined if the sender's email is unverified, because the email may
       * belong to another person.
       */
      quoted: string | undefined;
      /** Links to the page of the quote or the proposal, where the reader can also reply. */
      link: MailedLink | undefined;
      files: readonly Pick<UploadedFile, 'id' | 'name' | 'size'>[];
    },
  ) => {
    const { kind, id, quoted, link, files } = answer;
    const text = answer.text.replaceAll(linkPlaceholder, link?.url ?? '');
    const parts: Part[] = [{ kind: 'text', text }];
    if (link && files.length > 0) {
      const root = link.url.replace(`/${kind}s/`, `/api/${kind}s/by-link/`);
      const words = files.map(({ id: fileId, name, size }): [string, string] => [
        `${name}, ${formatBytes(size)}`,
        `${root}/files/${fileId}`,
      ]);
      parts.push({ kind: 'links', links: words });
    }
    // The link of a contact message only opens its files, so it does not allow a reply.
    if (link && kind !== 'message')
      parts.push({
        kind: 'button',
        label: kind === 'proposal' ? 'View proposal' : 'Reply on your page',
        url: link.url,
      });
    if (quoted) parts.push({ kind: 'facts', facts: [['You wrote', cut(quoted, excerptMax)]] });
    return write(tx, {
      kind: 'reply',
      to: answer.email,
      replyTo: agencyEmail,
      about: `${kind}:${id}`,
      title: titles[kind],
      parts,
      linkNonce: link?.linkNonce,
    });
  },

  /** Notifies the agency that the sender of a lead, or the client of a proposal, has written at its private link or by email. */
  notice: (
    tx: Pick<Database, 'insert'>,
    message: {
      kind: ConversationKind;
      id: number;
      /** Number of a proposal. */
      number?: string | undefined;
      name: string;
      email: string;
      /** Messages since the last reply. */
      written: { author: string; text: string }[];
      to: string | undefined;
      undo: { key: string; seconds: number };
    },
  ) =>
    write(tx, {
      kind: `${message.kind}_notice`,
      to: message.to ?? agencyEmail,
      replyTo: message.email,
      about: `${message.kind}:${message.id}`,
      undo: message.undo,
      title: `${message.name} wrote about their ${whatOf(message)}`,
      parts: [
        {
          kind: 'facts',
          facts: message.written.map(({ author, text }): [string, string] => [
            author,
            cut(text, noticeMax),
          ]),
        },
        {
          kind: 'button',
          label: 'Open in admin',
          url: `${publicUrl}/admin?section=${message.kind}s&open=${message.id}`,
        },
      ],
    }),
});
