import { expect, it } from 'vitest';

import { newProposalSchema } from '~/contract/proposals/proposals-schema';
import { starters } from './starters';

it.each(starters.map((one) => [one.name, one.fields] as const))(
  'the starter %s is a proposal that the API accepts',
  (_, fields) => {
    expect(newProposalSchema.safeParse(fields).error).toBeUndefined();
  },
);
