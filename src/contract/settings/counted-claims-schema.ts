import { z } from 'zod';

import { type ClaimKey, claimKeys } from './settings';

/** Minimum number of cases for a counted claim. With fewer cases, the typed value is shown. */
export const countedMin = 10;

/** Claims that can be counted, each with a description of the method. */
export const howCounted = {
  projects: 'Requests of clients that we have completed.',
  years: 'Whole years since we began.',
  clients: 'Clients for whom we have completed a request.',
  answerTime:
    'The median of working time from a quote request or a message to the first answer by a person, over the last 90 days.',
  answersKept:
    'Quote requests and messages of the last 90 days whose first answer came within the time that we promise.',
} as const satisfies Partial<Record<ClaimKey, string>>;
export type CountedKey = keyof typeof howCounted;
export const countedKeys = Object.keys(howCounted) as CountedKey[];
export const isCounted = (key: ClaimKey): key is CountedKey => key in howCounted;

/** Counts made by a daily job. They are stored as a setting, so that pages do not need to count. */
export const countedClaimsSchema = z.object({
  /** Day of the count in the agency's time zone; empty before the first count. */
  on: z.string(),
  figures: z.partialRecord(
    z.enum(claimKeys),
    z.object({
      value: z.string(),
      /** Number of cases. */
      cases: z.int(),
    }),
  ),
});
export type CountedClaims = z.output<typeof countedClaimsSchema>;
export const nothingCounted: CountedClaims = { on: '', figures: {} };

/** Counted claims that the panel offers, including those that need no job. */
export const offeredClaimsSchema = z.object({
  on: z.string(),
  figures: z.array(
    z.object({
      key: z.enum(claimKeys),
      value: z.string(),
      /** Number of cases; null if the claim is not based on cases. */
      cases: z.int().nullable(),
      isEnough: z.boolean(),
    }),
  ),
});
export type OfferedClaims = z.output<typeof offeredClaimsSchema>;
