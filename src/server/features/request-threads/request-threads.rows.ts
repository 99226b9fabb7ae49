import { and, eq } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { linkPlaceholder } from '~/contract/conversations/conversations';
import type { ThreadFile } from '~/contract/files/files-schema';
import type { Caller } from '~/contract/identity/api-keys';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { editMinutes } from '~/contract/threads/threads';
import type { AdminMessage } from '~/contract/threads/threads-schema';
import { isRequestOf } from '~/server/features/companies/ownership';
import type { MessageRow } from '~/server/features/conversations/parts';
import type { Database } from '~/server/platform/db/client';
import { messages } from '~/server/platform/db/schema/messages';
import { serviceRequests } from '~/server/platform/db/schema/requests';

export type RequestRow = typeof serviceRequests.$inferSelect;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
type Reader = Pick<Database, 'select'>;

/** Reader or author of a thread: its client, or an admin. */
export interface Viewer
  extends Pick<Caller, 'id' | 'email' | 'firstName' | 'lastName' | 'apiKey' | 'proposedBy'> {
  byAgency: boolean;
}

/** Returns a user as a client, even if the user is also an admin. */
export const asClient = ({ id, email, firstName, lastName }: CurrentUser): Viewer => ({
  id,
  email,
  firstName,
  lastName,
  byAgency: false,
});
export const asAgency = (user: Caller): Viewer => ({
  ...asClient(user),
  apiKey: user.apiKey,
  proposedBy: user.proposedBy,
  byAgency: true,
});

const requestNotFound = () => new AppError('NOT_FOUND', 'Request not found');
export const messageNotFound = () => new AppError('NOT_FOUND', 'Message not found');

/** Matches requests that the viewer can see. */
export const isVisibleRequest = (viewer: Viewer) =>
  viewer.byAgency ? undefined : isRequestOf(viewer.id);

/** Condition for messages that the viewer can see. Part of every query for a client. */
export const isVisibleMessage = (viewer: Pick<Viewer, 'byAgency'>) =>
  viewer.byAgency ? undefined : eq(messages.internal, false);

/** Returns a request. @throws NOT_FOUND for an unknown request, and for another client's */
export async function visibleRequest(db: Reader, viewer: Viewer, id: number): Promise<RequestRow> {
  const [row] = await db
    .select()
    .from(serviceRequests)
    .where(and(eq(serviceRequests.id, id), isVisibleRequest(viewer)));
  if (!row) throw requestNotFound();
  return row;
}

/** Locks and returns a request that the viewer can see. @throws NOT_FOUND for any other */
export async function lockVisibleRequest(
  tx: Reader,
  viewer: Viewer,
  id: number,
): Promise<RequestRow> {
  const [row] = await tx
    .select()
    .from(serviceRequests)
    .where(and(eq(serviceRequests.id, id), isVisibleRequest(viewer)))
    .for('update');
  if (!row) throw requestNotFound();
  return row;
}

/** Returns the time until which the author can edit or delete a message. */
const editableUntil = ({ createdAt }: Pick<MessageRow, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + editMinutes * 60_000);

export function toMessage(
  row: MessageRow,
  viewer: { id: string | null; byAgency: boolean },
  files: ThreadFile[] | undefined,
): AdminMessage {
  const { id, ref, byAgency, internal, origin, incomingMailId } = row;
  // Removes the private link, because only the email contains it.
  const text = viewer.byAgency ? row.text : row.text.replaceAll(linkPlaceholder, '(private link)');
  const isOwn = row.authorId === viewer.id && byAgency === viewer.byAgency;
  const until = editableUntil(row);
  // Emailed messages cannot be changed.
  const isMailed = (ref.kind !== 'request' && !internal) || origin !== null;
  return {
    id,
    requestId: ref.kind === 'request' ? ref.id : null,
    about: ref.kind,
    text,
    cutText: row.cutText,
    // An unverified email is stored as an internal message of the agency until an admin accepts it, so that clients
    // cannot read it. It is still displayed with its actual author.
    byAgency: byAgency && (origin === null || origin === 'mail'),
    internal,
    origin,
    possiblyAutomatic: row.possiblyAutomatic,
    mailId: viewer.byAgency ? incomingMailId : null,
    author: row.authorName,
    isOwn,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    editableUntil: isOwn && !isMailed && until > new Date() ? until.toISOString() : null,
    files: files ?? [],
  };
}
