/** Stands at the top of mails that can be answered: what is below it is a quotation. */
export const answerAboveLine = 'Write your answer above this line';

/**
 * What became of a mail that came in. `stored`: it is still to be worked on. `message`: a message of its record, also one that waits to be
 * accepted. `automatic`: an automatic answer that is about no record, or our own mail. `report`: a delivery report. `lead`: an admin has made a lead of it.
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

/** Of a mail as it arrives, in bytes. */
export const incomingBytesMax = 26 * 1024 * 1024;

/** A discarded mail can be restored for so long, and content is kept for as long after a mail was worked on. */
export const incomingDays = 30;

/** What the content of unmatched mail may take up in all, in MiB: past it, the text alone is kept. */
export const unmatchedMbMax = 1024;

/** How a message came by mail. `unverified`: its sender is not who it was written to. `automatic`: such as an absence. */
export const mailOrigins = ['mail', 'unverified', 'automatic'] as const;
export type MailOrigin = (typeof mailOrigins)[number];
