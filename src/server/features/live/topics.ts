import type { CompanyRight } from '~/contract/companies/companies';
import { contentKeys, contentTypes } from '~/contract/content/content-types';
import type { Permission } from '~/contract/identity/permissions';

const ofContent = Object.fromEntries(
  contentKeys.map((key) => [contentTypes[key].table, contentTypes[key].permissions.read]),
);

/** Panel topics, with the permission that each requires. */
export const panelTopics: Readonly<Record<string, Permission>> = {
  ...ofContent,
  settings: 'panel.open',
  legal_versions: 'content.read',
  page_versions: 'content.read',
  quotes: 'leads.read',
  contact_messages: 'leads.read',
  conversations: 'leads.read',
  incoming_mails: 'leads.read',
  notes: 'leads.read',
  mails: 'leads.read',
  requests: 'requests.read',
  requestThreads: 'requests.read',
  proposals: 'proposals.read',
  invoices: 'invoices.read',
  recurring_invoices: 'invoices.read',
  missed_invoices: 'invoices.read',
  bank_entries: 'payments.read',
  payments: 'payments.read',
  subscriptions: 'payments.read',
  stripe_events: 'payments.read',
  users: 'clients.read',
  companies: 'clients.read',
  proposed_changes: 'apiKeys.read',
};

/** Client area topics, with the right that a member needs if the record belongs to a company. */
export const clientTopics: Readonly<Record<string, CompanyRight>> = {
  requests: 'requests',
  requestThreads: 'requests',
  proposals: 'invoices',
  invoices: 'invoices',
};

/** Topic of changes that affect only one person, in the client area and in the panel. */
export const personalTopic = 'message_reads';
