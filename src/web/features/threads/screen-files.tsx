import { useProtected } from '~/web/shell/use-protected';
import { FilesPending } from './files-pending';
import { PageFiles } from './page-files';

export function ScreenFiles() {
  return useProtected() ? <PageFiles /> : <FilesPending />;
}
