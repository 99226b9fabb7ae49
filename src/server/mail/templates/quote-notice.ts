import { budgets, countries, labelOf, timelines } from '~/contract/quotes';
import type { QuoteFacts } from './quote-received';
import { type Agency, type Letter, notify } from './template';

export function quoteNoticeLetter(agency: Agency, publicUrl: string, quote: QuoteFacts): Letter {
  return notify(agency, {
    title: 'A new quote request',
    facts: [
      ['Name', quote.name],
      ['Email', quote.email],
      ['Phone', quote.phone],
      ['Company', quote.company],
      ['Country', labelOf(countries, quote.country ?? '')],
      ['Service', quote.serviceName],
      ['Budget', labelOf(budgets, quote.budget)],
      ['Timeline', labelOf(timelines, quote.timeline)],
      ['Details', quote.projectDetails],
    ],
    panelUrl: `${publicUrl}/admin?section=quotes&open=${quote.id}`,
  });
}
