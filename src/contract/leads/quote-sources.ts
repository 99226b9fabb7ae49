/** Form that a quote came from; 'api' for a caller that names none. */
export const quoteSources = ['home', 'service_page', 'api'] as const;
export type QuoteSource = (typeof quoteSources)[number];
/** Sources of a lead that an admin has entered. */
export const enteredSources = ['phone', 'event', 'referral', 'other'] as const;
export type EnteredSource = (typeof enteredSources)[number];
