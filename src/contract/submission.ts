/** A person does not fill a form faster than this; what does is kept, but marked. */
export const minFillMs = 1500;
