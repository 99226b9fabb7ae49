import type { MailKind } from '~/contract/common/mail';
import { totalsOf } from '~/contract/documents/money';
import { emailTemplates } from '~/contract/mail/email-templates';
import { billingEmails } from '~/server/features/billing/emails';
import { companyEmails } from '~/server/features/companies/emails';
import { testimonialEmails } from '~/server/features/content/testimonials/emails';
import { conversationEmails } from '~/server/features/conversations/emails';
import type { LinkKind, MailedLink } from '~/server/features/documents/links';
import { identityEmails } from '~/server/features/identity/emails';
import { invoiceEmails } from '~/server/features/invoices/emails';
import type { InvoiceRow } from '~/server/features/invoices/invoices.rows';
import { assignmentEmail } from '~/server/features/leads/assignment-email';
import { leadEmails, summaryOfMessage, summaryOfQuote } from '~/server/features/leads/emails';
import { personalDataEmails } from '~/server/features/personal-data/emails';
import { proposalEmails } from '~/server/features/proposals/emails';
import { proposedChangeEmails } from '~/server/features/proposed-changes/emails';
import { requestEmails } from '~/server/features/requests/emails';
import { sampleEmail } from '~/server/features/settings/email-drafts';
import { webhookEmails } from '~/server/features/webhooks/emails';
import type { Database } from '~/server/platform/db/client';
import type { Mailer, OpenMailer } from '~/server/platform/mail/mailer';
import type { NewMail } from '~/server/platform/mail/outbox';

/** Fake transaction for the functions that write emails. Samples are not stored. */
const noTransaction: Pick<Database, 'insert'> = {
  insert: () => {
    throw new Error('samples are not stored');
  },
};
const tx = noTransaction;

const client = { email: 'ada@lovelace.example', firstName: 'Ada', lastName: 'Lovelace' };
const clientName = `${client.firstName} ${client.lastName}`;

const person = { ...client, id: 'sample', name: clientName };

const quote = summaryOfQuote({
  id: 12,
  name: clientName,
  email: client.email,
  phone: '+44 20 7946 0958',
  company: 'Analytical Engines',
  country: 'GB',
  serviceName: 'Web Development',
  budget: '5000-10000',
  timeline: '2-3-months',
  preferredChannel: 'email',
  projectDetails: 'A site that explains our engine, with a page for each of its parts.',
});

const message = summaryOfMessage({
  id: 7,
  ...client,
  phone: '',
  service: 'other',
  subject: 'A talk about engines',
  preferredChannel: '',
  message: 'Would one of you give a talk at our next meeting?\n\nIt is on a Tuesday.',
});

const request = {
  id: 3,
  title: 'A page for each part of the engine',
  description: 'Twelve pages, with a drawing and a text each.',
  status: 'in_progress' as const,
  note: '',
  wishedDate: '2026-12-18',
  urgent: false,
};

const proposal = {
  id: 5,
  number: 'P-0005',
  title: 'Site of Analytical Engines',
  clientName,
  clientEmail: client.email,
  validUntil: '2026-12-31',
  total: '$7,200.00',
};

const items: InvoiceRow['items'] = [
  { description: 'Design', quantity: '1', unitPrice: '2400.00', taxRate: '20' },
  { description: 'Development', quantity: '6', unitPrice: '600.00', taxRate: '20' },
];
const totals = totalsOf({ items }, 'USD');

const invoice: InvoiceRow = {
  id: 9,
  number: 'INV-2026-0009',
  status: 'open',
  userId: null,
  companyId: null,
  broughtById: null,
  buyerOverrides: {},
  taxProposed: null,
  heldFor: '',
  requestId: request.id,
  proposalId: proposal.id,
  proposalPart: 0,
  recurringInvoiceId: null,
  recurringDay: null,
  buyer: { name: clientName, email: client.email },
  discount: null,
  seller: null,
  items,
  totals,
  totalCents: totals.totalCents,
  paidCents: 0,
  balanceCents: 0,
  creditedCents: 0,
  currency: 'USD',
  issueDate: '2026-11-02',
  dueDate: '2026-11-30',
  serviceDate: null,
  serviceFrom: null,
  serviceTo: null,
  printed: null,
  vatCheck: null,
  subscriptionId: null,
  stripeInvoiceId: null,
  note: '',
  scheduledFor: null,
  onCompletion: false,
  announcedAt: null,
  remindersOn: true,
  overdueAt: null,
  clientEmail: client.email,
  clientName,
  searchText: null,
  createdAt: new Date('2026-11-02T09:00:00Z'),
  updatedAt: new Date('2026-11-02T09:00:00Z'),
};

const payment = {
  id: 4,
  description: 'Starter, monthly',
  amount: '$150.00',
  method: 'card' as const,
};
const subscription = { id: 2, planName: 'Starter' };
const everyWay = { online: true, transfer: true };

/** Returns a link without a working target, because samples have no document. */
const linkTo = (publicUrl: string, kind: `${LinkKind}s`): MailedLink => ({
  url: `${publicUrl}/${kind}/sample`,
  linkNonce: 'sample',
});

