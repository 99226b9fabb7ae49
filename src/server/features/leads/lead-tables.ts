import { sql } from 'drizzle-orm';

import type { LeadKind } from '~/contract/leads/response-times-schema';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { quotes } from '~/server/platform/db/schema/quotes';
import { isNewsQuote } from './quotes/merged';
import { isNewsRow } from './submissions';

/** Differences between the kinds of leads. */
export const leadTables = {
  quote: {
    table: quotes,
    name: sql<string>`${quotes.name}`,
    mergedInto: sql<number | null>`${quotes.mergedInto}`,
    /** Condition of rows that are neither marked as spam nor merged. */
    isNews: isNewsQuote,
    /** Status of a lead that has had a reply. */
    answered: 'contacted',
    missing: 'Quote not found',
  },
  message: {
    table: contactMessages,
    name: sql<string>`concat_ws(' ', ${contactMessages.firstName}, ${contactMessages.lastName})`,
    mergedInto: sql<null>`null`,
    isNews: isNewsRow,
    answered: 'replied',
    missing: 'Message not found',
  },
} as const satisfies Record<LeadKind, object>;
