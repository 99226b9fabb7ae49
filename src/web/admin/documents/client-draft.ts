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
  /** Undefined to derive it from company and VAT number. */
  isBusiness?: boolean | undefined;
}

const noClient: ClientDraft = { ...emptyBilling, name: '', email: '', company: '' };

/** Returns the data of a client. Replaces all fields, because the previous ones belong to another client. */
export const clientOf = ({ electronicAddress, ...buyer }: Buyer): ClientDraft => ({
  ...noClient,
  ...buyer,
  electronicAddress: electronicAddress ?? noClient.electronicAddress,
});

/**
 * Returns the client with another company. The document then has none of the known company's data, so its fields are emptied
 * unless they were changed, and filled again with the former name.
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
  /** Data that belongs together: as opened, or of the selected client. */
  known: ClientDraft;
}

export const noSelection: SelectedClient = { clientId: '', client: noClient, known: noClient };

export const selectionOf = (clientId: string, buyer: Buyer): SelectedClient => ({
  clientId,
  client: clientOf(buyer),
  known: clientOf(buyer),
});

/** Returns the client with other known data, which replaces the fields that were not changed. */
export function follow({ client, known }: SelectedClient, record: ClientDraft) {
  const fields = Object.entries({ ...client, ...record }).map(([field, value]) => {
    const key = field as keyof ClientDraft;
    const isKnown = JSON.stringify(client[key]) === JSON.stringify(known[key]);
    return [field, isKnown ? value : client[key]];
  });
  return { client: Object.fromEntries(fields) as ClientDraft, known: record };
}

/**
 * Returns the client's fields for the server. Omits fields that were not changed, which follow the record, and fields
 * that were not entered for a client without an account.
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
 * Returns the fields that differ from the opened record. Items that were not changed keep the amount that was accepted. If
 * another client was selected, the items are sent, because they show the tax of that client.
 */
export function changedFields<
  Fields extends { clientId: unknown; client: unknown; items: unknown },
>(now: Fields, before: Fields): Partial<Fields> {
  const changes = changesBetween(before, now);
  if (!('client' in changes || 'clientId' in changes)) return changes;
  const { clientId, client, items } = now;
  return { ...changes, clientId, client, items };
}
