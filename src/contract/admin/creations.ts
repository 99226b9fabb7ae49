import { contentKeys, contentTypes } from '~/contract/content/content-types';
import type { Permission } from '~/contract/identity/permissions';
import type { AdminSection } from './sections';

interface Creation {
  section: AdminSection;
  label: string;
  permission: Permission;
}

/** Records that can be created in the panel, with their sections. */
export const creations: readonly Creation[] = [
  { section: 'quotes', label: 'Quote', permission: 'leads.write' },
  { section: 'proposals', label: 'Proposal', permission: 'proposals.write' },
  { section: 'requests', label: 'Request', permission: 'requests.write' },
  { section: 'users', label: 'Client', permission: 'clients.write' },
  { section: 'companies', label: 'Company', permission: 'clients.write' },
  { section: 'invoices', label: 'Invoice', permission: 'invoices.write' },
  { section: 'recurringInvoices', label: 'Recurring invoice', permission: 'invoices.write' },
  ...contentKeys.map((key): Creation => {
    const { noun, permissions } = contentTypes[key];
    return {
      section: key,
      label: noun.charAt(0).toUpperCase() + noun.slice(1),
      permission: permissions.write,
    };
  }),
];
