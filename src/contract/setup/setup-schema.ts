import { z } from 'zod';

import { databaseLineIds, networkLineIds, type SetupLine, setupStates } from './setup';

const line = <Id extends readonly [string, ...string[]]>(ids: Id) =>
  z.object({
    id: z.enum(ids),
    state: z.enum(setupStates),
    found: z.string(),
    notes: z.array(z.string()),
  });

export const networkLineSchema = line(networkLineIds);
export const setupLinesSchema = z.object({
  isDemo: z.boolean(),
  /** Product version, as in the changelog. */
  version: z.string(),
  lines: z.array(line(databaseLineIds)),
  /**
   * Digest of the legal texts that were read. It is sent with the confirmation, so that texts which changed since are not
   * confirmed.
   */
  legalDigest: z.string(),
});
export type SetupLines = z.output<typeof setupLinesSchema>;
export type DatabaseLine = SetupLine<(typeof databaseLineIds)[number]>;
export type NetworkLine = SetupLine<(typeof networkLineIds)[number]>;

export const networkLineInputSchema = z.object({
  id: z.enum(networkLineIds, `A check is one of: ${networkLineIds.join(', ')}`),
});

export const legalConfirmationSchema = z.object({
  digest: z.string('The texts that were read are needed').min(1).max(100),
});

/** Number of open tasks, shown as a badge in the sidebar. */
export const setupMarkSchema = z.object({ open: z.int(), isHidden: z.boolean() });
export const setupMarkChangeSchema = z.object({
  isHidden: z.boolean('Please enter true or false'),
});

export const removedSamplesSchema = z.object({ removed: z.array(z.string()) });

/** Reply of the mail server to a test. */
export const testMailSchema = z.object({
  isTaken: z.boolean(),
  to: z.string(),
  from: z.string(),
  reply: z.string(),
  /** Advice; empty if the email was accepted. */
  action: z.string(),
});
export type TestMail = z.output<typeof testMailSchema>;

const testMark = z.string().regex(/^[\da-z]{1,20}$/, 'This is no test');
/** Test email that the product sent to itself. */
export const answersTestSchema = z.object({
  /** Empty if the test email was not sent. */
  test: z.string(),
  to: z.string(),
  problem: z.string(),
});
export type AnswersTest = z.output<typeof answersTestSchema>;
export const answersTestInputSchema = z.object({ test: testMark });
export const answersArrivedSchema = z.object({ hasArrived: z.boolean() });
