/** Line at the top of emails that can be answered. Everything below it in a reply is quoted text. */
export const answerAboveLine = 'Write your answer above this line';

/**
 * States of an incoming email. `stored`: not processed yet. `message`: became a message of a
 * record, possibly one that an admin must still accept. `automatic`: an automatic reply that
 * belongs to no record, or an email that the product itself sent. `report`: a delivery report.
 * `lead`: an admin created a lead from the email.
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

/** Days for which a discarded email can be restored, and for which raw content is kept after processing. */
export const incomingDays = 30;

/** Maximum total size of unassigned emails in MiB. Beyond it, only their text is stored. */
export const unmatchedMbMax = 1024;

/**
 * Origins of a message that arrived by email. `unverified`: the sender is not the recipient of the
 * email that the message answers. `automatic`: for example an out-of-office reply.
 */
export const mailOrigins = ['mail', 'unverified', 'automatic'] as const;
export type MailOrigin = (typeof mailOrigins)[number];
