export const defaultCtaText = 'Get Started';
export const defaultTimeline = '2-4 weeks';
export const relatedServicesLimit = 3;
export const heroFeaturesLimit = 6;

export interface ProcessStep {
  title: string;
  description: string;
}

/** Units that a price can be for. */
export const priceUnits = ['once', 'hour', 'month', 'quarter', 'year'] as const;
export type PriceUnit = (typeof priceUnits)[number];
/** Price types: starting at an amount, or exactly that amount. */
export const priceKinds = ['from', 'fixed'] as const;
export type PriceKind = (typeof priceKinds)[number];

/** Suffix of an amount for each unit, as in '$90 an hour'. */
const priceUnitWords: Record<PriceUnit, string> = {
  once: '',
  hour: 'an hour',
  month: 'a month',
  quarter: 'a quarter',
  year: 'a year',
};

/** Returns an amount with its unit. */
export const perUnit = (amount: string, unit: PriceUnit): string =>
  [amount, priceUnitWords[unit]].filter(Boolean).join(' ');
