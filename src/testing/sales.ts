import type { AdminInvoice, InvoiceFields } from '~/contract/invoices/invoices-schema';
import { newInvoiceSchema } from '~/contract/invoices/invoices-schema';
import type { AdminProposal } from '~/contract/proposals/proposals-schema';
import { newProposalSchema } from '~/contract/proposals/proposals-schema';
import type { Recurring } from '~/contract/recurring-invoices/recurring-invoices-schema';
import { newRecurringSchema } from '~/contract/recurring-invoices/recurring-invoices-schema';
import type { TestApp } from './app';

export const proposalFields = {
  title: 'A new website',
  client: { name: 'Ada Byron', email: 'ada@example.com', company: 'Engines Ltd' },
  intro: 'What we talked about.',
  items: [
    { description: 'Design', quantity: '1.5', unitPrice: '120.00', taxRate: '19' },
    { description: 'Pictures', quantity: '1', unitPrice: '50.00', taxRate: '7', optional: true },
  ],
  schedule: [
    { label: 'Deposit', percent: '40', due: 'on_acceptance' },
    { label: 'Rest', percent: '60', due: 'on_completion' },
  ],
  terms: 'Thirty days.',
};

export const invoiceFields = {
  client: { name: 'Ada Byron', email: 'ada@example.com' },
  items: [{ description: 'An engine', quantity: '1', unitPrice: '100.00', taxRate: '0' }],
};

/** Fields of a schedule that starts on the last day of a month, so that the days differ between months. */
export const recurringFields = {
  client: invoiceFields.client,
  items: [
    { description: 'Hosting in {{month}}', quantity: '1', unitPrice: '100.00', taxRate: '0' },
  ],
  every: { unit: 'month' as const, count: 1 },
  startsOn: '2127-01-31',
  action: 'issue' as const,
};

const tokenOf = (url: string) => url.split('/').at(-1) ?? '';

/** Creates proposals and invoices, each for a new email unless specified. */
export function salesOf(app: () => TestApp) {
  const newEmail = () => `${crypto.randomUUID()}@example.com`;
  const proposals = () => app().services.admin.proposals;
  const invoices = () => app().services.admin.invoices;

  async function newProposal(changes: object = {}, email = newEmail()): Promise<AdminProposal> {
    const client = { ...proposalFields.client, email };
    const fields = newProposalSchema.parse({ ...proposalFields, client, ...changes });
    return proposals().create('system', fields);
  }

  async function newInvoice(changes: object = {}, email = newEmail()): Promise<AdminInvoice> {
    const client = { ...invoiceFields.client, email };
    const fields: InvoiceFields = newInvoiceSchema.parse({ ...invoiceFields, client, ...changes });
    return invoices().create('system', fields);
  }

  async function newRecurring(changes: object = {}, email = newEmail()): Promise<Recurring> {
    const client = { ...recurringFields.client, email };
    const given = 'clientId' in changes ? {} : { client };
    const fields = newRecurringSchema.parse({
      ...recurringFields,
      client: undefined,
      ...given,
      ...changes,
    });
    return app().services.admin.recurringInvoices.create('system', fields);
  }

  return {
    newProposal,
    newInvoice,
    newRecurring,

    async sentProposal(email = newEmail(), changes: object = {}) {
      const { id, number } = await newProposal(changes, email);
      const { url } = await proposals().send('system', id);
      return { id, number, email, url, token: tokenOf(url) };
    },

    /** Accepts the current version of a proposal at its private link. */
    async acceptProposal(token: string, fields: object = {}): Promise<Response> {
      const path = `/api/proposals/by-link/${token}`;
      const { contentHash } = (await (await app().fetch(path)).json()) as { contentHash: string };
      const body = { name: 'Ada Byron', agreed: true, contentHash, ...fields };
      return app().postJson(`${path}/accept`, body);
    },

    async openInvoice(email = newEmail(), changes: object = {}) {
      const { id } = await newInvoice(changes, email);
      const { number, url } = await invoices().issue('system', id);
      return { id, number, email, url, token: tokenOf(url) };
    },
  };
}
