import type { ReactNode } from 'react';

import type { HideablePage } from '~/contract/pages/pages';
import { useIsShown } from './settings';

/** What leads to a page, where the agency has it. */
export function IfPage({ page, children }: { page: HideablePage; children: ReactNode }) {
  return useIsShown(page) ? children : null;
}
