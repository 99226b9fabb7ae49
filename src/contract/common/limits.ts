/** Limits that server and browser share. Lengths are in characters. */
export const nameMax = 100;
export const emailMax = 254;
export const phoneMax = 40;
export const companyMax = 150;
export const optionMax = 100;
export const textMax = 5000;
export const int4Max = 2_147_483_647;
export const submissionKeyMax = 128;

/** Maximum size of a request body. */
export const bodyLimitBytes = 100 * 1024;
/** Maximum size of a picture that an admin uploads. */
export const uploadLimitBytes = 10 * 1024 * 1024;

/** Maximum number of calls in a tRPC batch. */
export const batchLimit = 10;

/** Maximum number of list rows in a response. */
export const listMax = 500;

/** Maximum count in lists of the panel. Larger counts are shown as "more than" this number. */
export const countMax = 1_000;

/** Maximum number of timeline events and notes shown. The newest ones are kept. */
export const timelineMax = 200;

export const homeServicesLimit = 6;
export const homePortfolioLimit = 6;

/** Seconds for which a toast offers Undo, and for which the email about the change is delayed. */
export const undoSeconds = 10;
