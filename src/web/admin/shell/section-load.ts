import type { ComponentType } from 'react';

import type { AdminSearch } from '~/contract/admin/admin';
import type { Permission } from '~/contract/identity/permissions';
import type { RouterContext } from '~/web/lib/router-context';

/** Fetches what a section shows first, so that it is there when the section is. */
export type SectionLoad = (
  context: Pick<RouterContext, 'api' | 'queryClient'>,
  search: AdminSearch,
  can: (permission: Permission) => boolean,
) => Promise<unknown>;

/** How long a result that is read anew at each visit is kept for the visit that it was fetched for. */
export const forThisVisit = { gcTime: 10_000 };

/** What a section's module exports as `section`. */
export interface SectionCode {
  Section: ComponentType;
  /** Fetches what it shows first. */
  load: SectionLoad;
}
