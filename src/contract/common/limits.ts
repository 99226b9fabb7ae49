/** Limits that server and browser share. Lengths are in characters. */
export const nameMax = 100;
export const emailMax = 254;
export const phoneMax = 40;
export const companyMax = 150;
export const optionMax = 100;
export const textMax = 5000;
export const int4Max = 2_147_483_647;
export const submissionKeyMax = 128;

/** A request body, in bytes. */
export const bodyLimitBytes = 100 * 1024;
/** A picture that an admin uploads, in bytes. */
export const uploadLimitBytes = 10 * 1024 * 1024;

/** Calls in one tRPC batch. */
export const batchLimit = 10;

/** The most rows of a list in one response. */
export const listMax = 500;

/** Events of a timeline and notes of a record that are shown: the newest. */
export const timelineMax = 200;

export const homeServicesLimit = 6;
export const homePortfolioLimit = 6;

/** How long a notice offers Undo, and the email about the change waits. */
export const undoSeconds = 10;
