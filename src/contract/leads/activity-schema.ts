import { z } from 'zod';

import { textMax } from '~/contract/common/limits';
import { mailKinds } from '~/contract/common/mail';
import { text } from '~/contract/common/text-schema';

/** Context of a record for admins: notes, emails about it, and its changes. */

export const noteSchema = z.object({
  id: z.int(),
  text: z.string(),
  authorName: z.string(),
  createdAt: z.iso.datetime(),
});
export type Note = z.output<typeof noteSchema>;

export const noteTextSchema = z.object({
  text: text({ min: 1, minMessage: 'Please enter a note', max: textMax }),
});

/** An email in the outbox about a record, whether sent or queued. */
export const sentMailSchema = z.object({
  id: z.int(),
  kind: z.enum(mailKinds),
  to: z.string(),
  subject: z.string(),
  /** 'failed' if the email was given up, or returned by the recipient's server. */
  state: z.enum(['waiting', 'sent', 'failed']),
  lastError: z.string(),
  createdAt: z.iso.datetime(),
});
export type SentMail = z.output<typeof sentMailSchema>;

/** A change by an admin. */
export const changeSchema = z.object({
  id: z.int(),
  description: z.string(),
  createdAt: z.iso.datetime(),
});
