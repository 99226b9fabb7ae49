import { z } from 'zod';

import { idSchema, pageSchema } from '~/contract/common/paging-schema';
import {
  broughtRecordsSchema,
  companiesListSchema,
  companyFieldsSchema,
  companySchema,
  companySuggestionSchema,
  companyUpdateSchema,
  memberChangeSchema,
  memberIdSchema,
  memberSchema,
  mergeSchema,
  newMemberSchema,
} from '~/contract/companies/companies-schema';
import { companyDetailSchema } from '~/contract/companies/company-detail-schema';
import { adminRest } from '~/server/platform/trpc/admin-rest';
import { rowsOf } from '~/server/platform/trpc/context';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { CompaniesAdmin } from './companies.panel';

const rest = adminRest('/admin/companies');

export const createCompaniesAdminRouter = ({ companies }: { companies: CompaniesAdmin }) =>
  router({
    list: adminProcedure('clients.read')
      .meta(rest.list('Companies, newest first'))
      .input(companiesListSchema)
      .output(z.array(companySchema))
      .query(async ({ ctx, input }) => rowsOf(ctx, await companies.search(input))),

    page: adminProcedure('clients.read')
      .input(companiesListSchema)
      .output(pageSchema(companySchema))
      .query(({ input }) => companies.search(input)),

    get: adminProcedure('clients.read')
      .meta(rest.get('A company with its members, outstanding and paid amounts, and its records'))
      .input(idSchema)
      .output(companyDetailSchema)
      .query(({ input }) => companies.get(input.id)),

    suggestions: adminProcedure('clients.read')
      .output(z.array(companySuggestionSchema))
      .query(() => companies.suggestions()),

    candidates: adminProcedure('clients.read')
      .input(z.object({ search: z.string().trim().max(100).optional() }))
      .output(z.array(z.object({ clientId: z.string(), name: z.string(), email: z.string() })))
      .query(({ input }) => companies.candidates(input.search)),

    create: adminProcedure('clients.write')
      .meta({ ...rest.create('Add a company'), atOnce: true })
      .input(companyFieldsSchema)
      .output(companyDetailSchema)
      .mutation(({ ctx, input }) => companies.create(ctx.user, input)),

    update: adminProcedure('clients.write')
      .meta(rest.update('Change any fields of a company; issued documents do not change'))
      .input(companyUpdateSchema)
      .output(companyDetailSchema)
      .mutation(({ ctx, input }) => companies.update(ctx.user, input)),

    addMember: adminProcedure('clients.write')
      .meta(
        rest.action(
          'members',
          'Add a client or an email to a company',
          'The requests and documents of a new member move to the company. No email is sent.',
        ),
      )
      .input(newMemberSchema)
      .output(companyDetailSchema)
      .mutation(({ ctx, input }) => companies.addMember(ctx.user, input)),

    changeMember: adminProcedure('clients.write')
      .meta(rest.updatePart('members/{clientId}', 'Change the rights of a member of a company'))
      .input(memberChangeSchema)
      .output(companyDetailSchema)
      .mutation(({ ctx, input }) => companies.changeMember(ctx.user, input)),

    brought: adminProcedure('clients.read')
      .meta(
        rest.getPart('members/{clientId}/brought', 'Records that a member brought into a company'),
      )
      .input(memberSchema)
      .output(broughtRecordsSchema)
      .query(({ input }) => companies.brought(input)),

    removeMember: adminProcedure('clients.write')
      .meta(
        rest.removePart(
          'members/{clientId}',
          'Remove a client from a company, which keeps its requests and documents; with `withBrought`, except those that the client brought',
        ),
      )
      .input(memberIdSchema)
      .output(companyDetailSchema)
      .mutation(({ ctx, input }) => companies.removeMember(ctx.user, input.id, input)),

    merge: adminProcedure('clients.write')
      .meta(
        rest.action(
          'merge',
          'Merge a company into another one, which is returned',
          'The other company keeps its name and billing profile, and gets billing data that it lacks. A merge cannot be undone.',
        ),
      )
      .input(mergeSchema)
      .output(companyDetailSchema)
      .mutation(({ ctx, input }) => companies.merge(ctx.user, input)),
  });
