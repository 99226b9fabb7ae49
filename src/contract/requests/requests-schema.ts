import { z } from 'zod';

import { int4Max, optionMax, textMax } from '~/contract/common/limits';
import { text } from '~/contract/common/text-schema';
import { submissionKeySchema } from '~/contract/leads/submission-schema';
import {
  type Inquiry,
  type RequestDetail,
  type RequestEvent,
  type RequestFields,
  type RequestPage,
  requestDescriptionMin,
  requestEventKinds,
  requestStatuses,
  requestTitleMin,
  type ServiceRequest,
} from './requests';

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

/** 0, null and no value at all mean 'no particular service'. */
const serviceId = z
  .int(serviceMessage)
  .min(0, serviceMessage)
  .max(int4Max, serviceMessage)
  .nullish()
  .transform((value) => value || null);

/** The form, whose fields are all text. */
export const requestFormSchema = z.object({
  title,
  description,
  serviceId: z
    .string()
    .regex(/^\d{0,9}$/, serviceMessage)
    .transform((value) => Number(value) || null),
}) satisfies z.ZodType<RequestFields>;

export const requestFieldsSchema = z.object({ title, description, serviceId });
export const newRequestSchema = requestFieldsSchema.extend({
  /** Also taken from the Idempotency-Key header. */
  key: submissionKeySchema.optional(),
});
export type NewRequest = z.output<typeof newRequestSchema>;

export const requestIdSchema = z.object({ id });
export const requestChangeSchema = requestFieldsSchema.extend({ id });

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
  serviceName: z.string(),
  targetDate: z.iso.date().nullable(),
  note: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}) satisfies z.ZodType<ServiceRequest>;

const requestEventSchema = z.object({
  id: z.int(),
  kind: z.enum(requestEventKinds),
  text: z.string(),
  byAgency: z.boolean(),
  createdAt: z.iso.datetime(),
}) satisfies z.ZodType<RequestEvent>;

export const requestDetailSchema = serviceRequestSchema.extend({
  events: z.array(requestEventSchema),
  hasOlderEvents: z.boolean(),
}) satisfies z.ZodType<RequestDetail>;

export const requestPageSchema = z.object({
  rows: z.array(serviceRequestSchema),
  total: z.int(),
  page: z.int(),
}) satisfies z.ZodType<RequestPage>;

export const inquirySchema = z.object({
  id: z.string(),
  kind: z.enum(['quote', 'message']),
  title: z.string(),
  text: z.string(),
  status: z.string(),
  createdAt: z.iso.datetime(),
  requestId: z.int().nullable(),
}) satisfies z.ZodType<Inquiry>;
