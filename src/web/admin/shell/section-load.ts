import type { ComponentType } from 'react';

import type { AdminSearch } from '~/contract/admin/admin';
import type { Permission } from '~/contract/identity/permissions';
import type { RouterContext } from '~/web/lib/router-context';

/** Loads the first data of a section before it is shown. */
export type SectionLoad = (
  context: Pick<RouterContext, 'api' | 'queryClient'>,
  search: AdminSearch,
  can: (permission: Permission) => boolean,
) => Promise<unknown>;

/**
 * Cache time of a result that is refetched at each visit. It only bridges the time between loading
 * the result and showing the section.
 */
export const forThisVisit = { gcTime: 10_000 };

/** Export `section` of a section's module. */
export interface SectionCode {
  Section: ComponentType;
  /** Loads the first data of the section. */
  load: SectionLoad;
}
