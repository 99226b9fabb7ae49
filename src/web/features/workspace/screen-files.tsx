import type { ReactNode } from 'react';

import { useProtected } from '~/web/shell/use-protected';
import { FilesPending } from './files-pending';
import { PageFiles } from './page-files';

/** @param live keeps the list current */
export function ScreenFiles({ live }: { live?: ReactNode }) {
  return useProtected() ? <PageFiles live={live} /> : <FilesPending />;
}
