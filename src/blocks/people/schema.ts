import { z } from 'zod';

import { titleField } from '~/blocks/block-fields-schema';
import { line } from '~/contract/common/text-schema';
import { aboutSchema } from '~/contract/settings/settings-schema';

const namesMax = 30;

/** People of the agency, whose names and texts come from the About page. */
export const peopleSchema = z.object({
  type: z.literal('people'),
  title: titleField,
  /** Names of the chosen people; empty for all of them. */
  names: z
    .array(line({ min: 1, max: 200 }))
    .max(namesMax, `Please keep this to ${namesMax} people`)
    .default([]),
});

export const shownPeopleSchema = z.object({
  type: z.literal('people'),
  title: z.string(),
  people: aboutSchema.shape.team.shape.people,
});
