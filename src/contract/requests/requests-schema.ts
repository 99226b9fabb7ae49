import { z } from 'zod';

import { dateField } from '~/contract/common/date-schema';
import { int4Max, optionMax, textMax } from '~/contract/common/limits';
import { submissionKeySchema } from '~/contract/common/submission-key-schema';
import { text } from '~/contract/common/text-schema';
import { filesOfMessageMax } from '~/contract/files/files';
import { requestEventKinds } from './request-events';
import { requestDescriptionMin, requestStatuses, requestTitleMin } from './requests';

const id = z.int().min(1).max(int4Max);
const title = text({
  min: requestTitleMin,
  minMessage: `Title must be at least ${requestTitleMin} characters`,
  max: optionMax,
});
const description = text({
  min: requestDescriptionMin,
  minMessage: `Description must be at least ${requestDescriptionMin} characters`,
  max: textMax,
});
const serviceMessage = 'Service must be a whole number';

/** Id of the service. 0, null and an omitted value all mean 'no particular service'. */
const serviceId = z
  .int(serviceMessage)
  .min(0, serviceMessage)
  .max(int4Max, serviceMessage)
  .nullish()
  .transform((value) => value || null);

/** Form for a request. All of its fields are strings. */
const requestFormSchema = z.object({
  title,
  description,
  serviceId: z
    .string()
    .regex(/^\d{0,9}$/, serviceMessage)
    .transform((value) => Number(value) || null),
});
export type RequestFields = z.output<typeof requestFormSchema>;

/**
 * Form for changing a request. Also contains the wished date and the urgency, which the client can
 * change until the agency starts work.
 */
export const requestChangeFormSchema = requestFormSchema.extend({
  wishedDate: z
    .string()
    .transform((value) => value || null)
    .pipe(dateField.nullable()),
  urgent: z.enum(['', 'urgent']).transform((value) => value === 'urgent'),
});

/** Form for a new request, with the fields that only exist at the start. */
export const newRequestFormSchema = requestChangeFormSchema.extend({
  /**
   * Ids of uploaded files, separated by spaces, or 'none'. While uploads are in progress, the value
   * is invalid.
   */
  fileIds: z
    .string()
    .regex(/^(none|\d+( \d+)*)$/, 'Files are still uploading.')
    .transform((value) => (value === 'none' ? [] : value.split(' ').map(Number))),
});

const requestFieldsSchema = z.object({ title, description, serviceId });
export const newRequestSchema = requestFieldsSchema.extend({
  wishedDate: dateField.nullish().describe('Date by which the client would like it done'),
  urgent: z.boolean('Urgent is true or false').optional(),
  fileIds: z
    .array(id, 'A list of files is needed')
    .max(filesOfMessageMax, `A request holds ${filesOfMessageMax} files at most`)
    .optional()
    .describe(
      'Own uploads that are in no message yet; they become the first message of the thread',
    ),
  /** Idempotency key, also read from the Idempotency-Key header. */
  key: submissionKeySchema.optional(),
});
export type NewRequest = z.output<typeof newRequestSchema>;

export const requestIdSchema = z.object({ id });
export const requestChangeSchema = requestFieldsSchema.extend({
  id,
  /** Date that the client wishes; unchanged if omitted. */
  wishedDate: dateField.nullish(),
  urgent: z.boolean('Urgent is true or false').optional(),
});

export type RequestChange = Omit<z.output<typeof requestChangeSchema>, 'id'>;

export const requestSearchSchema = z.object({
  search: text({ max: optionMax }).optional(),
  status: z.enum(requestStatuses).optional(),
  page: z.int().min(1).max(int4Max).optional(),
});

export const serviceRequestSchema = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  status: z.enum(requestStatuses),
  serviceId: z.int().nullable(),
  /** Name of the service; empty for no particular service. */
  serviceName: z.string(),
  /** Target date, such as '2027-01-31'. */
  targetDate: z.iso.date().nullable(),
  /** Date by which the client would like the work to be done. */
  wishedDate: z.iso.date().nullable(),
  urgent: z.boolean(),
  /** Agency's latest note to the client. */
  note: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ServiceRequest = z.output<typeof serviceRequestSchema>;

const requestEventSchema = z.object({
  id: z.int(),
  kind: z.enum(requestEventKinds),
  /** New status, note or date; empty if the kind of event needs no detail. */
  text: z.string(),
  byAgency: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type RequestEvent = z.output<typeof requestEventSchema>;

export const requestDetailSchema = serviceRequestSchema.extend({
  /** Oldest first. */
  events: z.array(requestEventSchema),
  /** True if older events are left out. */
  hasOlderEvents: z.boolean(),
});
export type RequestDetail = z.output<typeof requestDetailSchema>;

export const requestPageSchema = z.object({
  rows: z.array(serviceRequestSchema),
  total: z.int(),
  page: z.int(),
});
export type RequestPage = z.output<typeof requestPageSchema>;

/** A quote or message that was sent with the client's own email, before or after signing up. */
export const inquirySchema = z.object({
  /** Kind and id of the record, such as 'quote:12'. */
  id: z.string(),
  kind: z.enum(['quote', 'message']),
  title: z.string(),
  text: z.string(),
  status: z.string(),
  createdAt: z.iso.datetime(),
  /** Id of the request that was created from the quote. */
  requestId: z.int().nullable(),
});
export type Inquiry = z.output<typeof inquirySchema>;
