import { z } from 'zod';

export const leadKinds = ['quote', 'message'] as const;
export type LeadKind = (typeof leadKinds)[number];

/** A lead without a reply. */
export const openLeadSchema = z.object({
  kind: z.enum(leadKinds),
  id: z.int(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  isOverdue: z.boolean(),
  ownerId: z.string().nullable(),
  ownerName: z.string().describe('Empty without an owner'),
});
export type OpenLead = z.output<typeof openLeadSchema>;

/** Recent response times. */
export const responseFiguresSchema = z.object({
  promise: z.string().describe('For example "one working day"'),
  answered: z.int(),
  overdue: z.int().describe('Currently overdue without a reply'),
  medianMinutes: z.int().nullable().describe('In working time; null without replies'),
  keptShare: z.number().nullable().describe('From 0 to 1; null without replies'),
});
export type ResponseFigures = z.output<typeof responseFiguresSchema>;
