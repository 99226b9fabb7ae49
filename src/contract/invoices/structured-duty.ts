/**
 * Countries in which a business must be able to receive structured invoices from domestic businesses, with the start
 * date. If the start date of the obligation depends on turnover, this is the date from which it applies to all
 * businesses.
 */
export const structuredDuties: Record<string, { since: string; source: string }> = {
  BE: { since: '2026-01-01', source: 'Law of 6 February 2024, Code de la TVA, article 53' },
  DE: { since: '2028-01-01', source: 'Wachstumschancengesetz, UStG § 14 and § 27 (38)' },
  FR: { since: '2027-09-01', source: 'Loi de finances pour 2024, article 91' },
  HR: { since: '2026-01-01', source: 'Zakon o fiskalizaciji (NN 89/2025)' },
  IT: { since: '2019-01-01', source: 'Legge 205/2017, article 1 (909)' },
  PL: { since: '2026-04-01', source: 'Ustawa o podatku od towarów i usług, KSeF' },
  RO: { since: '2024-07-01', source: 'Legea 296/2023' },
};

/** Returns whether a business in a country must be able to receive structured invoices on a date. */
export const isStructuredDue = (country: string, day: string): boolean => {
  const since = structuredDuties[country]?.since;
  return since !== undefined && since <= day;
};
