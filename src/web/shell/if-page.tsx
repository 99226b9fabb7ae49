import type { ReactNode } from 'react';

import type { HideablePage } from '~/contract/built-in-pages/built-in-pages';
import { useIsShown } from './settings';

/** Renders links to a page only if the agency has it. */
export function IfPage({ page, children }: { page: HideablePage; children: ReactNode }) {
  return useIsShown(page) ? children : null;
}
