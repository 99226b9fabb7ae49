import { z } from 'zod';

import { textMax } from '~/contract/common/limits';
import { mailKinds } from '~/contract/common/mail';
import { text } from '~/contract/common/text-schema';

/** Notes, emails and changes of a record, for admins. */

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
  /**
   * 'failed' if all attempts to send the email failed, or if the recipient's server returned it.
   */
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
