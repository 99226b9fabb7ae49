/** Even autofill and a quick click take longer than this; faster submissions are kept but marked as spam. */
export const minFillMs = 500;
