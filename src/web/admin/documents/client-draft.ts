import type { Buyer } from '~/contract/documents/documents-schema';
import {
  businessFields,
  isSame,
  namesAnotherCompany,
  recordFields,
} from '~/contract/documents/missing-billing';
import { type BillingDraft, billingOf, emptyBilling } from '~/web/admin/form/billing-fields';
import { changesBetween } from '~/web/admin/form/changes-between';

/** The client of a document while it is edited. */
export interface ClientDraft extends BillingDraft {
  name: string;
  email: string;
  company: string;
  /** True for a business. If undefined, it is derived from company and VAT number. */
  isBusiness?: boolean | undefined;
}

const noClient: ClientDraft = { ...emptyBilling, name: '', email: '', company: '' };

/** Converts a buyer to a draft. Sets all fields, so that nothing of a previous client remains. */
export const clientOf = ({ electronicAddress, ...buyer }: Buyer): ClientDraft => ({
  ...noClient,
  ...buyer,
  electronicAddress: electronicAddress ?? noClient.electronicAddress,
});

/**
 * Returns the client with a changed company name. Unchanged business data is emptied if the name no
 * longer matches the known company, and filled in again if it matches again.
 */
export function withCompany(client: ClientDraft, company: string, known: ClientDraft): ClientDraft {
  const was = (name: string) => namesAnotherCompany(billingOf(known), { company: name });
  const isOther = was(company);
  if (isOther === was(client.company)) return { ...client, company };
  const [from, to] = isOther ? [known, noClient] : [noClient, known];
  const emptied = businessFields.filter(
    (field) => field !== 'company' && isSame(client[field], from[field]),
  );
  return { ...client, ...Object.fromEntries(emptied.map((field) => [field, to[field]])), company };
}

const fieldNames = { name: 'name', company: 'company', ...recordFields, email: 'email' };

/** Returns the names of the fields in which a document's client differs from the record. */
export const overriddenIn = (client: ClientDraft, record: ClientDraft): string[] =>
  (Object.keys(fieldNames) as (keyof typeof fieldNames)[])
    .filter((field) => !isSame(client[field], record[field]))
    .map((field) => fieldNames[field]);

/** Client of a document as it was opened. */
interface Opened {
  clientId: string | null;
  client: Buyer;
}

/** Client of a document while it is edited, with the data that was filled in when the client was selected. */
export interface SelectedClient {
  /** Id of the client's account; empty for a client without an account. */
  clientId: string;
  client: ClientDraft;
  /** Data that was filled in from the opened document or from the selected client. */
  known: ClientDraft;
}

export const noSelection: SelectedClient = { clientId: '', client: noClient, known: noClient };

export const selectionOf = (clientId: string, buyer: Buyer): SelectedClient => ({
  clientId,
  client: clientOf(buyer),
  known: clientOf(buyer),
});

/**
 * Returns the client with the values of the current record. Fields that the admin has edited keep
 * their values.
 */
export function withCurrentRecord({ client, known }: SelectedClient, record: ClientDraft) {
  const fields = Object.entries({ ...client, ...record }).map(([field, value]) => {
    const key = field as keyof ClientDraft;
    const isKnown = JSON.stringify(client[key]) === JSON.stringify(known[key]);
    return [field, isKnown ? value : client[key]];
  });
  return { client: Object.fromEntries(fields) as ClientDraft, known: record };
}

/**
 * Returns the client's fields for the server. For a client with an account, omits unchanged fields,
 * because the server reads them from the record. For other clients, omits fields that were not
 * entered. Undefined for an account whose fields are all unchanged.
 */
export function clientFields({ clientId, client, known }: SelectedClient, opened?: Opened) {
  const sent = billingOf(client);
  const isOther =
    opened && client.name !== opened.client.name && client.email !== opened.client.email;
  const isOpened = opened && clientId === (opened.clientId ?? '') && !isOther;
  const selected = clientId ? known : noClient;
  const changes = changesBetween(billingOf(isOpened ? clientOf(opened.client) : selected), sent);
  const isRecord = clientId && !isOpened && Object.keys(changes).length === 0;
  return isRecord ? undefined : { ...changes, name: client.name };
}

/**
 * Returns the fields that differ from the opened record. Unchanged items are omitted, so that they
 * keep the accepted amount, unless another client was selected, whose tax they show.
 */
export function changedFields<
  Fields extends { clientId: unknown; client: unknown; items: unknown },
>(now: Fields, before: Fields): Partial<Fields> {
  const changes = changesBetween(before, now);
  if (!('client' in changes || 'clientId' in changes)) return changes;
  const { clientId, client, items } = now;
  return { ...changes, clientId, client, items };
}
