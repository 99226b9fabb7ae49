import { z } from 'zod';

import { idSchema, listQuerySchema } from '~/contract/common/paging-schema';
import {
  deliveryStatuses,
  eventTypes,
  storedAnswerBytes,
  type WebhookEventType,
  webhookKinds,
  webhookUrlMax,
} from './events';

const invalidUrl = 'Please enter a URL such as https://example.com/hook';

const urlField = z
  .string(invalidUrl)
  .trim()
  .min(1, 'A URL is required')
  .max(webhookUrlMax, `Please keep the URL to ${webhookUrlMax} characters`)
  .refine(
    (value) => value === '' || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
    invalidUrl,
  )
  .refine(
    (value) =>
      !URL.canParse(value) || `${new URL(value).username}${new URL(value).password}` === '',
    'Please remove the user name and password from the URL: deliveries are signed instead',
  );

const eventField = z.enum(
  [...eventTypes] as [WebhookEventType, ...WebhookEventType[]],
  `An event is one of: ${eventTypes.join(', ')}, or * alone for all`,
);

const eventsField = z
  .union([z.tuple([z.literal('*')]), z.array(eventField)], {
    error: `Please give a list of events: ${eventTypes.join(', ')}, or ["*"] for all`,
  })
  .refine((given) => given.length > 0, 'Please choose at least one event');

export const webhookFieldsSchema = z.object({
  url: urlField,
  events: eventsField.describe(
    'Types of events, or ["*"] for all, including those of later versions',
  ),
  enabled: z.boolean('Enabled is true or false').default(true),
  kind: z
    .enum(webhookKinds, 'The kind is standard or slack')
    .default('standard')
    .describe('slack: the body is { text }, the format of Slack and Mattermost'),
});
export type WebhookFields = z.output<typeof webhookFieldsSchema>;

export const webhookChangeSchema = webhookFieldsSchema.extend(idSchema.shape);

/** An endpoint, without its secret. */
export const webhookSchema = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(z.union([z.literal('*'), z.enum([...eventTypes])])),
  enabled: z.boolean(),
  kind: z.enum(webhookKinds),
  /** Time at which the endpoint was disabled because the last retry failed. */
  disabledAt: z.iso.datetime().nullable().describe('When it was disabled after failed retries'),
  previousSecretUntil: z.iso
    .datetime()
    .nullable()
    .describe('Until then, the previous secret also signs'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Webhook = z.output<typeof webhookSchema>;

/** Endpoint with its secret, which no other response contains. */
export const shownSecretSchema = webhookSchema.extend({
  secret: z.string().describe('Signs deliveries; shown once'),
});

export const deliveriesListSchema = listQuerySchema({
  statuses: deliveryStatuses,
  sorts: ['createdAt'],
}).extend(idSchema.shape);
export type DeliveriesList = z.output<typeof deliveriesListSchema>;

export const deliverySchema = z.object({
  id: z.int(),
  eventId: z.string().describe('webhook-id; equal for each attempt'),
  type: z.string(),
  /** Kind and id of the record, such as 'quote:12'. */
  record: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  code: z.int().nullable().describe('HTTP status of the last response'),
  ms: z.int().nullable().describe('Milliseconds until the last response'),
  answer: z
    .string()
    .describe(`First ${storedAnswerBytes} bytes of the last response, or the error`),
  nextAttemptAt: z.iso.datetime().nullable(),
  lastAttemptAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type Delivery = z.output<typeof deliverySchema>;

export const resendSchema = idSchema.extend({ deliveryId: idSchema.shape.id });
