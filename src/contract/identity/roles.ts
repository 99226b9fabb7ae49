/** Roles of admin accounts. `permissions.ts` defines what each role may do. */
export const adminRoles = ['owner', 'manager', 'editor', 'viewer'] as const;
export type AdminRole = (typeof adminRoles)[number];
