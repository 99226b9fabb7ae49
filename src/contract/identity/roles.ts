/** Roles of admin accounts; `permissions.ts` says what each may do. */
export const adminRoles = ['owner', 'manager', 'editor', 'viewer'] as const;
export type AdminRole = (typeof adminRoles)[number];
