import { type CompanyRight, invitationDays } from '~/contract/companies/companies';
import type { Database } from '~/server/platform/db/client';
import type { OpenMailer } from '~/server/platform/mail/mailer';

const allows: Record<CompanyRight, string> = {
  requests: 'the requests',
  invoices: 'the proposals and invoices',
};

const shownNames: Record<string, string> = {
  name: 'Name',
  company: 'Company',
  vatNumber: 'VAT number',
  address: 'Address',
  postcode: 'Postcode',
  city: 'City',
  country: 'Country',
  email: 'Email for invoices',
  buyerReference: 'Reference',
  taxNumber: 'Tax number',
  registrationNumber: 'Registration number',
  electronicAddress: 'Address for e-invoices',
};

/**
 * Returns the name without links, for an email to a stranger: whoever typed it must not send them somewhere through the agency. Of a domain,
 * the dots go, so that no mail program makes a link of it: `Booking.com` becomes `Booking com`.
 */
const plainName = (name: string): string =>
  name
    .replace(/\S*(:\/\/|www\.|\.\w{2,}\/)\S*/gi, '')
    .replace(/[.@](?=[\p{L}\p{N}-])/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 60);

/** Emails about companies. */
export const companyEmails = ({ write, publicUrl, agencyEmail }: OpenMailer) => ({
  invite: (
    tx: Pick<Database, 'insert'>,
    invitation: {
      company: { id: number; name: string };
      email: string;
      invitedBy: string;
      inviterEmail: string;
      rights: readonly CompanyRight[];
    },
  ) => {
    const { email, inviterEmail, rights } = invitation;
    const company = plainName(invitation.company.name);
    const allowed = rights.map((right) => allows[right]).join(', and ');
    const seen = allowed ? `${allowed} of ${company}` : `what ${company} shares with you`;
    return write(tx, {
      kind: 'company_invitation',
      to: email,
      about: `company:${invitation.company.id}`,
      title: 'You’re invited to a company’s client area',
      parts: [
        {
          kind: 'text',
          text: `${plainName(invitation.invitedBy)} (${inviterEmail}) invited you to see ${seen}. Sign in or sign up with ${email}, then accept the invitation on your account page.`,
        },
        { kind: 'button', label: 'View account', url: `${publicUrl}/account` },
        {
          kind: 'text',
          text: `The invitation expires in ${invitationDays} days. If you don’t know ${inviterEmail}, you can ignore this email.`,
        },
      ],
    });
  },

  /** To the agency: the next documents are made out to other data. */
  profileChanged: (
    tx: Pick<Database, 'insert'>,
    change: { about: string; by: string; whose: string; before: object; after: object },
  ) => {
    const before = change.before as Record<string, unknown>;
    return write(tx, {
      kind: 'billing_changed',
      to: agencyEmail,
      about: change.about,
      title: `Billing data of ${change.whose} changed`,
      parts: [
        { kind: 'text', text: `${change.by} changed it. We’ll use it from the next invoice.` },
        {
          kind: 'facts',
          facts: Object.entries(change.after).map(([key, value]): [string, string] => [
            shownNames[key] ?? key,
            `${value || 'empty'} (before: ${before[key] || 'empty'})`,
          ]),
        },
      ],
    });
  },
});
export type CompanyEmails = ReturnType<typeof companyEmails>;
