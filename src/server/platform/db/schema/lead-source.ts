import { text } from 'drizzle-orm/pg-core';

const utm = (name: string) => text(name).notNull().default('');

/** Returns the columns about the visit that led to a lead, for both quotes and contact messages. */
export const leadSourceColumns = () => ({
  /** utm_source in lower case, or the referring host; empty for a direct visit, null if unknown. */
  leadSource: text('lead_source'),
  referringHost: text('referring_host').notNull().default(''),
  /** Path of the first page of the visit. */
  firstPage: text('first_page').notNull().default(''),
  utmSource: utm('utm_source'),
  utmMedium: utm('utm_medium'),
  utmCampaign: utm('utm_campaign'),
  utmTerm: utm('utm_term'),
  utmContent: utm('utm_content'),
});
