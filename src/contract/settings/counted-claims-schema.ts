import { z } from 'zod';

import { type ClaimKey, claimKeys } from './settings';

/** Figures of fewer cases would say nothing: until then the typed one stands. */
export const countedMin = 10;

/** The claims that can be counted, with how that is done. */
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

/** What a job has counted, once a day; kept among the settings, so that no page counts. */
export const countedClaimsSchema = z.object({
  /** The day, in the agency's time zone; empty until the first count. */
  on: z.string(),
  figures: z.partialRecord(
    z.enum(claimKeys),
    z.object({
      value: z.string(),
      /** From how many it is counted. */
      cases: z.int(),
    }),
  ),
});
export type CountedClaims = z.output<typeof countedClaimsSchema>;
export const nothingCounted: CountedClaims = { on: '', figures: {} };

/** The same as the panel offers it, with what needs no job. */
export const offeredClaimsSchema = z.object({
  on: z.string(),
  figures: z.array(
    z.object({
      key: z.enum(claimKeys),
      value: z.string(),
      /** Null where it is no matter of cases. */
      cases: z.int().nullable(),
      isEnough: z.boolean(),
    }),
  ),
});
export type OfferedClaims = z.output<typeof offeredClaimsSchema>;
