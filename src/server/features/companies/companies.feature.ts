import type { DocumentSettings } from '~/server/features/documents/context';
import type { Audit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { createCompaniesAdmin } from './companies.panel';
import { createCompanies } from './companies.service';

/** Creates the services for companies: for the panel and for members. */
export const createCompaniesFeature = (
  db: Database,
  options: { audit: Audit; settings: DocumentSettings } & Parameters<typeof createCompanies>[1],
) => ({
  ofPanel: createCompaniesAdmin(db, options),
  ofMembers: createCompanies(db, options),
});

export type CompaniesFeature = ReturnType<typeof createCompaniesFeature>;
