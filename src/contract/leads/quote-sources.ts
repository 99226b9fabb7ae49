/** Forms that a quote can come from. 'api' means a caller that names none. */
export const quoteSources = ['home', 'service_page', 'api'] as const;
export type QuoteSource = (typeof quoteSources)[number];
/** Sources of a lead that an admin can choose when entering it. */
export const enteredSources = ['phone', 'event', 'referral', 'other'] as const;
export type EnteredSource = (typeof enteredSources)[number];
