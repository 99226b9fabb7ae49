import { z } from 'zod';

import { int4Max, textMax } from '~/contract/common/limits';
import { text } from '~/contract/common/text-schema';
import { deliverableStatuses } from './deliverables';
import { defaultQuotaMb, quotaMbMax } from './files';

/** Response of `POST /api/files`. */
export const uploadedFileSchema = z.object({
  id: z.int(),
  name: z.string(),
  size: z.int(),
  /** Type detected from the content, such as 'image/png'. */
  type: z.string(),
});
export type UploadedFile = z.output<typeof uploadedFileSchema>;

/** A file of a message; its content is at `/api/files/{id}`. */
export const threadFileSchema = uploadedFileSchema.extend({
  /** Client's decision; null if the file is not a deliverable. */
  deliverable: z.enum(deliverableStatuses).nullable(),
  /** Comment of the client who returned the file. */
  comment: z.string(),
  decidedAt: z.iso.datetime().nullable(),
});
export type ThreadFile = z.output<typeof threadFileSchema>;

export const fileIdSchema = z.object({
  id: z.coerce.number('An id is needed').int('An id is a whole number').min(1).max(int4Max),
});

export const returnSchema = fileIdSchema.extend({
  comment: text({ min: 1, minMessage: 'Please say what we should change', max: textMax }),
});

/** The setting `files`. */
export const fileSettingsSchema = z.object({
  /** Maximum total size of one client's files, in MiB. */
  quotaMb: z
    .int('Please enter a whole number of MiB')
    .min(1, 'Please enter 1 MiB or more')
    .max(quotaMbMax, `Please enter ${quotaMbMax} MiB at most`),
});
export type FileSettings = z.output<typeof fileSettingsSchema>;

export const neutralFileSettings: FileSettings = { quotaMb: defaultQuotaMb };
