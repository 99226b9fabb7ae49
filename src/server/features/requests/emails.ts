import { dateInWords } from '~/contract/common/date-words';
import { undoSeconds } from '~/contract/common/limits';
import { statusLabel } from '~/contract/common/statuses';
import type { RequestStatus } from '~/contract/requests/requests';
import type { Database } from '~/server/platform/db/client';
import type { Part } from '~/server/platform/mail/layout';
import type { OpenMailer } from '~/server/platform/mail/mailer';

type Executor = Pick<Database, 'insert'>;

interface Client {
  email: string;
  firstName: string;
  lastName: string;
}

interface Request {
  id: number;
  title: string;
  description: string;
  status: RequestStatus;
  note: string;
  wishedDate: string | null;
  urgent: boolean;
}

/** Returns the key that cancels the email about a status, while the notice in the panel offers Undo. */
export const statusMailKey = (requestId: number): string => `request:${requestId} status`;

const nameOf = ({ firstName, lastName }: Client) => `${firstName} ${lastName}`.trim();

/** Emails about requests, to the client and to the agency. */
export function requestEmails({ write, publicUrl, agencyEmail, answerWithin }: OpenMailer) {
  const text = (words: string): Part => ({ kind: 'text', text: words });
  const about = ({ id }: Pick<Request, 'id'>) => `request:${id}`;
  const facts = ({ title, description, wishedDate, urgent }: Request): Part => ({
    kind: 'facts',
    facts: [
      ...(urgent ? ([['Urgent', 'Yes']] satisfies [string, string][]) : []),
      ['Title', title],
      ['Description', description],
      ...(wishedDate
        ? ([['Requested by', dateInWords(wishedDate)]] satisfies [string, string][])
        : []),
    ],
  });

  /** Emails the client. Replies go to the agency. */
  const update = (
    tx: Executor,
    client: Client,
    request: Request,
    email: {
      kind: 'request_received' | 'request_update';
      subject: string;
      title: string;
      parts: Part[];
      unsubscribeUrl?: string;
      undo?: { key: string; seconds: number };
    },
  ) =>
    write(tx, {
      ...email,
      to: client.email,
      replyTo: agencyEmail,
      about: about(request),
      parts: [
        text(`Hi ${client.firstName},`),
        ...email.parts,
        {
          kind: 'button',
          label: 'View request',
          url: `${publicUrl}/dashboard/requests/${request.id}`,
        },
      ],
    });

  /** Emails the agency. */
  const notice = (
    tx: Executor,
    request: Request,
    email: { subject: string; title: string; parts: Part[]; replyTo?: string },
  ) =>
    write(tx, {
      ...email,
      kind: 'request_notice',
      to: agencyEmail,
      about: about(request),
      parts: [
        ...email.parts,
        {
          kind: 'button',
          label: 'Open in admin',
          url: `${publicUrl}/admin?section=requests&open=${request.id}`,
        },
      ],
    });

  return {
    requestReceived: async (tx: Executor, client: Client, request: Request) => {
      await update(tx, client, request, {
        kind: 'request_received',
        subject: `We’ve received your request: ${request.title}`,
        title: 'We’ve received your request',
        parts: [text(`Thank you. We’ll reply within ${answerWithin}.`), facts(request)],
      });
      await notice(tx, request, {
        subject: `${request.urgent ? 'Urgent request' : 'New request'}: ${request.title} (${nameOf(client)})`,
        title: request.urgent ? 'New urgent service request' : 'New service request',
        replyTo: client.email,
        parts: [
          {
            kind: 'facts',
            facts: [
              ['Client', nameOf(client)],
              ['Email', client.email],
            ],
          },
          facts(request),
        ],
      });
    },

    /** Tells the client that the agency created the request from their quote. */
    requestEntered: (tx: Executor, client: Client, request: Request) =>
      update(tx, client, request, {
        kind: 'request_received',
        subject: `We’ve opened a request for you: ${request.title}`,
        title: 'We’ve opened a request for you',
        parts: [
          text('We’ve summarized what we discussed. You can follow the work and message us here.'),
          facts(request),
        ],
      }),

    requestOpened: (tx: Executor, client: Client, request: Request) =>
      update(tx, client, request, {
        kind: 'request_received',
        subject: `Your quote is now a request: ${request.title}`,
        title: 'Your quote is now a request',
        parts: [
          text('We’ve opened a request for your quote. You can follow the work here.'),
          facts(request),
        ],
      }),

    requestStatusChanged: (
      tx: Executor,
      client: Client,
      request: Request,
      unsubscribeUrl: string,
    ) =>
      update(tx, client, request, {
        kind: 'request_update',
        unsubscribeUrl,
        undo: { key: statusMailKey(request.id), seconds: undoSeconds },
        subject: `${statusLabel(request.status)}: ${request.title}`,
        title: 'Your request status changed',
        parts: [
          {
            kind: 'facts',
            facts: [
              ['Request', request.title],
              ['Status', statusLabel(request.status)],
            ],
          },
        ],
      }),

    requestNoteWritten: (tx: Executor, client: Client, request: Request, unsubscribeUrl: string) =>
      update(tx, client, request, {
        kind: 'request_update',
        unsubscribeUrl,
        subject: `New note: ${request.title}`,
        title: 'New note on your request',
        parts: [
          {
            kind: 'facts',
            facts: [
              ['Request', request.title],
              ['Note', request.note],
            ],
          },
        ],
      }),

    requestWithdrawn: (tx: Executor, request: Request) =>
      notice(tx, request, {
        subject: `Request canceled: ${request.title}`,
        title: 'Service request canceled',
        parts: [facts(request)],
      }),
  };
}

export type RequestEmails = ReturnType<typeof requestEmails>;
