import { z } from 'zod';

/** What a version reads in place of a kind that it does not know. */
export const unknownKind = 'other';

/**
 * The kind of a stored record, for output: one that a newer version has written, before the way back to this one, is `other`. Without it, one
 * such record would keep the whole list from being read.
 */
export const storedKind = <const Kind extends string>(kinds: readonly Kind[]) =>
  z.enum([...kinds, unknownKind]).catch(() => unknownKind as Kind & typeof unknownKind);
