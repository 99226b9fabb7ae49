import { describe, expect, it } from 'vitest';

import { contactMessageSchema } from '~/contract/leads/contact-schema';
import { quoteRequestSchema } from '~/contract/leads/quotes-schema';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { summaryOfMessage, summaryOfQuote } from './emails';

// Where it came from is in the panel: the sender's copy of the mail repeats only what was typed.
const submission = ['key', 'website', 'cameFrom'];

/** Calls `summarize` with a lead, and returns the names of the fields that it reads. */
function fieldsRead<Lead extends object>(lead: Lead, summarize: (lead: Lead) => unknown) {
  const read = new Set<string>();
  summarize(
    new Proxy(lead, {
      get(target, key, receiver) {
        read.add(String(key));
        return Reflect.get(target, key, receiver);
      },
    }),
  );
  return [...read];
}

describe('the email about a quote', () => {
  const quote = { ...quoteRequestSchema.parse(quoteRequest()), id: 1 };
  // The service is named, the source is in the panel, and what it is about is a part of the details.
  const without = [...submission, 'serviceId', 'source', 'about'];

  it.each(Object.keys(quoteRequestSchema.shape).filter((field) => !without.includes(field)))(
    'has its %s',
    (field) => expect(fieldsRead(quote, summaryOfQuote)).toContain(field),
  );

  it('says in its subject who asks for what', () => {
    const subjectOf = (changes: Partial<typeof quote>) =>
      summaryOfQuote({ ...quote, name: 'Ada Byron', serviceName: 'Web Design', ...changes })
        .subject;
    expect(subjectOf({ company: 'Skerrow Ferries' })).toBe('Skerrow Ferries, Web Design');
    expect(subjectOf({ company: ' ' })).toBe('Ada Byron, Web Design');
  });
});

describe('the email about a message', () => {
  const message = { ...contactMessageSchema.parse(contactMessage()), id: 1 };

  it.each(Object.keys(contactMessageSchema.shape).filter((field) => !submission.includes(field)))(
    'has its %s',
    (field) => expect(fieldsRead(message, summaryOfMessage)).toContain(field),
  );

  it('says in its subject who writes about what', () => {
    const { subject } = summaryOfMessage({
      ...message,
      firstName: 'Ada',
      lastName: 'Byron',
      subject: 'The timetable',
    });
    expect(subject).toBe('Ada Byron, The timetable');
  });
});
