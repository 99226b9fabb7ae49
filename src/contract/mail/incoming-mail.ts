/** Line at the top of emails that can be answered: the text below it is quoted. */
export const answerAboveLine = 'Write your answer above this line';

/**
 * State of an incoming email. `stored`: not processed yet. `message`: a message of its record, possibly waiting to be accepted.
 * `automatic`: an automatic reply about no record, or our own email. `report`: a delivery report. `lead`: an admin has created a
 * lead from it.
 */
const incomingStates = [
  'stored',
  'message',
  'automatic',
  'report',
  'unmatched',
  'lead',
  'discarded',
] as const;
export type IncomingState = (typeof incomingStates)[number];

/** Maximum size of an incoming email. */
export const incomingBytesMax = 26 * 1024 * 1024;

/** Days in which a discarded email can be restored, and for which raw content is kept after processing. */
export const incomingDays = 30;

/** Maximum total size of unmatched emails in MiB: past it, only their text is stored. */
export const unmatchedMbMax = 1024;

/**
 * How a message arrived by email. `unverified`: its sender is not the recipient of the email that it answers. `automatic`: such
 * as an out-of-office reply.
 */
export const mailOrigins = ['mail', 'unverified', 'automatic'] as const;
export type MailOrigin = (typeof mailOrigins)[number];
