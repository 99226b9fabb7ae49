import type { ReactNode } from 'react';

import type { HideablePage } from '~/contract/pages/pages';
import { useHasPage } from './settings';

/** What leads to a page, where the agency has it. */
export function IfPage({ page, children }: { page: HideablePage; children: ReactNode }) {
  return useHasPage(page) ? children : null;
}
