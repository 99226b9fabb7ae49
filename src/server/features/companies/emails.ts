import { type CompanyRight, invitationDays } from '~/contract/companies/companies';
import type { Database } from '~/server/platform/db/client';
import type { OpenMailer } from '~/server/platform/mail/mailer';

const allows: Record<CompanyRight, string> = {
  requests: 'its requests',
  invoices: 'its proposals and invoices',
};

/** Emails about companies. */
export const companyEmails = ({ write, publicUrl }: OpenMailer) => ({
  invite: (
    tx: Pick<Database, 'insert'>,
    invitation: {
      company: { id: number; name: string };
      email: string;
      invitedBy: string;
      rights: readonly CompanyRight[];
    },
  ) => {
    const { company, email, invitedBy, rights } = invitation;
    const seen = rights.map((right) => allows[right]).join(', and ') || 'what it shares with you';
    return write(tx, {
      kind: 'company_invitation',
      to: email,
      about: `company:${company.id}`,
      title: `${invitedBy} invites you to ${company.name}`,
      parts: [
        {
          kind: 'text',
          text: `${invitedBy} would like you to see ${seen} here, for ${company.name}. Sign in or sign up with this address, ${email}, and accept the invitation on your account page.`,
        },
        { kind: 'button', label: 'Open your account', url: `${publicUrl}/account` },
        {
          kind: 'text',
          text: `The invitation is good for ${invitationDays} days. If you do not know ${invitedBy}, there is nothing to do.`,
        },
      ],
    });
  },
});