const invoicesOf = (mailer: OpenMailer) =>
  invoiceEmails(mailer, everyWay, async (_, { clientEmail: to }) => ({
    to,
    ...linkTo(mailer.publicUrl, 'invoices'),
  }));
const proposalLink = ({ publicUrl }: OpenMailer) => linkTo(publicUrl, 'proposals');

/**
 * Functions that write a sample email of each kind, using the function that writes the real email.
 * They may also write emails of other kinds.
 */
const samples: Record<MailKind, (mailer: OpenMailer) => Promise<unknown>> = {
  code: (mailer) =>
    identityEmails(mailer).sendCode(tx, client.email, 'signin', {
      code: '123456',
      proof: undefined,
    }),
  email_changed: (mailer) =>
    identityEmails(mailer).sayEmailChanged(tx, {
      id: 'sample',
      from: client.email,
      to: 'ada@engines.example',
      token: 'sample',
    }),
  email_notice: (mailer) =>
    identityEmails(mailer).sayActsBeforeRestore(tx, {
      client: { id: 'sample', ...client, email: 'ada@engines.example' },
      email: client.email,
      acts: [`${clientName} changed their billing data`],
      undone: [`The system changed the email for invoices of ${clientName}`],
      kept: [],
    }),
  data_ready: (mailer) => personalDataEmails(mailer).exportReady(tx, person, { requestedBy: '' }),
  deletion_planned: (mailer) =>
    personalDataEmails(mailer).planned(tx, person, { dueOn: '2026-12-24', by: '' }),
  deletion_stopped: (mailer) => personalDataEmails(mailer).stopped(tx, person, { by: '' }),
  email_test: (mailer) =>
    mailer.write(
      tx,
      sampleEmail({ key: 'welcome', ...emailTemplates.welcome }, mailer, client.email),
    ),
  deletion_done: (mailer) => personalDataEmails(mailer).done(tx, person),
  deletion_notice: (mailer) =>
    personalDataEmails(mailer).noticePlanned(tx, person, {
      dueOn: '2026-12-24',
      by: '',
      open: {
        requests: 1,
        drafts: 0,
        unpaid: 1,
        hasPlan: true,
        ofCompany: { name: 'Skerrow Ferries Ltd', requests: 2, unpaid: 1 },
        companies: [{ name: 'Analytical Engines', isLastMember: false }],
      },
    }),
  company_invitation: (mailer) =>
    companyEmails(mailer).invite(tx, {
      company: { id: 1, name: 'Analytical Engines' },
      email: 'charles@engines.example',
      invitedBy: clientName,
      inviterEmail: client.email,
      rights: ['requests', 'invoices'],
    }),
  company_joined: (mailer) =>
    companyEmails(mailer).joined(tx, {
      client: { id: 'sample', email: client.email },
      company: { name: 'Analytical Engines' },
      invitedBy: 'Charles Babbage',
      brought: { requests: [1], proposals: [1], invoices: [1, 2], recurringInvoices: [] },
    }),
  link_renewed: (mailer) =>
    companyEmails(mailer).renewed(tx, {
      email: client.email,
      documents: [
        {
          kind: 'invoice',
          id: 1,
          number: 'INV-2026-0007',
          link: linkTo(mailer.publicUrl, 'invoices'),
        },
      ],
      undo: { key: 'sample', seconds: 60 },
    }),
  billing_changed: (mailer) =>
    companyEmails(mailer).profileChanged(tx, {
      about: 'company:1',
      by: clientName,
      whose: 'Analytical Engines',
      before: { city: 'London' },
      after: { city: 'Ockham' },
    }),
  no_account: (mailer) => identityEmails(mailer).sayNoAccount(tx, client.email),
  welcome: (mailer) => identityEmails(mailer).welcome(tx, client),
  admin_invitation: (mailer) =>
    identityEmails(mailer).inviteAdmin(tx, {
      id: 'sample',
      email: 'grace@agency.example',
      role: 'editor',
      invitedBy: 'Mary Somerville',
      url: `${mailer.publicUrl}/invitation#sample`,
      hours: 72,
    }),
  api_key_expiring: (mailer) =>
    identityEmails(mailer).warnOfKeyExpiry(tx, {
      id: 1,
      name: 'Zapier',
      email: 'mary@agency.example',
      expiresAt: new Date('2030-01-31T12:00:00Z'),
    }),
  webhook_disabled: (mailer) =>
    webhookEmails(mailer).disabled(tx, 'mary@agency.example', {
      id: 1,
      host: 'hooks.example',
      answer: 'The endpoint cannot be reached (ECONNREFUSED)',
    }),
  change_waiting: (mailer) =>
    proposedChangeEmails(mailer).waiting(tx, 'mary@agency.example', {
      id: 1,
      words: '“Change one of the services” (Web development)',
      proposedBy: 'key Zapier of Mary Somerville',
    }),
  testimonial_asked: (mailer) =>
    testimonialEmails(mailer).ask(tx, {
      id: 2,
      email: client.email,
      firstName: client.firstName,
      about: request.title,
      link: linkTo(mailer.publicUrl, 'testimonials'),
    }),
  testimonial_notice: (mailer) =>
    testimonialEmails(mailer).given(
      tx,
      {
        id: 2,
        name: clientName,
        words: 'They drew the engine as it is and explained what it is for.',
      },
      { isCorrection: false },
    ),
  quote_received: (mailer) =>
    leadEmails(mailer).received(tx, quote, {
      isOwn: true,
      link: linkTo(mailer.publicUrl, 'quotes'),
    }),
  quote_notice: (mailer) => leadEmails(mailer).notice(tx, quote),
  message_received: (mailer) => leadEmails(mailer).received(tx, message, { isOwn: true }),
  message_notice: (mailer) => leadEmails(mailer).notice(tx, message),
  reply: (mailer) =>
    conversationEmails(mailer).answer(tx, {
      kind: 'message',
      id: message.id,
      email: client.email,
      quoted: 'Would one of you give a talk at our next meeting?',
      text: `Hello ${client.firstName},\n\nWith pleasure. Which Tuesday is it?`,
      link: linkTo(mailer.publicUrl, 'messages'),
      files: [{ id: 1, name: 'talks-we-gave.pdf', size: 734_003 }],
    }),
  assigned: (mailer) =>
    assignmentEmail(mailer)(tx, 'grace@agency.example', {
      kind: 'quote',
      id: quote.id,
      title: clientName,
      by: 'Mary Somerville',
    }),
  request_received: (mailer) => requestEmails(mailer).requestReceived(tx, client, request),
  request_notice: (mailer) => requestEmails(mailer).requestReceived(tx, client, request),
  request_update: (mailer) =>
    requestEmails(mailer).requestStatusChanged(
      tx,
      client,
      request,
      `${mailer.publicUrl}/api/unsubscribe/sample`,
    ),
  proposal_sent: (mailer) =>
    proposalEmails(mailer).sent(tx, proposal, proposalLink(mailer), {
      message: 'As we said on the phone, the drawings are included.',
    }),
  proposal_accepted: (mailer) =>
    proposalEmails(mailer).accepted(tx, proposal, proposalLink(mailer), { name: clientName }),
  proposal_notice: (mailer) =>
    proposalEmails(mailer).declined(tx, proposal, 'We’re waiting for next year’s budget.'),
  invoice_issued: (mailer) => invoicesOf(mailer).issued(tx, invoice),
  invoice_reminder: (mailer) =>
    invoicesOf(mailer).reminder(
      tx,
      invoice,
      'This is a friendly reminder about your invoice. If you’ve already paid, thank you.',
    ),
  invoice_credited: (mailer) =>
    invoicesOf(mailer).credited(
      tx,
      { ...invoice, creditedCents: 60_000 },
      {
        id: 1,
        number: 'INV-2026-0010',
        totalCents: 60_000,
        reason: 'One drawing fewer',
      },
    ),
  invoice_notice: (mailer) => invoicesOf(mailer).announced(tx, invoice, '18 December 2026'),
  payment_pending: (mailer) => invoicesOf(mailer).paymentBegun(tx, invoice, invoice.totalCents),
  payment_received: (mailer) =>
    invoicesOf(mailer).paymentReceived(
      tx,
      { ...invoice, paidCents: invoice.totalCents, status: 'paid' },
      { cents: invoice.totalCents },
    ),
  payment_repaid: (mailer) =>
    invoicesOf(mailer).repaid(tx, invoice, {
      cents: 10_000,
      transfer: { date: '2026-11-20', reference: 'RP-1' },
    }),
  payment_reversed: (mailer) =>
    invoicesOf(mailer).reversed(tx, invoice, {
      cents: 10_000,
      why: 'mistake',
    }),
  payment_failed: (mailer) =>
    billingEmails(mailer).paymentFailed(tx, person, {
      ...payment,
      failure: 'The card has expired.',
    }),
  subscription_ending: (mailer) =>
    billingEmails(mailer).subscriptionEnding(tx, client, {
      ...subscription,
      endsAt: new Date('2026-12-24T00:00:00Z'),
    }),
  subscription_resumed: (mailer) =>
    billingEmails(mailer).subscriptionResumed(tx, client, subscription),
};

/** Renders a sample email of a kind, with the agency's appearance and name. It is neither stored nor sent. */
export async function renderMailSample(mailer: Mailer, kind: MailKind): Promise<NewMail> {
  const written: NewMail[] = [];
  const open = await mailer.open(async (_, mail) => void written.push(mail));
  // Emails to the agency are only written if the agency has an email address.
  await samples[kind]({ ...open, agencyEmail: open.agencyEmail || 'hello@agency.example' });
  const sample = written.find((mail) => mail.kind === kind);
  if (!sample) throw new Error(`the sample of ${kind} wrote no email of this kind`);
  return sample;
}
