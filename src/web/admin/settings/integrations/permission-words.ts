import { offeredPermissions } from '~/contract/identity/api-keys';
import type { Permission } from '~/contract/identity/permissions';

const nouns: Record<string, string> = {
  overview: 'Dashboard',
  requests: 'Service requests',
};
const verbs: Record<string, string> = { read: 'View', write: 'Edit' };

const inWords = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

interface Part {
  noun: string;
  permissions: { value: Permission; label: string }[];
}

function partsOf(permissions: readonly Permission[]): Part[] {
  const parts = new Map<string, Part['permissions']>();
  for (const value of permissions) {
    const [noun = '', verb = ''] = value.split('.');
    const label = verbs[verb] ?? inWords(verb);
    parts.set(noun, [...(parts.get(noun) ?? []), { value, label }]);
  }
  return [...parts].map(([noun, of]) => ({ noun: nouns[noun] ?? inWords(noun), permissions: of }));
}

/** Groups the available permissions by topic. */
export const permissionParts = partsOf(offeredPermissions);

/** Formats permissions such as 'Leads: view, edit · Invoices: view'. */
export const permissionsInWords = (permissions: readonly Permission[]): string =>
  partsOf(permissions)
    .map(
      ({ noun, permissions: of }) =>
        `${noun}: ${of.map(({ label }) => label.toLowerCase()).join(', ')}`,
    )
    .join(' · ');
