import { z } from 'zod';

/** The kinds of mails that a person can choose. */
export const notificationKinds = ['messages', 'deliverables', 'status'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notificationsSchema = z.object({
  /** New messages. */
  messages: z.boolean('This is true or false'),
  /** Clients: files to decide on. Admins: what clients decided. */
  deliverables: z.boolean('This is true or false'),
  /** Clients: status and notes of their requests. */
  status: z.boolean('This is true or false'),
});
export type Notifications = z.output<typeof notificationsSchema>;

export const notificationsChangeSchema = notificationsSchema.partial();
export type NotificationsChange = z.output<typeof notificationsChangeSchema>;
