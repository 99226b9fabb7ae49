import { z } from 'zod';

import { isUrl } from '~/contract/common/fields-schema';
import { line, text } from '~/contract/common/text-schema';

/**
 * Exhibits of case studies, drawn from numbers or uploaded pictures. Optional fields have defaults.
 */

const short = line({ max: 120 }).default('');
const label = line({ min: 1, minMessage: 'Please enter a name', max: 80 });

const number = z
  .number('Please enter a number')
  .min(0, 'Please enter a number of at least 0')
  .max(1e9, 'This number is too high');

const week = z
  .int('Please enter a week')
  .min(1, 'Weeks begin with 1')
  .max(260, 'At most 260 weeks');

/** Fields of every exhibit: a line above the drawing, and one below it. */
const frame = {
  title: short,
  caption: text({ max: 400 }).default(''),
};

const picture = {
  /** URL of a picture; empty for a drawn screen. */
  picture: text({ max: 2000 })
    .default('')
    .refine((value) => value === '' || isUrl(value), 'Please enter a full address, with https://'),
  /** Alternative text. */
  alt: text({ max: 400 }).default(''),
};

export const screenTones = ['none', 'good', 'wait', 'bad'] as const;
export const screenRowsMax = 5;

/** Texts of a drawn screen, used if there is no picture. */
const screen = {
  heading: short,
  rows: z
    .array(
      z.object({
        text: label,
        value: line({ max: 60 }).default(''),
        tone: z.enum(screenTones).default('none'),
      }),
    )
    .max(screenRowsMax, `Please keep this to ${screenRowsMax} rows`)
    .default([]),
  /** Small text at the bottom of the screen. */
  foot: short,
};

/** A number beside a framed picture, with its meaning. */
const figure = {
  figure: line({ max: 24 }).default(''),
  figureLabel: line({ max: 80 }).default(''),
};

const exhibitSchemas = {
  /** Lengths to compare, such as before and after. */
  bars: z.object({
    kind: z.literal('bars'),
    ...frame,
    /** Unit of the numbers, shown after each of them; a currency symbol is shown before them. */
    unit: line({ max: 24 }).default(''),
    bars: z
      .array(z.object({ label, value: number }))
      .min(2, 'Please add at least two bars')
      .max(8, 'Please keep this to 8 bars'),
  }),
  /** File sizes, drawn to scale. */
  weight: z.object({
    kind: z.literal('weight'),
    ...frame,
    items: z
      .array(z.object({ label, kilobytes: number.gt(0, 'Please enter more than 0') }))
      .min(2, 'Please add at least two sizes')
      .max(5, 'Please keep this to 5 sizes'),
  }),
  phone: z.object({ kind: z.literal('phone'), ...frame, ...picture, ...screen, ...figure }),
  browser: z.object({
    kind: z.literal('browser'),
    ...frame,
    ...picture,
    /** Text in the address bar. */
    address: short,
    ...screen,
    ...figure,
  }),
  /** Timeline of the work, by week. */
  timeline: z.object({
    kind: z.literal('timeline'),
    ...frame,
    steps: z
      .array(
        z.object({ label, from: week, to: week }).refine(({ from, to }) => to >= from, {
          message: 'It ends before it begins',
          path: ['to'],
        }),
      )
      .min(1, 'Please add a step')
      .max(12, 'Please keep this to 12 steps'),
  }),
  /** Hours or amounts, quoted and actual. */
  bill: z.object({
    kind: z.literal('bill'),
    ...frame,
    of: z.enum(['hours', 'money']).default('hours'),
    lines: z
      .array(z.object({ label, quoted: number, taken: number }))
      .min(1, 'Please add a line')
      .max(15, 'Please keep this to 15 lines'),
  }),
} as const;

export type ExhibitKind = keyof typeof exhibitSchemas;
export const exhibitKinds = Object.keys(exhibitSchemas) as [ExhibitKind, ...ExhibitKind[]];

export const exhibitSchema = z.discriminatedUnion(
  'kind',
  [
    exhibitSchemas.bars,
    exhibitSchemas.weight,
    exhibitSchemas.phone,
    exhibitSchemas.browser,
    exhibitSchemas.timeline,
    exhibitSchemas.bill,
  ],
  'Unknown kind of exhibit',
);
export type Exhibit = z.output<typeof exhibitSchema>;
export type ExhibitInput = z.input<typeof exhibitSchema>;
export type ExhibitOf<Kind extends ExhibitKind> = Extract<Exhibit, { kind: Kind }>;

const exhibitsMax = 8;
export const exhibitsField = z
  .array(exhibitSchema, 'A list is needed')
  .max(exhibitsMax, `Please keep this to ${exhibitsMax} exhibits`)
  .nullable()
  .transform((list) => list ?? []);

/** Schema of stored exhibits, with all fields filled in. */
export const readExhibitSchema = exhibitSchema as unknown as z.ZodType<Exhibit, Exhibit>;

/** Reads the exhibits that this version of the product can draw. Another version may have stored other kinds. */
export const readExhibits = (stored: unknown): Exhibit[] =>
  (Array.isArray(stored) ? stored : []).flatMap((one) => {
    const read = exhibitSchema.safeParse(one);
    return read.success ? [read.data] : [];
  });
