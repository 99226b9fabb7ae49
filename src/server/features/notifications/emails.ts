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

/**
 * Returns the subject for the agency. It includes the request, because emails about all requests are in one mailbox.
 */
function subjectOf({ count, messages, decisions, request }: BurstMail): string {
  const about = request.title;
  const author = messages.at(-1)?.author;
  if (count > 0) return `${author ? `${author} wrote` : 'New message'}: ${about}`;
  const [decided] = decisions;
  return decided ? `${decided.isApproved ? 'Approved' : 'Changes requested'}: ${about}` : about;
}

/** Returns subject, heading and first part for the agency. */
function noticeOf(mail: BurstMail): { subject: string; title: string; intro: Part } {
  const title =
    mail.count === 0 && mail.decisions.length > 0
      ? 'A client reviewed a file'
      : `A client sent ${counted(mail.count)}`;
  return { subject: subjectOf(mail), title, intro: { kind: 'text', text: `${title}.` } };
}

/** Writes the email about new messages and decisions in a thread. */
export function threadEmails({ write, words, publicUrl, agencyEmail }: OpenMailer) {
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
      const { request, toClient, count, firstName } = mail;
      const { intro, ...head } = toClient
        ? words('requestMessage', {
            firstName,
            title: request.title,
            what: count > 0 ? 'New message' : 'Update',
            news: count > 0 ? counted(count) : 'an update',
          })
        : noticeOf(mail);
      const hidden = count - mail.messages.length;
      const url = toClient
        ? `${publicUrl}/dashboard/requests/${request.id}`
        : `${publicUrl}/admin?section=requests&open=${request.id}`;
      return write(tx, {
        kind: toClient ? 'request_update' : 'request_notice',
        to: mail.to,
        replyTo: toClient ? agencyEmail : undefined,
        about: `request:${request.id}`,
        ...head,
        unsubscribeUrl: mail.unsubscribeUrl,
        parts: [
          intro,
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
