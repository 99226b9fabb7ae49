import { z } from 'zod';

const first = '1970-01-01';
const last = '2199-12-31';

/**
 * Schema of a date that a person enters. Rejects years such as 0026, which are typing errors, and
 * dates near the maximum date, for which date calculations fail.
 */
export const dateField = z.iso
  .date('Please enter a date')
  .refine((date) => date >= first && date <= last, 'Please enter a date from 1970 to 2199');
