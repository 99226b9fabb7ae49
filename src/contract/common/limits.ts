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

/** Lists of the panel count no further: more are shown as more than this. */
export const countMax = 1_000;

/** Maximum number of timeline events and notes to show: the newest. */
export const timelineMax = 200;

export const homeServicesLimit = 6;
export const homePortfolioLimit = 6;

/** How long a notice offers Undo, and the email about the change waits. */
export const undoSeconds = 10;
