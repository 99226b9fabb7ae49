import { sectionsOf } from '~/contract/admin/section-permissions';
import { type AdminSection, adminSections } from '~/contract/admin/sections';
import type { AdminRole } from '~/contract/identity/roles';

/** The section that the URL names. An editor has no dashboard: theirs is the first that they may see. */
export const sectionOf = (section: string | undefined, role: AdminRole | undefined): AdminSection =>
  adminSections.find((one) => one === section) ?? sectionsOf(role)[0] ?? 'account';
