import { z } from 'zod';

import { searchMax } from '~/contract/common/paging';
import { isStorable } from '~/contract/common/text-schema';
import { searchKinds } from './search';

export const panelSearchSchema = z.object({
  q: z
    .string()
    .trim()
    .min(1, 'Please enter what to search for')
    .max(searchMax, 'Please search for something shorter')
    .refine(isStorable, 'This text holds characters that cannot be searched for')
    .describe('Part of a name, number, email or company; tolerates one typo in each longer word'),
});

export const searchResultSchema = z.object({
  kind: z.enum(searchKinds),
  id: z.string().describe('Id of the record; unique within its kind'),
  title: z.string(),
  subtitle: z.string(),
  path: z.string().describe('Address in the panel'),
});
export type SearchResult = z.output<typeof searchResultSchema>;
