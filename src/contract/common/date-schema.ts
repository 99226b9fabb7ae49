import { z } from 'zod';

const first = '1970-01-01';
const last = '2199-12-31';

/**
 * A typed date. Rejects a year such as 0026, which is a typing error, and dates at the end of the calendar, with which
 * calculations fail.
 */
export const dateField = z.iso
  .date('Please enter a date')
  .refine((date) => date >= first && date <= last, 'Please enter a date from 1970 to 2199');
