import { offeredPermissions } from '~/contract/identity/api-keys';
import type { Permission } from '~/contract/identity/permissions';

const nouns: Record<string, string> = {
  overview: 'Dashboard',
  requests: 'Service requests',
};
const verbs: Record<string, string> = { read: 'View', write: 'Edit' };

const inWords = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const partsOf = (permission: Permission) => permission.split('.') as [noun: string, verb: string];

/** Returns permissions by kind of record. */
const rowsOf = (permissions: readonly Permission[]) =>
  [...new Set(permissions.map((one) => partsOf(one)[0]))].map((noun) => ({
    noun: nouns[noun] ?? inWords(noun),
    options: permissions
      .filter((one) => partsOf(one)[0] === noun)
      .map((value) => ({ value, label: verbs[partsOf(value)[1]] ?? inWords(partsOf(value)[1]) })),
  }));

/** Permissions that a key can have, by kind of record. */
export const permissionRows = rowsOf(offeredPermissions);

/** Formats permissions such as 'Leads: view, edit · Invoices: view'. */
export const permissionsInWords = (permissions: readonly Permission[]): string =>
  rowsOf(permissions)
    .map(
      ({ noun, options }) =>
        `${noun}: ${options.map(({ label }) => label.toLowerCase()).join(', ')}`,
    )
    .join(' · ');
