import { z } from 'zod';

import { setupStates } from './setup';

const state = z.enum(setupStates);

/** Settings that the product writes about its own setup. */
export const setupSettings = {
  /** Links of first starts that have not expired; their tokens as SHA-256, in hex. */
  setupLinks: z.array(z.object({ tokenHash: z.string(), expiresAt: z.iso.datetime() })),
  /** Who has found the legal texts right, and which texts. */
  legalReview: z
    .object({ reviewedAt: z.iso.datetime(), reviewedBy: z.string(), digest: z.string() })
    .nullable(),
  lastBackup: z.object({ finishedAt: z.iso.datetime(), bytes: z.number() }).nullable(),
  /** What lines that ask the network have last found, so that a count of open lines asks nothing. */
  setupChecks: z.object({
    mail: state.optional(),
    answers: state.optional(),
    payments: state.optional(),
    https: state.optional(),
  }),
  /** Owners who have hidden the mark in the sidebar, by id. */
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
