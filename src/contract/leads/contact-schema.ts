import { z } from 'zod';

import { nameMax, optionMax, textMax } from '~/contract/common/limits';
import { email, line, text } from '~/contract/common/text-schema';
import { cameFromSchema } from './came-from-schema';
import type { FormFields } from './form-fields';
import {
  channelOf,
  contactPhoneOf,
  contactServiceOf,
  notAsked,
  phoneField,
  preferredChannelSchema,
} from './form-fields-schema';
import { submissionShape } from './submission-schema';

const sender = {
  firstName: line({
    min: 2,
    minMessage: 'First name must be at least 2 characters',
    max: nameMax,
  }),
  lastName: line({ min: 2, minMessage: 'Last name must be at least 2 characters', max: nameMax }),
  email: email('Please enter a valid email address'),
};
const message = text({
  min: 10,
  minMessage: 'Message must be at least 10 characters',
  max: textMax,
});

/** Returns the schema of the form on the contact page, built from the agency's settings. */
export const contactFormSchemaOf = (asked: FormFields) =>
  z.object({
    ...sender,
    service: contactServiceOf(asked),
    message,
    phone: asked.phone === 'off' ? notAsked : contactPhoneOf(asked),
    channel: asked.channel === 'off' ? notAsked : channelOf(asked),
  });
export type ContactFields = z.output<ReturnType<typeof contactFormSchemaOf>>;

/**
 * A message as sent by the contact form and by REST callers. `messageRulesOf` checks the agency's additional requirements.
 */
export const contactMessageSchema = z.object({
  ...sender,
  service: text({ min: 1, minMessage: 'Please select a service', max: optionMax }),
  message,
  phone: phoneField.nullish().transform((value) => value ?? ''),
  preferredChannel: preferredChannelSchema,
  subject: text({ max: optionMax })
    .nullish()
    .transform((value) => value ?? ''),
  cameFrom: cameFromSchema,
  ...submissionShape,
});

export type ContactMessage = z.output<typeof contactMessageSchema>;
export type ContactMessageInput = z.input<typeof contactMessageSchema>;
