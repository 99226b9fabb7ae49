import { z } from 'zod';

import { line, text } from '~/contract/common/text-schema';
import {
  type EmailTemplateKey,
  emailTemplateKeys,
  unknownEmailVariables,
  variablesOf,
} from './email-templates';

export const emailSubjectMax = 150;
export const emailTextMax = 2_000;

const words = z.object({
  subject: line({ min: 1, minMessage: 'Please enter a subject', max: emailSubjectMax }),
  heading: line({ min: 1, minMessage: 'Please enter a heading', max: emailSubjectMax }),
  text: text({ min: 1, minMessage: 'Please enter a text', max: emailTextMax }),
});

/** Custom texts of emails, by template. Templates with the default texts are omitted. */
export const emailWordsSchema = z.partialRecord(
  z.enum(emailTemplateKeys, `An email is one of: ${emailTemplateKeys.join(', ')}`),
  words,
);
export type ChangedEmailWords = z.output<typeof emailWordsSchema>;

type Issues = { code: 'custom'; message: string; path: string[]; input: unknown }[];

function addUnknownVariables(
  key: EmailTemplateKey,
  typed: z.output<typeof words>,
  issues: Pick<Issues, 'push'>,
  path: string[] = [],
) {
  for (const [name, value] of Object.entries(typed)) {
    const [unknown] = unknownEmailVariables(key, value);
    if (unknown === undefined) continue;
    const known = variablesOf(key)
      .map((variable) => `{{${variable}}}`)
      .join(', ');
    const message = `There is no variable {{${unknown}}} in this email. Use ${known}.`;
    issues.push({ code: 'custom', message, path: [...path, name], input: value });
  }
}

/** Custom texts of emails as submitted by an admin. Unknown variables are rejected. */
export const emailWordsFormSchema = emailWordsSchema.check(({ value, issues }) => {
  for (const key of emailTemplateKeys) {
    const typed = value[key];
    if (typed) addUnknownVariables(key, typed, issues as Issues, [key]);
  }
});

/** Texts of one email, for a preview or a test email. */
export const emailDraftSchema = words
  .extend({ key: z.enum(emailTemplateKeys) })
  .check(({ value, issues }) => {
    const { key, ...typed } = value;
    addUnknownVariables(key, typed, issues as Issues);
  });
export type EmailDraft = z.output<typeof emailDraftSchema>;
