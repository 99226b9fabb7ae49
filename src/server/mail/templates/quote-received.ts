import { budgets, labelOf, timelines } from '~/contract/quotes';
import { type Agency, inShort, type Letter, thank } from './template';

/** A quote request, as far as mails tell of it. */
export interface QuoteFacts {
  id: number;
  name: string;
  email: string;
  phone: string;
  company: string;
  country?: string | null | undefined;
  serviceName: string;
  budget: string;
  timeline: string;
  projectDetails: string;
}

export function quoteReceivedLetter(agency: Agency, quote: QuoteFacts): Letter {
  return thank(agency, {
    title: 'Your quote request is here',
    name: quote.name,
    next: 'A person reads what you sent and answers within one working day, with questions or with a price.',
    facts: [
      ['Service', quote.serviceName],
      ['Budget', labelOf(budgets, quote.budget)],
      ['Timeline', labelOf(timelines, quote.timeline)],
      ['Details', inShort(quote.projectDetails)],
    ],
  });
}
