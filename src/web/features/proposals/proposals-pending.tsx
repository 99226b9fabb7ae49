import { ListPending } from '~/web/shell/list-pending';

export function ProposalsPending() {
  return <ListPending title="Proposals" rows="proposals" />;
}
