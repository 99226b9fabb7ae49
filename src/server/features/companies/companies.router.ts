import { z } from 'zod';

import { idSchema } from '~/contract/common/paging-schema';
import {
  billingProfileChangesSchema,
  billingProfileSchema,
  invitationAcceptanceSchema,
  memberInvitationSchema,
  memberRightsSchema,
  ownCompanySchema,
  ownMemberSchema,
} from '~/contract/companies/companies-schema';
import { sendCodeAnswerSchema } from '~/contract/identity/identity-schema';
import { fromOf } from '~/server/features/identity/admin-sign-in-router';
import { authedProcedure, router } from '~/server/platform/trpc/trpc';
import type { Companies } from './companies.service';

export const createCompaniesRouter = ({ companies }: { companies: Companies }) =>
  router({
    /** Returns the caller's company, and invitations that have not been answered yet. */
    mine: authedProcedure
      .input(z.void())
      .output(ownCompanySchema)
      .query(({ ctx }) => companies.mine(ctx.user)),

    profile: authedProcedure
      .input(z.void())
      .output(billingProfileSchema)
      .query(({ ctx }) => companies.profile(ctx.user)),

    changeProfile: authedProcedure
      .input(billingProfileChangesSchema)
      .output(billingProfileSchema)
      .mutation(({ ctx, input }) => companies.changeProfile(ctx.user, input)),

    invite: authedProcedure
      .meta({ rateLimit: 'companyInvitations' })
      .input(memberInvitationSchema)
      .output(ownCompanySchema)
      .mutation(({ ctx, input }) => companies.invite(ctx.user, input)),

    revokeInvitation: authedProcedure
      .input(idSchema)
      .output(ownCompanySchema)
      .mutation(({ ctx, input }) => companies.revokeInvitation(ctx.user, input.id)),

    /** Sends the code that accepts an invitation to the client's own email. */
    sendCode: authedProcedure
      .input(z.void())
      .output(sendCodeAnswerSchema)
      .mutation(async ({ ctx }) => {
        const { answer, codeBrowser } = await companies.sendCode(ctx.user, fromOf(ctx));
        ctx.visit.rememberCodeBrowser(codeBrowser);
        return answer;
      }),

    accept: authedProcedure
      .input(invitationAcceptanceSchema)
      .output(ownCompanySchema)
      .mutation(({ ctx, input }) => companies.accept(ctx.user, input, fromOf(ctx))),

    decline: authedProcedure
      .input(idSchema)
      .output(ownCompanySchema)
      .mutation(({ ctx, input }) => companies.decline(ctx.user, input.id)),

    setRights: authedProcedure
      .input(memberRightsSchema)
      .output(ownCompanySchema)
      .mutation(({ ctx, input }) => companies.setRights(ctx.user, input)),

    removeMember: authedProcedure
      .input(ownMemberSchema)
      .output(ownCompanySchema)
      .mutation(({ ctx, input }) => companies.removeMember(ctx.user, input.clientId)),
  });
