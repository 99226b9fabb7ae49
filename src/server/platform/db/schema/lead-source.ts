import { text } from 'drizzle-orm/pg-core';

const utm = (name: string) => text(name).notNull().default('');

/** The visit that led to a lead, in the table of quotes and in that of contact messages. */
export const leadSourceColumns = () => ({
  /** utm_source, else the referring host; empty for a direct visit, null where nothing was told. In lower case. */
  leadSource: text('lead_source'),
  referringHost: text('referring_host').notNull().default(''),
  /** A path. */
  firstPage: text('first_page').notNull().default(''),
  utmSource: utm('utm_source'),
  utmMedium: utm('utm_medium'),
  utmCampaign: utm('utm_campaign'),
  utmTerm: utm('utm_term'),
  utmContent: utm('utm_content'),
});
