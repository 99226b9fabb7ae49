export const defaultCtaText = 'Get Started';
export const defaultTimeline = '2-4 weeks';
export const relatedServicesLimit = 3;
export const heroFeaturesLimit = 6;

export interface ProcessStep {
  title: string;
  description: string;
}

/** What a price is for. */
export const priceUnits = ['once', 'hour', 'month', 'quarter', 'year'] as const;
export type PriceUnit = (typeof priceUnits)[number];
/** Whether it is the least that is to be paid, or exactly that. */
export const priceKinds = ['from', 'fixed'] as const;
export type PriceKind = (typeof priceKinds)[number];

/** After an amount, such as '$90 an hour'. */
const priceUnitWords: Record<PriceUnit, string> = {
  once: '',
  hour: 'an hour',
  month: 'a month',
  quarter: 'a quarter',
  year: 'a year',
};

/** An amount with what it is for. */
export const perUnit = (amount: string, unit: PriceUnit): string =>
  [amount, priceUnitWords[unit]].filter(Boolean).join(' ');
