import type { Permission } from '~/contract/identity/permissions';

/** Kinds of records that have a conversation. */
export const recordKinds = ['quote', 'message', 'request', 'proposal'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** Kinds with an owner; a proposal belongs to the owner of its lead. */
export const ownedKinds = ['quote', 'message', 'request'] as const;

/** A record that has a conversation. */
export interface RecordRef {
  kind: RecordKind;
  id: number;
}

/** Formats a reference to a record as text, such as 'quote:12'. */
export const aboutOf = ({ kind, id }: RecordRef): string => `${kind}:${id}`;

/** Parses text such as 'quote:12' to a record. @returns undefined for a record without a conversation */
export function recordOfAbout(about: string): RecordRef | undefined {
  const [name = '', id = ''] = about.split(':');
  const kind = recordKinds.find((one) => one === name);
  return kind && /^\d{1,9}$/.test(id) ? { kind, id: Number(id) } : undefined;
}

/** Returns the permission that an admin needs to read a record's conversation. */
export function permissionFor(kind: RecordKind, what: 'read' | 'write'): Permission {
  if (kind === 'request') return `requests.${what}`;
  return kind === 'proposal' ? `proposals.${what}` : `leads.${what}`;
}
