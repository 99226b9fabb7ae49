/** Sources of a quote: one of the forms, or 'api' for a caller that names no form. */
export const quoteSources = ['home', 'service_page', 'api'] as const;
export type QuoteSource = (typeof quoteSources)[number];
/** Sources of a lead that an admin can choose when entering it. */
export const enteredSources = ['phone', 'event', 'referral', 'other'] as const;
export type EnteredSource = (typeof enteredSources)[number];
