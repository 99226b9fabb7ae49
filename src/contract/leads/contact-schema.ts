import { z } from 'zod';

import { nameMax, optionMax, phoneMax, textMax } from '~/contract/common/limits';
import { choice, email, line, text } from '~/contract/common/text-schema';
import { cameFromSchema } from './came-from-schema';
import { messageServices } from './contact';
import { submissionShape } from './submission-schema';

const fields = {
  firstName: line({
    min: 2,
    minMessage: 'First name must be at least 2 characters',
    max: nameMax,
  }),
  lastName: line({ min: 2, minMessage: 'Last name must be at least 2 characters', max: nameMax }),
  email: email('Please enter a valid email address'),
  service: choice(messageServices, 'Please select a service'),
  message: text({ min: 10, minMessage: 'Message must be at least 10 characters', max: textMax }),
};
const phone = text({ max: phoneMax });

/** The form on the contact page. */
export const contactFormSchema = z.object({ ...fields, phone });
export type ContactFields = z.output<typeof contactFormSchema>;

/** A message as the form and REST callers send it. */
export const contactMessageSchema = z.object({
  ...fields,
  phone: phone.nullish().transform((value) => value ?? ''),
  subject: text({ max: optionMax })
    .nullish()
    .transform((value) => value ?? ''),
  cameFrom: cameFromSchema,
  ...submissionShape,
});

export type ContactMessage = z.output<typeof contactMessageSchema>;
export type ContactMessageInput = z.input<typeof contactMessageSchema>;
