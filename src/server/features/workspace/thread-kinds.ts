import { eq, type SQL, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { RecordKind } from '~/contract/conversations/records';
import type { NewAdminMessage } from '~/contract/workspace/workspace-schema';
import { forgetFromClient } from '~/server/features/conversations/conversations.service';
import {
  clientReader,
  type MessageRow,
  type Part,
  partsOf,
} from '~/server/features/conversations/parts';
import type { Bursts } from '~/server/features/notifications/bursts';
import { emitRequest } from '~/server/features/requests/admin-request.rows';
import { recordAudit } from '~/server/platform/audit/audit';
import { conversations } from '~/server/platform/db/schema/conversations';
import { users } from '~/server/platform/db/schema/identity';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import {
  isVisibleRequest,
  lockVisibleRequest,
  type RequestRow,
  type Transaction,
  type Viewer,
  visibleRequest,
} from './workspace.rows';

type Reader = Parameters<typeof visibleRequest>[0];

export type Sent = Omit<NewAdminMessage, 'key'> & {
  key?: string | undefined;
  /** True if it arrived by email, so that no email is sent about it. */
  byMail?: true;
};

/** Differences between threads of different kinds of records. */
export interface ThreadKind<Subject, Opened = undefined> {
  /** Kind of the records. */
  about: RecordKind;
  /** Called before the transaction of a message: see `Mailer.open`. */
  open(): Promise<Opened>;
  /** @throws NOT_FOUND for a record that the viewer cannot see, as for an unknown one */
  find(db: Reader, viewer: Viewer, id: number): Promise<unknown>;
  /** The same, locked until the end of the transaction. */
  lock(tx: Transaction, viewer: Viewer, id: number): Promise<Subject>;
  /** Conversations whose messages the thread of a record shows. New messages are about that record. */
  partsOf(db: Reader, id: number, viewer: Viewer): Promise<Part[]>;
  /** Matches messages that their author can still edit and delete. */
  canChange(viewer: Viewer): SQL;
  /** Applies the effects of a new message, and notifies its recipients. */
  onSent(
    tx: Transaction,
    event: { viewer: Viewer; sent: Sent; subject: Subject; message: MessageRow; opened: Opened },
  ): Promise<void>;
  onRemoved(tx: Transaction, viewer: Viewer, id: number): Promise<void>;
}

/** Changes of a request by a new message. */
function effectsOf(viewer: Viewer, sent: Sent, request: RequestRow): Partial<RequestRow> {
  if (!viewer.byAgency) return request.waitingSince === null ? {} : { waitingSince: null };
  const { waiting } = sent;
  return {
    ...(sent.pinned && { note: sent.text }),
    ...(waiting !== undefined && {
      waitingSince: waiting ? (request.waitingSince ?? new Date()) : null,
    }),
  };
}

/** Threads of requests: both sides read them on screen, and are notified by email of unread messages. */
export const requestThreads = (bursts: Pick<Bursts, 'note'>): ThreadKind<RequestRow> => ({
  about: 'request',
  partsOf: (db, id, viewer) =>
    partsOf(db, { kind: 'request', id }, viewer.byAgency ? undefined : clientReader(viewer)),
  open: async () => undefined,
  find: visibleRequest,
  async lock(tx, viewer, id) {
    const request = await lockVisibleRequest(tx, viewer, id);
    const [client] = await tx
      .select({ deletedAt: users.deletedAt })
      .from(users)
      .where(eq(users.id, request.userId));
    // Messages written from now on would not be deleted with the client.
    if (client?.deletedAt) throw new AppError('CONFLICT', 'The data of this client was deleted');
    return request;
  },
  // Former members of a company cannot open its threads.
  canChange: (viewer) => sql`${conversations.requestId} in (
    select ${serviceRequests.id} from ${serviceRequests} where ${isVisibleRequest(viewer) ?? sql`true`})`,

  async onSent(tx, { viewer, sent, subject: request, message }) {
    const effects = effectsOf(viewer, sent, request);
    if (Object.keys(effects).length > 0) {
      await tx.update(serviceRequests).set(effects).where(eq(serviceRequests.id, request.id));
      if (sent.pinned) await emitRequest(tx, 'request.updated', request.id);
    }
    if (sent.internal) return;
    // A message contains its author's name, but clients do not see the name of a program.
    if (viewer.apiKey || viewer.proposedBy) {
      await recordAudit(tx, viewer, {
        action: 'request.messaged',
        about: `request:${request.id}`,
        did: `wrote to the client about “${request.title}”`,
      });
    }
    if (!(sent.byMail && viewer.byAgency)) {
      await bursts.note(tx, {
        requestId: request.id,
        toClient: viewer.byAgency,
        afterMessageId: message.id - 1,
      });
    }
  },

  async onRemoved(tx, viewer, id) {
    if (!viewer.byAgency) await forgetFromClient(tx, id);
  },
});
