/** Not even a browser's autofill and a quick click take less than this; what does is kept, but marked. */
export const minFillMs = 500;
