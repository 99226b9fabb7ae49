import type { Database } from '~/server/platform/db/client';
import type { Part } from '~/server/platform/mail/layout';
import type { OpenMailer } from '~/server/platform/mail/mailer';

export interface BurstMail {
  to: string;
  toClient: boolean;
  firstName: string;
  request: { id: number; title: string };
  /** Number of new messages. */
  count: number;
  /** Messages to show in the email. */
  messages: { author: string; text: string }[];
  /** Names of the files that the client should decide on. */
  deliverables: string[];
  decisions: { name: string; isApproved: boolean; comment: string }[];
  unsubscribeUrl: string | undefined;
}

const excerptMax = 600;

function excerpt(text: string): string {
  return text.length > excerptMax ? `${text.slice(0, excerptMax).trimEnd()}…` : text || '(files)';
}

const counted = (count: number) => (count === 1 ? 'a new message' : `${count} new messages`);

/** Returns the subject, which contains the request, because the emails about all requests are in one mailbox. */
function subjectOf({ toClient, count, messages, decisions, request }: BurstMail): string {
  const about = request.title;
  if (toClient) return count > 0 ? `New message: ${about}` : `Update: ${about}`;
  const author = messages.at(-1)?.author;
  if (count > 0) return `${author ? `${author} wrote` : 'New message'}: ${about}`;
  const [decided] = decisions;
  return decided ? `${decided.isApproved ? 'Approved' : 'Changes requested'}: ${about}` : about;
}

/** Writes the email about new messages and decisions in a thread. */
export function threadEmails({ write, publicUrl, agencyEmail }: OpenMailer) {
  const greeting = ({ firstName }: BurstMail) => (firstName ? `Hi ${firstName},\n\n` : '');

  function factsOf({ messages, deliverables, decisions, request }: BurstMail): Part {
    return {
      kind: 'facts',
      facts: [
        ['Request', request.title],
        ...messages.map(({ author, text }): [string, string] => [author, excerpt(text)]),
        ...deliverables.map((name): [string, string] => ['To approve', name]),
        ...decisions.map(({ name, isApproved, comment }): [string, string] => [
          isApproved ? 'Approved' : 'Changes requested',
          comment ? `${name}\n${excerpt(comment)}` : name,
        ]),
      ],
    };
  }

  return {
    burst(tx: Pick<Database, 'insert'>, mail: BurstMail): Promise<unknown> {
      const { request, toClient, count, decisions } = mail;
      const news =
        count > 0
          ? `You have ${counted(count)} about your request.`
          : 'There is an update to your request.';
      const forAgency =
        count > 0 ? `A client sent ${counted(count)}.` : 'A client reviewed a file.';
      const hidden = count - mail.messages.length;
      const url = toClient
        ? `${publicUrl}/dashboard/requests/${request.id}`
        : `${publicUrl}/admin?section=requests&open=${request.id}`;
      return write(tx, {
        kind: toClient ? 'request_update' : 'request_notice',
        to: mail.to,
        replyTo: toClient ? agencyEmail : undefined,
        about: `request:${request.id}`,
        title: toClient
          ? `You have ${counted(count)}`
          : count === 0 && decisions.length > 0
            ? 'A client reviewed a file'
            : `A client sent ${counted(count)}`,
        subject: subjectOf(mail),
        unsubscribeUrl: mail.unsubscribeUrl,
        parts: [
          { kind: 'text', text: `${greeting(mail)}${toClient ? news : forAgency}` },
          factsOf(mail),
          ...(mail.messages.length > 0 && hidden > 0
            ? [{ kind: 'text' as const, text: `And ${hidden} more.` }]
            : []),
          { kind: 'button', label: toClient ? 'View request' : 'Open in admin', url },
        ],
      });
    },
  };
}
