import { z } from 'zod';

/** Kinds of emails that a person can turn on and off. */
export const notificationKinds = ['messages', 'deliverables', 'status'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notificationsSchema = z.object({
  /** Emails about new messages. */
  messages: z.boolean('This is true or false'),
  /** Emails about deliverables. For clients: files to decide on. For admins: decisions of clients. */
  deliverables: z.boolean('This is true or false'),
  /** Emails to clients about the status and notes of their requests. */
  status: z.boolean('This is true or false'),
});
export type Notifications = z.output<typeof notificationsSchema>;

export const notificationsChangeSchema = notificationsSchema.partial();
export type NotificationsChange = z.output<typeof notificationsChangeSchema>;
