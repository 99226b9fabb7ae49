import { ListPending } from '~/web/shell/list-pending';

export function FilesPending() {
  return <ListPending title="Files" rows="files" />;
}
