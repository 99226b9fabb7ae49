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

/** Returns the key with which the email about a status can be canceled while the panel offers Undo. */
export const statusMailKey = (requestId: number): string => `request:${requestId} status`;

const nameOf = ({ firstName, lastName }: Client) => `${firstName} ${lastName}`.trim();

/** Emails about requests, to the client and to the agency. */
export function requestEmails({ write, words, publicUrl, agencyEmail, answerWithin }: OpenMailer) {
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
      intro: Part;
      parts: Part[];
      unsubscribeUrl?: string;
      undo?: { key: string; seconds: number };
    },
  ) => {
    const { intro, ...rest } = email;
    return write(tx, {
      ...rest,
      to: client.email,
      replyTo: agencyEmail,
      about: about(request),
      parts: [
        intro,
        ...email.parts,
        {
          kind: 'button',
          label: 'View request',
          url: `${publicUrl}/dashboard/requests/${request.id}`,
        },
      ],
    });
  };
  const variables = (client: Client, { title }: Request) => ({
    firstName: client.firstName,
    title,
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
        ...words('requestReceived', { ...variables(client, request), responseTime: answerWithin }),
        parts: [facts(request)],
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

    /** Notifies the client that the agency created the request from their quote. */
    requestEntered: (tx: Executor, client: Client, request: Request) =>
      update(tx, client, request, {
        kind: 'request_received',
        ...words('requestEntered', variables(client, request)),
        parts: [facts(request)],
      }),

    requestOpened: (tx: Executor, client: Client, request: Request) =>
      update(tx, client, request, {
        kind: 'request_received',
        ...words('requestOpened', variables(client, request)),
        parts: [facts(request)],
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
        ...words('requestStatusChanged', {
          ...variables(client, request),
          status: statusLabel(request.status),
        }),
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
        ...words('requestNote', variables(client, request)),
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
