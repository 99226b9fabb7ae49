import { and, eq, inArray, isNull } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { can, type Permission } from '~/contract/identity/permissions';
import { adminRoles } from '~/contract/identity/roles';
import {
  type NotificationKind,
  type Notifications,
  type NotificationsChange,
  notificationKinds,
} from '~/contract/notifications/notifications-schema';
import { createSigner } from '~/server/features/identity/tokens';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';
import { notificationChoices } from '~/server/platform/db/schema/notifications';
import type { Presence } from '~/server/platform/events/presence';

const everything: Notifications = { messages: true, deliverables: true, status: true };

/** Manages a person's email preferences, and links that unsubscribe with one click. */
export function createNotifications(
  db: Database,
  options: { secret: string; publicUrl: string; presence: Presence },
) {
  const { presence } = options;
  const signer = createSigner(options.secret, 'links that end mails');

  async function read(tx: Pick<Database, 'select'>, userId: string): Promise<Notifications> {
    const [row] = await tx
      .select()
      .from(notificationChoices)
      .where(eq(notificationChoices.userId, userId));
    if (!row) return everything;
    const { userId: _, ...choices } = row;
    return choices;
  }

  async function write(userId: string, changes: NotificationsChange): Promise<Notifications> {
    const values = { ...everything, ...changes, userId };
    const isEmpty = Object.keys(changes).length === 0;
    if (!isEmpty) {
      await db
        .insert(notificationChoices)
        .values(values)
        .onConflictDoUpdate({ target: notificationChoices.userId, set: changes });
    }
    return read(db, userId);
  }

  /**
   * Returns the person and the kind of email that an unsubscribe link is for.
   *
   * @throws NOT_FOUND for an invalid link
   */
  async function holderOf(token: string): Promise<{ userId: string; kind: NotificationKind }> {
    const [userId = '', kind = '', signature = ''] = token.split('.');
    const known = notificationKinds.find((one) => one === kind);
    const missing = new AppError('NOT_FOUND', 'This link is not valid');
    if (!known || !signer.verifies(signature, userId, kind)) throw missing;
    const [row] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!row) throw missing;
    return { userId, kind: known };
  }

  return {
    get: (userId: string): Promise<Notifications> => read(db, userId),
    update: write,
    choicesOf: read,

    /** Returns a link that unsubscribes from one kind of email. It works without a session. */
    unsubscribeUrl: (userId: string, kind: NotificationKind): string =>
      `${options.publicUrl}/api/unsubscribe/${userId}.${kind}.${signer.sign(userId, kind)}`,

    holderOf,

    async unsubscribe(token: string): Promise<NotificationKind> {
      const { userId, kind } = await holderOf(token);
      await write(userId, { [kind]: false });
      return kind;
    },

    /**
     * Returns whether a client gets an email about a request: not if they have unsubscribed, or if the thread is open
     * on a screen.
     */
    async mayMail(
      tx: Pick<Database, 'select'>,
      userId: string,
      requestId: number,
      kind: NotificationKind,
    ): Promise<boolean> {
      const choices = await read(tx, userId);
      return choices[kind] && !(await presence.hasOpen(tx, requestId, { userId }));
    },
  };
}

export type NotificationService = ReturnType<typeof createNotifications>;

/**
 * True for an admin whose role has a permission, and who can therefore be notified of a record that requires it. The
 * role may have changed since the record was assigned.
 */
export const isReachable = (adminId: string, permission: Permission) =>
  and(
    eq(users.id, adminId),
    eq(users.isAdmin, true),
    isNull(users.disabledAt),
    inArray(
      users.adminRole,
      adminRoles.filter((role) => can(role, permission)),
    ),
  );
