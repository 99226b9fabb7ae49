import { z } from 'zod';

import { setupStates } from './setup';

const state = z.enum(setupStates);

/** Settings that the product writes about its own setup. */
export const setupSettings = {
  /** Setup links that have not expired, with their tokens as SHA-256 in hex. */
  setupLinks: z.array(z.object({ tokenHash: z.string(), expiresAt: z.iso.datetime() })),
  /** Confirmation of the legal texts: the admin, the time, and a digest of the texts. */
  legalReview: z
    .object({ reviewedAt: z.iso.datetime(), reviewedBy: z.string(), digest: z.string() })
    .nullable(),
  lastBackup: z.object({ finishedAt: z.iso.datetime(), bytes: z.number() }).nullable(),
  /** Last results of the network checks, so that open tasks can be counted without network access. */
  setupChecks: z.object({
    mail: state.optional(),
    answers: state.optional(),
    payments: state.optional(),
    https: state.optional(),
  }),
  /** Ids of owners who have hidden the badge in the sidebar. */
  setupMarkHiddenFor: z.array(z.string()),
};

type SetupSettings = {
  [Key in keyof typeof setupSettings]: z.output<(typeof setupSettings)[Key]>;
};

export const neutralSetup: SetupSettings = {
  setupLinks: [],
  legalReview: null,
  lastBackup: null,
  setupChecks: {},
  setupMarkHiddenFor: [],
};
