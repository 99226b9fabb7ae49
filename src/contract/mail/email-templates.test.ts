import { describe, expect, it } from 'vitest';

import { emailTemplateKeys, emailTemplates, fillEmailWords, variablesOf } from './email-templates';
import { emailDraftSchema, emailWordsFormSchema } from './email-templates-schema';

const words = { subject: 'Invoice {{number}}', heading: 'Invoice', text: 'Hello {{name}},\n\nHi.' };

describe('email texts', () => {
  it.each(emailTemplateKeys)('for %s have only variables of their template by default', (key) => {
    const { subject, heading, text } = emailTemplates[key];
    expect(emailDraftSchema.safeParse({ key, subject, heading, text }).error).toBeUndefined();
  });

  it('have their variables filled in', () => {
    expect(fillEmailWords(words, { number: 'INV-7', name: 'Ada {{number}}' })).toEqual({
      subject: 'Invoice INV-7',
      heading: 'Invoice',
      text: 'Hello Ada {{number}},\n\nHi.',
    });
  });

  it('omit an empty variable together with the space before it', () => {
    expect(fillEmailWords(words, { number: '', name: '' })).toMatchObject({
      subject: 'Invoice',
      text: 'Hello,\n\nHi.',
    });
  });

  it('can contain every variable of their template and no other one', () => {
    const text = variablesOf('welcome')
      .map((name) => `{{ ${name} }}`)
      .join(' ');
    expect(
      emailWordsFormSchema.safeParse({ welcome: { ...words, subject: 'Hi', text } }).success,
    ).toBe(true);
    const { error } = emailWordsFormSchema.safeParse({ welcome: { ...words, text } });
    expect(error?.issues).toMatchObject([
      {
        path: ['welcome', 'subject'],
        message: 'There is no variable {{number}} in this email. Use {{firstName}}, {{agency}}.',
      },
    ]);
  });
});
