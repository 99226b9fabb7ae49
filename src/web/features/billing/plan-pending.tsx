import { ListPending } from '~/web/shell/list-pending';

export function PlanPending() {
  return <ListPending title="Your plan" rows="your plan" />;
}
