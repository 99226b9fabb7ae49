import { z } from 'zod';

/** A ZIP export of a client's data. */
export const dataExportSchema = z.object({
  id: z.int(),
  status: z.enum(['waiting', 'ready', 'failed']),
  size: z.number().describe('In bytes; 0 until it is ready'),
  requestedBy: z.string().describe('Admin who requested it; empty for the client'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable().describe('When the download expires'),
});
export type DataExport = z.output<typeof dataExportSchema>;

/** A planned deletion. */
export const deletionSchema = z.object({
  dueAt: z.iso.datetime().describe('Until then it can be canceled'),
  by: z.string().describe('Admin who requested it; empty for the client'),
});
export type Deletion = z.output<typeof deletionSchema>;

export const personalDataSchema = z.object({
  deletion: deletionSchema.nullable(),
  /** Newest export. */
  export: dataExportSchema.nullable(),
  /** Companies of which the client is the only manager or the only member. */
  companies: z.array(z.object({ name: z.string(), isLastMember: z.boolean() })),
});
export type PersonalData = z.output<typeof personalDataSchema>;

/** Data about a client, for the agency. */
export const clientDataSchema = personalDataSchema.extend({
  deletedAt: z.iso.datetime().nullable(),
});
export type ClientData = z.output<typeof clientDataSchema>;
