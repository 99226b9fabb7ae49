import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';

import { contentSchemas } from '~/contract/content/content-schemas';
import { type ContentKey, contentKeys, contentTypes } from '~/contract/content/content-types';
import { profileSchema } from '~/contract/identity/identity-schema';
import { contactMessageSchema } from '~/contract/leads/contact-schema';
import { adminMessageSchema, adminQuoteSchema } from '~/contract/leads/leads-schema';
import { quoteRequestSchema } from '~/contract/leads/quotes-schema';
import { newRequestSchema, serviceRequestSchema } from '~/contract/requests/requests-schema';
import { contentTables } from './features/content/content';
import { contactMessages } from './platform/db/schema/contact';
import { users } from './platform/db/schema/identity';
import { quotes } from './platform/db/schema/quotes';
import { serviceRequests } from './platform/db/schema/requests';

interface Written {
  noun: string;
  /** Fields of a form in the panel, and their table. */
  fields: z.ZodObject;
  table: PgTable;
  /** Fields that have no column of the same name, with the reason. */
  elsewhere?: Record<string, { column: string } | { reason: string }>;
  /** Schema of the record as it is read back. It must contain all fields, except for those that only the submission needs. */
  row?: z.ZodObject;
}

const submission = {
  cameFrom: { reason: 'the visit that led to it: it becomes the columns of its source' },
  key: { column: 'submissionKey' },
  website: { reason: 'the field that bots fill: it becomes spamReason' },
};

const contentElsewhere: Partial<Record<ContentKey, Written['elsewhere']>> = {
  services: { price: { column: 'priceCents' } },
  portfolio: {
    client_name: { column: 'clientName' },
    project_url: { column: 'projectUrl' },
    priceFrom: { column: 'priceFromCents' },
    priceTo: { column: 'priceToCents' },
  },
  customPages: {
    blocks: { reason: 'what a page says is in its versions' },
    metaTitle: { reason: 'as above' },
    metaDescription: { reason: 'as above' },
    status: { reason: 'derived from the time of publication' },
    publishAt: { column: 'publishedAt' },
  },
  plans: { monthlyPrice: { column: 'monthlyCents' }, yearlyPrice: { column: 'yearlyCents' } },
};

const written: Written[] = [
  ...contentKeys.map((key) => ({
    noun: contentTypes[key].noun,
    ...contentSchemas[key],
    table: contentTables[key],
    elsewhere: contentElsewhere[key] ?? {},
  })),
  {
    noun: 'quote',
    fields: quoteRequestSchema,
    table: quotes,
    elsewhere: { ...submission, about: { reason: 'it becomes a part of projectDetails' } },
    row: adminQuoteSchema,
  },
  {
    noun: 'contact message',
    fields: contactMessageSchema,
    table: contactMessages,
    elsewhere: submission,
    row: adminMessageSchema,
  },
  {
    noun: 'request',
    fields: newRequestSchema,
    table: serviceRequests,
    elsewhere: {
      key: { column: 'submissionKey' },
      fileIds: { reason: 'they belong to the first message of its thread' },
    },
    row: serviceRequestSchema,
  },
  { noun: 'profile', fields: profileSchema, table: users },
];

describe.each(written)('the form of a $noun', ({ fields, table, elsewhere = {}, row }) => {
  const columns = Object.keys(getTableColumns(table));

  it.each(Object.keys(fields.shape))(
    'has a column for %s, or lists it as an exception',
    (field) => {
      const other = elsewhere[field];
      if (other && 'reason' in other) return expect(columns).not.toContain(field);
      expect(columns).toContain(other ? other.column : field);
    },
  );

  if (row) {
    const stored = Object.keys(fields.shape).filter(
      (field) => !(field in submission) && !('reason' in (elsewhere[field] ?? {})),
    );
    it.each(stored)('returns the saved value of %s', (field) => {
      expect(Object.keys(row.shape)).toContain(field);
    });
  }

  it('lists no outdated exception', () => {
    expect(Object.keys(fields.shape)).toEqual(expect.arrayContaining(Object.keys(elsewhere)));
  });
});
