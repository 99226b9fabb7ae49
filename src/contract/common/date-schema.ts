import { z } from 'zod';

const first = '1970-01-01';
const last = '2199-12-31';

/**
 * A date that a person enters. A year such as 0026 is a slip of the keyboard, and dates at the end of the calendar cannot be counted on from
 * or turned into a moment.
 */
export const dateField = z.iso
  .date('Please enter a date')
  .refine((date) => date >= first && date <= last, 'Please enter a date from 1970 to 2199');
