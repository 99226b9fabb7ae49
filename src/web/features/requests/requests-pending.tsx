import { ListPending } from '~/web/shell/list-pending';

export function RequestsPending() {
  return <ListPending title="Service requests" rows="requests" />;
}
