import type { ContactMessageInput } from '~/contract/leads/contact-schema';
import type { SubmittedQuote } from '~/contract/leads/quote-link-schema';
import type { QuoteRequestInput } from '~/contract/leads/quotes-schema';

/** Returns a valid quote request. */
export function quoteRequest(changes: Partial<QuoteRequestInput> = {}): QuoteRequestInput {
  return {
    name: 'Ada Byron',
    email: 'ada@example.com',
    phone: '+44 20 7946 0958',
    company: '',
    projectDetails: 'A calculating engine, with a page that explains it',
    budget: '5000-10000',
    timeline: '1-month',
    serviceId: 0,
    serviceName: '',
    ...changes,
  };
}

/** Returns a valid contact message. */
export function contactMessage(changes: Partial<ContactMessageInput> = {}): ContactMessageInput {
  return {
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.com',
    phone: '',
    service: 'website',
    message: 'A calculating engine, with a page that explains it',
    ...changes,
  };
}

/** Response to a submitted quote. */
export const submittedQuote: SubmittedQuote = {
  id: 1,
  statusUrl: 'http://agency.test/api/quotes/status/1.a-signature',
  answerDueAt: '2030-01-31T15:00:00.000Z',
};
