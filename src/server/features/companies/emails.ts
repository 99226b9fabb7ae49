import {
  broughtRecordsReturnDays,
  type CompanyRight,
  companyRights,
  invitationDays,
} from '~/contract/companies/companies';
import type { MailedLink } from '~/server/features/documents/links';
import type { Database } from '~/server/platform/db/client';
import type { OpenMailer } from '~/server/platform/mail/mailer';
import { joinNonces, numbered } from '~/server/platform/mail/private-links';
import type { CompanyRecordName } from './company-records';

const allows: Record<CompanyRight, string> = {
  requests: 'requests',
  invoices: 'proposals and invoices',
};

const shownNames: Record<string, string> = {
  name: 'Name',
  company: 'Company',
  vatNumber: 'VAT number',
  address: 'Address',
  postcode: 'ZIP or postal code',
  city: 'City',
  country: 'Country',
  email: 'Email for invoices',
  buyerReference: 'Reference',
  taxNumber: 'Tax number',
  registrationNumber: 'Registration number',
  electronicAddress: 'Address for e-invoices',
};

/**
 * Returns the name without links, for an email to a stranger, so that the name's author cannot send links through the
 * agency. Removes the dots of domains, so that email programs do not turn them into links: `Booking.com` becomes `Booking
 * com`.
 */
const plainName = (name: string): string =>
  name
    .replace(/\S*(:\/\/|www\.|\.\w{2,}\/)\S*/gi, '')
    .replace(/[.@](?=[\p{L}\p{N}-])/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 60);

const broughtNames: Record<CompanyRecordName, string> = {
  requests: 'request',
  proposals: 'proposal',
  invoices: 'invoice',
  recurringInvoices: 'recurring invoice',
};

/** Returns a count such as '2 invoices'; empty for 0. */
const countOf = (count: number, name: string): string =>
  count === 0 ? '' : `${count} ${name}${count === 1 ? '' : 's'}`;

/** A document with a new link. */
export interface RenewedDocument {
  kind: 'invoice' | 'proposal';
  id: number;
  number: string;
  link: MailedLink;
}

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
    const allowed = companyRights
      .filter((right) => rights.includes(right))
      .map((right) => allows[right])
      .join(', ');
    const contents = allowed ? `with its ${allowed}` : `to see what ${company} shares with you`;
    return write(tx, {
      kind: 'company_invitation',
      to: email,
      about: `company:${invitation.company.id}`,
      title: 'You’re invited to a company’s client area',
      parts: [
        {
          kind: 'text',
          text: `${plainName(invitation.invitedBy)} (${inviterEmail}) invited you to the client area of ${company}, ${contents}. Sign in or sign up with ${email}, then accept the invitation on your account page.`,
        },
        { kind: 'button', label: 'View account', url: `${publicUrl}/account` },
        {
          kind: 'text',
          text: `The invitation expires in ${invitationDays} days. If you don’t know ${inviterEmail}, you can ignore this email.`,
        },
      ],
    });
  },

  /** Sent to a client who accepted an invitation, in case someone else did so in their open session. */
  joined: (
    tx: Pick<Database, 'insert'>,
    joined: {
      client: { id: string; email: string };
      company: { name: string };
      invitedBy: string;
      brought: Record<CompanyRecordName, readonly unknown[]>;
    },
  ) => {
    const { client, brought } = joined;
    const company = plainName(joined.company.name);
    const counts = Object.entries(broughtNames)
      .map(([kind, name]) => countOf(brought[kind as CompanyRecordName].length, name))
      .filter(Boolean);
    const moved =
      counts.length > 0
        ? `These records of yours now belong to ${company}: ${counts.join(', ')}. If you leave within ${broughtRecordsReturnDays} days, you take them with you.`
        : 'You had no requests or documents to bring along.';
    return write(tx, {
      kind: 'company_joined',
      to: client.email,
      about: `user:${client.id}`,
      replyTo: agencyEmail,
      title: `You joined ${company}`,
      parts: [
        {
          kind: 'text',
          text: `You accepted the invitation by ${plainName(joined.invitedBy)}. ${moved}`,
        },
        { kind: 'button', label: 'View account', url: `${publicUrl}/account` },
        {
          kind: 'text',
          text: 'If this wasn’t you, leave the company on your account page and reply to this email.',
        },
      ],
    });
  },

  /** Sent to the addressee of a document whose link in earlier emails was revoked. */
  renewed: (
    tx: Pick<Database, 'insert'>,
    renewed: {
      email: string;
      documents: readonly RenewedDocument[];
      undo: { key: string; seconds: number };
    },
  ) => {
    const { email, documents, undo } = renewed;
    const names = documents.map(({ kind, number }) => `${kind} ${number}`);
    const [first] = documents;
    const what = names.length === 1 ? `link to ${names[0]}` : `links to ${names.length} documents`;
    const why = 'Someone left your company or lost a permission';
    return write(tx, {
      kind: 'link_renewed',
      to: email,
      about: first ? `${first.kind}:${first.id}` : '',
      replyTo: agencyEmail,
      linkNonce: joinNonces(documents.map(({ link }) => link.linkNonce)),
      undo,
      title: `New ${what}`,
      parts: [
        {
          kind: 'text',
          text:
            names.length === 1
              ? `${why}, so the links in our earlier emails no longer work. This one replaces the link to ${names[0]}.`
              : `${why}, so the links in our earlier emails no longer work. These replace them.`,
        },
        ...documents.map(({ kind, number, link }, at) => ({
          kind: 'button' as const,
          label: names.length === 1 ? `View ${kind}` : `View ${kind} ${number}`,
          url: numbered(link.url, at),
        })),
      ],
    });
  },

  /** Sent to the agency when the billing data for the next documents changed. */
  profileChanged: (
    tx: Pick<Database, 'insert'>,
    change: { about: string; by: string; whose: string; before: object; after: object },
  ) => {
    const before = change.before as Record<string, unknown>;
    return write(tx, {
      kind: 'billing_changed',
      to: agencyEmail,
      about: change.about,
      title: `Billing details of ${change.whose} changed`,
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
